package dialect

import (
	"slices"
	"strings"
)

// Dialect is how an engine writes what the tree says. A field that may be left out says what
// holds then.
type Dialect struct {
	Name string
	// ident and text quote a name and a text, which are valid UTF-8 without NUL. What text
	// writes is always in a cast.
	ident func(name string) (string, error)
	text  func(s string) string
	// types are the names of types. The engine lacks those that are missing. A UUID may be a text.
	types map[Kind]string
	// real is the name of the Float of 4 bytes; "": there is none.
	real string
	// decimal is the name of a decimal type. Integers of more than 8 bytes are decimal(38, 0).
	decimal func(precision, scale int) string
	// nullable is the name of a type with NULL; nil: the same.
	nullable func(name string) string
	// cast is a cast to a type of that name; nil: CAST(… AS …).
	cast func(x, name string) string
	// isNaN is a condition on a Float; nil: the engine has no NaN, and no infinite Float.
	isNaN func(x string) string
	// float is a Float of just this value, which is not NaN; nil: a cast of its shortest text.
	float func(x float64) string
	// utc is what follows a text that is a TimestampTZ.
	utc string
	// least and greatest are the years of dates and moments as literals; 0: 1 and 9999.
	least, greatest int
	// bytes is a text as what is compared by its bytes, and texts the way back; nil: texts are.
	bytes, texts func(x string) string
	// moment is a TimestampTZ in UTC; nil: it has no zone of its own.
	moment func(x string) string
	// yes and no are the values of BOOLEAN; "": TRUE and FALSE.
	yes, no string
	// count is the name of count, of 8 bytes; "": count.
	count string
	// gather is the sorted array of what is shown of x, where x is not NULL; nil: the engine
	// has no arrays to group by.
	gather func(shown, x string) string
	// sha256 is the hash of a text, in small hexadecimal digits, and hexNumber the number of eight such digits; nil: the
	// engine has none.
	sha256, hexNumber func(x string) string
	// random is drawn for each row.
	random string
	// order ends a query so that its rows are kept in the order of a column, and at random
	// within; nil: the engine does not keep such an order, and gets a window.
	order func(column, random string) string
	// unions says that there is no VALUES in FROM.
	unions bool
	// into is between CREATE TABLE and AS. selectInto says that it is SELECT … INTO … FROM.
	into       string
	selectInto bool
}

// All dialects.
var all = []*Dialect{duckdb, spark, trino, postgres, bigquery, snowflake, redshift, clickhouse, tsql, datafusion}

// Names returns the names of all dialects.
func Names() []string {
	names := make([]string, len(all))
	for i, d := range all {
		names[i] = d.Name
	}
	return names
}

// ByName returns a dialect, or nil.
func ByName(name string) *Dialect {
	i := slices.IndexFunc(all, func(d *Dialect) bool { return d.Name == name })
	if i < 0 {
		return nil
	}
	return all[i]
}

// doubled returns a text between quotes, of which the closing one is doubled in it.
func doubled(open, end, s string) string {
	return open + strings.ReplaceAll(s, end, end+end) + end
}

// quoted is a name in the double quotes of standard SQL. An engine that cuts names longer
// than so many bytes gets none of them; 0: none does.
func quoted(most int) func(string) (string, error) {
	return func(name string) (string, error) {
		if most > 0 && len(name) > most {
			return "", errLong(most)
		}
		return doubled(`"`, `"`, name), nil
	}
}

// standardText is the literal of standard SQL.
func standardText(s string) string { return doubled("'", "'", s) }

// backslashed is a text between quotes in which backslashes begin escapes.
func backslashed(quote, s string) string {
	return quote + strings.NewReplacer(`\`, `\\`, quote, `\`+quote, "\n", `\n`, "\r", `\r`).Replace(s) + quote
}

func castAs(x, to string) string { return "CAST(" + x + " AS " + to + ")" }

// decimalType is the name of a decimal type in most dialects.
func decimalType(precision, scale int) string { return parameters("DECIMAL", precision, scale) }

// call returns a function that writes the call of another, with one argument.
func call(name string) func(string) string {
	return func(x string) string { return name + "(" + x + ")" }
}

// orderBy is the order of engines that keep that of ORDER BY.
func orderBy(column, random string) string { return "ORDER BY " + column + ", " + random }

// gathered is an array by standard SQL, of which empty is the one without elements.
func gathered(function, empty string) func(shown, x string) string {
	return func(shown, x string) string {
		return "COALESCE(" + function + "(" + shown + " ORDER BY " + x + ") FILTER (WHERE " + x + " IS NOT NULL), " + empty + ")"
	}
}
