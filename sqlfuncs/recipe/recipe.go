package recipe

import (
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/planning"
	"skyline/sqlfuncs/sqltext"
)

// What a row of a recipe covers.
const (
	coversValue  = "value" // one value
	coversNull   = "null"
	coversRange  = "range"    // from low to high
	coversFrom   = "from"     // from low on
	coversUpTo   = "up_to"    // up to high
	coversBelow  = "below"    // below high
	coversAll    = "not_null" // all but NULL
	coversNode   = "node"     // the values that rows without a group give its label, or that of value, at its level
	coversExcept = "except"   // what a node is without: one value at level 0, or a node below
)

// coversOfRanges are what is about all between two ends, one of which, or both, may be missing.
var coversOfRanges = []string{coversRange, coversFrom, coversUpTo, coversBelow, coversAll}

// recipeColumns are those of a recipe.
var recipeColumns = []call.ResultColumn{
	{Name: "attribute", Type: "VARCHAR", Doc: "the `qi` column"},
	{Name: "group_id", Type: "BIGINT", Doc: "the QI group, as `skyline_anonymize(output := 'groups')` numbers it; NULL for what holds for all rows"},
	{Name: "level", Type: "BIGINT", Doc: "of a label of a hierarchy: its level"},
	{Name: "covers", Type: "VARCHAR", Doc: "what the row is about: `value`, `null`, `range`, `from`, `up_to`, `below`, `not_null`, `node` or `except`"},
	{Name: "value", Type: "VARCHAR", Doc: "of a `value`: its text, as DuckDB writes it in the column's own type; of `except`: that, or a label; of a `node` of several: its own label"},
	{Name: "low", Type: "VARCHAR", Doc: "of a `range` or `from`: the least value, as text"},
	{Name: "high", Type: "VARCHAR", Doc: "of a `range` or `up_to`: the greatest value, as text; of `below` the value that all are smaller than"},
	{Name: "label", Type: "VARCHAR", Doc: "what the release shows"},
	{Name: "type", Type: "VARCHAR", Doc: "of a `range`: the type of the column, since texts and numbers are ordered differently; of an ENUM a digest of its labels in their order, and not the labels, some of which may be those of people who are left out"},
	{Name: "plan", Type: "VARCHAR", Doc: "the [hash](#the-hash-of-a-plan) of the plan that the recipe was made by, in every row; NULL: none was given"},
	{Name: "overrides", Type: "VARCHAR", Doc: "the parameters that were given beside the plan and say otherwise, such as `privacy`; NULL: none"},
}

// columnsRead are those of them that a recipe must have to be applied.
var columnsRead = recipeColumns[:len(recipeColumns)-2]

// recipeShape is what the reference says of the rows.
const recipeShape = `A row with a ` + "`group_id`" + ` says that the group covers, of its column,

| ` + "`covers`" + ` | |
|---|---|
| ` + "`value`" + ` | that value, ` + "`value`" + ` |
| ` + "`null`" + ` | NULL |
| ` + "`range`" + ` | all from ` + "`low`" + ` to ` + "`high`" + `, in the order of the column; not NULL |
| ` + "`from`, `up_to`, `below`, `not_null`" + ` | all from ` + "`low`" + ` on, up to ` + "`high`" + `, below ` + "`high`" + `, and all; not NULL, and not NaN: see [Open ends](#open-ends) |
| ` + "`node`" + ` | every value that the rows without a ` + "`group_id`" + ` give this ` + "`label`" + ` at this ` + "`level`" + `, or, where there is one, the label ` + "`value`" + `: the group is shown by several labels |
| ` + "`except`" + ` | not these: every value that the rows without a ` + "`group_id`" + ` give the label ` + "`value`" + ` at this ` + "`level`" + `; at level 0 the value ` + "`value`" + `, or NULL. Other groups have them: see [How the table is split](#how-the-table-is-split) |

A group may have several rows for a column, all with the same label. A row without a ` + "`group_id`" + ` says that a value, or NULL, has the label at the level; where no row has one, the rows of a release are generalized by these alone.`

var paramRecipe = call.Param{Name: "recipe", Type: "VARCHAR", Doc: "the recipe: the name of a table with the rows of `release_recipe`, or a query in parentheses"}

// madeBy are the columns plan and overrides of a recipe.
func madeBy(c *call.Call) sqltext.SQL {
	plan, overrides := sqltext.SQL("NULL::VARCHAR"), sqltext.SQL("NULL::VARCHAR")
	if given := planning.Of(c); given != nil {
		plan = sqltext.Text(given.Hash)
	}
	if c.Overrides != nil {
		overrides = sqltext.Text(strings.Join(c.Overrides, ", "))
	}
	return plan + " AS plan, " + overrides + " AS overrides"
}

// Planned is a recipe with its columns plan and overrides. One that was made by hand may be without:
// they are NULL.
func Planned(recipe sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("(FROM {recipe} UNION ALL BY NAME SELECT NULL::VARCHAR AS plan, NULL::VARCHAR AS overrides WHERE false)", sqltext.Args{"recipe": recipe})
}
