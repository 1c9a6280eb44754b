package hierarchies

import (
	"skyline/engine/hierarchy"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// HierarchyCheck is hierarchy_check.
var HierarchyCheck = &call.Function{
	Name:        "hierarchy_check",
	Summary:     "What is wrong with a table of hierarchies? No rows: nothing.",
	Questions:   []string{"Is it one? Does it cover my table?"},
	Description: "In a hierarchy, each value has one label at each level from 1 to the largest level of its attribute, and the values with one label at a level have one label at the next one, too. There is a row for each attribute and each kind of problem that it has. With `data`, a table that has the attributes as columns, the values of its columns must all have a path.",
	Params: []call.Param{
		{Name: "tbl", Type: "VARCHAR", Doc: "the hierarchies, rows `attribute, value, level, label`: [a name or a query](#what-names-a-table)"},
		{Name: "attribute", Type: "VARCHAR or VARCHAR[]", Default: "NULL", Doc: "one attribute or several; NULL: all those of `tbl`"},
		{Name: "data", Type: "VARCHAR", Default: "NULL", Doc: "the table whose values must be covered; needs `attribute`, its columns"},
		{Name: "output", Type: "VARCHAR", Default: "'problems'", Doc: "`'problems'`, or `'missing'`: the values of `data` without a path, one by one"},
	},
	Columns: []call.ResultColumn{
		{Name: "attribute", Type: "VARCHAR", Doc: "the attribute; NULL for rows without one. With `output := 'missing'` the columns are `attribute`, `value`, the text of a value without a path, and `nearest`: the first value of the hierarchy, by its text, that differs from it in blanks, in the case of letters, or as `34` does from `34.0`; NULL where there is none"},
		{Name: "problem", Type: "VARCHAR", Doc: "`attribute is NULL`, `level out of range`, `label is NULL`, `values without a path`, `levels missing`, `two labels at one level`, `two parents`, `label of different values`, `value called *`, or `value called NULL`"},
		{Name: "count", Type: "BIGINT", Doc: "how many: rows of `tbl` for the first three; different values; for `two parents`, labels at a level whose values have several labels at the next one; for `label of different values`, labels; for the last two, 1"},
	},
	Example: `FROM hierarchy_check('(VALUES (''zip'', ''53706'', 1, ''5370*''), (''zip'', ''53706'', 2, ''*''),
                              (''zip'', ''53715'', 1, ''5371*'')) h(attribute, value, level, label)')`,
	Notes: []string{
		"`level out of range`: NULL, below 1 or above 1000. Rows at level 0 whose label is the value itself say nothing and are passed over. Rows with a NULL label are reported, and otherwise passed over.",
		"A NULL `value` stands for NULL in the data. Where a value has two labels at a level, `two parents` is not looked for there.",
		"Attributes are compared as column names are, whatever their case; values and labels by their text, exactly.",
		"Several labels at the top level are no problem: `*` is put above them.",
		"`label of different values`: the same text stands for one set of values here and for another there, so that nobody can tell what it means in a release with both. It is a label of several values at two levels, and not of the same ones; or a label that is the text of a value, and not the label of that value alone. `*` is no such label: it is anything wherever it stands. The same label at several levels of the same values is no problem, nor is a value that is its own label. Values with two labels at a level are passed over. Functions that release several levels at once refuse such a label where it would stand for different values, and all that make a release refuse one that is the text of a value which it does not cover at that level: with x called y, and y called x, nothing would be lost and nothing be true.",
		"`value called *`, `value called NULL`: a value with that text is in a release what `*`, everything, and NULL are. Rename it in the table and in its hierarchy. Where somebody's value can be NULL, NULL has rows of its own.",
	},
	Cost: "one scan and some GROUP BYs of `tbl`, and one scan of `data` for each attribute.",
	Plan: planHierarchyCheck,
}

// hierarchyCheck is a call of hierarchy_check, and its plan.
//
// In the plan texts are their bytes: a is an attribute, folded as names of columns are, v a
// value, t a label.
type hierarchyCheck struct {
	sqltext.Plan
	call       *call.Call
	source     sqltext.SQL // what stands behind FROM for the hierarchies
	attributes []string    // nil for all
	data       sqltext.SQL // what stands behind FROM for the data to be covered, "" for none
	lists      bool        // the values without a path are asked for
}

func planHierarchyCheck(c *call.Call) (sqltext.SQL, error) {
	h := &hierarchyCheck{call: c}
	if err := h.read(); err != nil {
		return "", err
	}
	output, err := c.Choice("output", "problems", "missing")
	if err != nil {
		return "", err
	}
	if h.lists = output == "missing"; h.lists && h.data == "" {
		return "", c.Errorf("data must be given for output := 'missing': the table whose values are looked at")
	}
	h.addRows()
	h.addSteps()
	h.addPaths()
	h.addParents()
	h.addAmbiguous()
	if h.data != "" {
		h.addUncovered()
	}
	if h.lists {
		return h.Statement(h.missing()), nil
	}
	// Where there are no rows, nothing else looks at what makes sure of them.
	counts := []sqltext.SQL{"SELECT NULL AS a, 0 AS kind, NULL AS problem, 0 AS n FROM __skyline_guard WHERE NOT ok"}
	if h.attributes != nil {
		counts = append(counts, "SELECT NULL, 0, NULL, 0 FROM __skyline_known WHERE name IS NULL")
	}
	for i, p := range h.problems() {
		counts = append(counts, sqltext.Fill("SELECT a, {i}, {problem}, count(*) FROM {where} GROUP BY a",
			sqltext.Args{"i": sqltext.Int(int64(i)), "problem": sqltext.Text(p.name), "where": p.where}))
	}
	return h.Statement(sqltext.Fill(`
		SELECT {name} AS attribute, p.problem, p.n AS count
		FROM (
		    {counts}
		) AS p LEFT JOIN __skyline_names AS m ON p.a = m.a
		ORDER BY p.a ASC NULLS FIRST, p.kind ASC
	`, sqltext.Args{"name": sqltext.Decoded("m.name"), "counts": sqltext.Join("\nUNION ALL\n", counts...)})), nil
}

// read reads the parameters.
func (h *hierarchyCheck) read() error {
	c := h.call
	source, err := c.SourceOf("tbl")
	if err != nil {
		return err
	}
	h.source = c.HavingRoles("tbl", source, call.HierarchyRole("tbl"))
	if c.Arguments["attribute"] != nil {
		if h.attributes, err = c.Columns("attribute"); err != nil {
			return err
		}
	}
	if c.Arguments["data"] == nil {
		return nil
	}
	data, err := c.SourceOf("data")
	if err != nil {
		return err
	}
	if h.attributes == nil {
		return c.Errorf("attribute must be given with data: the columns to be covered, such as attribute := ['age', 'zip']")
	}
	h.data = c.HavingRoles("data", data, call.Role{Param: "attribute", Columns: h.attributes})
	return nil
}

// problem is a kind of problem, and where it is: of an attribute a, a row for each to count.
type problem struct {
	name  string
	where sqltext.SQL
}

// problems are the kinds of problems in the order of the result.
func (h *hierarchyCheck) problems() []problem {
	all := []problem{
		{"attribute is NULL", "__skyline_table WHERE a IS NULL"},
		{"level out of range", "__skyline_table WHERE a IS NOT NULL AND NOT fits AND NOT self"},
		{"label is NULL", "__skyline_table WHERE a IS NOT NULL AND fits AND t IS NULL"},
	}
	if h.data != "" {
		all = append(all, problem{"values without a path", "__skyline_uncovered"})
	}
	return append(all, []problem{
		{"levels missing", "__skyline_paths JOIN __skyline_heights USING (a) WHERE levels < height"},
		{"two labels at one level", "__skyline_paths WHERE several"},
		{"two parents", "__skyline_parents"},
		{"label of different values", "__skyline_ambiguous"},
		{"value called *", "__skyline_paths WHERE v = " + sqltext.Encoded("'*'")},
		{"value called NULL", "__skyline_paths WHERE v = " + sqltext.Encoded(sqltext.Text(people.NullKey))},
	}...)
}

// attributeKey is what the name of an attribute is compared by.
func attributeKey(name sqltext.SQL) sqltext.SQL { return sqltext.Encoded(sqltext.Folded(name)) }

// addRows adds the rows of the hierarchies, of the attributes that are asked for, after a
// look at the type of level.
func (h *hierarchyCheck) addRows() {
	rows := sqltext.Fill("SELECT tbl.attribute AS attribute, tbl.value AS value, tbl.level AS level, tbl.label AS label FROM {source} AS tbl", sqltext.Args{"source": h.source})
	h.With("__skyline_guard", "a level is an integer", sqltext.Fill(`
		SELECT CASE WHEN {is_integer} THEN true ELSE {fail} END AS ok
		FROM (SELECT level FROM ({rows} LIMIT 0) UNION ALL SELECT NULL)
	`, sqltext.Args{
		"is_integer": sqltext.HasType("level", sqltext.IntegerTypes+"|"+sqltext.Untyped), "rows": rows,
		"fail": h.call.Fail("tbl must have an integer column level; cast it in a query given as tbl"),
	}))
	from := sqltext.Fill(`
		SELECT {a} AS a, {name} AS name, {v} AS v, TRY_CAST(level AS BIGINT) AS level, {t} AS t
		FROM ({rows}), __skyline_guard AS guard
		WHERE guard.ok
	`, sqltext.Args{
		"a": attributeKey("attribute::VARCHAR"), "name": sqltext.Encoded("attribute::VARCHAR"),
		"v": sqltext.Encoded("value::VARCHAR"), "t": sqltext.Encoded("label::VARCHAR"), "rows": rows,
	})
	if h.attributes != nil {
		from = h.addAsked(from)
	}
	h.Keep("__skyline_table", "the rows; those that fit are at a level that there can be, and one of itself says nothing", sqltext.Fill(`
		SELECT *, coalesce(level BETWEEN 1 AND {most}, false) AS fits, coalesce(level = 0, false) AND v IS NOT DISTINCT FROM t AS self
		FROM ({from})
	`, sqltext.Args{"most": sqltext.Int(hierarchy.MaxLevel), "from": from}))
	h.With("__skyline_names", "one way to write the name of each attribute", "SELECT a, min(name) AS name FROM __skyline_table GROUP BY a")
}

// addAsked makes sure that the attributes that are asked for have rows, and returns the
// SELECT of these.
func (h *hierarchyCheck) addAsked(rows sqltext.SQL) sqltext.SQL {
	h.Keep("__skyline_all", "the rows of all attributes", rows)
	h.With("__skyline_known", "the attributes that are asked for, each of which has rows", sqltext.Fill(`
		SELECT g.a, CASE WHEN count(x.a) = 0 THEN {fail} ELSE any_value(g.name) END AS name
		FROM (VALUES {names}) AS g (a, name) LEFT JOIN (SELECT DISTINCT a FROM __skyline_all) AS x ON g.a = x.a
		GROUP BY g.a
	`, sqltext.Args{
		"fail": h.call.Fail("attribute must be one that tbl has rows for; FROM hierarchy_check(tbl) looks at all of them"),
		"names": sqltext.List(sqltext.Map(h.attributes, func(_ int, name string) sqltext.SQL {
			return sqltext.Fill("({a}, {name})", sqltext.Args{"a": attributeKey(sqltext.Text(name)), "name": sqltext.Encoded(sqltext.Text(name))})
		})),
	}))
	return "SELECT x.a, k.name, x.v, x.level, x.t FROM __skyline_all AS x JOIN __skyline_known AS k ON x.a = k.a"
}

// addSteps adds the steps: a value at a level, with its first and its last label there, which
// differ if it has several.
func (h *hierarchyCheck) addSteps() {
	h.Keep("__skyline_steps", "each value at each level: its first and its last label", `
		SELECT a, v, CASE WHEN fits AND t IS NOT NULL THEN level END AS level,
		    min(CASE WHEN fits THEN t END) AS t, max(CASE WHEN fits THEN t END) AS last
		FROM __skyline_table
		WHERE a IS NOT NULL
		GROUP BY ALL
	`)
}

// addPaths adds the paths of values, and how long they should be. That is 1 at least: values
// with no level at all lack that.
func (h *hierarchyCheck) addPaths() {
	h.With("__skyline_heights", "how many levels each attribute has",
		"SELECT a, coalesce(max(level), 1) AS height FROM __skyline_steps GROUP BY a")
	h.Keep("__skyline_paths", "at how many levels each value has a label, and whether at some it has several", `
		SELECT a, v, count(level) AS levels, coalesce(bool_or(t <> last), false) AS several
		FROM __skyline_steps
		GROUP BY a, v
	`)
}

// addParents adds the labels with two parents. Steps with several labels are passed over.
func (h *hierarchyCheck) addParents() {
	h.With("__skyline_parents", "labels whose values have several labels at the next level", `
		SELECT x.a, x.level, x.t
		FROM __skyline_steps AS x JOIN __skyline_steps AS y ON x.a = y.a AND x.v IS NOT DISTINCT FROM y.v AND x.level + 1 = y.level
		WHERE x.t = x.last AND y.t = y.last
		GROUP BY x.a, x.level, x.t
		HAVING min(y.t) <> max(y.t)
	`)
}

// addAmbiguous adds the labels that stand for one set of values here and for another there:
//
//   - A label of several values, at several levels, of which not all have it at each. These
//     are as many pairs of a value and a level as there would be otherwise, or fewer.
//   - A label that is the text of a value, and not the label of that value alone.
//
// * stands for anything, at any level.
func (h *hierarchyCheck) addAmbiguous() {
	h.With("__skyline_sets", "how many values have each label, at each level",
		"SELECT a, t, level, count(*) AS n FROM __skyline_steps WHERE t = last GROUP BY a, t, level")
	h.With("__skyline_labels", "of each label: its pairs of a value and a level, its levels and its values together where it has several, and all its values", `
		SELECT a, t,
		    count(*) FILTER (WHERE n > 1) AS steps,
		    count(DISTINCT level) FILTER (WHERE n > 1) AS levels,
		    -- NULL is a value, which count leaves out.
		    count(DISTINCT v) FILTER (WHERE n > 1) + coalesce(max(1) FILTER (WHERE n > 1 AND v IS NULL), 0) AS together,
		    count(DISTINCT v) + coalesce(max(1) FILTER (WHERE v IS NULL), 0) AS members
		FROM __skyline_steps JOIN __skyline_sets USING (a, t, level)
		WHERE t = last
		GROUP BY a, t
	`)
	h.With("__skyline_ambiguous", "labels that stand for different values", sqltext.Fill(`
		SELECT x.a, x.t
		FROM __skyline_labels AS x
		    LEFT JOIN __skyline_paths AS p ON p.a = x.a AND p.v = x.t
		    LEFT JOIN __skyline_steps AS own ON own.a = x.a AND own.v = x.t AND own.t = x.t
		GROUP BY x.a, x.t
		HAVING x.t <> {everything} AND any_value(x.steps) < any_value(x.levels * x.together)
		    OR count(p.v) > 0 AND (any_value(x.members) > 1 OR count(own.v) = 0)
	`, sqltext.Args{"everything": sqltext.Encoded(sqltext.Text(hierarchy.Everything))}))
}

// addUncovered adds the values of the data that have no label.
func (h *hierarchyCheck) addUncovered() {
	h.With("__skyline_uncovered", "the values of the data that have no label", sqltext.Fill(`
		SELECT d.a, d.v
		FROM (
		    {values}
		) AS d LEFT JOIN (SELECT a, v, levels FROM __skyline_paths WHERE levels > 0) AS p ON d.a = p.a AND d.v IS NOT DISTINCT FROM p.v
		WHERE p.a IS NULL
	`, sqltext.Args{"values": sqltext.Join("\nUNION ALL\n", sqltext.Map(h.attributes, func(_ int, name string) sqltext.SQL {
		return sqltext.Fill("SELECT DISTINCT {a} AS a, {text} AS v FROM ({column})",
			sqltext.Args{"a": attributeKey(sqltext.Text(name)), "text": encodedText(), "column": columnOf(h.data, name)})
	})...)}))
}

// missing is the SELECT of the values of the data that have no label, each beside one that has
// and that may be meant.
func (h *hierarchyCheck) missing() sqltext.SQL {
	alike := func(v sqltext.SQL) sqltext.SQL {
		return sqltext.Fill("coalesce(TRY_CAST({text} AS DOUBLE)::VARCHAR, lower(regexp_replace({text}, '[\\s\\p{Z}\\p{C}]+', '', 'g')))", sqltext.Args{"text": sqltext.Decoded(v)})
	}
	return sqltext.Fill(`
		SELECT {name} AS attribute, {value} AS value, {nearest} AS nearest
		FROM (
		    SELECT u.a, u.v, min(p.v) AS nearest
		    FROM (SELECT a, v, {alike_u} AS k FROM __skyline_uncovered) AS u
		        LEFT JOIN (SELECT a, v, {alike_p} AS k FROM __skyline_paths WHERE levels > 0) AS p ON p.a = u.a AND p.k = u.k
		    GROUP BY u.a, u.v
		) AS u JOIN __skyline_known AS m ON m.a = u.a
		ORDER BY u.a ASC, u.v ASC NULLS LAST
	`, sqltext.Args{
		"name": sqltext.Decoded("m.name"), "value": sqltext.Decoded("u.v"), "nearest": sqltext.Decoded("u.nearest"), "alike_u": alike("v"), "alike_p": alike("v"),
	})
}
