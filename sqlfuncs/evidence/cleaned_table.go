package evidence

import (
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/planning"
	"skyline/sqlfuncs/sqltext"
)

// cleanedTable is the plan of the table as a plan for its release reads it: without the columns
// that are dropped.
func cleanedTable(c *call.Call, rows []planning.Row) (sqltext.SQL, error) {
	if rows == nil {
		return "", c.Errorf("plan must be given for output := 'table': it says how each column is read")
	}
	var excluded, replaced []sqltext.SQL
	var names, open []string
	for i := range rows {
		row := &rows[i]
		if row.Attribute == "" {
			continue
		}
		name := sqltext.Ident(row.Attribute)
		names = append(names, row.Attribute)
		switch {
		case row.Role == "":
			open = append(open, string(name))
			continue
		case planning.IsDropped(row.Role):
			excluded = append(excluded, name)
			continue
		case row.ReadAs == "":
			continue
		}
		expression, err := sqltext.Expression(row.ReadAs)
		if err != nil {
			return "", c.Errorf("plan: read_as of %s: %w", name, err)
		}
		replaced = append(replaced, expression+" AS "+name)
	}
	switch {
	case open != nil:
		return "", c.Errorf("plan must say the role of each column, and does not of %s; answer its question, such as UPDATE plan SET role = 'sensitive' WHERE attribute = 'diagnosis'", strings.Join(open, ", "))
	case len(excluded) == len(names):
		return "", c.Errorf("plan must leave a column, and drops all")
	}
	source, err := c.SourceOf("tbl")
	if err != nil {
		return "", err
	}
	source = c.HavingRoles("tbl", source, call.RoleOfAll("plan", names))
	var p sqltext.Plan
	p.Guard("__skyline_no_more", "the plan has all columns of the table", sqltext.Fill(`
		SELECT CASE WHEN count(*) > 0 THEN {fail} ELSE true END AS ok
		FROM (DESCRIBE SELECT * FROM {source} AS tbl)
		WHERE {name} NOT IN ({names})
	`, sqltext.Args{
		"source": source, "name": sqltext.Folded("column_name"), "names": sqltext.List(sqltext.Map(names, func(_ int, name string) sqltext.SQL { return sqltext.Text(call.Folded(name)) })),
		"fail": c.FailCounted("plan must have a row for each column of the table, and lacks ", "string_agg(column_name, ', ')", "; carry it on with release_plan(…, plan := …)"),
	}))
	columns := sqltext.SQL("*")
	if excluded != nil {
		columns += " EXCLUDE (" + sqltext.List(excluded) + ")"
	}
	if replaced != nil {
		columns += " REPLACE (" + sqltext.List(replaced) + ")"
	}
	// The columns are those of the table, without the guards'.
	return p.Statement(sqltext.Fill("SELECT {columns} FROM (SELECT tbl.* FROM {source} AS tbl{guards})", sqltext.Args{"columns": columns, "source": source, "guards": p.Guards()})), nil
}
