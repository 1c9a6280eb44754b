package hierarchies

import (
	"fmt"
	"strings"

	"skyline/engine/hierarchy"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/people"
)

var HierarchyCheck = &call.Function{
	Name:        "hierarchy_check",
	Summary:     "What is wrong with a table of hierarchies? No rows: nothing.",
	Description: "In a hierarchy, each value has one label at each level from 1 to the largest level of its attribute, and the values with one label at a level have one label at the next one, too. There is a row for each attribute and each kind of problem that it has. With `data`, a table that has the attributes as columns, the values of its columns must all have a path.",
	Params: []call.Param{
		{Name: "tbl", Type: "VARCHAR", Doc: "the hierarchies, rows `attribute, value, level, label`: a table, view, temp table, CTE of the same query, `schema.table`, `catalog.schema.table`, a file that DuckDB reads by name, or a query in parentheses"},
		{Name: "attribute", Type: "VARCHAR or VARCHAR[]", Default: "NULL", Doc: "one attribute or several; NULL: all those of `tbl`"},
		{Name: "data", Type: "VARCHAR", Default: "NULL", Doc: "the table whose values must be covered; needs `attribute`, its columns"},
	},
	Columns: []call.ResultColumn{
		{Name: "attribute", Type: "VARCHAR", Doc: "the attribute; NULL for rows without one"},
		{Name: "problem", Type: "VARCHAR", Doc: "`attribute is NULL`, `level out of range`, `label is NULL`, `values without a path`, `levels missing`, `two labels at one level`, `two parents`, `label of different values`, `value called *`, or `value called NULL`"},
		{Name: "count", Type: "BIGINT", Doc: "how many: rows of `tbl` for the first three; different values; for `two parents`, labels at a level whose values have several labels at the next one; for `label of different values`, labels; for the last two, 1"},
	},
	Example: `FROM hierarchy_check('(VALUES (''zip'', ''53706'', 1, ''5370*''), (''zip'', ''53706'', 2, ''*''), (''zip'', ''53715'', 1, ''5371*'')) h(attribute, value, level, label)')`,
	Notes: []string{
		"`level out of range`: NULL, below 1 or above 1000. Rows at level 0 whose label is the value itself say nothing and are passed over. Rows with a NULL label are reported, and otherwise passed over.",
		"A NULL `value` stands for NULL in the data. Where a value has two labels at a level, `two parents` is not looked for there.",
		"Attributes are compared as column names are, whatever their case; values and labels by their text, exactly.",
		"Several labels at the top level are no problem: `*` is put above them.",
		"`label of different values`: the same text stands for one set of values here and for another there, so that nobody can tell what it means in a release with both. It is a label of several values at two levels, and not of the same ones; or a label that is the text of a value, and not the label of that value alone; or `*` below a top level of several labels, above which another `*` is put. The same label at several levels of the same values is no problem, nor is a value that is its own label. Values with two labels at a level are passed over. Functions that release several levels at once refuse such a label where it would stand for different values.",
		"`value called *`, `value called NULL`: a value with that text is in a release what `*`, everything, and NULL are. Rename it in the table and in its hierarchy. Where somebody's value can be NULL, NULL has rows of its own, whose `value` is NULL.",
		"The result does not depend on the order of rows, on threads or on storage. Cost: one scan and some GROUP BYs of `tbl`, and one scan of `data` for each attribute.",
	},
	Plan: call.Old(planHierarchyCheck),
}

func planHierarchyCheck(c *call.Call) (string, error) {
	source, err := c.OldSourceOf("tbl")
	if err != nil {
		return "", err
	}
	source = c.OldHavingRoles("tbl", source, call.HierarchyRole("tbl"))
	var attributes []string
	if c.Arguments["attribute"] != nil {
		if attributes, err = c.Columns("attribute"); err != nil {
			return "", err
		}
	}
	data := ""
	if c.Arguments["data"] != nil {
		if data, err = c.OldSourceOf("data"); err != nil {
			return "", err
		}
		if attributes == nil {
			return "", c.Errorf("attribute must be given with data: the columns to be covered, such as attribute := ['age', 'zip']")
		}
		data = c.OldHavingRoles("data", data, call.Role{Param: "attribute", Columns: attributes})
	}
	ctes := checkedRows(c, source, attributes)
	problems := []string{
		"SELECT a, 0 AS kind, 'attribute is NULL' AS problem, system.main.count(*) AS n FROM __skyline_table WHERE a IS NULL GROUP BY a",
		"SELECT a, 1, 'level out of range', system.main.count(*) FROM __skyline_table WHERE a IS NOT NULL AND NOT fits AND NOT self GROUP BY a",
		"SELECT a, 2, 'label is NULL', system.main.count(*) FROM __skyline_table WHERE a IS NOT NULL AND fits AND t IS NULL GROUP BY a",
		"SELECT a, 4, 'levels missing', system.main.count(*) FROM __skyline_paths JOIN __skyline_heights USING (a) WHERE levels < height GROUP BY a",
		"SELECT a, 5, 'two labels at one level', system.main.count(*) FROM __skyline_paths WHERE several GROUP BY a",
		"SELECT a, 6, 'two parents', system.main.count(*) FROM __skyline_parents GROUP BY a",
		"SELECT a, 8, 'label of different values', system.main.count(*) FROM __skyline_ambiguous GROUP BY a",
		"SELECT a, 9, 'value called *', 1 FROM __skyline_paths WHERE v = " + oldtext.Encoded("'*'"),
		"SELECT a, 10, 'value called NULL', 1 FROM __skyline_paths WHERE v = " + oldtext.Encoded(oldtext.QuoteText(people.NullKey)),
	}
	if data != "" {
		ctes = append(ctes, uncovered(data, attributes))
		problems = append(problems, "SELECT a, 3, 'values without a path', system.main.count(*) FROM __skyline_uncovered GROUP BY a")
	}
	// Where there are no rows, nothing else looks at these.
	problems = append(problems, "SELECT NULL, 7, NULL, CASE WHEN ok THEN 0 ELSE 1 END FROM __skyline_guard")
	if attributes != nil {
		problems = append(problems, "SELECT NULL, 7, NULL, CASE WHEN name IS NULL THEN 1 ELSE 0 END FROM __skyline_known")
	}
	return oldtext.PlanWith(ctes, "SELECT "+oldtext.Decoded("m.name")+" AS attribute, p.problem, p.n AS count FROM ("+strings.Join(problems, " UNION ALL ")+
		") AS p LEFT JOIN __skyline_names AS m ON p.a = m.a WHERE p.n > 0 ORDER BY p.a ASC NULLS FIRST, p.kind ASC"), nil
}

// checkedRows are the CTEs that all problems are found in. Texts are by their
// bytes: a is the attribute, folded as names of columns are, v the value, t the label.
func checkedRows(c *call.Call, source string, attributes []string) []string {
	const columns = "tbl.attribute AS attribute, tbl.value AS value, tbl.level AS level, tbl.label AS label"
	guard := fmt.Sprintf("__skyline_guard AS (SELECT CASE WHEN system.main.regexp_full_match(system.main.typeof(level), '\"NULL\"|U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?') THEN true ELSE %s END AS ok FROM (SELECT level FROM (SELECT %s FROM %s AS tbl LIMIT 0) UNION ALL SELECT NULL))",
		c.OldFail("tbl must have an integer column level; cast it in a query given as tbl"), columns, source)
	ctes := []string{guard}
	table := fmt.Sprintf("SELECT %s AS a, %s AS name, %s AS v, TRY_CAST(level AS BIGINT) AS level, %s AS t FROM (SELECT %s FROM %s AS tbl), __skyline_guard AS guard WHERE guard.ok",
		oldtext.Encoded("system.main.lower(attribute::VARCHAR)"), oldtext.Encoded("attribute::VARCHAR"), oldtext.Encoded("value::VARCHAR"), oldtext.Encoded("label::VARCHAR"), columns, source)
	if attributes != nil {
		var names []string
		for _, name := range attributes {
			names = append(names, fmt.Sprintf("(%s, %s)", oldtext.Encoded("system.main.lower("+oldtext.QuoteText(name)+")"), oldtext.Encoded(oldtext.QuoteText(name))))
		}
		known := fmt.Sprintf("__skyline_known AS (SELECT g.a, CASE WHEN system.main.count(x.a) = 0 THEN %s ELSE system.main.any_value(g.name) END AS name FROM (VALUES %s) AS g(a, name) LEFT JOIN (SELECT DISTINCT a FROM __skyline_all) AS x ON g.a = x.a GROUP BY g.a)",
			c.OldFail("attribute must be one that tbl has rows for; FROM hierarchy_check(tbl) looks at all of them"), strings.Join(names, ", "))
		ctes = append(ctes, "__skyline_all AS MATERIALIZED ("+table+")", known)
		table = "SELECT x.a, k.name, x.v, x.level, x.t FROM __skyline_all AS x JOIN __skyline_known AS k ON x.a = k.a"
	}
	fits := fmt.Sprintf("coalesce(level BETWEEN 1 AND %d, false)", hierarchy.MaxLevel)
	return append(ctes,
		fmt.Sprintf("__skyline_table AS MATERIALIZED (SELECT *, %s AS fits, coalesce(level = 0, false) AND v IS NOT DISTINCT FROM t AS self FROM (%s))", fits, table),
		"__skyline_names AS (SELECT a, system.main.min(name) AS name FROM __skyline_table GROUP BY a)",
		// One row for each value and level: its first and its last label.
		"__skyline_steps AS MATERIALIZED (SELECT a, v, CASE WHEN fits AND t IS NOT NULL THEN level END AS level, system.main.min(CASE WHEN fits THEN t END) AS t, system.main.max(CASE WHEN fits THEN t END) AS last FROM __skyline_table WHERE a IS NOT NULL GROUP BY ALL)",
		// A height of 1 at least: values with no level at all lack that.
		"__skyline_heights AS (SELECT a, coalesce(system.main.max(level), 1) AS height FROM __skyline_steps GROUP BY a)",
		"__skyline_paths AS MATERIALIZED (SELECT a, v, system.main.count(level) AS levels, coalesce(system.main.bool_or(t <> last), false) AS several FROM __skyline_steps GROUP BY a, v)",
		"__skyline_parents AS (SELECT x.a, x.level, x.t FROM __skyline_steps AS x JOIN __skyline_steps AS y ON x.a = y.a AND x.v IS NOT DISTINCT FROM y.v AND x.level + 1 = y.level WHERE x.t = x.last AND y.t = y.last GROUP BY x.a, x.level, x.t HAVING system.main.min(y.t) <> system.main.max(y.t))",
		// A label t stands for one set of several values if every value that has it at one of
		// its levels of several has it at all of those. NULL is a value, which count leaves
		// out.
		"__skyline_sets AS (SELECT a, t, level, system.main.count(*) AS n FROM __skyline_steps WHERE t = last GROUP BY a, t, level)",
		"__skyline_labels AS (SELECT a, t, system.main.count(*) FILTER (WHERE n > 1) AS steps, system.main.count(DISTINCT level) FILTER (WHERE n > 1) AS levels, system.main.count(DISTINCT v) FILTER (WHERE n > 1) + coalesce(system.main.max(1) FILTER (WHERE n > 1 AND v IS NULL), 0) AS together, system.main.count(DISTINCT v) + coalesce(system.main.max(1) FILTER (WHERE v IS NULL), 0) AS members FROM __skyline_steps JOIN __skyline_sets USING (a, t, level) WHERE t = last GROUP BY a, t)",
		"__skyline_rooted AS (SELECT a, system.main.count(DISTINCT t) > 1 AS above FROM __skyline_steps JOIN __skyline_heights USING (a) WHERE level = height GROUP BY a)",
		"__skyline_ambiguous AS (SELECT x.a, x.t FROM __skyline_labels AS x LEFT JOIN __skyline_paths AS p ON p.a = x.a AND p.v = x.t LEFT JOIN __skyline_steps AS own ON own.a = x.a AND own.v = x.t AND own.t = x.t LEFT JOIN __skyline_rooted AS r ON r.a = x.a GROUP BY x.a, x.t HAVING system.main.bool_or(r.above AND x.t = "+oldtext.Encoded("'*'")+") OR system.main.any_value(x.steps) < system.main.any_value(x.levels * x.together) OR system.main.count(p.v) > 0 AND (system.main.any_value(x.members) > 1 OR system.main.count(own.v) = 0))",
	)
}

// uncovered is the CTE of the data's values that have no label.
func uncovered(data string, attributes []string) string {
	var parts []string
	for _, name := range attributes {
		parts = append(parts, fmt.Sprintf("SELECT DISTINCT %s AS a, %s AS v FROM (SELECT tbl.%s AS s FROM %s AS tbl)",
			oldtext.Encoded("system.main.lower("+oldtext.QuoteText(name)+")"), oldtext.Encoded(oldtext.ValueText), oldtext.QuoteIdentifier(name), data))
	}
	return "__skyline_uncovered AS (SELECT d.a FROM (" + strings.Join(parts, " UNION ALL ") +
		") AS d LEFT JOIN (SELECT a, v, levels FROM __skyline_paths WHERE levels > 0) AS p ON d.a = p.a AND d.v IS NOT DISTINCT FROM p.v WHERE p.a IS NULL)"
}
