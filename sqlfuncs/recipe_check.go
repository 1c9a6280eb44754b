package sqlfuncs

import (
	"fmt"
	"strings"
)

var recipeCheck = &Function{
	Name:        "recipe_check",
	Summary:     "What no longer holds when a recipe is applied to new rows? One row for each requirement.",
	Description: "A row for each thing that may have changed since the recipe was made: whether the recipe knows all values of each `qi` column; whether all rows whose values it knows are in a group's region; each requirement of `privacy`, as `release_check` has it, of the release that [`recipe_apply`](#recipe_apply) makes of the table; how many rows would wait there; and whom other columns single out. With the same arguments `recipe_apply` releases the table where every row of the result `holds`, and otherwise ends in an error, unless `on_violation` or `others` says what to do.",
	Params: []Param{
		{Name: "tbl", Type: paramOriginal.Type, Doc: "the rows to be released: named as in `skyline_check`"},
		paramRecipe,
		{Name: "qi", Type: paramQI.Type, Doc: "the quasi-identifier columns, all those that the recipe is of"},
		paramSensitiveIfAny,
		{Name: "privacy", Type: "STRUCT", Default: "NULL", Doc: paramPrivacy.Doc},
		paramPerson,
		paramWeight,
		paramValues,
		paramAbsent,
		paramOthersChecked,
	},
	Columns: []ResultColumn{
		{"requirement", "VARCHAR", "`known_values`, `region`, the name of the requirement of `privacy`, `held` or `others`"},
		{"attribute", "VARCHAR", "of `known_values`: the column"},
		{"rows", "BIGINT", "of `known_values` and `region`: how many rows are outside of the recipe for that, counted with their weights; a row is counted for each column with a value that is not known. Of `held`: how many rows wait in `recipe_apply` with `on_violation := 'hold'`, each counted once: those outside of the recipe, and those of the groups that are left out"},
		{"required", "DOUBLE", "the bound; of those three 0"},
		{"achieved", "DOUBLE", "of those three, the share of the rows; otherwise the worst that occurs, as in `release_check`"},
		{"holds", "BOOLEAN", "whether it is within the bound, decided exactly"},
		{"rule", "VARCHAR", "what is bounded, and how"},
		{"value", "as `sensitive`", "of a skyline, of implications and of `max_share`: the sensitive value that is worst, as in `release_check`"},
	},
	Example: `FROM recipe_check('(VALUES (21, 170), (90, 165), (32, 190)) t(age, height)',
                  '(FROM release_recipe(''(VALUES (20, 160), (22, 170), (31, 180), (33, 190)) t(age, height)'', qi := [''age'', ''height''], privacy := {''k_anonymity'': 2}))',
                  qi := ['age', 'height'], privacy := {'k_anonymity': 2})`,
	Notes: []string{
		noteNull,
		"The rows are in the order of `qi`, then `region`, then the requirements in the table above, then `held`, which is there with `privacy`, unless it has `presence`, then `others`. A recipe of levels has no regions.",
		"The requirements are of the rows that the recipe covers, and so is `absent`. The QI groups are those of `group_id`, of the new rows alone: where they are published beside the old ones, check the table of both.",
		noteOthersChecked,
		"An empty table satisfies everything.",
		"Cost: that of `recipe_apply` without its sort, and of `release_check`.",
		noteModel,
	},
	Plan:    planRecipeCheck,
	Scalars: func() []Scalar { return requirementsScalars("recipe_check", checkedFields, runRecipeCheck) },
}

func planRecipeCheck(c *Call) (string, error) {
	p, err := newRecipePlan(c)
	if err != nil {
		return "", err
	}
	var spec *privacySpec
	if c.arguments["privacy"] != nil {
		if spec, err = c.privacy(p.input); err != nil {
			return "", err
		}
	}
	checks, err := c.checksOthers()
	if err != nil {
		return "", err
	}
	p.apply(false)
	var attributes strings.Builder
	for i, name := range p.qi {
		fmt.Fprintf(&attributes, " WHEN %d THEN %s", i, quoteText(name))
	}
	rows := "SELECT 0 AS part, x.i, CASE WHEN x.i IS NULL THEN 'region' ELSE 'known_values' END AS requirement, CASE x.i" + attributes.String() + " END AS attribute, x.n AS rows, 0::DOUBLE AS required," +
		" CASE WHEN x.n = 0 THEN 0 ELSE x.n / x.total END AS achieved, x.n = 0 AS holds, CASE WHEN x.i IS NULL THEN 'rows in no region, of known values = 0' ELSE 'rows with a value that the recipe does not know = 0' END AS rule, t.s AS value FROM __skyline_counts AS x CROSS JOIN __skyline_types AS t"
	if spec == nil {
		p.ctes = append(p.ctes, p.typesCTE())
	} else {
		p.add("__skyline_located AS MATERIALIZED (SELECT %s FROM (%s) AS x)", prefixed("x", append(quoted(p.roles()), "__skyline_g")), p.inGroups(p.source, "__skyline_release"))
		p.require(spec, "0", "''")
		rows += " UNION ALL SELECT 1, r.i, r.requirement, NULL, NULL, r.required, r.achieved, r.holds, r.rule, " + typedValue + " FROM (SELECT r.* FROM __skyline_rows AS r, __skyline_types AS t WHERE r.histogram IS NULL AND " + p.readable() + ") AS r CROSS JOIN __skyline_types AS t"
		if p.public == "" {
			p.leftOut()
			p.add("__skyline_held AS (SELECT x.outside + coalesce((SELECT system.main.sum(r.size) FROM __skyline_regions AS r JOIN __skyline_left AS o ON o.g = r.g), 0)::BIGINT AS n, x.total FROM __skyline_counts AS x WHERE x.i IS NULL)")
			rows += " UNION ALL SELECT 2, NULL, 'held', NULL, x.n, 0, CASE WHEN x.n = 0 THEN 0 ELSE x.n / x.total END, x.n = 0, 'rows that wait in recipe_apply with on_violation := ''hold'' = 0', NULL FROM __skyline_held AS x"
		}
	}
	if checks {
		p.ctes = append(p.ctes, p.untouched(p.person, placedRows).ctes()...)
		rows += " UNION ALL SELECT 3, 0, requirement, NULL, NULL, required, achieved, holds, rule, value FROM (" + othersRow("that are neither qi nor sensitive") + ")"
	}
	return p.text("SELECT requirement, attribute, rows, required, achieved, holds, rule, value FROM (" + rows + ") ORDER BY part, i ASC NULLS LAST"), nil
}
