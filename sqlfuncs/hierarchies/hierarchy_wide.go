package hierarchies

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"skyline/engine/hierarchy"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// HierarchyWide is hierarchy_wide.
var HierarchyWide = &call.Function{
	Name:        "hierarchy_wide",
	Summary:     "A hierarchy from a table or CSV file with one row for each value and one column for each level.",
	Questions:   []string{"How do I make one from a file with a column for each level?"},
	Description: "The first column of `tbl` is the value, the others are its labels at level 1, 2, …, up to the top. Only the order of the columns counts, their names do not. A label that is NULL is left out, so a value whose label is NULL lacks that level.\n\nA CSV file by name is read as hierarchy files are written: every column as text, and no header line unless `header` is true. The delimiter is detected; where that fails, or the file needs other options, give `tbl` as a query: `'(FROM read_csv(''age.csv'', delim := '';'', header := false, all_varchar := true))'`.",
	Params: []call.Param{
		{Name: "tbl", Type: "VARCHAR", Doc: "the table in wide form: [a name or a query](#what-names-a-table)"},
		{Name: "attribute", Type: "VARCHAR", Doc: "the column that the hierarchy is for"},
		{Name: "header", Type: "BOOLEAN", Default: "false", Doc: "whether a CSV file given by name begins with a line of column names"},
	},
	Columns: call.HierarchyColumns,
	Example: `SELECT value, level, label FROM hierarchy_wide('(VALUES (''Bachelors'', ''Higher education'', ''*''),
                                                        (''11th'', ''Secondary education'', ''*''))', 'education')`,
	Notes: []string{
		"Values are compared by their text, so the first column must have the text that DuckDB writes for the data's column: `30` for an INTEGER, `30.0` for a DOUBLE. [`hierarchy_check`](#hierarchy_check) with `data` tells how many values of the data have no path.",
		"A NULL in the first column (in a CSV file, an empty field) stands for NULL in the data.",
		"Rows that occur several times count once. The order is that of the values' texts.",
	},
	Cost: "one scan, and a row for each value and level.",
	Plan: planHierarchyWide,
}

func planHierarchyWide(c *call.Call) (sqltext.SQL, error) {
	source, attribute, err := c.AttributeOf()
	if err != nil {
		return "", err
	}
	header, ok := c.Arguments["header"].(bool)
	if !ok {
		return "", c.Errorf("header must be true or false, got %s", call.Show(c.Arguments["header"]))
	}
	if table, _ := c.Arguments["tbl"].(string); isCSV(table) {
		source = sqltext.Fill("read_csv({file}, header := {header}, all_varchar := true)",
			sqltext.Args{"file": sqltext.Text(strings.TrimSpace(table)), "header": sqltext.Bool(header)})
	} else if header {
		return "", c.Errorf("header must be false where tbl is not the name of a CSV file")
	}
	texts := "SELECT COLUMNS(*)::VARCHAR FROM " + source + " AS tbl"
	var p sqltext.Plan
	// Only DuckDB knows the columns. One row of NULLs, of which there are as many as
	// columns, is there also where the table has no rows.
	p.With("__skyline_guard", "there is a column of values, and one for each level", sqltext.Fill(`
		SELECT CASE WHEN len(l) BETWEEN 2 AND {most} THEN true ELSE {fail} END AS ok
		FROM (
		    SELECT list_value(*COLUMNS(x.*)) AS l
		    FROM (SELECT 1) AS o LEFT JOIN ({texts} LIMIT 0) AS x ON true
		)
	`, sqltext.Args{
		"most": sqltext.Int(hierarchy.MaxLevel + 1), "texts": texts,
		"fail": c.FailCounted(fmt.Sprintf("tbl must have from 2 to %d columns, the value and a label for each level, got ", hierarchy.MaxLevel+1), "len(l)", "; for a CSV file with another delimiter give a query with read_csv"),
	}))
	p.With("__skyline_lists", "the rows as lists: the value, and its labels", sqltext.Fill("SELECT list_value(*COLUMNS(*)) AS l FROM ({texts})", sqltext.Args{"texts": texts}))
	p.With("__skyline_cells", "each label of each value, with its level", `
		SELECT
		    list_aggregate(list_slice(l, 1, 1), 'any_value') AS value,
		    UNNEST(generate_series(1, len(l) - 1)) AS level,
		    UNNEST(list_slice(l, 2, len(l))) AS label
		FROM __skyline_lists
	`)
	p.With("__skyline_rows", "those that are not NULL, once; behind UNION, a look at the guard where there are no rows", sqltext.Fill(`
		SELECT DISTINCT {value} AS v, level, {label} AS label
		FROM __skyline_cells, __skyline_guard AS guard
		WHERE guard.ok AND label IS NOT NULL
		UNION ALL
		SELECT NULL, NULL, NULL FROM __skyline_guard WHERE NOT ok
	`, sqltext.Args{"value": sqltext.Encoded("value"), "label": sqltext.Encoded("label")}))
	return p.Statement(sqltext.Fill(`
		SELECT {attribute} AS attribute, {value} AS value, level, {label} AS label
		FROM __skyline_rows AS r
		ORDER BY r.v ASC NULLS LAST, r.level ASC, r.label ASC
	`, sqltext.Args{"attribute": sqltext.Text(attribute), "value": sqltext.Decoded("r.v"), "label": sqltext.Decoded("r.label")})), nil
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
