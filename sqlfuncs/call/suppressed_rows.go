package call

import (
	"strings"

	"skyline/sqlfuncs/sqltext"
)

// ParamSuppressedRows says what rows are of which no quasi-identifier is shown.
var ParamSuppressedRows = Param{Name: "suppressed_rows", Type: "VARCHAR", Default: "'count'", Doc: "rows of the release that show `*` in every `qi` column: `'count'`, they are people and one QI group; `'drop'`, they are left out: see [Suppressed rows](#suppressed-rows)"}

// SuppressedRows is what a call says of the rows of a release of which nothing is shown.
type SuppressedRows struct {
	drop  bool
	whole sqltext.SQL // what stands behind FROM for all rows
	shows sqltext.SQL // nothing, of a row of tbl
}

// DropSuppressed reads the parameter of a release, whose source and columns these are, and
// returns what stands behind FROM for the rows that the call is about.
func (c *Call) DropSuppressed(source sqltext.SQL, qi []string) (SuppressedRows, sqltext.SQL, error) {
	drop, err := c.DropsSuppressed()
	s, kept := NewSuppressedRows(source, qi, drop)
	return s, kept, err
}

// DropsSuppressed reads the parameter, where the function has it: whether such rows are left out.
func (c *Call) DropsSuppressed() (bool, error) {
	if c.Function.Param(ParamSuppressedRows.Name) == nil {
		return false, nil
	}
	choice, err := c.Choice(ParamSuppressedRows.Name, "count", "drop")
	return choice == "drop", err
}

// NewSuppressedRows returns what is said of them, and what stands behind FROM for the rows that
// the call is about.
func NewSuppressedRows(source sqltext.SQL, qi []string, drop bool) (SuppressedRows, sqltext.SQL) {
	s := SuppressedRows{drop: drop, whole: source, shows: sqltext.Join(" AND ", sqltext.Map(qi, func(_ int, name string) sqltext.SQL {
		// DuckDB knows the types when it binds, and does not read columns of others.
		return sqltext.Fill("typeof({column}) SIMILAR TO '(?s)VARCHAR|ENUM.*' AND {column}::VARCHAR = '*'", sqltext.Args{"column": "tbl." + sqltext.Ident(name)})
	})...)}
	if drop {
		source = sqltext.Fill("(SELECT * FROM {source} AS tbl WHERE ({shows}) IS NOT TRUE)", sqltext.Args{"source": source, "shows": s.shows})
	}
	return s, source
}

// Drops reports whether they are left out.
func (s *SuppressedRows) Drops() bool { return s.drop }

// Whole is what stands behind FROM for all rows.
func (s *SuppressedRows) Whole() sqltext.SQL { return s.whole }

// Counted is what stands behind FROM for one row with how many n there are, if there are any
// beside others, or if they are left out.
func (s *SuppressedRows) Counted() sqltext.SQL {
	also := sqltext.SQL("n < rows")
	if s.drop {
		also = "true"
	}
	return sqltext.Fill(`
		(
		    SELECT n
		    FROM (SELECT count(*) FILTER (WHERE {shows}) AS n, count(*) AS rows FROM {whole} AS tbl)
		    WHERE n > 0 AND {also}
		)`, sqltext.Args{"shows": s.shows, "whole": s.whole, "also": also})
}

// Rule says which they are, and behind a colon what becomes of them.
func (s *SuppressedRows) Rule() string {
	if s.drop {
		return "rows that show * in every qi column: they are left out as suppressed, and nothing that they show is looked at"
	}
	return "rows that show * in every qi column: they count as people and as one QI group; suppressed_rows := 'drop' leaves them out"
}

// SuppressedSentence is a Rule around the number of such rows.
func SuppressedSentence(rule string) (before, after string) {
	which, fate, _ := strings.Cut(rule, ": ")
	capital := func(text string) string { return strings.ToUpper(text[:min(1, len(text))]) + text[min(1, len(text)):] }
	return capital(which) + ": ", ". " + capital(fate) + "."
}
