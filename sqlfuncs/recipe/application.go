package recipe

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/planning"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// application is the plan of a function that applies a recipe to a table. The kernel knows
// both in codes, as everywhere in releases; the values that have codes are those of the table
// and the bounds of the recipe's ranges, so that it can tell what lies between two bounds.
//
// Its CTEs, in their order:
//
//	release.Table          the table, read once
//	recipeRows             the recipe, read once, with its texts by their bytes   recipe_rows.go
//	recipeGroups           the numbers of its groups
//	__skyline_sound        a guard: the recipe is one                              sound_recipe.go
//	different              the table's different rows                              codes.go
//	bounds                 the ends of the recipe's ranges
//	release.Numbered       different, and the numbers of its values
//	release.ValueTexts     the codes of the values and the bounds
//	codedRecipeName        recipeRows in codes, for the kernel
//	codedTable             different in codes, for the kernel
//	counts                 the kernel's rows: how much the recipe covers
//	release.Release        the release, in which rows find their groups
//	release.Mapped         different, and the groups
//	named                  the groups, and what is shown of them
//
// What requirements say of the release comes behind: see requirements_plan.go.
type application struct {
	*release.ReleasePlan
	recipe        sqltext.SQL     // what stands behind FROM
	plan          *planning.Given // nil: none is given
	countsPersons bool            // different has their number
}

// The CTEs of an application that other steps name.
const (
	counts = sqltext.SQL("__skyline_counts")
	named  = sqltext.SQL("__skyline_named")
)

// counted are the columns of different that say how many people there are.
func (p *application) counted() []sqltext.SQL {
	if p.countsPersons {
		return []sqltext.SQL{"n", "persons"}
	}
	return []sqltext.SQL{"n"}
}

// newApplication returns the plan of a call, without CTEs.
func newApplication(c *call.Call) (*application, error) {
	in, err := people.NewInput(c)
	if err != nil {
		return nil, err
	}
	in.LeaveOutNobody()
	name, err := c.Text("recipe", "the name of a table with the rows of release_recipe")
	if err != nil {
		return nil, err
	}
	source, err := sqltext.FromTable(name)
	if err != nil {
		return nil, c.Errorf("recipe: %v", err)
	}
	own := call.Role{Param: "recipe"}
	for _, column := range columnsRead {
		own.Columns = append(own.Columns, column.Name)
	}
	a := &application{ReleasePlan: &release.ReleasePlan{Input: in}, recipe: c.Having("recipe", name, source, own)}
	if a.plan = planning.Of(c); a.plan != nil {
		a.recipe = Planned(a.recipe)
	}
	return a, nil
}

// addApplied adds the CTEs up to named. With whole, rows outside of the recipe are an error.
func (p *application) addApplied(whole bool) {
	p.ReadOnce()
	p.addRecipe()
	p.addDifferent()
	p.addValues()
	p.addCodedRecipe()
	p.addCodedTable()
	p.Run(sqltext.Job{
		Function: p.Call.Function.Name, Kernel: applyKernel.Name, Why: "the recipe is applied, and what it does not cover is counted",
		Spec: applySpec{Columns: p.QI, Whole: whole},
		Data: []sqltext.Member{
			{Name: "recipe", Value: "x.recipe"},
			{Name: "coded", Value: "y.coded"},
			{Name: "groups", Value: "(SELECT count(*) FROM " + recipeGroups + ")"},
			{Name: "rows", Value: "(SELECT count(*) FROM " + different + ")"},
			{Name: "values", Value: "v.v"},
		},
		From: codedRecipeName + " AS x CROSS JOIN " + codedTable + " AS y CROSS JOIN " + release.ValuesName + " AS v", Rows: counts,
	})
	p.Keep(release.Release, "the release", "SELECT release FROM "+counts+" WHERE i IS NULL")
	p.AddOwnMapped(p.counted()...)
	p.AddRegions()
	p.Keep(named, "the groups g, what is shown of them, and the numbers that the recipe has for them", sqltext.Fill(`
		SELECT r.*, coalesce(known.id, r.g) AS id
		FROM {regions} AS r LEFT JOIN {groups} AS known ON known.g + 1 = r.g
	`, sqltext.Args{"regions": release.Regions, "groups": recipeGroups}))
}
