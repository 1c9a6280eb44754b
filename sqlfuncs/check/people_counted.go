package check

import (
	"skyline/sqlfuncs/hints"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// manyPeople is what the least weight is that no table of counts is expected to have: one that
// was counted has rows of few people, unless somebody has left these out.
const manyPeople = 100

// weightRow is the SELECT of the row on a weight that looks like a sampling weight, by its name,
// or since all of it is large and its name is not that of a count. It is there where it does, and
// does not hold: with a sampling weight every requirement on numbers of people would be satisfied by
// people who are not in the table.
func weightRow(in *people.Input) sqltext.SQL {
	return sqltext.Fill(`
		SELECT 'people_counted' AS requirement, NULL::DOUBLE AS required, 1 - x.rows / x.people AS achieved, false AS holds, {rule} AS rule, t.s AS value
		FROM (
		    SELECT min(TRY_CAST(tbl.{weight} AS BIGINT)) AS least, count(*)::DOUBLE AS rows, sum(TRY_CAST(tbl.{weight} AS BIGINT))::DOUBLE AS people
		    FROM {source} AS tbl
		    WHERE {counted}
		) AS x CROSS JOIN {types} AS t
		WHERE x.rows > 1 AND ({named} OR NOT {counts} AND x.least >= {many})
	`, sqltext.Args{
		"rule":   sqltext.Text(release.WeightRule(in.Weight)),
		"weight": sqltext.Ident(in.Weight), "counted": countsSomebody(in), "source": in.Source, "types": people.Types, "many": sqltext.Int(manyPeople),
		"named": sqltext.Bool(hints.IsSamplingWeight(in.Weight)), "counts": sqltext.Bool(hints.IsCount(in.Weight)),
	})
}

// countsSomebody is whether a row of the table counts somebody. Something stands between the cast and the comparison:
// DuckDB 1 compares a UNION in its own type instead.
func countsSomebody(in *people.Input) sqltext.SQL {
	return "coalesce(TRY_CAST(tbl." + sqltext.Ident(in.Weight) + " AS BIGINT), 0) > 0"
}

// nobodyRow is the SELECT of the row on a table without people, which satisfies everything. It
// is there where nobody is. A row of weight 0 is nobody's.
func nobodyRow(in *people.Input) sqltext.SQL {
	somebody := "FROM " + people.Groups
	if in.Weight != "" {
		somebody = sqltext.Fill("FROM {source} AS tbl WHERE {counted}", sqltext.Args{"source": in.Source, "counted": countsSomebody(in)})
	}
	return sqltext.Fill(`
		SELECT 'people_counted' AS requirement, 1::DOUBLE AS required, 0::DOUBLE AS achieved, false AS holds, 'people in tbl >= 1' AS rule, t.s AS value
		FROM {types} AS t
		WHERE NOT EXISTS ({somebody})
	`, sqltext.Args{"types": people.Types, "somebody": somebody})
}

// suppressedRow is the SELECT of the row on rows of which no quasi-identifier is shown. It is there
// where there are some.
func suppressedRow(in *people.Input) sqltext.SQL {
	return sqltext.Fill(`
		SELECT 'suppressed_rows' AS requirement, NULL::DOUBLE AS required, x.n::DOUBLE AS achieved, NULL::BOOLEAN AS holds, {rule} AS rule, t.s AS value
		FROM {counted} AS x CROSS JOIN {types} AS t
	`, sqltext.Args{"rule": sqltext.Text(in.Suppressed.Rule()), "counted": in.Suppressed.Counted(), "types": people.Types})
}
