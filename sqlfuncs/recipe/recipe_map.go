package recipe

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// RecipeMap is recipe_map.
var RecipeMap = &call.Function{
	Name:      "recipe_map",
	Summary:   "What a recipe makes of each combination of quasi-identifiers that occurs.",
	Questions: []string{"How do I apply a recipe in another engine, where the rows are?"},
	Description: "One row for each different combination of the `qi` columns that `tbl` has: the values themselves, the label that [`recipe_apply`](#recipe_apply) shows for each, and the group. What `recipe_apply` makes of a row depends on its quasi-identifiers only, so the map says it of all rows: rows joined with the map are its release, but for the order. " +
		"`tbl` may be counted cells: `qi` columns, the sensitive column, and how many people have them, as `weight`. So an engine that has the rows can count them, and join them with the map; here there are never more than the cells.\n\n" +
		"The map is decided on as a release is: the recipe must cover every row, and `privacy` must hold, or else `on_violation` says what happens. Combinations that are left out are in the map, **without a `group_id`**: so the engine can tell them from those that are new since the counting, which are not in the map.",
	Params: []call.Param{
		{Name: "tbl", Type: call.ParamOriginal.Type, Doc: "the rows to be released, or cells of them: [a name or a query](#what-names-a-table)"},
		paramRecipe,
		{Name: "qi", Type: call.ParamQI.Type, Doc: "the quasi-identifier columns, all those that the recipe was made of"},
		{Name: "weight", Type: call.ParamWeight.Type, Default: "NULL", Doc: call.ParamWeight.Doc + "; rows of weight 0 are nobody's, and not in the map"},
		call.ParamPerson,
		call.ParamSensitiveIfAny,
		{Name: "privacy", Type: "STRUCT", Default: "NULL", Doc: "what the release must satisfy: see [Privacy requirements](#privacy-requirements); NULL only with `on_violation := 'allow'`"},
		call.ParamValues,
		people.ParamAbsentValues,
		{Name: paramOnViolation.Name, Type: paramOnViolation.Type, Default: paramOnViolation.Default, Doc: "as in [`recipe_apply`](#recipe_apply): `'error'`; `'hold'` or `'suppress'`, which leave the same people out, in whose rows labels and `group_id` are NULL; or `'allow'`"},
		call.ParamOtherSensitive,
	},
	Columns: []call.ResultColumn{
		{Name: call.ColumnsOfTable, Type: "", Doc: "the `qi` columns, in their own types, an ENUM as VARCHAR; then for each, as VARCHAR and with `_label` behind its name, such as `age_label`, what the release shows: NULL where the combination is left out, and where NULL is the label"},
		{Name: GroupColumn, Type: "BIGINT", Doc: "the QI group, as in [`recipe_apply`](#recipe_apply); NULL exactly where the combination is left out"},
		{Name: SizeColumn, Type: "BIGINT", Doc: "how many people have the combination: rows, with their weights; with `person`, those who have a row with it"},
	},
	Example: `FROM recipe_map('(VALUES (21, ''F'', 3), (24, ''F'', 2), (33, ''M'', 1), (61, ''M'', 1)) cells(age, sex, people)',
                '(FROM release_recipe(''(VALUES (20, ''''F''''), (29, ''''F''''), (30, ''''M''''), (39, ''''M'''')) t(age, sex)'',
                                      qi := [''age'', ''sex''], privacy := {''k_anonymity'': 2}))',
                qi := ['age', 'sex'], weight := 'people', privacy := {'k_anonymity': 2}, on_violation := 'hold') ORDER BY ALL`,
	Notes: []string{
		"In DuckDB, `SELECT m.age_label AS age, t.disease, m.group_id FROM t JOIN m ON t.age IS NOT DISTINCT FROM m.age WHERE m.group_id IS NOT NULL` is the release that `recipe_apply` makes. A join takes values for equal by the engine's own rules: DuckDB's `=` takes `a` and `A` for one under the collation NOCASE, and `[0.0]` and `[-0.0]`. Here [they are two](#equality), with a row each.",
		"Values that have one text have one row: `0.0` stands for `-0.0` too, `nan` for each NaN.",
		"A new combination is in no row: count the rows that found none, and publish nothing before that number is 0 or they are left out on purpose.",
		"The QI groups that are checked are those of the people in `tbl`. To join other rows with the map is to publish what nobody has checked: [`release_check`](#release_check) on the cells of the release tells.",
		"Columns without a role are not in the map, and are not looked at: there is no parameter `other_columns`.",
		"The rows are in no order. A map is raw data, with all combinations that occur, and how often: **not to be published**.",
		"With `person`, somebody may have rows of several combinations in one QI group, and is counted for each.",
		"`qi` must not have two columns that the map would call the same, such as `age_label` beside `age`, or one called `group_id` or `people`.",
	},
	Cost:       "one scan and one GROUP BY of the `qi` columns and the sensitive ones, whose cells are kept, not the rows (unless there is `person`, or a nested column); then a step for each cut between groups, for each combination; with requirements, a join of the cells with the combinations, a GROUP BY of the groups, and the time of `release_check`.",
	Plan:       planRecipeMap,
	Kernels:    []host.Kernel{applyKernel, holdsKernel, release.LeaveOutKernel},
	Scalars:    release.PlacementScalars,
	Aggregates: []host.Aggregate{recipeAggregate, release.CodedAggregate()},
}

// The columns of a map beside the quasi-identifiers: what stands behind the name of one for its
// label, the group, and how many people there are.
const (
	LabelSuffix = "_label"
	GroupColumn = "group_id"
	SizeColumn  = "people"
)

// ownTypes is the CTE of a row of NULLs o1…ok, in the types of the quasi-identifiers.
const ownTypes = sqltext.SQL("__skyline_own_types")

// mapPlan is a decision, shown for each combination.
type mapPlan struct{ *decision }

func planRecipeMap(c *call.Call) (sqltext.SQL, error) {
	d, err := newDecision(c)
	if err != nil {
		return "", err
	}
	p := mapPlan{d}
	if err := p.namesApart(); err != nil {
		return "", err
	}
	p.CountRows()
	p.countsPersons = p.Person != ""
	p.addApplied(p.onViolation == onAllow)
	p.addOwnTypes()
	if p.onViolation == onAllow {
		return p.Statement(p.rows(named)), nil
	}
	p.addLocated()
	p.addSafe()
	return p.Statement(p.rows(safe)), nil
}

// namesApart makes sure that the columns of the map have different names.
func (p mapPlan) namesApart() error {
	var names []string
	add := func(name string) error {
		if call.ContainsName(names, name) {
			return p.Call.Errorf("qi must have columns that the result can show beside their labels, group_id and people, and it would have two columns %s; rename one in a query given as tbl", sqltext.Ident(name))
		}
		names = append(names, name)
		return nil
	}
	for _, name := range append([]string{GroupColumn, SizeColumn}, p.QI...) {
		if err := add(name); err != nil {
			return err
		}
	}
	for _, name := range p.QI {
		if err := add(name + LabelSuffix); err != nil {
			return err
		}
	}
	return nil
}

// addOwnTypes adds ownTypes.
func (p mapPlan) addOwnTypes() {
	own := sqltext.Map(p.QI, func(i int, name string) sqltext.SQL { return p.Column(name) + " AS o" + sqltext.Int(int64(i)+1) })
	p.With(ownTypes, "the types of the quasi-identifiers: a row of NULLs", people.TypesOf(sqltext.PlainUnion("COLUMNS(*)"), own, p.Source+" AS tbl"))
}

// rows is the SELECT of the map, where shown are the groups that are not left out.
func (p mapPlan) rows(shown sqltext.SQL) sqltext.SQL {
	columns := sqltext.Map(p.QI, func(i int, name string) sqltext.SQL {
		return sqltext.PlainEnum(p.Call.InOwnType("x."+p.Keys()[i], "t.o"+sqltext.Int(int64(i)+1))) + " AS " + sqltext.Ident(name)
	})
	for i, name := range p.QI {
		columns = append(columns, "r."+release.ShownColumn(i)+" AS "+sqltext.Ident(name+LabelSuffix))
	}
	size := sqltext.SQL("x.n")
	if p.countsPersons {
		size = "x.persons"
	}
	return sqltext.Fill(`
		SELECT {columns}, r.id AS {group}, {size} AS {people}
		FROM {mapped} AS x CROSS JOIN {types} AS t LEFT JOIN {shown} AS r ON r.g = x.g
	`, sqltext.Args{
		"columns": sqltext.List(columns), "group": sqltext.Word(GroupColumn), "size": size, "people": sqltext.Word(SizeColumn),
		"mapped": release.Mapped, "types": ownTypes, "shown": shown,
	})
}
