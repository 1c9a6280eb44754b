package recipe

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// The CTEs of addRecipe.
const (
	// recipeRows are the rows of the recipe: the number i of the column, NULL for one that is
	// not of qi; the group's number id; and texts by their bytes.
	recipeRows = sqltext.SQL("__skyline_recipe_rows")
	// recipeGroups numbers the groups g from 0, in the order of id.
	recipeGroups = sqltext.SQL("__skyline_recipe_groups")
)

// addRecipe adds recipeRows and recipeGroups, and the guard that they are a recipe.
func (p *application) addRecipe() {
	column := sqltext.Map(p.QI, func(i int, name string) sqltext.SQL {
		return sqltext.Fill("WHEN {name} THEN {i}", sqltext.Args{"name": sqltext.Encoded(sqltext.Text(call.Folded(name))), "i": sqltext.Int(int64(i))})
	})
	plan := sqltext.SQL("")
	if p.plan != nil {
		plan = ", recipe.plan::VARCHAR AS plan"
	}
	p.Keep(recipeRows, "the recipe, read once", sqltext.Fill(`
		SELECT CASE {attribute} {column} END AS i,
		    {group_id} AS id, recipe.group_id IS NOT NULL AS is_grouped, {level} AS level,
		    recipe.covers::VARCHAR AS covers, {value} AS value, {low} AS low, {high} AS high,
		    recipe.label::VARCHAR AS label, {label} AS label_bytes, recipe.type::VARCHAR AS type{plan}
		FROM {recipe} AS recipe
	`, sqltext.Args{
		"attribute": sqltext.Encoded(sqltext.Folded("recipe.attribute::VARCHAR")), "column": sqltext.Join(" ", column...),
		"value": sqltext.Encoded("recipe.value::VARCHAR"), "low": sqltext.Encoded("recipe.low::VARCHAR"), "high": sqltext.Encoded("recipe.high::VARCHAR"),
		"label": sqltext.Encoded("recipe.label::VARCHAR"), "plan": plan, "recipe": p.recipe,
		"group_id": sqltext.AnyBigint("recipe.group_id"), "level": sqltext.AnyBigint("recipe.level"),
	}))
	p.FollowsFrom = append(p.FollowsFrom, recipeRows)
	p.Keep(recipeGroups, "the numbers of the recipe's groups", sqltext.Fill(`
		SELECT id, row_number() OVER (ORDER BY id ASC) - 1 AS g
		FROM (SELECT DISTINCT id FROM {rows} WHERE id IS NOT NULL)
	`, sqltext.Args{"rows": recipeRows}))
	p.guardSound()
}
