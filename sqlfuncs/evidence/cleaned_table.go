package evidence

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/planning"
	"skyline/sqlfuncs/sqltext"
)

// cleanedTable is the plan of the table as a plan for its release reads it: without the columns
// that are dropped.
func cleanedTable(c *call.Call, g *planning.Given) (sqltext.SQL, error) {
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
