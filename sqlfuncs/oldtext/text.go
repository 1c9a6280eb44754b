package oldtext

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Numbered is a list of columns x1, x2, …, written by a format of their number.
func Numbered(n int, format string) []string {
	columns := make([]string, n)
	for i := range columns {
		columns[i] = strings.ReplaceAll(format, "#", fmt.Sprint(i+1))
	}
	return columns
}

func Listed(n int, format string) string { return strings.Join(Numbered(n, format), ", ") }

// Types whose values are shown as ranges, and which of them have distances.
const (
	NumericTypes = `U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT`
	RangeTypes   = NumericTypes + `|DATE|TIME[^\[]*|INTERVAL|ENUM\(.*\)`
)

// HasType is true where a value v has one of some types, a regular expression.
func HasType(types string) string {
	return "system.main.regexp_full_match(system.main.typeof(v), '" + types + "')"
}

// NumberOf is where a value v lies among numbers, NULL if it does not.
var NumberOf = func() string {
	seconds := func(as string) string {
		return "CASE WHEN system.main.isfinite(TRY_CAST(v AS " + as + ")) THEN system.main.epoch(TRY_CAST(v AS " + as + ")) END"
	}
	return "CASE WHEN " + HasType(NumericTypes) + " THEN TRY_CAST(v AS DOUBLE)" +
		" WHEN " + HasType("DATE|TIMESTAMP.*") + " THEN " + seconds("TIMESTAMP") +
		" WHEN " + HasType("TIME") + " THEN system.main.epoch(TRY_CAST(v AS TIME)) END"
}()

func EncodedJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return "'[]'" // Numbers can be written.
	}
	return QuoteText(string(text))
}

func Quoted(names []string) []string {
	identifiers := make([]string, len(names))
	for i, name := range names {
		identifiers[i] = QuoteIdentifier(name)
	}
	return identifiers
}

// PlanWith joins CTEs and the statement behind them.
func PlanWith(ctes []string, statement string) string {
	return "WITH " + strings.Join(ctes, ",\n") + "\n" + statement
}

// Excluding stands behind a star for columns that are not meant, SQL identifiers.
func Excluding(columns []string) string {
	if len(columns) == 0 {
		return ""
	}
	return " EXCLUDE (" + strings.Join(columns, ", ") + ")"
}

// Bigint is a sum of counts as BIGINT, the largest one where it is too large:
// kernels refuse far smaller ones.
func Bigint(sum string) string {
	return "coalesce(TRY_CAST(" + sum + " AS BIGINT), 9223372036854775807)"
}

func Prefixed(table string, columns []string) string {
	return strings.Join(PrefixedList(table, columns), ", ")
}

func PrefixedList(table string, columns []string) []string {
	names := make([]string, len(columns))
	for i, column := range columns {
		names[i] = table + "." + column
	}
	return names
}

// Equal compares columns of two tables, NULL being equal to itself.
func Equal(a, b string, columns []string) string {
	comparisons := make([]string, len(columns))
	for i, column := range columns {
		comparisons[i] = fmt.Sprintf("%s.%s IS NOT DISTINCT FROM %s.%s", a, column, b, column)
	}
	return strings.Join(comparisons, " AND ")
}

func Ordered(table string, columns []string) string {
	orders := make([]string, len(columns))
	for i, column := range columns {
		orders[i] = fmt.Sprintf("%s.%s ASC NULLS LAST", table, column)
	}
	return strings.Join(orders, ", ")
}

// QuoteText returns an SQL literal of a text.
func QuoteText(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// QuoteIdentifier returns an SQL identifier of any name.
func QuoteIdentifier(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

// CastLike casts a text to the type of an expression, to NULL where it cannot be.
// It goes by structs: DuckDB 2.0 casts to the type of a struct of nothing, but not to that
// of a column without a type, `SELECT NULL AS s`. (An aggregate of a list would take
// [-0.0] for [0.0].)
func CastLike(text, expression string) string {
	return "TRY(system.main.struct_extract(system.main.cast_to_type(system.main.struct_pack(v := " + text + "), system.main.struct_pack(v := " + expression + ")), 'v'))"
}
