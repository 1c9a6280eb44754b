package hierarchies

import (
	"fmt"
	"strings"

	"skyline/engine/hierarchy"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/oldtext"
)

var HierarchyPrefix = &call.Function{
	Name:        "hierarchy_prefix",
	Summary:     "A hierarchy of masked prefixes over a column of codes, such as postal codes.",
	Description: "The text of each value loses one character a level, from the right: 53706 is `5370*` at level 1, `537**` at level 2, and `*` at the top. All labels below the top are as long as the longest value; shorter values are filled up with `*` on the right, so each value has the same number of levels. Codes whose digits have a place each, as numbers have, should be filled up with zeros on the left first: `'(SELECT lpad(zip::VARCHAR, 5, ''0'') AS zip FROM t)'`.",
	Params: []call.Param{
		paramHierarchyData, paramAttribute,
		{Name: "keep", Type: "BIGINT[]", Default: "NULL", Doc: "how many characters the label keeps at level 1, 2, …, each less than the one before; the top, `*`, follows. One character of the longest value is masked in any case. NULL: one less than the longest value has, and so on down to 1"},
	},
	Columns: call.HierarchyColumns,
	Example: `SELECT value, level, label FROM hierarchy_prefix('(VALUES (''53706''), (''53715'')) t(zip)', 'zip', keep := [4, 3])`,
	Notes: []string{
		noteHierarchyOwn + "; no other value has that.",
		"Characters are Unicode code points. If there is nothing to mask, in a column of empty texts, `*` is the only level.",
		NoteHierarchyText, noteHierarchyOrder, noteHierarchyDomain, noteHierarchyRows,
		"Cost: one scan, one GROUP BY of the column, and a row for each value and level.",
	},
	Plan: call.Old(planHierarchyPrefix),
}

func planHierarchyPrefix(c *call.Call) (string, error) {
	source, attribute, err := c.OldAttributeOf()
	if err != nil {
		return "", err
	}
	source = c.OldHavingRoles("tbl", source, call.RoleOf("attribute", attribute))
	keeps, err := readKeeps(c)
	if err != nil {
		return "", err
	}
	ctes := []string{
		attributeValues(source, attribute),
		"__skyline_longest AS (SELECT coalesce(system.main.max(system.main.length(" + oldtext.Decoded("v") + ")), 0) AS n FROM __skyline_values)",
	}
	if keeps == nil {
		tooLong := c.OldFailCounted("attribute must have values of at most 1000 characters where keep is NULL, and the longest has ", "n", "; give keep, such as keep := [4, 2]")
		ctes = append(ctes,
			// One level at least, which is the top.
			fmt.Sprintf("__skyline_levels AS (SELECT n, UNNEST(system.main.generate_series(1, CASE WHEN n > %d THEN %s WHEN n < 1 THEN 1 ELSE n END)) AS level FROM __skyline_longest)", hierarchy.MaxLevel, tooLong),
			"__skyline_keep AS (SELECT n, level, n - level AS keep FROM __skyline_levels)")
	} else {
		var rows []string
		for i, keep := range append(keeps, 0) {
			rows = append(rows, fmt.Sprintf("(%d::BIGINT, %d::BIGINT)", i+1, keep))
		}
		ctes = append(ctes, "__skyline_keep AS (SELECT n, level, keep FROM __skyline_longest, (VALUES "+strings.Join(rows, ", ")+") AS k(level, keep))")
	}
	// One character is masked at least: so no label is that of NULL, and those with
	// nothing to keep are the top's.
	keep := "system.main.least(keep, n - 1)"
	label := "CASE WHEN " + keep + " <= 0 THEN '*' WHEN v IS NULL THEN 'NULL' ELSE system.main.rpad(system.main.left(" + oldtext.Decoded("v") + ", " + keep + "), n::INTEGER, '*') END"
	return oldtext.PlanWith(ctes, fmt.Sprintf("SELECT %s AS attribute, %s AS value, level, %s AS label FROM __skyline_values, __skyline_keep ORDER BY v ASC NULLS LAST, level ASC",
		oldtext.QuoteText(attribute), oldtext.Decoded("v"), label)), nil
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
