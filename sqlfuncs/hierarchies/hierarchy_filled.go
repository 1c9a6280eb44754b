package hierarchies

import (
	"skyline/engine/hierarchy"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// HierarchyFilled is hierarchy_filled.
var HierarchyFilled = &call.Function{
	Name:      "hierarchy_filled",
	Summary:   "Hierarchies with labels for the values of a table that they lack.",
	Questions: []string{"My table has values that no hierarchy names. What now?"},
	Description: "The rows of `tbl`, and for each value of a column of `data` that has none there, a row for each level of its attribute. A release refuses values without labels; with the result as its `hierarchies` it has them all.\n\n" +
		"With `unlisted := '*'` such a value is `*`, anything, at each level: nothing is said about it once it is not shown itself. With `unlisted := 'keep'` its label is its own text at each level but the top, [in quotes](release.md#values-that-look-like-labels) where it could be taken for a label, and that of NULL is `NULL`; at the top it is what the others are.",
	Params: []call.Param{
		{Name: "tbl", Type: "VARCHAR", Doc: "the hierarchies, rows `attribute, value, level, label`: [a name or a query](#what-names-a-table)"},
		{Name: "attribute", Type: "VARCHAR or VARCHAR[]", Doc: "the columns of `data` whose hierarchies are filled; `tbl` has rows for each"},
		{Name: "data", Type: "VARCHAR", Doc: "the table whose values are to have labels"},
		{Name: "unlisted", Type: "VARCHAR", Default: "'*'", Doc: "what values without labels are called: `'*'`, or `'keep'`, their own text"},
	},
	Columns: call.HierarchyColumns,
	Example: `FROM hierarchy_filled('(VALUES (''job'', ''nurse'', 1, ''health''), (''job'', ''cook'', 1, ''service''),
                              (''job'', ''nurse'', 2, ''all''), (''job'', ''cook'', 2, ''all'')) h(attribute, value, level, label)',
                      'job', data := '(VALUES (''nurse''), (''clerk'')) t(job)', unlisted := 'keep')`,
	Notes: []string{
		"The top is the largest level of the attribute. Where all values have one label there, the filled ones have it, too. Where there are several, releases put `*` above them, and the filled ones have `*`, or their own text.",
		"What **`'*'`** costs: in a release a group with two such values, or one and another, shows `*` in that column, and `loss` counts it as everything. What **`'keep'`** shows: a label of one value is that value. It says exactly what somebody has at every level below the top, and whoever has a rare one keeps their group, or the whole table, at the top. It is for values that are labels already, such as `unknown`; for a forgotten code `'*'` is the careful choice, and a row that says what it is, the good one.",
		"A kept value must not have the text of a label of its attribute, which would be another set of values then.",
		"Values with labels at some levels only are not filled: that is a mistake, which `hierarchy_check` reports, as it does what else is wrong with `tbl`.",
		"Rows that come later may have values that the table lacks: fill the hierarchies for them, too. A [recipe](recipe.md) leaves such rows out, or refuses them.",
		"The order is that of attributes, values by their texts, NULL last, and levels.",
	},
	Cost: "one scan and some GROUP BYs of `tbl`, and one scan of `data` for each attribute.",
	Plan: planHierarchyFilled,
}

func planHierarchyFilled(c *call.Call) (sqltext.SQL, error) {
	unlisted, err := c.Choice("unlisted", hierarchy.Everything, "keep")
	if err != nil {
		return "", err
	}
	if _, err := c.Columns("attribute"); err != nil {
		return "", err
	}
	if _, err := c.SourceOf("data"); err != nil {
		return "", err
	}
	h := &hierarchyCheck{call: c}
	if err := h.read(); err != nil {
		return "", err
	}
	h.addRows()
	h.addSteps()
	h.addPaths()
	h.addUncovered()
	keeps := unlisted == "keep"
	label := sqltext.Encoded(sqltext.Text(hierarchy.Everything))
	if keeps {
		label = sqltext.Fill("CASE WHEN u.v IS NULL THEN {null} ELSE {own} END", sqltext.Args{
			"null": sqltext.Encoded("'NULL'"), "own": sqltext.Encoded("__skyline_label(" + sqltext.Decoded("u.v") + ", NULL, false)"),
		})
	}
	h.With("__skyline_tops", "the label that all values have at the top, NULL where there are several", `
		SELECT x.a, any_value(height) AS height, CASE WHEN min(t) = max(last) THEN min(t) END AS root
		FROM __skyline_steps AS x JOIN __skyline_heights AS e ON e.a = x.a AND x.level = e.height
		GROUP BY x.a
	`)
	h.Keep("__skyline_filled", "the labels of values that had none", sqltext.Fill(`
		SELECT u.a, u.v, level, CASE WHEN level = height AND root IS NOT NULL THEN root ELSE {label} END AS t
		FROM (
		    SELECT u.a, u.v, tops.height, tops.root, UNNEST(generate_series(1, tops.height)) AS level
		    FROM __skyline_uncovered AS u JOIN __skyline_tops AS tops ON u.a = tops.a
		) AS u
	`, sqltext.Args{"label": label}))
	apart := sqltext.SQL("true")
	if keeps {
		apart = sqltext.Fill(`
			(
			    SELECT CASE WHEN count(*) > 0 THEN {fail} ELSE true END
			    FROM (
			        SELECT a, t FROM __skyline_filled JOIN __skyline_tops USING (a) WHERE level < height OR root IS NULL
			        INTERSECT
			        SELECT a, t FROM __skyline_steps
			    )
			)`, sqltext.Args{
			"fail": c.FailCounted("unlisted must be '*' where values without labels have the text of a label, and the number of such labels is ", "count(*)", "; or give these values rows in tbl"),
		})
	}
	h.With("__skyline_good", "all attributes have rows, and no kept value is called what others are",
		sqltext.Fill("SELECT bool_and(name IS NOT NULL) AND {apart} AS ok FROM __skyline_known", sqltext.Args{"apart": apart}))
	return h.Statement(sqltext.Fill(`
		SELECT {attribute} AS attribute, {value} AS value, level, {label} AS label
		FROM (
		    SELECT r.a, r.name, r.v, r.level, r.t FROM __skyline_all AS r JOIN __skyline_good AS good ON good.ok
		    UNION ALL
		    SELECT f.a, k.name, f.v, f.level, f.t FROM __skyline_filled AS f JOIN (SELECT a, min(name) AS name FROM __skyline_all GROUP BY a) AS k ON f.a = k.a
		) AS r
		ORDER BY r.a ASC NULLS LAST, r.v ASC NULLS LAST, level ASC, r.t ASC
	`, sqltext.Args{"attribute": sqltext.Decoded("r.name"), "value": sqltext.Decoded("r.v"), "label": sqltext.Decoded("r.t")})), nil
}
