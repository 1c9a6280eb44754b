package recipe

import (
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// What requirements say of the rows that a recipe covers: recipe_check shows it,
// and recipe_apply and recipe_map act on it.

// The CTEs of what requirements are about, and of what they say.
const (
	// located are the table's rows, those outside of the recipe too, and their groups
	// __skyline_g: NULL for these.
	located = sqltext.SQL("__skyline_located")
	// placed are those rows of located that the recipe covers, with quasi-identifiers.
	placed = sqltext.SQL("__skyline_applied")
	// verdict has the rows of the kernel that looks at the requirements.
	verdict = sqltext.SQL("__skyline_verdict")
	// leftOut are the numbers g of the groups that requirements leave out.
	leftOut = sqltext.SQL("__skyline_left")
)

// addLocated adds located, with no more columns than requirements look at.
func (p *application) addLocated() {
	p.Keep(located, "the table's rows as far as requirements look at them, and their groups if they have one", sqltext.Fill(`
		SELECT {columns}
		FROM ({rows}) AS x
	`, sqltext.Args{
		"columns": sqltext.List(append(sqltext.Prefixed("x", sqltext.Idents(p.columnsBeside())), "x.__skyline_g")),
		"rows":    p.InGroups(p.Source),
	}))
}

// addCandidate adds the CTEs of the release of the rows in located as a release candidate,
// and returns what people.Input.AddCandidate does, of the requirements on it. Its QI groups
// are in people.Groups.
func (p *application) addCandidate(required *people.Requirements) (people.CandidateSpec, sqltext.Job) {
	candidate := *p.Input
	candidate.Source = placed
	if p.Public == "" {
		candidate.QI = p.addCovered()
	} else {
		p.addCoveredByLabels()
	}
	spec, job := candidate.AddCandidate(&p.Plan, required, people.Reading{Twice: true})
	job.Rows = verdict
	return spec, job
}

// addCovered adds the rows that the recipe covers, with their group as the only
// quasi-identifier, whose name it returns: one that no other column has.
func (p *application) addCovered() []string {
	beside := p.columnsBeside()
	group := "g"
	for call.ContainsName(beside, group) {
		group += "_"
	}
	p.With(placed, "the rows that the recipe covers, with their groups as the quasi-identifier", sqltext.Fill("SELECT {columns} FROM {located} AS x WHERE {has_group}", sqltext.Args{
		"columns": sqltext.List(append(sqltext.Prefixed("x", sqltext.Idents(beside)), "x.__skyline_g AS "+sqltext.Ident(group))),
		"located": located, "has_group": release.PlacedRows,
	}))
	return []string{group}
}

// addCoveredByLabels adds those rows with the labels of their groups as the quasi-identifiers:
// the public table, which they are compared with, shows labels too.
func (p *application) addCoveredByLabels() {
	labels := sqltext.Map(p.QI, func(i int, name string) sqltext.SQL {
		return "r." + release.ShownColumn(i) + " AS " + sqltext.Ident(name)
	})
	p.With(placed, "the rows that the recipe covers, with their labels as the quasi-identifiers", sqltext.Fill(`
		SELECT {columns}
		FROM {located} AS x
		JOIN {regions} AS r ON r.g = x.__skyline_g
	`, sqltext.Args{
		"columns": sqltext.List(append(sqltext.Prefixed("x", sqltext.Idents(p.columnsBeside())), labels...)),
		"located": located, "regions": release.Regions,
	}))
}

// columnsBeside are the columns that requirements look at beside the quasi-identifiers.
func (p *application) columnsBeside() []string {
	var names []string
	for _, name := range append(slices.Clip(p.Sensitive), p.Person, p.Weight) {
		if name != "" {
			names = append(names, name)
		}
	}
	return names
}

// addLeftOut adds leftOut: the kernel has returned the histograms of these groups.
func (p *application) addLeftOut(required *people.Requirements) {
	p.Keep(leftOut, "the groups that requirements leave out", release.LeftGroups(required, "g.q1 AS g", verdict, "g.q1"))
}

// undivided is a join with a guard, which it adds, that nobody has rows both in a QI group
// and outside of the recipe: only some of their rows would wait.
func (p *application) undivided() sqltext.SQL {
	if p.Person == "" {
		return ""
	}
	const guard = sqltext.SQL("__skyline_undivided")
	p.With(guard, "people have all rows in one QI group, or none", sqltext.Fill(`
		SELECT CASE WHEN n > 0 THEN {fail} ELSE true END AS ok
		FROM (
		    SELECT count(*) AS n
		    FROM (
		        SELECT p
		        FROM (SELECT {person} AS p, tbl.__skyline_g AS g FROM {located} AS tbl)
		        GROUP BY p HAVING count(g) NOT IN (0, count(*))
		    )
		)
	`, sqltext.Args{
		"fail":   p.Call.FailCounted("person must have all rows in one QI group, or all outside of the recipe, and the number of people with rows in both is ", "n", "; make the qi columns agree for each person"),
		"person": p.Key(p.Person), "located": located,
	}))
	return " JOIN " + guard + " ON " + guard + ".ok"
}
