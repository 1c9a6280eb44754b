package sqlfuncs

var recipeApply = &Function{
	Name:        "recipe_apply",
	Summary:     "A release of a table by a recipe that was kept.",
	Description: "The table's own columns, in their places, `qi` generalized as the recipe of [`release_recipe`](#release_recipe) says, and `group_id`. Rows that the recipe does not cover are left out: with a value that it does not know, or in no group's region. [`recipe_check`](#recipe_check) says how many there are, and **whether what was required still holds**: applying a recipe checks nothing. Applied to the table that it was made of, the recipe makes the release that `skyline_anonymize` makes.",
	Params: []Param{
		{Name: "tbl", Type: paramOriginal.Type, Doc: "the rows to be released: named as in `skyline_check`"},
		paramRecipe,
		{Name: "qi", Type: paramQI.Type, Doc: "the quasi-identifier columns, all those that the recipe is of"},
		{Name: "person", Type: paramPerson.Type, Default: "NULL", Doc: "a column that identifies the individual, to be left out"},
		{Name: "weight", Type: paramWeight.Type, Default: "NULL", Doc: "a column that counts people; rows of weight 0 are left out"},
		paramSeed,
	},
	Columns: []ResultColumn{
		{columnsOfTable, "", "the columns of `tbl`, `qi` generalized, without `person`"},
		{"group_id", "BIGINT", "the row's QI group, as the recipe numbers it. A recipe of levels has no groups: rows of the same labels are one, from 1, in the order of the labels' texts, and the numbers are of this table only. `tbl` must not have a column of that name"},
	},
	Example: `FROM recipe_apply('(VALUES (21, 170), (90, 165), (32, 190)) t(age, height)',
                  '(FROM release_recipe(''(VALUES (20, 160), (22, 170), (31, 180), (33, 190)) t(age, height)'', qi := [''age'', ''height''], privacy := {''k_anonymity'': 2}))',
                  qi := ['age', 'height'])`,
	Notes: []string{
		"Values are known by their text, bounds of ranges by their order in the column: the columns must be of the types that the recipe was made of. A value between the bounds of a range is known, be it new or not; so are all values under a label that a hierarchy has.",
		"People who were left out of the release by `suppression` are in this one where their values lie in a region.",
		"The order of the rows of the result says nothing about that of the table: within a group it is random. Who knows the seed of a shuffle can undo it. The rows that are left out do not depend on it.",
		"Who sees several releases by one recipe learns who came and who went, if not which row he is: a person whom he knows to be new is among the new rows of the group. No requirement is about this.",
		"Cost: one scan and one GROUP BY of the `qi` columns, which also tells the groups apart again; then one pass over the rows, with a step for each cut between groups, and a sort.",
	},
	Plan:    planRecipeApply,
	Scalars: recipeScalars,
}

func planRecipeApply(c *Call) (string, error) {
	p, err := newRecipePlan(c)
	if err != nil {
		return "", err
	}
	seed, err := c.seed()
	if err != nil {
		return "", err
	}
	p.refuseColumn("group_id")
	p.apply()
	p.add("__skyline_placed AS (%s)", p.placed(seed, false))
	return p.text(p.generalizedBy("__skyline_named", "r.id")), nil
}
