package check

import (
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// knownRow adds what people share in subsets of the columns, and returns the SELECT of the row of
// release_check on it.
func knownRow(p *sqltext.Plan, in *people.Input, k *people.KnownColumns) sqltext.SQL {
	in.AddShared(p, k)
	return sqltext.Fill(`
		SELECT 'known_columns' AS requirement, {k}::DOUBLE AS required, x.n::DOUBLE AS achieved, coalesce(x.n >= {k}, true) AS holds, {rule} AS rule, t.s AS value
		FROM (SELECT min(n) AS n FROM {shared}) AS x CROSS JOIN {types} AS t
	`, sqltext.Args{"k": sqltext.Int(k.K), "rule": sqltext.Text(k.Rule(in)), "shared": people.Shared, "types": people.Types})
}

// withKnownViolations adds the same, and returns the statement of release_check on QI groups with rows on
// it behind the others, which have their keys and i in front: what fewer people share, and the
// columns.
func withKnownViolations(p *sqltext.Plan, in *people.Input, k *people.KnownColumns, rows sqltext.SQL) sqltext.SQL {
	in.AddShared(p, k)
	keys := sqltext.List(in.Keys())
	return sqltext.Fill(`
		SELECT * EXCLUDE ({keys}, i, part)
		FROM (
		    SELECT 0 AS part, * FROM ({rows})
		    UNION ALL
		    SELECT 1, {own}, x.known, {group}, x.n::BIGINT, 'known_columns', {k}::DOUBLE, x.n::DOUBLE, t.s, {names}, {rule}, NULL, NULL
		    FROM {shared} AS x CROSS JOIN {types} AS t
		    WHERE x.n < {k}
		) AS r
		ORDER BY r.part, CASE WHEN r.part = 1 THEN r.i END, {order}, r.i
	`, sqltext.Args{
		"keys": keys, "own": sqltext.List(sqltext.Prefixed("x", in.Keys())), "rows": rows, "group": in.GroupStruct("x"), "k": sqltext.Int(k.K), "names": in.KnownNames("x.known"),
		"rule": sqltext.Text(k.Rule(in)), "shared": people.Shared, "types": people.Types, "order": sqltext.Ordered("r", in.Keys()),
	})
}
