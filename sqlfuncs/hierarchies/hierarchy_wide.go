package hierarchies

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"skyline/engine/hierarchy"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/sqltext"
)

var HierarchyWide = &call.Function{
	Name:        "hierarchy_wide",
	Summary:     "A hierarchy from a table or CSV file with one row for each value and one column for each level.",
	Description: "The first column of `tbl` is the value, the others are its labels at level 1, 2, …, up to the top. Only the order of the columns counts, their names do not. A label that is NULL is left out, so a value whose label is NULL lacks that level.\n\nA CSV file by name is read as hierarchy files are written: every column as text, and no header line unless `header` is true. The delimiter is found out; where it is not, or the file needs other options, give `tbl` as a query: `'(FROM read_csv(''age.csv'', delim := '';'', header := false, all_varchar := true))'`.",
	Params: []call.Param{
		{Name: "tbl", Type: "VARCHAR", Doc: "the table in wide form: a table, view, temp table, CTE of the same query, `schema.table`, `catalog.schema.table`, a file, or a query in parentheses"},
		{Name: "attribute", Type: "VARCHAR", Doc: "the column that the hierarchy is for"},
		{Name: "header", Type: "BOOLEAN", Default: "false", Doc: "whether a CSV file given by name begins with a line of column names"},
	},
	Columns: call.HierarchyColumns,
	Example: `SELECT value, level, label FROM hierarchy_wide('(VALUES (''Bachelors'', ''Higher education'', ''*''), (''11th'', ''Secondary education'', ''*''))', 'education')`,
	Notes: []string{
		"Values are compared by their text, so the first column must have the text that DuckDB writes for the data's column: `30` for an INTEGER, `30.0` for a DOUBLE. [`hierarchy_check`](#hierarchy_check) with `data` tells how many values of the data have no path.",
		"A NULL in the first column (in a CSV file, an empty field) stands for NULL in the data.",
		"Rows that occur several times count once. The rows are in the order of the values' texts, NULL last, and levels.",
		noteHierarchyRows,
		"Cost: one scan, and a row for each value and level.",
	},
	Plan: call.Old(planHierarchyWide),
}

func planHierarchyWide(c *call.Call) (string, error) {
	source, attribute, err := c.OldAttributeOf()
	if err != nil {
		return "", err
	}
	header, ok := c.Arguments["header"].(bool)
	if !ok {
		return "", c.Errorf("header must be true or false, got %s", call.Show(c.Arguments["header"]))
	}
	if table, _ := c.Arguments["tbl"].(string); isCSV(table) {
		source = fmt.Sprintf("system.main.read_csv(%s, header := %t, all_varchar := true)", oldtext.QuoteText(strings.TrimSpace(table)), header)
	} else if header {
		return "", c.Errorf("header must be false where tbl is not the name of a CSV file")
	}
	// The columns are known to DuckDB only. One row of NULLs, of which there are as
	// many as columns, is there also where the table has no rows.
	texts := "SELECT COLUMNS(*)::VARCHAR FROM " + source + " AS tbl"
	guard := fmt.Sprintf("__skyline_guard AS (SELECT CASE WHEN system.main.len(l) BETWEEN 2 AND %d THEN true ELSE %s END AS ok FROM (SELECT system.main.list_value(*COLUMNS(x.*)) AS l FROM (SELECT 1) AS o LEFT JOIN (%s LIMIT 0) AS x ON true))",
		hierarchy.MaxLevel+1, c.OldFailCounted(fmt.Sprintf("tbl must have from 2 to %d columns, the value and a label for each level, got ", hierarchy.MaxLevel+1), "system.main.len(l)", "; for a CSV file with another delimiter give a query with read_csv"), texts)
	lists := "__skyline_lists AS (SELECT system.main.list_value(*COLUMNS(*)) AS l FROM (" + texts + "))"
	cells := "__skyline_cells AS (SELECT system.main.list_aggregate(system.main.list_slice(l, 1, 1), 'any_value') AS value, UNNEST(system.main.generate_series(1, system.main.len(l) - 1)) AS level, UNNEST(system.main.list_slice(l, 2, system.main.len(l))) AS label FROM __skyline_lists)"
	// Where there are no rows, nothing else looks at the guard.
	rows := fmt.Sprintf("__skyline_rows AS (SELECT DISTINCT %s AS v, level, %s AS label FROM __skyline_cells, __skyline_guard AS guard WHERE guard.ok AND label IS NOT NULL"+
		" UNION ALL SELECT NULL, NULL, NULL FROM __skyline_guard WHERE NOT ok)", oldtext.Encoded("value"), oldtext.Encoded("label"))
	return oldtext.PlanWith([]string{guard, lists, cells, rows},
		fmt.Sprintf("SELECT %s AS attribute, %s AS value, level, %s AS label FROM __skyline_rows AS r ORDER BY r.v ASC NULLS LAST, r.level ASC, r.label ASC",
			oldtext.QuoteText(attribute), oldtext.Decoded("r.v"), oldtext.Decoded("r.label"))), nil
}

// isCSV reports whether a table is the name of a CSV file.
func isCSV(table string) bool {
	table = strings.TrimSpace(table)
	if strings.HasPrefix(table, "(") || !sqltext.IsFile(table) {
		return false
	}
	name := strings.ToLower(table)
	for _, packed := range []string{".gz", ".zst"} {
		name = strings.TrimSuffix(name, packed)
	}
	return slices.Contains([]string{".csv", ".tsv"}, path.Ext(name))
}
