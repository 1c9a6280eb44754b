package linked

import (
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// The CTEs of the table's rows.
const (
	rowsName    = sqltext.SQL("__skyline_person_rows")
	ownsName    = sqltext.SQL("__skyline_owns")
	itemsName   = sqltext.SQL("__skyline_items")
	valuesName  = sqltext.SQL("__skyline_values")
	recordsName = sqltext.SQL("__skyline_records")
)

// addRecords adds the CTEs that number the different rows, and gather the numbers of each
// person's. What a person's own columns have is numbered by the first row that has it.
func addRecords(p *sqltext.Plan, in *people.Input) {
	keys := in.Keys()
	p.Keep(rowsName, "the rows, and whose they are", sqltext.Fill(`
		SELECT CASE WHEN p IS NULL THEN {null} ELSE p END AS p, {keys}, {value} AS s
		FROM ({rows})
	`, sqltext.Args{"null": in.NullPerson(), "keys": sqltext.List(keys), "value": sqltext.Canonical("s"), "rows": in.Rows("")}))
	p.Keep(ownsName, "which columns are the person's: nobody has two values of them", sqltext.Fill(`
		SELECT {all}
		FROM (SELECT {same} FROM {rows} GROUP BY p)
	`, sqltext.Args{
		"all":  each(keys, "coalesce(bool_and({key}), true) AS {key}"),
		"same": each(keys, "min({key}) IS NOT DISTINCT FROM max({key}) AND count({key}) IN (0, count(*)) AS {key}"),
		"rows": rowsName,
	}))
	p.Keep(itemsName, "the different quasi-identifiers of rows, numbered in their order, and the first of those with the same of the person", sqltext.Fill(`
		SELECT i, {keys}, min(i) OVER (PARTITION BY {own}) AS own
		FROM (
		    SELECT row_number() OVER (ORDER BY {order}) - 1 AS i, *
		    FROM (SELECT DISTINCT {plain} FROM {rows}) AS x
		) AS x CROSS JOIN {owns} AS o
	`, sqltext.Args{
		"keys": sqltext.List(sqltext.Prefixed("x", keys)), "plain": sqltext.List(keys), "own": each(keys, ownKey), "order": sqltext.Ordered("x", keys), "rows": rowsName, "owns": ownsName,
	}))
	p.Keep(valuesName, "the sensitive values, numbered in their order", sqltext.Fill(
		"SELECT row_number() OVER (ORDER BY s ASC NULLS LAST) - 1 AS v, s FROM (SELECT DISTINCT s FROM {rows})", sqltext.Args{"rows": rowsName}))
	values := sqltext.SQL("list(v.v)")
	if len(in.Sensitive) == 0 {
		values = "NULL::BIGINT[]"
	}
	p.With(recordsName, "the numbers of each person's rows", sqltext.Fill(`
		SELECT min(x.own) AS own, list(x.i) AS items, {values} AS vals
		FROM {rows} AS r
		JOIN {items} AS x ON {same}
		JOIN {named} AS v ON v.s IS NOT DISTINCT FROM r.s
		GROUP BY r.p
	`, sqltext.Args{
		"values": values, "rows": rowsName, "items": itemsName, "same": sqltext.Equal("x", "r", keys), "named": valuesName,
	}))
}

// ownKey is a key of an item x where it is the person's, as o says.
const ownKey = "CASE WHEN o.{key} THEN x.{key} END"

// each is a list of an expression for each key.
func each(keys []sqltext.SQL, expression sqltext.SQL) sqltext.SQL {
	return sqltext.List(sqltext.Map(keys, func(_ int, key sqltext.SQL) sqltext.SQL {
		return sqltext.Fill(expression, sqltext.Args{"key": key})
	}))
}

// addNames adds the CTE of one row that names what the kernel's rows have by number: the
// quasi-identifiers of rows, of these the person's, and sensitive values.
func addNames(p *sqltext.Plan, in *people.Input) {
	keys := in.Keys()
	p.With("__skyline_names", "what the numbers stand for, in the columns' own types", sqltext.Fill(`
		SELECT
		    (
		        SELECT map(list(x.i ORDER BY x.i ASC), list({group} ORDER BY x.i ASC))
		        FROM {items} AS x CROSS JOIN {types} AS t
		        WHERE x.i IN (SELECT UNNEST(named) FROM __skyline_rows)
		    ) AS items,
		    (
		        SELECT map(list(y.i ORDER BY y.i ASC), list({own_group} ORDER BY y.i ASC))
		        FROM (SELECT x.i, {own} FROM {items} AS x CROSS JOIN {owns} AS o) AS y CROSS JOIN {types} AS t
		        WHERE y.i IN (SELECT own FROM __skyline_rows UNION ALL SELECT breach_own FROM __skyline_rows)
		    ) AS owns,
		    (SELECT map(list(v.v ORDER BY v.v ASC), list({value} ORDER BY v.v ASC)) FROM {values} AS v CROSS JOIN {types} AS t) AS vals
	`, sqltext.Args{
		"group": in.GroupStruct("x"), "own_group": in.GroupStruct("y"), "own": each(keys, ownKey+" AS {key}"), "items": itemsName, "types": people.Types,
		"owns": ownsName, "values": valuesName, "value": in.Call.InOwnType("v.s", "t.s"),
	}))
}
