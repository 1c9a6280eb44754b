package release

import (
	"fmt"
	"slices"

	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// GuardTexts adds a guard that no qi column, nor a sensitive one, has a text that is too
// long for a category and that one person alone has: as a label it would be shown as it is,
// and as a sensitive value it is like no other.
func (p *ReleasePlan) GuardTexts() {
	columns := slices.Clone(p.QI)
	param := "qi"
	if p.Call.Function.Param(param) == nil {
		param = "levels" // whose columns are qi
	}
	params := slices.Repeat([]string{param}, len(columns))
	columns = append(columns, p.Sensitive...)
	params = append(params, slices.Repeat([]string{"sensitive"}, len(p.Sensitive))...)
	alone := sqltext.SQL("count(*) = 1")
	switch {
	case p.ValuesPerPerson != people.One && p.Person != "":
		person := sqltext.Canonical("tbl." + sqltext.Ident(p.Person))
		alone = sqltext.Fill("min({person}) = max({person})", sqltext.Args{"person": person})
	case p.Weight != "":
		alone = "sum(TRY_CAST(tbl." + sqltext.Ident(p.Weight) + " AS BIGINT)) = 1"
	}
	var found, failures []sqltext.SQL
	for i, name := range columns {
		column := "tbl." + sqltext.Ident(name)
		found = append(found, sqltext.Fill(`
			SELECT {i} AS i
			FROM {source} AS tbl
			WHERE CASE WHEN typeof({column}) IN ('VARCHAR', 'JSON') THEN strlen({column}::VARCHAR) > {most} AND length({column}::VARCHAR) > {most} ELSE false END
			GROUP BY {canonical}
			HAVING {alone}
		`, sqltext.Args{"i": sqltext.Int(int64(i)), "source": p.Source, "column": column, "most": sqltext.Int(people.MostOfCategory), "canonical": sqltext.Canonical(column), "alone": alone}))
		failures = append(failures, sqltext.Fill("WHEN min(i) = {i} THEN {fail}", sqltext.Args{"i": sqltext.Int(int64(i)), "fail": p.Fail(fmt.Sprintf(
			"%s must have categories, got texts of more than %d characters in %s that one person alone has; leave the column out, or shorten them in a query given as tbl", params[i], people.MostOfCategory, people.PlainIdentifier(name)))}))
	}
	if len(columns) == 0 {
		return
	}
	p.Guard("__skyline_categories", "no text is too long for a category", sqltext.Fill(`
		SELECT CASE {failures} ELSE true END AS ok
		FROM (
		    {found}
		)
	`, sqltext.Args{"failures": sqltext.Join(" ", failures...), "found": sqltext.Join("\nUNION ALL\n", found...)}))
}
