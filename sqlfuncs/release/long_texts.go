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
	columns = append(columns, p.Sensitive...)
	alone, whose, who := sqltext.SQL("count(*) = 1"), sqltext.SQL(""), sqltext.SQL("")
	switch {
	case p.Anywhere || p.ValuesPerPerson != people.One && p.Person != "":
		person := sqltext.Canonical("tbl." + sqltext.Ident(p.Person))
		whose, alone = ", "+person+" AS who", "min(who) = max(who)"
	case p.Weight != "":
		whose, alone = ", TRY_CAST(tbl."+sqltext.Ident(p.Weight)+" AS BIGINT) AS who", "sum(who) = 1"
	}
	if len(columns) == 0 {
		return
	}
	if whose != "" {
		who = ", who"
	}
	own := sqltext.Numbered(len(columns), "v#")
	texts := sqltext.Map(columns, func(i int, name string) sqltext.SQL {
		return sqltext.Fill("CASE WHEN typeof({column}) IN ('VARCHAR', 'JSON') THEN {text} END AS {own}", sqltext.Args{"column": "tbl." + sqltext.Ident(name), "text": sqltext.Bytewise("tbl." + sqltext.Ident(name)), "own": own[i]})
	})
	bytes := sqltext.Map(own, func(_ int, text sqltext.SQL) sqltext.SQL { return "strlen(" + text + ")" })
	name := sqltext.Element(sqltext.Texts(plainNames(columns)), "min(i) + 1")
	p.Guard("__skyline_categories", "no text is too long for a category", sqltext.Fill(`
		SELECT CASE WHEN count(*) > 0 THEN {fail} ELSE true END AS ok
		FROM (
		    SELECT i
		    FROM (SELECT UNNEST(range({n})) AS i, UNNEST(list_value({own})) AS v{who} FROM (SELECT {texts}{whose} FROM {source} AS tbl) WHERE greatest(0, {bytes}) > {most})
		    WHERE length(v) > {most}
		    GROUP BY i, v
		    HAVING {alone}
		)
	`, sqltext.Args{
		"n": sqltext.Int(int64(len(columns))), "texts": sqltext.List(texts), "own": sqltext.List(own), "bytes": sqltext.List(bytes), "most": sqltext.Int(people.MostOfCategory), "who": who, "whose": whose, "source": p.Source, "alone": alone,
		"fail": p.Call.Refused(sqltext.Fill("error(concat({function}, CASE WHEN min(i) < {qi} THEN {param} ELSE 'sensitive' END, {rule}, {name}, {way_out}))", sqltext.Args{
			"function": sqltext.Text(p.Call.Function.Name + ": "), "qi": sqltext.Int(int64(len(p.QI))), "param": sqltext.Text(param), "name": name,
			"rule":    sqltext.Text(fmt.Sprintf(" must have categories, got texts of more than %d characters in ", people.MostOfCategory)),
			"way_out": sqltext.Text(" that one person alone has; leave the column out, or shorten them in a query given as tbl"),
		})),
	}))
}

// plainNames returns names as an error has them.
func plainNames(columns []string) []string {
	names := make([]string, len(columns))
	for i, column := range columns {
		names[i] = people.PlainIdentifier(column)
	}
	return names
}
