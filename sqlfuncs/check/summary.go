package check

import (
	"math"
	"slices"

	"skyline/engine/knowledge"
	"skyline/engine/privacy"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/words"
)

// summaryOfCheck is what release_check returns with a last row about all.
var summaryOfCheck = call.Output{
	Names:       []string{outputSummary},
	Description: "The rows of `release_check`, and a last row `summary`: `meaning` is the release in a line, its people and groups, and how sure an attacker can become of a sensitive column, at the point of its skyline where that is most, or else by `max_share`. `holds` is true if no row above is false. What is given beside a `plan`, and says otherwise, is named. What the release loses stands beside that in [`release_report(…, output := 'summary')`](#release_report-summary).",
	Columns:     checkColumns,
	Example: `SELECT requirement, holds, meaning FROM release_check('(VALUES (''20s'', ''Flu''), (''20s'', ''AIDS''), (''20s'', ''Flu''),
                            (''30s'', ''Cold''), (''30s'', ''Flu'')) t(age, disease)',
                   qi := ['age'], sensitive := 'disease', privacy := {'k_anonymity': 2, 'max_share': 0.7}, output := 'summary')`,
	Notes: []string{
		"The other columns of the last row are NULL.",
		"Where points name values, the line leaves out how sure an attacker can become: they are not about everybody.",
	},
	Cost: "that of `release_check`.",
	Plan: planReleaseCheck,
}

// summaryRow is the name of the row that says everything in a line.
const summaryRow = "summary"

// summary gathers what the line says: who is in the release, and the worst that was found of how
// sure somebody becomes.
type summary struct {
	of    *people.Candidate
	named bool // whether points name values: then none of them is about everybody's
	rows  bool // whether rows are no people
	worst privacy.Finding
}

func newSummary(c *people.Candidate, spec *requirementsSpec) *summary {
	named := slices.ContainsFunc(spec.Points, func(p people.GivenPoint) bool { return p.Value != nil })
	return &summary{of: c, named: named, rows: spec.RowsOnly}
}

// add looks at what was found of a requirement. Points of a skyline say more than a largest share,
// which is about an attacker who knows only the release.
func (s *summary) add(f *privacy.Finding) {
	switch {
	case f.Requirement == "skyline" && s.named, f.Requirement != "skyline" && f.Requirement != "max_share":
		return
	case f.Requirement == "max_share" && s.of.Release.Constraint == knowledge.Multiset:
		return // it counts occurrences, and is no probability
	case s.worst.Requirement != f.Requirement && f.Requirement == "max_share" && s.worst.Requirement != "":
		return
	case s.worst.Requirement == f.Requirement && s.worst.Achieved >= f.Achieved:
		return
	}
	s.worst = *f
}

// row is the row. Whether everything holds is seen where all rows are. overrides are the parameters that
// the call gives beside a plan.
func (s *summary) row(place int, overrides []string) people.Finding {
	line := words.InGroups(s.groups())
	if s.rows {
		line = words.RowsInGroups(s.groups())
	}
	if column := s.column(); column != "" && s.of.Release.Table.People > 0 {
		p := s.worst.Point
		line += " " + words.Sure(words.Knowledge{L: p.L, K: p.K, M: p.M, Several: s.of.Release.Constraint != knowledge.SVPI},
			s.worst.Of != nil && s.worst.Of.Known != nil, column, s.worst.Achieved)
	}
	if beside := words.Beside(overrides); beside != "" {
		line += " " + beside
	}
	f := privacy.Finding{Requirement: summaryRow, Rule: line, Required: math.NaN(), Achieved: math.NaN(), Holds: true, Value: -1}
	return s.of.Finding(place, &f)
}

// column is the sensitive column of the worst finding, "" if there is none.
func (s *summary) column() string {
	switch {
	case s.worst.Requirement == "":
		return ""
	case s.worst.Of != nil:
		return s.worst.Of.Name
	}
	return s.of.Sensitive
}

// groups counts the people who are there, their QI groups, and those in the smallest.
func (s *summary) groups() (total, groups, smallest int64) {
	absent := s.of.Absent()
	for i := range s.of.Release.Table.Groups {
		g := &s.of.Release.Table.Groups[i]
		n, copies := g.People-g.Of(absent), s.of.Release.Copies[i]
		if n == 0 {
			continue
		}
		if groups == 0 || n < smallest {
			smallest = n
		}
		total, groups = total+n*copies, groups+copies
	}
	return total, groups, smallest
}

// summarized are the expressions of release_check's rows where there is a summary: it is the last
// one, its sentence comes as a rule, and it holds if all others do that say so.
func summarized() (part, meaning, holds, rule sqltext.SQL) {
	is := "requirement = " + sqltext.Text(summaryRow)
	holds = "CASE WHEN " + is + " THEN bool_and(holds) OVER () ELSE holds END"
	meaning = "CASE WHEN " + is + " THEN CASE WHEN bool_and(holds) OVER () THEN '' ELSE " + sqltext.Text(words.NotEvery) + " END || rule ELSE " + people.FindingMeaning + " END"
	return "CASE WHEN r." + is + " THEN 7 ELSE 0 END", meaning, holds + " AS holds", "CASE WHEN NOT (" + is + ") THEN rule END AS rule"
}
