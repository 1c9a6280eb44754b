package report

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/evidence"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/page"
	"skyline/sqlfuncs/words"
)

var reportKernel = host.KernelOf("report_page", runReport)

func runReport(_ context.Context, s *pageSpec) (*host.Rows[pageRow], error) {
	if err := s.sameRelease(); err != nil {
		return nil, err
	}
	out := host.NewRows[pageRow]()
	out.Add(pageRow{page.HTML(s.report())})
	return out, nil
}

// report puts the page together.
func (s *pageSpec) report() *page.Report {
	r := &page.Report{
		Title: s.Title, Facts: s.facts(), Columns: s.columns(), Requirements: s.required(), Worst: s.story(), Evidence: s.evidence(),
		About: s.Evidence.about(), Limit: s.Evidence.C, Groups: groupsOf(s.Sizes), GroupsBefore: groupsOf(s.SizesBefore), Losses: s.losses(), Made: s.MadeBy, Checks: s.Checks, ChecksLack: s.ChecksLack, NotCovered: s.notCovered(),
		Versions: []page.Fact{{Name: "Skyline", Text: s.Version}, {Name: "DuckDB", Text: s.DuckDB}, {Name: "Fingerprint of the release", Text: s.Fingerprint}},
	}
	r.Smallest, r.Prices, r.NoPrices = s.smallest(), evidence.Prices(s.Prices), s.NoPrices
	r.Surface, r.Skyline = s.surface()
	if r.Plan = s.plan(); s.Record != nil {
		r.Setting, r.Treatments = s.Record.Setting, s.Record.Treatments
		r.Versions = append(r.Versions, page.Fact{Name: "Hash of the plan", Text: s.Record.Hash})
	} else if s.Proof.Plan != "" {
		r.Versions = append(r.Versions, page.Fact{Name: "Hash of the plan", Text: s.Proof.Plan})
	}
	r.Attacks = s.attacks()
	s.verdict(r)
	return r
}

// smallest is the smallest group that is allowed, 0 for none.
func (s *pageSpec) smallest() (people int64) {
	if s.Evidence.Limit.Risk > 0 {
		people = s.Evidence.Limit.people()
	}
	for _, q := range s.Requirements {
		if q.Requirement == "k_anonymity" {
			people = max(people, int64(parsed(&q.Required)))
		}
	}
	return people
}

// groups counts the people of the release, its QI groups, and those in the smallest.
func (s *pageSpec) groups() (people, groups, smallest int64) {
	for _, g := range s.Sizes {
		people, groups = people+g.People*g.Groups, groups+g.Groups
	}
	if groups > 0 {
		smallest = s.Sizes[0].People
	}
	return people, groups, smallest
}

// matches counts the people of the release, and those who match whoever matches fewest, where a
// missing value is any value.
func (s *pageSpec) matches() (people, fewest int64) {
	all, _ := measure(s.Risks, "people")
	k, _ := measure(s.Risks, "k_anonymity")
	return int64(all), int64(k)
}

func (s *pageSpec) facts() []page.Fact {
	people, groups, smallest := s.groups()
	matching := int64(0)
	if s.Evidence.Any {
		people, matching = s.matches()
	}
	facts := []page.Fact{{Name: "People in the release", Text: words.Whole(people)}}
	if s.PeopleBefore != nil {
		facts = append(facts, page.Fact{Name: "People in the original", Text: words.Whole(*s.PeopleBefore)})
	}
	if s.Evidence.Any {
		return append(facts, page.Fact{Name: "Fewest people whose row may be somebody's, a missing value being any value", Text: words.Whole(matching)})
	}
	facts = append(facts, page.Fact{Name: "Groups of people who look alike", Text: words.Whole(groups)})
	if groups > 0 {
		facts = append(facts, page.Fact{Name: "People in the smallest group", Text: words.Whole(smallest)})
	}
	return facts
}

// columns are those of the release, and what each is.
func (s *pageSpec) columns() []page.Column {
	var all []page.Column
	for _, c := range s.Columns {
		role := "anything else: no part of what is proven here"
		switch {
		case call.ContainsName(s.Evidence.QI, c.Name):
			role = "what outsiders may know"
		case call.ContainsName(s.Evidence.Sensitive, c.Name):
			role = "what they must not learn"
		case call.ContainsName([]string{s.Person}, c.Name):
			role = "which rows are of one person"
		case call.ContainsName([]string{s.Weight}, c.Name):
			role = "for how many people a row stands"
		case call.ContainsName([]string{"group_id"}, c.Name):
			role = "the number of the group"
		}
		all = append(all, page.Column{Name: c.Name, Type: c.Type, Role: role})
	}
	return all
}

func (s *pageSpec) required() []page.Requirement {
	var all []page.Requirement
	for _, q := range s.Requirements {
		bound, worst := parsed(&q.Required), parsed(q.Achieved)
		rule := words.RuleOf(q.Rule)
		if len(s.Evidence.Sensitive) > 1 && q.Attribute != nil {
			rule = *q.Attribute + ": " + rule
		}
		all = append(all, page.Requirement{
			Rule: rule, Required: words.Number(bound), Achieved: words.Number(worst), Holds: &q.Holds, Meaning: words.Requirement(q.Requirement, q.Rule, bound, worst),
		})
	}
	return all
}

// parsed reads a number that DuckDB wrote, NaN for NULL.
func parsed(s *string) float64 {
	if s == nil {
		return math.NaN()
	}
	x, err := strconv.ParseFloat(*s, 64)
	if err != nil {
		return math.NaN()
	}
	return x
}

func (s *pageSpec) evidence() []page.Evidence {
	number := func(x *float64) string {
		if x == nil {
			return "–"
		}
		return words.Number(*x)
	}
	var all []page.Evidence
	for _, e := range s.Rows {
		all = append(all, page.Evidence{
			Criterion: e.Criterion, Measure: titleOf(e.Measure), Value: number(e.Value), Threshold: number(e.Threshold), Holds: e.Holds, Meaning: e.Meaning,
		})
	}
	return all
}

// titleOf is the name of a measure as a title.
func titleOf(measure string) string {
	title := strings.ReplaceAll(measure, "_", " ")
	return strings.ToUpper(title[:1]) + title[1:]
}

func groupsOf(sizes []groupSize) []page.GroupSize {
	var all []page.GroupSize
	for _, g := range sizes {
		all = append(all, page.GroupSize(g))
	}
	return all
}

// losses are those of the quasi-identifiers, in their order.
func (s *pageSpec) losses() []page.Loss {
	var all []page.Loss
	for i, name := range s.Evidence.QI {
		loss := page.Loss{Name: name, Share: math.NaN()}
		for _, m := range s.Losses {
			if m.Measure == "ncp" && m.Attribute != nil && *m.Attribute == name {
				loss.Share = m.Value
			}
		}
		for _, f := range s.Frequencies {
			switch {
			case f.I != int64(i):
			case f.After:
				loss.After = page.Values{Different: f.Different, People: f.People}
				loss.Labels = labelsOf(&f)
			default:
				loss.Before = page.Values{Different: f.Different, People: f.People}
			}
		}
		all = append(all, loss)
	}
	return all
}

// labelsOf are the labels, where they may be shown.
func labelsOf(f *frequencies) []string {
	if f.Different > int64(len(f.Labels)) || slices.Contains(f.Labels, nil) {
		return nil
	}
	labels := make([]string, len(f.Labels))
	for i, label := range f.Labels {
		labels[i] = *label
	}
	return labels
}
