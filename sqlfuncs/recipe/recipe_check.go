package recipe

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// RecipeCheck is recipe_check.
var RecipeCheck = &call.Function{
	Name:        "recipe_check",
	Summary:     "What no longer holds when a recipe is applied to new rows? One row for each requirement.",
	Questions:   []string{"Does what was chosen still hold for them?"},
	Description: "A row for each thing that may have changed since the recipe was made: whether the recipe knows all values of each `qi` column; whether all rows whose values it knows are in a group's region; each requirement of `privacy`, as `release_check` has it, of the release that [`recipe_apply`](#recipe_apply) makes of the table; how many rows would wait there; and whom other columns single out. With the same arguments `recipe_apply` releases the table where every row of the result `holds`, and otherwise ends in an error, unless `on_violation` or `other_columns` says what to do.",
	Params: []call.Param{
		{Name: "tbl", Type: call.ParamOriginal.Type, Doc: "the rows to be released: [a name or a query](#what-names-a-table)", Raw: true},
		paramRecipe,
		{Name: "qi", Type: call.ParamQI.Type, Doc: "the quasi-identifier columns, all those that the recipe was made of"},
		call.ParamSensitiveIfAny,
		{Name: "privacy", Type: "STRUCT", Default: "NULL", Doc: people.ParamPrivacy.Doc},
		call.ParamPerson,
		call.ParamWeight,
		call.ParamValues,
		people.ParamAbsentValues,
		release.ParamOtherColumnsChecked,
		call.ParamOtherSensitive, call.ParamShowValues,
	},
	Columns: []call.ResultColumn{
		{Name: "requirement", Type: "VARCHAR", Doc: "`known_values`, `region`, the name of the requirement of `privacy`, `held`, `other_columns` or `people_counted`"},
		{Name: "attribute", Type: "VARCHAR", Doc: "of `known_values`: the column; of a requirement on sensitive values: the sensitive column"},
		{Name: "holds", Type: "BOOLEAN", Doc: "whether it is within the bound, decided exactly"},
		{Name: "achieved", Type: "DOUBLE", Doc: "of `known_values`, `region` and `held`, the share of the rows; otherwise the worst that occurs, as in `release_check`"},
		{Name: "required", Type: "DOUBLE", Doc: "the bound; of those three 0"},
		{Name: "meaning", Type: "VARCHAR", Doc: "the row in words"},
		{Name: "rows", Type: "BIGINT", Doc: "of `known_values` and `region`: how many rows are outside of the recipe for that reason, counted with their weights; a row is counted for each column with a value that is not known. For `held`: how many rows wait in `recipe_apply` with `on_violation := 'hold'`, each counted once: those outside of the recipe, and those of the groups that are left out"},
		{Name: "value", Type: "as `sensitive`", Doc: "of a skyline, of implications, of negations and of `max_share`: the sensitive value that is worst, as in `release_check`", Data: true},
		{Name: "rule", Type: "VARCHAR", Doc: "what is bounded, and how", Data: true},
	},
	Example: `FROM recipe_check('(VALUES (21, 170), (90, 165), (32, 190)) t(age, height)',
                  '(FROM release_recipe(''(VALUES (20, 160), (22, 170), (31, 180), (33, 190)) t(age, height)'',
                                        qi := [''age'', ''height''], privacy := {''k_anonymity'': 2}))',
                  qi := ['age', 'height'], privacy := {'k_anonymity': 2})`,
	Notes: []string{
		"The rows are in the order of `qi`, then `region`, then the [requirements](#privacy-requirements), then `held`, which is there with `privacy`, unless it has `presence`, then `other_columns`. A recipe of levels has no regions.",
		"The requirements and `absent_values` are about the rows that the recipe covers. The QI groups are those of `group_id`, of the new rows alone: where they are published beside the old ones, check the table of both.",
		"With `plan`, a recipe that was made by another plan is an error; so it is in `recipe_apply` and `recipe_map`. Where only requirements have changed, give the old plan and `privacy`; where the table has a column more, give a query without it.",
		"`other_columns` is as in [`release_check`](#release_check).",
		"A table in which nobody is does not pass: it has a row `people_counted`, see [A table without people](#a-table-without-people).",
	},
	Cost:       "that of `recipe_apply` without its sort, and of `release_check`; with `other_columns := 'keep'` that of `recipe_map`.",
	Plan:       planRecipeCheck,
	Kernels:    []host.Kernel{applyKernel, checkKernel},
	Scalars:    func() []host.Scalar { return append(release.PlacementScalars(), people.FindingMeaningScalar()) },
	Aggregates: []host.Aggregate{recipeAggregate, release.CodedAggregate()},
}

func planRecipeCheck(c *call.Call) (sqltext.SQL, error) {
	p, err := newApplication(c)
	if err != nil {
		return "", err
	}
	var required *people.Requirements
	if c.Arguments["privacy"] != nil {
		if required, err = people.ReadRequirements(p.Input); err != nil {
			return "", err
		}
	}
	checks, err := release.ChecksOthers(c)
	if err != nil {
		return "", err
	}
	if !checks {
		p.CountRows()
	}
	p.addApplied(false)
	var parts []sqltext.SQL
	guard := sqltext.SQL("")
	if required == nil {
		p.AddTypes(&p.Plan)
		guard = p.GuardLists(&p.Plan)
	} else {
		parts = p.addRequired(required)
	}
	parts = append([]sqltext.SQL{p.coverage(guard)}, parts...)
	if checks {
		u := p.Untouched(p.Person, release.PlacedRows)
		u.Checked = true
		u.Add(&p.Plan, c.Function.Name)
		parts = append(parts, sqltext.Fill(`
			SELECT 3, 0, requirement, NULL, NULL, required, achieved, holds, rule, value
			FROM (
			    {row}
			)`, sqltext.Args{"row": sqltext.Join("\nUNION ALL\n", release.OthersRow(kindOfOthers), release.TellingRow(kindOfOthers))}))
	}
	parts = append(parts, sqltext.Fill(`
		SELECT 4, 0, 'people_counted', NULL, NULL, 1, 0, false, 'people in tbl >= 1', t.s
		FROM {counts} AS x CROSS JOIN {types} AS t
		WHERE x.i IS NULL AND x.total = 0
	`, sqltext.Args{"counts": counts, "types": people.Types}))
	return p.Statement(sqltext.Fill(`
		SELECT requirement, attribute, holds, achieved, required, {meaning} AS meaning, rows, value, rule
		FROM (
		    {parts}
		)
		ORDER BY part, i ASC NULLS LAST
	`, sqltext.Args{"parts": sqltext.Join("\nUNION ALL\n", parts...), "meaning": people.FindingMeaning})), nil
}

// coverage is the SELECT of the rows on what the recipe covers. guard is a join.
func (p *application) coverage(guard sqltext.SQL) sqltext.SQL {
	return sqltext.Fill(`
		SELECT 0 AS part, x.i, CASE WHEN x.i IS NULL THEN 'region' ELSE 'known_values' END AS requirement, CASE x.i {attributes} END AS attribute,
		    x.n AS rows, 0::DOUBLE AS required, CASE WHEN x.n = 0 THEN 0 ELSE x.n::DOUBLE / x.total END AS achieved, x.n = 0 AS holds,
		    CASE WHEN x.i IS NULL THEN 'rows in no region, of known values = 0' ELSE 'rows with a value that the recipe does not know = 0' END AS rule, t.s AS value
		FROM {counts} AS x CROSS JOIN {types} AS t{guard}
	`, sqltext.Args{
		"guard": guard, "attributes": sqltext.Join(" ", sqltext.Map(p.QI, func(i int, name string) sqltext.SQL {
			return sqltext.Fill("WHEN {i} THEN {name}", sqltext.Args{"i": sqltext.Int(int64(i)), "name": sqltext.Text(name)})
		})...),
		"counts": counts, "types": people.Types,
	})
}

// addRequired adds the CTEs of the requirements, and returns the SELECTs of the rows on
// them, and on who would wait.
func (p *application) addRequired(required *people.Requirements) []sqltext.SQL {
	p.addLocated()
	candidate, job := p.addCandidate(required)
	job.Kernel, job.Why, job.Spec = checkKernel.Name, "what the release achieves of each requirement, and the groups that would be left out", candidate
	p.Run(job)
	parts := []sqltext.SQL{sqltext.Fill(`
		SELECT 1, r.i, r.requirement, r.attribute, NULL, r.required, r.achieved, r.holds, r.rule, {value}
		FROM {rows}
		WHERE r.histogram IS NULL
	`, sqltext.Args{"value": people.TypedValue(), "rows": p.Readable(verdict)})}
	if p.Public != "" {
		return parts
	}
	p.addLeftOut(required)
	const waiting = sqltext.SQL("__skyline_held")
	p.With(waiting, "how many rows would wait: those outside of the recipe, and those of the groups that are left out", sqltext.Fill(`
		SELECT x.outside + coalesce((SELECT sum(r.size) FROM {regions} AS r JOIN {left} AS o ON o.g = r.g), 0)::BIGINT AS n, x.total
		FROM {counts} AS x
		WHERE x.i IS NULL
	`, sqltext.Args{"regions": release.Regions, "left": leftOut, "counts": counts}))
	return append(parts, sqltext.Fill(`
		SELECT 2, NULL, 'held', NULL, x.n, 0, CASE WHEN x.n = 0 THEN 0 ELSE x.n::DOUBLE / x.total END, x.n = 0, {rule}, NULL
		FROM {waiting} AS x
	`, sqltext.Args{"rule": sqltext.Text("rows that wait in recipe_apply with on_violation := 'hold' = 0"), "waiting": waiting}))
}
