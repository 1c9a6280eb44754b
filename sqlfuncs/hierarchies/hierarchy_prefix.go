package hierarchies

import (
	"skyline/engine/hierarchy"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// HierarchyPrefix is hierarchy_prefix.
var HierarchyPrefix = &call.Function{
	Name:        "hierarchy_prefix",
	Summary:     "A hierarchy of masked prefixes over a column of codes, such as postal codes.",
	Questions:   []string{"How do I make one of codes, such as postal codes?"},
	Description: "The text of each value loses one character a level, from the right: 53706 is `5370*` at level 1, `537**` at level 2, and `*` at the top. All labels below the top are as long as the longest value; shorter values are filled up with `*` on the right, so each value has the same number of levels. Codes whose digits have a place each, as numbers have, should be filled up with zeros on the left first: `'(SELECT lpad(zip::VARCHAR, 5, ''0'') AS zip FROM t)'`.",
	Params: []call.Param{
		paramHierarchyData, paramAttribute,
		{Name: "keep", Type: "BIGINT[]", Default: "NULL", Doc: "how many characters the label keeps at level 1, 2, …, each less than the one before; the top, `*`, follows. One character of the longest value is masked in any case. NULL: one less than the longest value has, and so on down to 1"},
	},
	Columns: call.HierarchyColumns,
	Example: `SELECT value, level, label FROM hierarchy_prefix('(VALUES (''53706''), (''53715'')) t(zip)', 'zip', keep := [4, 3])`,
	Notes: []string{
		"Characters are Unicode code points. If there is nothing to mask, in a column of empty texts, `*` is the only level.",
		"No value but NULL has the label `NULL`.",
	},
	Cost: "one scan, one GROUP BY of the column, and a row for each value and level.",
	Plan: planHierarchyPrefix,
}

func planHierarchyPrefix(c *call.Call) (sqltext.SQL, error) {
	source, attribute, err := c.AttributeOf()
	if err != nil {
		return "", err
	}
	source = c.HavingRoles("tbl", source, call.RoleOf("attribute", attribute))
	keeps, err := readKeeps(c)
	if err != nil {
		return "", err
	}
	var p sqltext.Plan
	p.Keep("__skyline_values", "the different values of the column, as the bytes of their texts", sqltext.Fill("SELECT DISTINCT {text} AS v FROM ({column})",
		sqltext.Args{"text": encodedText(), "column": columnOf(source, attribute)}))
	p.With("__skyline_longest", "how many characters the longest has",
		"SELECT coalesce(max(length("+sqltext.Decoded("v")+")), 0) AS n FROM __skyline_values")
	if keeps == nil {
		addKeepsOfLongest(&p, c)
	} else {
		p.With(keepName, "how many characters a label keeps at each level", sqltext.Fill(`
			SELECT n, level, keep
			FROM __skyline_longest, (VALUES {levels}) AS k (level, keep)
		`, sqltext.Args{"levels": sqltext.List(sqltext.Map(append(keeps, 0), func(i int, keep int64) sqltext.SQL {
			return sqltext.Fill("({level}::BIGINT, {keep}::BIGINT)", sqltext.Args{"level": sqltext.Int(int64(i + 1)), "keep": sqltext.Int(keep)})
		}))}))
	}
	// One character is masked at least: so no label is that of NULL, and those with
	// nothing to keep are the top's.
	return p.Statement(sqltext.Fill(`
		SELECT {attribute} AS attribute, {value} AS value, level,
		    CASE
		        WHEN least(keep, n - 1) <= 0 THEN '*'
		        WHEN v IS NULL THEN 'NULL'
		        ELSE rpad(left({value}, least(keep, n - 1)), n::INTEGER, '*')
		    END AS label
		FROM __skyline_values, {keeps}
		ORDER BY v ASC NULLS LAST, level ASC
	`, sqltext.Args{"attribute": sqltext.Text(attribute), "value": sqltext.Decoded("v"), "keeps": keepName})), nil
}

// keepName is the CTE of how many characters are kept: n, the length of labels, and level
// and keep.
const keepName = sqltext.SQL("__skyline_keep")

// addKeepsOfLongest adds keepName where each level masks a character more, until none is
// left. There is one level at least, the top.
func addKeepsOfLongest(p *sqltext.Plan, c *call.Call) {
	p.With("__skyline_levels", "a level for each character of the longest value", sqltext.Fill(`
		SELECT n, UNNEST(generate_series(1, CASE WHEN n > {most} THEN {fail} WHEN n < 1 THEN 1 ELSE n END)) AS level
		FROM __skyline_longest
	`, sqltext.Args{
		"most": sqltext.Int(hierarchy.MaxLevel),
		"fail": c.FailCounted("attribute must have values of at most 1000 characters where keep is NULL, and the longest has ", "n", "; give keep, such as keep := [4, 2]"),
	}))
	p.With(keepName, "how many characters a label keeps at each level", "SELECT n, level, n - level AS keep FROM __skyline_levels")
}

// readKeeps returns the numbers of characters kept, nil if none are given.
func readKeeps(c *call.Call) ([]int64, error) {
	const rule = "a list of whole numbers from 1 on, each less than the one before, such as keep := [4, 3, 1]"
	list := c.List("keep")
	if list == nil {
		return nil, nil
	}
	if len(list) == 0 || len(list) >= hierarchy.MaxLevel {
		return nil, c.Errorf("keep must be %s, got a list of %d", rule, len(list))
	}
	var keeps []int64
	for i, v := range list {
		n, ok := call.WholeOf(v)
		if !ok || n < 1 || i > 0 && n >= keeps[i-1] {
			return nil, c.Errorf("keep must be %s, got %s in it", rule, call.Show(v))
		}
		keeps = append(keeps, n)
	}
	return keeps, nil
}
