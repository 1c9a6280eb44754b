package evidence

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/planning"
	"skyline/sqlfuncs/sqltext"
)

// tableOfPlan is the table as a plan reads it.
var tableOfPlan = call.Output{
	Names:       []string{outputTable},
	Description: "The table as `plan` says: each column read by its `read_as`, without those that are dropped.",
	Columns: []call.ResultColumn{
		{Name: call.ColumnsOfTable, Type: "", Doc: "the columns of `tbl` that the plan does not drop"},
	},
	Example: `FROM release_plan('(VALUES (1, ''34 ''), (2, ''n/a'')) t(id, age)',
                  plan := [{'attribute': 'id', 'role': 'drop', 'read_as': NULL}, {'attribute': 'age', 'role': 'qi', 'read_as': 'TRY_CAST(trim(age) AS INT)'}], output := 'table')`,
	Notes: []string{
		"An open question is an error, and so is a column that the plan does not have, or the table does not. Check what `read_as` does with it before a release: the table is still the original, whose people can be found.",
	},
	Cost: "that of the expressions.",
	Plan: cleanedTable,
}

// cleanedTable is the plan of the table as a plan for its release reads it: without the columns
// that are dropped.
func cleanedTable(c *call.Call) (sqltext.SQL, error) {
	g, err := givenPlan(c, outputTable)
	if err != nil {
		return "", err
	}
	if err := g.Clean(c, "tbl", func(role string) bool { return !planning.IsDropped(role) }); err != nil {
		return "", err
	}
	source, err := c.SourceOf("tbl")
	if err != nil {
		return "", err
	}
	var p sqltext.Plan
	return p.Statement("SELECT * FROM " + source + " AS tbl"), nil
}
