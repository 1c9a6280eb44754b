package sqlfuncs

import (
	"fmt"
	"strings"
)

var recipeCheck = &Function{
	Name:        "recipe_check",
	Summary:     "What no longer holds when a recipe is applied to new rows? One row for each requirement.",
	Description: "A row for each thing that may have changed since the recipe was made: whether the recipe knows all values of each `qi` column; whether all rows whose values it knows are in a group's region; and each requirement of `privacy`, as `release_check` has it, of the release that [`recipe_apply`](#recipe_apply) makes of the table. Where `holds` is false, make a new recipe, or a release without such rows.",
	Params: []Param{
		{Name: "tbl", Type: paramOriginal.Type, Doc: "the rows to be released: named as in `skyline_check`"},
		paramRecipe,
		{Name: "qi", Type: paramQI.Type, Doc: "the quasi-identifier columns, all those that the recipe is of"},
		paramSensitiveIfAny,
		{Name: "privacy", Type: "STRUCT", Default: "NULL", Doc: paramPrivacy.Doc},
		paramPerson, paramWeight, paramValues,
	},
	Columns: []ResultColumn{
		{"requirement", "VARCHAR", "`known_values`, `region`, or the name of the requirement of `privacy`"},
		{"attribute", "VARCHAR", "of `known_values`: the column"},
		{"rows", "BIGINT", "of the first two: how many rows are left out for that, counted with their weights. A row is counted for each column with a value that is not known"},
		{"required", "DOUBLE", "the bound; of the first two 0"},
		{"achieved", "DOUBLE", "of the first two, the share of the rows; otherwise the worst that occurs, as in `release_check`"},
		{"holds", "BOOLEAN", "whether it is within the bound, decided exactly"},
		{"rule", "VARCHAR", "what is bounded, and how"},
		{"value", "as `sensitive`", "of a skyline and of implications: the sensitive value that is worst"},
	},
	Example: `FROM recipe_check('(VALUES (21, 170), (90, 165), (32, 190)) t(age, height)',
                  '(FROM release_recipe(''(VALUES (20, 160), (22, 170), (31, 180), (33, 190)) t(age, height)'', qi := [''age'', ''height''], privacy := {''k_anonymity'': 2}))',
                  qi := ['age', 'height'], privacy := {'k_anonymity': 2})`,
	Notes: []string{
		noteNull,
		"The rows are in the order of `qi`, then `region`, then the requirements in the table above. A recipe of levels has no regions.",
		"The requirements are of the rows that the recipe covers. The QI groups are those of the new rows alone: where they are published beside the old ones, check the table of both.",
		"An empty table satisfies everything.",
		"Cost: that of `recipe_apply` without its sort, and of `release_check`.",
		noteModel,
	},
	Plan:    planRecipeCheck,
	Scalars: func() []Scalar { return requirementsScalars("recipe_check", findingFields, runReleaseCheck) },
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
	p.apply()
	var attributes strings.Builder
	for i, name := range p.qi {
		fmt.Fprintf(&attributes, " WHEN %d THEN %s", i, quoteText(name))
	}
	rows := "SELECT 0 AS part, x.i, CASE WHEN x.i IS NULL THEN 'region' ELSE 'known_values' END AS requirement, CASE x.i" + attributes.String() + " END AS attribute, x.n AS rows, 0::DOUBLE AS required," +
		" CASE WHEN x.n = 0 THEN 0 ELSE x.n / x.total END AS achieved, x.n = 0 AS holds, CASE WHEN x.i IS NULL THEN 'rows in no region, of known values = 0' ELSE 'rows with a value that the recipe does not know = 0' END AS rule, t.s AS value FROM __skyline_counts AS x CROSS JOIN __skyline_types AS t"
	if spec == nil {
		p.ctes = append(p.ctes, p.typesCTE())
	} else {
		p.add("__skyline_applied AS MATERIALIZED (%s)", p.covered())
		released := *p.input
		released.source = "__skyline_applied"
		p.ctes = append(p.ctes, planRequirements(&released, spec, "0")...)
		rows += " UNION ALL SELECT 1, r.i, r.requirement, NULL, NULL, r.required, r.achieved, r.holds, r.rule, " + typedValue + " FROM (SELECT r.* FROM __skyline_rows AS r, __skyline_types AS t WHERE " + p.readable() + ") AS r CROSS JOIN __skyline_types AS t"
	}
	return p.text("SELECT requirement, attribute, rows, required, achieved, holds, rule, value FROM (" + rows + ") ORDER BY part, i ASC NULLS LAST"), nil
}

// covered is the SELECT of the rows that the recipe covers, generalized, as far as
// requirements are about their columns.
func (p *recipePlan) covered() string {
	columns, own := make([]string, len(p.qi)), make([]string, len(p.qi))
	for i, name := range p.qi {
		own[i] = quoteIdentifier(name)
		columns[i] = fmt.Sprintf("r.v%d AS %s", i+1, own[i])
	}
	for _, role := range []string{p.sensitive, p.person, p.weight} {
		if role != "" {
			columns = append(columns, "x."+quoteIdentifier(role))
		}
	}
	return fmt.Sprintf("SELECT %s FROM (SELECT %[2]s.*, system.main.__skyline_place(rel.release, %[3]s) AS __skyline_g FROM %[4]s AS %[2]s%[5]s CROSS JOIN __skyline_release AS rel) AS x JOIN __skyline_regions AS r ON r.g = x.__skyline_g",
		strings.Join(columns, ", "), row, p.codes(), p.source, p.dictionaries(row, own))
}
