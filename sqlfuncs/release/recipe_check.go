package release

import (
	"fmt"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/people"
)

var RecipeCheck = &call.Function{
	Name:        "recipe_check",
	Summary:     "What no longer holds when a recipe is applied to new rows? One row for each requirement.",
	Description: "A row for each thing that may have changed since the recipe was made: whether the recipe knows all values of each `qi` column; whether all rows whose values it knows are in a group's region; each requirement of `privacy`, as `release_check` has it, of the release that [`recipe_apply`](#recipe_apply) makes of the table; how many rows would wait there; and whom other columns single out. With the same arguments `recipe_apply` releases the table where every row of the result `holds`, and otherwise ends in an error, unless `on_violation` or `others` says what to do.",
	Params: []call.Param{
		{Name: "tbl", Type: call.ParamOriginal.Type, Doc: "the rows to be released: named as in `skyline_check`"},
		paramRecipe,
		{Name: "qi", Type: call.ParamQI.Type, Doc: "the quasi-identifier columns, all those that the recipe is of"},
		call.ParamSensitiveIfAny,
		{Name: "privacy", Type: "STRUCT", Default: "NULL", Doc: people.ParamPrivacy.Doc},
		call.ParamPerson,
		call.ParamWeight,
		call.ParamValues,
		people.ParamAbsent,
		ParamOthersChecked,
	},
	Columns: []call.ResultColumn{
		{Name: "requirement", Type: "VARCHAR", Doc: "`known_values`, `region`, the name of the requirement of `privacy`, `held` or `others`"},
		{Name: "attribute", Type: "VARCHAR", Doc: "of `known_values`: the column"},
		{Name: "rows", Type: "BIGINT", Doc: "of `known_values` and `region`: how many rows are outside of the recipe for that, counted with their weights; a row is counted for each column with a value that is not known. Of `held`: how many rows wait in `recipe_apply` with `on_violation := 'hold'`, each counted once: those outside of the recipe, and those of the groups that are left out"},
		{Name: "required", Type: "DOUBLE", Doc: "the bound; of those three 0"},
		{Name: "achieved", Type: "DOUBLE", Doc: "of those three, the share of the rows; otherwise the worst that occurs, as in `release_check`"},
		{Name: "holds", Type: "BOOLEAN", Doc: "whether it is within the bound, decided exactly"},
		{Name: "rule", Type: "VARCHAR", Doc: "what is bounded, and how"},
		{Name: "value", Type: "as `sensitive`", Doc: "of a skyline, of implications and of `max_share`: the sensitive value that is worst, as in `release_check`"},
	},
	Example: `FROM recipe_check('(VALUES (21, 170), (90, 165), (32, 190)) t(age, height)',
                  '(FROM release_recipe(''(VALUES (20, 160), (22, 170), (31, 180), (33, 190)) t(age, height)'', qi := [''age'', ''height''], privacy := {''k_anonymity'': 2}))',
                  qi := ['age', 'height'], privacy := {'k_anonymity': 2})`,
	Notes: []string{
		call.NoteNull,
		"The rows are in the order of `qi`, then `region`, then the requirements in the table above, then `held`, which is there with `privacy`, unless it has `presence`, then `others`. A recipe of levels has no regions.",
		"The requirements are of the rows that the recipe covers, and so is `absent`. The QI groups are those of `group_id`, of the new rows alone: where they are published beside the old ones, check the table of both.",
		NoteOthersChecked,
		"An empty table satisfies everything.",
		"Cost: that of `recipe_apply` without its sort, and of `release_check`.",
		call.NoteModel,
	},
	Plan: call.Old(planRecipeCheck),
	Scalars: func() []host.Scalar {
		return oldpeople.RequirementsScalars("recipe_check", checkedFields, runRecipeCheck)
	},
}

func planRecipeCheck(c *call.Call) (string, error) {
	p, err := newRecipePlan(c)
	if err != nil {
		return "", err
	}
	var spec *oldpeople.PrivacySpec
	if c.Arguments["privacy"] != nil {
		if spec, err = oldpeople.ReadPrivacy(c, p.Input); err != nil {
			return "", err
		}
	}
	checks, err := ChecksOthers(c)
	if err != nil {
		return "", err
	}
	p.apply(false)
	var attributes strings.Builder
	for i, name := range p.Qi {
		fmt.Fprintf(&attributes, " WHEN %d THEN %s", i, oldtext.QuoteText(name))
	}
	rows := "SELECT 0 AS part, x.i, CASE WHEN x.i IS NULL THEN 'region' ELSE 'known_values' END AS requirement, CASE x.i" + attributes.String() + " END AS attribute, x.n AS rows, 0::DOUBLE AS required," +
		" CASE WHEN x.n = 0 THEN 0 ELSE x.n / x.total END AS achieved, x.n = 0 AS holds, CASE WHEN x.i IS NULL THEN 'rows in no region, of known values = 0' ELSE 'rows with a value that the recipe does not know = 0' END AS rule, t.s AS value FROM __skyline_counts AS x CROSS JOIN __skyline_types AS t"
	if spec == nil {
		p.Ctes = append(p.Ctes, p.TypesCTE())
	} else {
		p.Add("__skyline_located AS MATERIALIZED (SELECT %s FROM (%s) AS x)", oldtext.Prefixed("x", append(oldtext.Quoted(p.roles()), "__skyline_g")), p.inGroups(p.Source, "__skyline_release"))
		p.require(spec, "0", "''")
		rows += " UNION ALL SELECT 1, r.i, r.requirement, NULL, NULL, r.required, r.achieved, r.holds, r.rule, " + oldpeople.TypedValue + " FROM (SELECT r.* FROM __skyline_rows AS r, __skyline_types AS t WHERE r.histogram IS NULL AND " + p.Readable() + ") AS r CROSS JOIN __skyline_types AS t"
		if p.Public == "" {
			p.leftOut()
			p.Add("__skyline_held AS (SELECT x.outside + coalesce((SELECT system.main.sum(r.size) FROM __skyline_regions AS r JOIN __skyline_left AS o ON o.g = r.g), 0)::BIGINT AS n, x.total FROM __skyline_counts AS x WHERE x.i IS NULL)")
			rows += " UNION ALL SELECT 2, NULL, 'held', NULL, x.n, 0, CASE WHEN x.n = 0 THEN 0 ELSE x.n / x.total END, x.n = 0, 'rows that wait in recipe_apply with on_violation := ''hold'' = 0', NULL FROM __skyline_held AS x"
		}
	}
	if checks {
		p.Ctes = append(p.Ctes, p.OldUntouched(p.Person, OldPlacedRows).Ctes()...)
		rows += " UNION ALL SELECT 3, 0, requirement, NULL, NULL, required, achieved, holds, rule, value FROM (" + OldOthersRow("that are neither qi nor sensitive") + ")"
	}
	return p.Text("SELECT requirement, attribute, rows, required, achieved, holds, rule, value FROM (" + rows + ") ORDER BY part, i ASC NULLS LAST"), nil
}
