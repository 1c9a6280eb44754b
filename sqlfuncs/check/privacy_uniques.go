package check

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// PrivacyUniques is privacy_uniques, the shortest of all functions: DuckDB does the whole
// of it. sqlfuncs/README.md takes it as the example of how to add one.
var PrivacyUniques = &call.Function{
	Name:        "privacy_uniques",
	Summary:     "Who is alone with their quasi-identifiers? A row for each QI group of one person.",
	Questions:   []string{"Who is alone with their quasi-identifiers?"},
	Description: "The `qi` values of each QI group that has one person only. An attacker who knows these values of somebody in the table knows which row is theirs. No rows: nobody is alone, and the table is 2-anonymous.",
	Params: []call.Param{
		call.ParamTable, call.ParamQI, call.ParamPerson, call.ParamWeight,
	},
	Columns: []call.ResultColumn{
		{Name: call.ColumnsOfTable, Type: "", Doc: "the `qi` columns, in their order and in their own types"},
	},
	Example: `FROM privacy_uniques('(VALUES (20, ''F''), (20, ''F''), (20, ''M''), (30, ''M'')) t(age, sex)', qi := ['age', 'sex'])`,
	Notes: []string{
		"The rows are in the order of the `qi` columns, NULL last. Their number is the measure `uniques` of [`privacy_report`](#privacy_report).",
		"A person (`person`) must have one row. Where a person has several, count them in a query given as `tbl`: `'(SELECT DISTINCT patient, age, zip FROM visits)'`.",
		"The result is about people who can be singled out, and should be kept as the table itself is.",
	},
	Cost: "one scan and one GROUP BY of the `qi` columns.",
	Plan: planPrivacyUniques,
}

func planPrivacyUniques(c *call.Call) (sqltext.SQL, error) {
	in, err := people.NewInput(c)
	if err != nil {
		return "", err
	}
	var p sqltext.Plan
	in.AddTypes(&p)
	in.AddGroups(&p, people.Reading{Counted: true})
	keys := sqltext.Prefixed("x", in.Keys())
	own := sqltext.Numbered(len(in.QI), "t.o#")
	return p.Statement(sqltext.Fill(`
		SELECT {columns}
		FROM {groups} AS x CROSS JOIN {types} AS t{guards}
		WHERE x.n = 1
		ORDER BY {order}
	`, sqltext.Args{
		"columns": sqltext.List(sqltext.Map(in.QI, func(i int, name string) sqltext.SQL {
			return c.InOwnType(keys[i], own[i]) + " AS " + sqltext.Ident(name)
		})),
		"groups": people.Groups, "types": people.Types, "guards": p.Guards(), "order": sqltext.Ordered("x", in.Keys()),
	})), nil
}
