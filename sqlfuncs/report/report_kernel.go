package report

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/page"
	"skyline/sqlfuncs/words"
)

var reportKernel = host.KernelOf("report_page", runReport)

func runReport(_ context.Context, s *pageSpec) (*host.Rows[pageRow], error) {
	out := host.NewRows[pageRow]()
	out.Add(pageRow{page.HTML(s.report())})
	return out, nil
}

// report puts the page together.
func (s *pageSpec) report() *page.Report {
	r := &page.Report{
		Title: s.Title, Facts: s.facts(), Columns: s.columns(), Requirements: s.required(), Worst: s.story(), Evidence: s.evidence(),
		About: s.Evidence.about(), Limit: s.Evidence.C, Groups: s.groups(), Losses: s.losses(), Made: s.MadeBy, Checks: s.Checks, NotCovered: s.notCovered(),
		Versions: []page.Fact{{Name: "Skyline", Text: s.Version}, {Name: "DuckDB", Text: s.DuckDB}, {Name: "Fingerprint of the release", Text: s.Fingerprint}},
	}
	r.Smallest = s.smallest()
	r.Surface, r.Skyline = s.surface()
	r.Holds, r.Verdict = s.verdict()
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

// verdict says whether all of it holds, in two sentences.
func (s *pageSpec) verdict() (*bool, []string) {
	asked, missed := len(s.Requirements), 0
	for _, q := range s.Requirements {
		if !q.Holds {
			missed++
		}
	}
	limits, above := 0, 0
	for _, e := range s.Rows {
		if e.Holds != nil {
			limits++
			if !*e.Holds {
				above++
			}
		}
	}
	if asked+limits == 0 {
		return nil, []string{"Nothing was required of this release."}
	}
	holds := missed+above == 0
	first := fmt.Sprintf("This release satisfies all that was asked of it: %s.", outOf(asked, limits, "", ""))
	if !holds {
		first = fmt.Sprintf("This release does not satisfy all that was asked of it: not met are %s.", outOf(asked, limits, fmt.Sprintf("%d of ", missed), fmt.Sprintf("%d of ", above)))
	}
	verdict := []string{first}
	if worst := s.worstBreach(); worst != nil {
		verdict = append(verdict, worst.Meaning)
	}
	return &holds, verdict
}

// worstBreach is how sure somebody becomes who knows so much, or else who knows nothing, of
// the column where that is most; nil if there is no such row.
func (s *pageSpec) worstBreach() (worst *evidenceFound) {
	value := func(e *evidenceFound) float64 {
		if e.Value == nil {
			return -1
		}
		return *e.Value
	}
	for _, measure := range []string{"breach", "breach_uninformed"} {
		for i := range s.Rows {
			if e := &s.Rows[i]; e.Measure == measure && (worst == nil || value(e) > value(worst)) {
				worst = e
			}
		}
		if worst != nil {
			return worst
		}
	}
	return nil
}

// outOf says how many requirements and limits there are, each behind some words.
func outOf(requirements, limits int, before, beforeLimits string) string {
	text := beforeLimits + words.Count(int64(limits), "limit", "limits")
	if requirements > 0 {
		text = before + words.Count(int64(requirements), "requirement", "requirements") + " and " + text
	}
	return text
}

func (s *pageSpec) facts() []page.Fact {
	people, groups := int64(0), int64(0)
	for _, g := range s.Sizes {
		people, groups = people+g.People*g.Groups, groups+g.Groups
	}
	facts := []page.Fact{{Name: "People in the release", Text: words.Whole(people)}}
	if s.PeopleBefore != nil {
		facts = append(facts, page.Fact{Name: "People in the original", Text: words.Whole(*s.PeopleBefore)})
	}
	facts = append(facts, page.Fact{Name: "Groups of people who look alike", Text: words.Whole(groups)})
	if groups > 0 {
		facts = append(facts, page.Fact{Name: "People in the smallest group", Text: words.Whole(s.Sizes[0].People)})
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
		rule := q.Rule
		if len(s.Evidence.Sensitive) > 1 && q.Attribute != nil {
			rule = *q.Attribute + ": " + rule
		}
		all = append(all, page.Requirement{
			Rule: rule, Required: words.Number(bound), Achieved: words.Number(worst), Holds: &q.Holds, Meaning: words.Requirement(q.Requirement, bound, worst),
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

func (s *pageSpec) groups() []page.GroupSize {
	var all []page.GroupSize
	for _, g := range s.Sizes {
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
