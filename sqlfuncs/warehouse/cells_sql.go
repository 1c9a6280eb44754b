package warehouse

import (
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/dialect"
	"skyline/sqlfuncs/sqltext"
)

// CellsSQL is cells_sql.
var CellsSQL = &call.Function{
	Name:      "cells_sql",
	Summary:   "The statement by which another engine counts what Skyline needs of a table.",
	Questions: []string{"My table is in a warehouse, and too large to fetch. What do I count there?"},
	Description: "The result of the statement is a table of *cells*: the `qi` columns, `sensitive` if there is one, and `people`, how many people have these values. Fetch it as Parquet, as CSV or from the attached database, and call Skyline's functions on it with `weight := 'people'`: they answer as they would for the rows.\n\n" +
		"With `person`, everybody must count once. The statement makes sure of it: where somebody has several rows with `'one'`, or the same value twice with `'set'`, or rows of different `qi`, or where a person is NULL, `people` is NULL in the cells of these rows, and every function refuses the cells. The step `check` says how many they are. With `'set'` and `'multiset'` the column `sensitive` is the sorted array of a person's values.",
	Params: []call.Param{
		paramThere, call.ParamQI, call.ParamSensitiveIfAny, call.ParamPerson, call.ParamValues,
		{Name: "types", Type: "STRUCT or MAP", Doc: "the type of each of these columns, as DuckDB calls it, such as `{'age': 'INTEGER', 'city': 'VARCHAR'}`: see [Types](#types)"},
		paramDialect,
		{Name: "cells", Type: "VARCHAR", Default: "NULL", Doc: "the name of a table that the engine is to make of the cells; NULL: the statement is a query"},
	},
	Columns: []call.ResultColumn{
		{Name: "step", Type: "VARCHAR", Doc: "`cells`; with `person`, `check` behind it"},
		{Name: "sql", Type: "VARCHAR", Doc: "the statement of the step, without a semicolon. That of `check` returns one row: `people`; `people_in_error`, a NULL being one of them; and `ok`, which must be true"},
	},
	Example: `SELECT UNNEST(string_split(sql, chr(10))) AS line
FROM cells_sql('sales.people', qi := ['age', 'city'], sensitive := 'disease', dialect := 'postgres',
               types := {'age': 'INTEGER', 'city': 'VARCHAR', 'disease': 'VARCHAR'})`,
	Notes: []string{
		"**Why all types must be said.** Left to itself, the engine's own equality would decide what a cell is: it may take `a` for `A`, or not look at blanks at the end (collations of PostgreSQL, T-SQL, BigQuery, Snowflake, Spark; T-SQL and Redshift always), tell `-0.0` from `0.0` (ClickHouse), or have types that do not survive the way. Then a cell would stand for several values, people be counted under one of them, and a requirement be said to hold where it does not. The engine's catalog knows the types: `DESCRIBE`, or `information_schema.columns`.",
		"Look how many cells there are before you fetch them. Where they are nearly as many as rows, see [When this is not the way](#when-this-is-not-the-way).",
		"Cells are personal data: they have everybody in them. Keep them as you keep the table.",
		"CSV does not tell NULL from an empty text, nor which type a column has: the code 01234 becomes a number, unless `read_csv` is told. Parquet does.",
		"No table is read: whether there is such a table, or such a column, the engine says.",
	},
	Cost: "in the engine, one scan and one GROUP BY; with `person`, a window over the people before it.",
	Plan: planCellsSQL,
}

func planCellsSQL(c *call.Call) (sqltext.SQL, error) {
	in, err := readThere(c)
	if err != nil {
		return "", err
	}
	person, _, err := c.OptionalText("person", call.WhatColumn)
	if err != nil {
		return "", err
	}
	values, err := c.Choice("values_per_person", "one", "set", "multiset")
	if err != nil {
		return "", err
	}
	roles := []call.Role{{Param: "qi", Columns: in.qi}, call.RoleOfAll("sensitive", in.sensitive)}
	if person != "" {
		roles = append(roles, call.RoleOf("person", person))
	}
	if err := c.Distinct(roles...); err != nil {
		return "", err
	}
	var others []string
	if person != "" {
		others = append(others, person)
	}
	if err := in.checkNames(c, others, peopleName); err != nil {
		return "", err
	}
	switch {
	case values != "one" && person == "":
		return "", c.Errorf("values_per_person must be 'one' without person: a row is a person then")
	case values != "one" && len(in.sensitive) == 0:
		return "", c.Errorf("values_per_person must be 'one' without sensitive")
	case values != "one" && len(in.sensitive) > 1:
		return "", c.Errorf("values_per_person must be 'one' where sensitive names several columns, got '%s'; count one column at a time", values)
	}
	table, err := optionalName(c, "cells")
	if err != nil {
		return "", err
	}
	if err := in.needTypes(c, slices.Concat(in.counted(), others)); err != nil {
		return "", err
	}
	steps := []step{{"cells", dialect.Statement{Into: table, Query: in.cells(person, values)}}}
	if person != "" {
		steps = append(steps, step{"check", dialect.Statement{Query: in.checkPeople(person, values)}})
	}
	return writeSteps(c, in.dialect, steps)
}
