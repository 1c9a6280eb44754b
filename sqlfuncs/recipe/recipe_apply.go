package recipe

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// RecipeApply is recipe_apply.
var RecipeApply = &call.Function{
	Name:      "recipe_apply",
	Summary:   "A release of a table by a recipe that was kept.",
	Questions: []string{"How do I release next month's rows in the same way?"},
	Description: "The table's own columns, in their places, `qi` generalized as the recipe of [`release_recipe`](#release_recipe) says, and `group_id`. Applied to the table that it was made of, the recipe makes the release that `skyline_anonymize` makes. " +
		"Other rows may be **outside of the recipe**: with a value that it does not know, or in no group's region. And the groups have other people in them, who may **violate `privacy`**: it is checked on the release that comes out. What happens then is up to `on_violation`:" + `

| ` + "`on_violation`" + ` | |
|---|---|
| ` + "`'error'`" + ` | nothing is released: the error says which requirements are violated, by how many people, and how many rows are outside of the recipe, and why; [` + "`recipe_check`](#recipe_check)" + ` shows it as rows |
| ` + "`'hold'`" + ` | what is safe is released: without the rows outside of the recipe, and without groups that violate a requirement: first those that do so by themselves, then those that do so together with others, see [Suppression](#suppression). With ` + "`output := 'held'`" + `, the same call returns the rows that wait, as they are in ` + "`tbl`" + `, in their own types, to be added to the table of next month: **raw data, not to be published** |
| ` + "`'suppress'`" + ` | the same release; the rows that are left out are given up |
| ` + "`'allow'`" + ` | everybody is released, whatever it violates, and ` + "`privacy`" + ` need not be given; rows outside of the recipe are an error, since there is nothing to release them as |

` + "The release and the held rows are together all rows of `tbl`, except those of weight 0.",
	Params: []call.Param{
		{Name: "tbl", Type: call.ParamOriginal.Type, Doc: "the rows to be released: [a name or a query](#what-names-a-table)", Raw: true},
		paramRecipe,
		{Name: "qi", Type: call.ParamQI.Type, Doc: "the quasi-identifier columns, all those that the recipe was made of"},
		{Name: "person", Type: call.ParamPerson.Type, Default: "NULL", Doc: call.ParamPerson.Doc + "; the release does not have it"},
		{Name: "weight", Type: call.ParamWeight.Type, Default: "NULL", Doc: call.ParamWeight.Doc + "; rows of weight 0 are left out"},
		draw.ParamSeed,
		call.ParamSensitiveIfAny,
		{Name: "privacy", Type: "STRUCT", Default: "NULL", Doc: "what the release must satisfy: see [Privacy requirements](#privacy-requirements); NULL only with `on_violation := 'allow'`"},
		call.ParamValues,
		people.ParamAbsentValues,
		paramOnViolation,
		{Name: "output", Type: "VARCHAR", Default: "'release'", Doc: "`'release'`, or, with `on_violation := 'hold'`, `'held'`: the rows of `tbl` that wait, with all their columns"},
		release.ParamOtherColumns,
		call.ParamOtherSensitive,
	},
	Columns: []call.ResultColumn{
		{Name: call.ColumnsOfTable, Type: "", Doc: "the columns of `tbl`, `qi` generalized, without `person`; of held rows, all columns as they are"},
		{Name: "group_id", Type: "BIGINT", Doc: "the row's QI group, as the recipe numbers it; held rows have none. A recipe of levels has no groups: rows of the same labels are one, from 1, in the order of the labels' texts, and the numbers are of this table only. `tbl` must not have a column of that name"},
	},
	Example: `FROM recipe_apply('(VALUES (21, 170), (90, 165), (20, 168), (32, 190)) t(age, height)',
                  '(FROM release_recipe(''(VALUES (20, 160), (22, 170), (31, 180), (33, 190)) t(age, height)'',
                                        qi := [''age'', ''height''], privacy := {''k_anonymity'': 2}))',
                  qi := ['age', 'height'], privacy := {'k_anonymity': 2}, on_violation := 'hold') ORDER BY ALL`,
	Notes: []string{
		"Values are known by their text, bounds of ranges by their order in the column: the columns must be of the types that the recipe was made of. A value between the bounds of a range is known, whether it is new or not; so are all values under a label that a hierarchy has.",
		"`privacy` is what the release is to satisfy: a recipe has regions and labels, and does not know what it was made for. The QI groups that are checked are those of `group_id`, of the rows of `tbl` alone: where they are published beside others, apply the recipe to the table of both. `absent_values` is about the rows that the recipe covers. Where groups are left out, t-closeness, skylines and implications are measured on what is left, as in `generalize`.",
		"With `person`, people wait with all of their rows: it is an error if somebody has rows both in a group and outside of the recipe. With `presence`, or a requirement that names a `population`, that table must show the recipe's labels, and nobody may be left out: only `'error'` and `'allow'`.",
		"An attacker who knows that somebody was in the table and is not in the release learns that they are among those who were left out. Which rows wait does not depend on the order of the rows or the seed.",
		"People who were left out of the release by `suppression` are in this one where their values lie in a region.",
		"An attacker who sees several releases by one recipe learns who came and who went, if not which row is theirs: a person whom they know to be new is among the new rows of the group, and a single new row shows what they have. No requirement is about this. So do not make a view of it: [a view that people may look at any time](#a-view-that-people-may-look-at-any-time) shows new rows when they are safe by themselves.",
		"The recipe has no group for a [column without a role](#columns-without-a-role): make one with these columns in `qi`.",
		"The order of the rows of a release says nothing about that of the table: within a group it is random. Two [draws](#draws) tell no more than one. Held rows are in no order.",
		"The table is read once, and kept while the statement runs. The release and the held rows are two calls: where a view or a query is random, keep its rows in a table first.",
	},
	Cost:       "one scan and one GROUP BY of the `qi` columns, which also tells the groups apart again; then one pass over the rows, with a step for each cut between groups, and a sort; with requirements, a GROUP BY of the groups, and the time of `release_check`.",
	Plan:       planRecipeApply,
	Kernels:    []host.Kernel{applyKernel, holdsKernel, release.LeaveOutKernel},
	Scalars:    release.PlacementScalars,
	Aggregates: []host.Aggregate{recipeAggregate, release.CodedAggregate()},
}

// Values of the parameter part.
const (
	partRelease = "release"
	partHeld    = "held"
)

// applyPlan is a decision, and what of it is asked for.
type applyPlan struct {
	*decision
	isHeld bool // the held rows are asked for, not the release
	others string
	random draw.Randomness
}

func planRecipeApply(c *call.Call) (sqltext.SQL, error) {
	p, err := newApplyPlan(c)
	if err != nil {
		return "", err
	}
	if p.others == "drop" && !p.isHeld {
		p.DropOthers()
	}
	c.GuardFree(&p.Plan, "group_id", p.Source)
	if p.onViolation == onAllow {
		return p.allowed(), nil
	}
	p.addApplied(false)
	p.addLocated()
	p.addSafe()
	if p.isHeld {
		return p.Statement(sqltext.Fill("SELECT x.* EXCLUDE (__skyline_g) FROM ({rows}) AS x ANTI JOIN {safe} AS r ON r.g = x.__skyline_g",
			sqltext.Args{"rows": p.InGroups(p.Source), "safe": safe})), nil
	}
	shown := safe
	if p.others == "error" {
		u := p.Untouched(p.Person, "x.__skyline_g IN (SELECT g FROM "+safe+")")
		guard := u.Refuse(&p.Plan, c, kindOfOthers, wayOfOthers)
		shown = "__skyline_shown"
		p.With(shown, "the groups, if columns without a role single nobody out", sqltext.Fill("SELECT r.* FROM {safe} AS r{guard}", sqltext.Args{"safe": safe, "guard": guard}))
	}
	p.AddPlaced(p.random)
	return p.released(shown), nil
}

func newApplyPlan(c *call.Call) (*applyPlan, error) {
	random, err := draw.Read(c)
	if err != nil {
		return nil, err
	}
	d, err := newDecision(c)
	if err != nil {
		return nil, err
	}
	if err := d.RefuseLists(); err != nil {
		return nil, err
	}
	p := &applyPlan{decision: d, random: random}
	part, err := c.Choice("output", partRelease, partHeld)
	if err != nil {
		return nil, err
	}
	if p.isHeld = part == partHeld; p.isHeld && p.onViolation != onHold {
		return nil, c.Errorf("on_violation must be 'hold' for output := 'held', got '%s'", p.onViolation)
	}
	p.others, err = release.ReadOthers(c)
	return p, err
}

// Columns without a role, and what can be done about them.
const (
	kindOfOthers = "that are neither qi nor sensitive"
	wayOfOthers  = "make a recipe with them in qi"
)

// allowed is the statement where everything is allowed.
func (p *applyPlan) allowed() sqltext.SQL {
	p.addApplied(true)
	if p.others == "error" {
		p.RefuseOthers(p.Untouched(p.Person, release.PlacedRows), kindOfOthers, wayOfOthers)
	}
	p.AddPlaced(p.random)
	return p.released(named)
}

// released is the statement of the rows of release.Placed whose groups are among some.
func (p *applyPlan) released(groups sqltext.SQL) sqltext.SQL {
	return p.Statement(sqltext.Released(p.Generalized(p.random, groups, "r.id")))
}
