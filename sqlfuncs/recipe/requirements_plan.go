package recipe

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// What requirements say of the rows that a recipe covers: recipe_check shows it, and
// recipe_apply acts on it.

// The CTEs of what requirements are about, and of what they say.
const (
	// located are the table's rows, those outside of the recipe too, and their groups
	// __skyline_g: NULL for these.
	located = sqltext.SQL("__skyline_located")
	// verdict has the rows of the kernel that looks at the requirements.
	verdict = sqltext.SQL("__skyline_verdict")
	// leftOut are the numbers g of the groups that requirements leave out.
	leftOut = sqltext.SQL("__skyline_left")
)

// addCandidate adds the CTEs of the release of the rows in located as a release candidate,
// and returns the job of the requirements on it, which has no kernel yet. Its QI groups are
// in people.Groups.
func (p *application) addCandidate(required *people.Requirements) sqltext.Job {
	const covered = sqltext.SQL("__skyline_applied")
	candidate := *p.Input
	candidate.Source = covered
	beside := p.columnsBeside()
	columns := sqltext.Map(beside, func(_ int, name string) sqltext.SQL { return "x." + sqltext.Ident(name) })
	narrowed := "WHERE " + release.PlacedRows
	if p.Public == "" {
		group := "g"
		for call.ContainsName(beside, group) {
			group += "_"
		}
		candidate.QI = []string{group}
		columns = append(columns, "x.__skyline_g AS "+sqltext.Ident(group))
	} else {
		// The public table shows labels, too.
		for i, name := range p.QI {
			columns = append(columns, "r."+release.ShownColumn(i)+" AS "+sqltext.Ident(name))
		}
		narrowed = "JOIN " + release.Regions + " AS r ON r.g = x.__skyline_g"
	}
	p.With(covered, "the rows that the recipe covers, with their groups as the quasi-identifier", sqltext.Fill(`
		SELECT {columns}
		FROM {located} AS x
		{narrowed}
	`, sqltext.Args{"columns": sqltext.List(columns), "located": located, "narrowed": narrowed}))
	job := candidate.AddCandidate(&p.Plan, required, people.Reading{Twice: true})
	job.Rows = verdict
	return job
}

// columnsBeside are the columns that requirements look at beside the quasi-identifiers.
func (p *application) columnsBeside() []string {
	var names []string
	for _, name := range []string{p.Sensitive, p.Person, p.Weight} {
		if name != "" {
			names = append(names, name)
		}
	}
	return names
}

// addLeftOut adds leftOut: the kernel has returned the histograms of these groups.
func (p *application) addLeftOut() {
	p.Keep(leftOut, "the groups that requirements leave out", sqltext.Fill("SELECT g.q1 AS g FROM {groups} AS g JOIN {verdict} AS r ON r.histogram = g.h",
		sqltext.Args{"groups": people.Groups, "verdict": verdict}))
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
