package call

import (
	"skyline/sqlfuncs/sqltext"
)

// SourceOf returns what to write behind FROM for the table that a parameter names.
func (c *Call) SourceOf(param string) (sqltext.SQL, error) {
	if source := c.tables[param]; source != "" {
		return source, nil
	}
	table, err := c.Text(param, WhatTable)
	if err != nil {
		return "", err
	}
	return c.from(param, table)
}

// OptionalSource is SourceOf for a parameter that may be NULL: "" then.
func (c *Call) OptionalSource(param string) (sqltext.SQL, error) {
	if source := c.tables[param]; source != "" {
		return source, nil
	}
	table, named, err := c.OptionalText(param, WhatTable)
	if err != nil || !named {
		return "", err
	}
	return c.from(param, table)
}

func (c *Call) from(param, table string) (sqltext.SQL, error) {
	source, err := sqltext.FromTable(table)
	if err != nil {
		return "", c.Errorf("%s: %v", param, err)
	}
	return source, nil
}

// AttributeOf returns the source and the column of a function that makes the
// hierarchy of a column.
func (c *Call) AttributeOf() (source sqltext.SQL, attribute string, err error) {
	if source, err = c.SourceOf("tbl"); err != nil {
		return "", "", err
	}
	attribute, err = c.Text("attribute", WhatColumn)
	return source, attribute, err
}

// Hierarchies returns what to write behind FROM for the parameter of that name, ""
// where it is NULL and may be, or the function has none.
func (c *Call) Hierarchies() (sqltext.SQL, error) {
	if c.Function.Param("hierarchies") == nil {
		return "", nil
	}
	if source := c.tables["hierarchies"]; source != "" {
		return source, nil
	}
	const what = "the name of a table with the columns attribute, value, level, label"
	table, ok, err := c.OptionalText("hierarchies", what)
	if err == nil && !ok && c.Function.Param("hierarchies").Default == "" {
		table, err = c.Text("hierarchies", what)
	}
	if err != nil || table == "" {
		return "", err
	}
	source, err := c.from("hierarchies", table)
	if err != nil {
		return "", err
	}
	return c.Having("hierarchies", table, source, HierarchyRole("hierarchies")), nil
}

// HierarchyRows is the CTE of the rows of hierarchies, which AddHierarchies adds:
// attribute as names are told apart (see AttributeOf), value as bytes, level, label.
const HierarchyRows = sqltext.SQL("__skyline_hierarchies")

// AddHierarchies adds HierarchyRows to a plan, of what stands behind FROM.
func AddHierarchies(p *sqltext.Plan, source sqltext.SQL) {
	AddHierarchiesAs(p, HierarchyRows, "the hierarchies", source)
}

// AddHierarchiesAs is AddHierarchies for a CTE of another name.
func AddHierarchiesAs(p *sqltext.Plan, name sqltext.SQL, why string, source sqltext.SQL) {
	p.Keep(name, why, sqltext.Fill(`
		SELECT {attribute} AS attribute, {value} AS value, {level} AS level, {label} AS label
		FROM {source} AS hierarchies
	`, sqltext.Args{
		"attribute": sqltext.Bytewise(sqltext.Folded("hierarchies.attribute::VARCHAR")),
		"value":     sqltext.Encoded("hierarchies.value::VARCHAR"),
		"label":     sqltext.Bytewise("hierarchies.label"),
		"level":     sqltext.AnyBigint("hierarchies.level"),
		"source":    source,
	}))
}

// GuardLabels adds a guard that no label in HierarchyRows is the text of a value that it does not
// cover. With x called y, and y called x, each release would be exact and say nothing true. "*"
// is anything.
func (c *Call) GuardLabels(p *sqltext.Plan, columns []string) {
	p.Guard("__skyline_own_labels", "no label is a value that it does not cover", sqltext.Fill(`
		SELECT CASE WHEN count(*) > 0 THEN {fail} ELSE true END AS ok
		FROM (
		    SELECT DISTINCT attribute, level, label FROM {hierarchies} WHERE level >= 1 AND label <> '*' AND attribute IN ({attributes})
		) AS l JOIN {hierarchies} AS v ON v.attribute = l.attribute AND v.level = l.level AND v.value = {text}
		WHERE v.label <> l.label
	`, sqltext.Args{
		"fail": c.FailCounted("hierarchies must not call values what another value is called, and the number of labels that are the text of a value that they do not cover is ",
			"count(*)", "; FROM hierarchy_check(…) has them among the labels of different values; rename them"),
		"hierarchies": HierarchyRows, "text": sqltext.Encoded("l.label"),
		"attributes": sqltext.List(sqltext.Map(columns, func(_ int, name string) sqltext.SQL { return AttributeOf(name) })),
	}))
}

// AttributeOf is what HierarchyRows call a column.
func AttributeOf(column string) sqltext.SQL { return sqltext.Text(Folded(column)) }

// GuardFree adds the guard that a table has no column of a name that the result adds.
// Which columns the table has is known to DuckDB only: in the subquery the name is that of
// the table's column, which is NULL, or else that of the row around it.
func (c *Call) GuardFree(p *sqltext.Plan, name string, source sqltext.SQL) {
	p.Guard("__skyline_free_"+sqltext.Word(name), "no column "+name+" of the table's own", sqltext.Fill(`
		SELECT CASE WHEN (
		    SELECT {name} IS NULL
		    FROM (SELECT 1 AS __skyline_one) AS one LEFT JOIN (SELECT * FROM {source} AS tbl WHERE false) AS t ON true
		) THEN {fail} ELSE true END AS ok
		FROM (SELECT 1 AS {name}) AS o
	`, sqltext.Args{
		"name": sqltext.Word(name), "source": source,
		"fail": c.Fail("tbl must not have a column " + name + ", which the result adds; leave it out, or rename it, in a query given as tbl"),
	}))
}

// Fail returns an SQL expression that ends the query with a message.
func (c *Call) Fail(message string) sqltext.SQL {
	return "error(" + sqltext.Text(c.Function.Name+": "+message) + ")"
}

// Refused is what a guard is where fail, an error, is to be said of the table: with IfAny it does not hold.
func (c *Call) Refused(fail sqltext.SQL) sqltext.SQL {
	if c.IfAny {
		return "false"
	}
	return fail
}

// FailCounted is Fail with a number, an SQL expression, between two texts.
func (c *Call) FailCounted(before string, number sqltext.SQL, after string) sqltext.SQL {
	return sqltext.Fill("error(concat({before}, {number}, {after}))",
		sqltext.Args{"before": sqltext.Text(c.Function.Name + ": " + before), "number": number, "after": sqltext.Text(after)})
}

// InOwnType returns a canonical value for a result, in the type of a column that it is
// of. DuckDB's own message on a text that cannot be read back would show it.
func (c *Call) InOwnType(key, column sqltext.SQL) sqltext.SQL {
	return sqltext.InOwnType(key, column, c.FailUnread())
}

// FailUnread is Fail for a text that cannot be read back.
func (c *Call) FailUnread() sqltext.SQL {
	return c.Fail("tbl has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl")
}

// Values returns the plan of a result that is known while planning: rows of
// SQL expressions.
func Values(columns []ResultColumn, rows [][]sqltext.SQL) sqltext.SQL {
	where := sqltext.SQL("")
	if len(rows) == 0 {
		nulls := sqltext.Map(columns, func(int, ResultColumn) sqltext.SQL { return "NULL" })
		rows, where = [][]sqltext.SQL{nulls}, "WHERE false"
	}
	names := sqltext.Map(columns, func(i int, _ ResultColumn) sqltext.SQL { return "c" + sqltext.Int(int64(i)) })
	return sqltext.Fill(`
		SELECT {items}
		FROM (VALUES
		    {rows}
		) AS v ({names})
		{where}
	`, sqltext.Args{
		"items": sqltext.Join(", ", sqltext.Map(columns, func(i int, c ResultColumn) sqltext.SQL {
			return sqltext.Fill("{name}::{type} AS {as}", sqltext.Args{"name": names[i], "type": sqltext.Type(c.Type), "as": sqltext.Ident(c.Name)})
		})...),
		"rows":  sqltext.Join(",\n", sqltext.Map(rows, func(_ int, row []sqltext.SQL) sqltext.SQL { return "(" + sqltext.List(row) + ")" })...),
		"names": sqltext.List(names), "where": where,
	})
}
