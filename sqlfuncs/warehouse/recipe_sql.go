package warehouse

import (
	"slices"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/dialect"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	recipes "skyline/sqlfuncs/recipe"
	"skyline/sqlfuncs/sqltext"
)

// RecipeSQL is recipe_sql.
var RecipeSQL = &call.Function{
	Name:      "recipe_sql",
	Summary:   "The statements by which another engine applies a recipe, compares counts, and counts what came out.",
	Questions: []string{"How does the warehouse make the release, and how do I know that it is the right one?"},
	Description: "`map` says what becomes of each combination of `qi` that occurs: a table in DuckDB as `recipe_map` makes it. The statements are run there, one after the other:\n\n" +
		"| `step` | |\n|---|---|\n" +
		"| `release` | makes the table `release`: the labels of `qi`, `sensitive`, the `columns` that you name, and `group_id`; of rows whose combination has one. Nothing of a row's place is left: within a group the order is random |\n" +
		"| `count` | returns one row: `rows` of the table, how many were `released`, `left_out` because the map has no group for them, `new`, those whose combination the map does not have; how many combinations have `changed`, those with a group that have more or fewer rows than people in the map (with `'levels'`, how many groups); and `ok`. **Publish nothing unless `ok` is true**: it is so exactly if nothing is new or has changed, and all numbers are those of the map |\n" +
		"| `cells` | counts the cells of the release: labels, `group_id`, `sensitive`, `columns`, `people`. `release_check` proves the release on them, with `group_id` among `qi` and `weight := 'people'`; whom `columns` single out is its row `other_columns` |\n\n" +
		"There are three forms. `'auto'` takes one of them, and a comment in front of the first statement says why:\n\n" +
		"| `form` | the map is | for |\n|---|---|---|\n" +
		"| `'map'` | a table in the engine, `map_there`, with the columns of `map`: copy it there first | any map |\n" +
		"| `'values'` | in the statements, as VALUES | some hundred combinations; at most 50,000 |\n" +
		"| `'levels'` | in the statements, as a small table for each column and one of the groups | recipes of levels, where the label of a value does not depend on the other columns |",
	Params: []call.Param{
		paramThere,
		{Name: "map", Type: "VARCHAR", Doc: "the map in DuckDB: [a name or a query](#what-names-a-table) with the columns `qi`, `<qi>_label`, `group_id`, `people`; its types say which the columns of `tbl` have"},
		call.ParamQI,
		{Name: "sensitive", Type: call.TypeNames, Default: "NULL", Doc: "the sensitive column, or a list of several, released as they are; NULL: there is none"},
		{Name: "columns", Type: "VARCHAR[]", Default: "NULL", Doc: "other columns of `tbl` to release as they are; NULL: none. The check of the cells says whom they single out"},
		{Name: "map_there", Type: "VARCHAR", Default: "NULL", Doc: "what the map is called in the engine; NULL: as in DuckDB"},
		{Name: "release", Type: "VARCHAR", Default: "'skyline_release'", Doc: "what the table is to be called that the step `release` makes"},
		{Name: "types", Type: "STRUCT or MAP", Default: "NULL", Doc: "the types of `sensitive` and `columns`, as in [`cells_sql`](#cells_sql); those of `qi` are the map's; where one is said to be a text, it must be one there. They must be there: the step `cells` counts by these columns"},
		paramDialect,
		{Name: "form", Type: "VARCHAR", Default: "'auto'", Doc: "`'map'`, `'values'`, `'levels'`, or `'auto'`, see above"},
	},
	Columns: []call.ResultColumn{
		{Name: "step", Type: "VARCHAR", Doc: "`release`, `count` and `cells`, in this order"},
		{Name: "sql", Type: "VARCHAR", Doc: "the statement, without a semicolon"},
		{Name: "query", Type: "VARCHAR", Doc: "the same as a query that makes no table, for tools that make one themselves, such as dbt"},
	},
	Example: `SELECT UNNEST(string_split(sql, chr(10))) AS line
FROM recipe_sql('sales.people', '(VALUES (21, ''[20, 29]'', 1, 3), (24, ''[20, 29]'', 1, 2), (61, NULL, NULL, 1)) AS m(age, age_label, group_id, people)',
                qi := ['age'], sensitive := 'disease', types := {'disease': 'VARCHAR'}, dialect := 'trino') WHERE step = 'release'`,
	Notes: []string{
		"Rows are people: use it for tables with one row a person.",
		"A row finds its combination by plain equality of keys, which every engine can hash: a value that stands for NULL and NaN, and beside it which of them it was. Both sides are written alike, so that no collation, blank, zero or time zone makes a difference: see [Types](#types).",
		"With `'levels'`, a new combination of known values is released as the recipe says, if it has a group. Then `rows` is not that of the map, and `ok` is false.",
		"A table that has changed since it was counted has other numbers: `ok` is false. If the numbers are the same by chance, or only sensitive values have changed, `cells` has what was released.",
		"Where a statement fails, do not go on: a table that was called `release` before is still there, and would be counted. None is dropped or replaced.",
		"Statements with `'values'` and `'levels'` have values of the table in them, and a map has all: keep them, and the engine's log of statements, as you keep the table.",
		"The order of rows is random within a group by the engine's own random numbers.",
	},
	Cost:    "here, one scan of the map. There, a hash join of the table with the map for `release`, another for `count`, and a GROUP BY of the release for `cells`.",
	Plan:    planRecipeSQL,
	Kernels: []host.Kernel{recipeKernel},
}

// What a map has beside the columns of qi.
const (
	labelSuffix = recipes.LabelSuffix
	groupName   = recipes.GroupColumn
)

func planRecipeSQL(c *call.Call) (sqltext.SQL, error) {
	in, err := readThere(c)
	if err != nil {
		return "", err
	}
	source, err := c.SourceOf("map")
	if err != nil {
		return "", err
	}
	spec := &recipeSpec{QI: in.qi, Sensitive: in.sensitive, Dialect: in.dialect.Name, Types: map[string]string{}}
	if spec.Columns, err = c.NameList("columns", c.Arguments["columns"]); err != nil {
		return "", err
	}
	if spec.Form, err = c.Choice("form", "auto", "map", "values", "levels"); err != nil {
		return "", err
	}
	if err := spec.checkColumns(c, in); err != nil {
		return "", err
	}
	spec.Table, _ = c.Arguments["tbl"].(string)
	if err := spec.readNames(c, in.source.Name); err != nil {
		return "", err
	}
	// The step cells is what proves the release.
	if err := in.needTypes(c, slices.Concat(in.counted()[len(in.qi):], spec.Columns)); err != nil {
		return "", err
	}
	given, _ := c.Arguments["types"].(map[string]any)
	for column, name := range given {
		spec.Types[call.Folded(column)], _ = name.(string) // as readThere has found
	}
	return spec.plan(c, source)
}

// checkColumns makes sure that each column has one role, and that none has a name that the
// release adds.
func (s *recipeSpec) checkColumns(c *call.Call, in *there) error {
	taken := slices.Concat(s.QI, s.Sensitive)
	if err := c.Distinct(call.Role{Param: "qi", Columns: s.QI}, call.RoleOfAll("sensitive", s.Sensitive)); err != nil {
		return err
	}
	for _, column := range s.Columns {
		if call.ContainsName(taken, column) {
			return c.Errorf("columns must be others than qi and sensitive, got %s", sqltext.Ident(column))
		}
	}
	for _, name := range []string{groupName, peopleName} {
		if call.ContainsName(s.Columns, name) {
			return c.Errorf("columns must not have a column %s, which the result adds; rename it in a query given as tbl", name)
		}
	}
	return in.checkNames(c, s.Columns, groupName, peopleName)
}

// readNames reads the parameters that are names in the engine, in which table is tbl, nil if
// that is a query.
func (s *recipeSpec) readNames(c *call.Call, table []string) error {
	release, err := optionalName(c, "release")
	if err != nil {
		return err
	}
	if release == nil {
		return c.Errorf("release must be the name of the table to make")
	}
	if isSameName(release, table) {
		return c.Errorf("release must not be the name of tbl; give the release a name of its own")
	}
	s.Release = release
	if s.MapThere, err = optionalName(c, "map_there"); err != nil || s.MapThere != nil {
		return err
	}
	// A query, or a file, has no name in the engine; that is an error where one is needed.
	here, _ := c.Arguments["map"].(string)
	if here = strings.TrimSpace(here); !strings.HasPrefix(here, "(") && !sqltext.IsFile(here) {
		if s.MapThere, err = dialect.ParseName(here); err != nil {
			return c.Errorf("map: %v", err)
		}
	}
	return nil
}

// mostGathered is how many combinations 'auto' looks at: of more it takes the form 'map'.
const mostGathered = 1_000_000

// plan is the statement that reads the map from its source, and has the kernel write the statements.
func (s *recipeSpec) plan(c *call.Call, source sqltext.SQL) (sqltext.SQL, error) {
	labels := make([]string, len(s.QI))
	for i, name := range s.QI {
		labels[i] = name + labelSuffix
	}
	source = c.HavingRoles("map", source, call.Role{Param: "map", Columns: slices.Concat(s.QI, labels, []string{groupName, peopleName})})
	column := func(_ int, name string) sqltext.SQL { return "tbl." + sqltext.Ident(name) }
	own := sqltext.Numbered(len(s.QI), "o#")

	var p sqltext.Plan
	people.AddTypesOf(&p, sqltext.Map(s.QI, func(i int, name string) sqltext.SQL { return column(i, name) + " AS " + own[i] }), source)
	p.Keep("__skyline_map", "the map: the texts of each combination, and of its labels", sqltext.Fill(`
		SELECT
		    list_value({texts}) AS v,
		    {group} AS g,
		    {people} AS n,
		    coalesce({people}, 0) > 0 AND ({group} IS NOT NULL) = (tbl."group_id" IS NOT NULL) AS ok
		FROM {source} AS tbl
	`, sqltext.Args{
		"texts": sqltext.List(slices.Concat(
			sqltext.Map(s.QI, func(i int, name string) sqltext.SQL { return valueText(column(i, name)) }),
			sqltext.Map(labels, func(i int, name string) sqltext.SQL { return column(i, name) + "::VARCHAR" }),
			[]sqltext.SQL{sqltext.AnyBigint("tbl."+groupName) + "::VARCHAR"},
		)),
		"group": sqltext.AnyBigint("tbl." + groupName), "people": sqltext.AnyBigint("tbl." + peopleName), "source": source,
	}))
	p.With("__skyline_totals", "what the statements compare with", `
		SELECT
		    count(*) AS combinations,
		    bool_and(ok) AS ok,
		    coalesce(sum(n), 0) AS people,
		    coalesce(sum(n) FILTER (WHERE g IS NOT NULL), 0) AS released
		FROM __skyline_map
	`)
	data := []sqltext.Member{
		{Name: "map_types", Value: "y.types"},
		{Name: "combinations", Value: "t.combinations"},
		{Name: "ok", Value: "t.ok"},
		{Name: "people", Value: "t.people::VARCHAR"},
		{Name: "released", Value: "t.released::VARCHAR"},
	}
	from := sqltext.Fill("(SELECT list_value({types}) AS types FROM {rows}) AS y, __skyline_totals AS t", sqltext.Args{
		"types": sqltext.List(sqltext.Map(own, func(_ int, o sqltext.SQL) sqltext.SQL { return "typeof(" + o + ")" })), "rows": people.Types,
	})
	if s.Form != "map" {
		p.With("__skyline_kept", "the combinations, for the kernel", sqltext.Fill(`
			SELECT __skyline_gather({key}, {function}, m.v, m.n) AS kept
			FROM __skyline_map AS m, __skyline_totals AS t
			WHERE t.ok AND (t.combinations <= {most} OR {any})
		`, sqltext.Args{"key": sqltext.PlanKey, "function": sqltext.Text(c.Function.Name), "most": sqltext.Int(mostGathered), "any": sqltext.Bool(s.Form != "auto")}))
		data = append(data, sqltext.Member{Name: "map", Value: "x.kept"})
		from += ", __skyline_kept AS x"
	}
	p.Run(sqltext.Job{
		Function: c.Function.Name, Kernel: recipeKernel.Name, Spec: s, Data: data, From: from,
		Rows: "__skyline_rows", Why: "the statements",
	})
	return p.Statement(`SELECT step AS "step", sql AS "sql", query AS "query" FROM __skyline_rows ORDER BY place`), nil
}

// valueText is the text of a value for a literal: of a float of 4 bytes that of the float of
// 8 bytes that it is, and of a moment its microseconds, which no session's time zone changes.
func valueText(x sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("CASE WHEN typeof({x}) IN ('FLOAT', 'DOUBLE') THEN TRY_CAST({x} AS DOUBLE)::VARCHAR"+
		" WHEN typeof({x}) = 'TIMESTAMP WITH TIME ZONE' THEN epoch_us(TRY_CAST({x} AS TIMESTAMP WITH TIME ZONE))::VARCHAR"+
		" ELSE {x}::VARCHAR END", sqltext.Args{"x": x})
}
