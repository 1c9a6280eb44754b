package report

import (
	"context"
	"fmt"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/cubes"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/page"
	"skyline/sqlfuncs/words"
)

var countsKernel = host.KernelOf("report_counts", runCounts)

func runCounts(_ context.Context, s *countsSpec) (*host.Rows[pageRow], error) {
	out := host.NewRows[pageRow]()
	out.Add(pageRow{page.HTML(s.report())})
	return out, nil
}

// report puts the page together.
func (s *countsSpec) report() *page.Report {
	r := &page.Report{
		Title: s.Title, Facts: s.facts(), Made: s.MadeBy, Checks: s.Checks, ChecksLack: s.ChecksLack, NotCovered: s.notCovered(),
		Versions: []page.Fact{{Name: "Skyline", Text: s.Version}, {Name: "DuckDB", Text: s.DuckDB}, {Name: "Fingerprint of the table", Text: s.Fingerprint}},
	}
	for _, c := range s.Columns {
		role := "anything else"
		switch {
		case call.ContainsName(s.By, c.Name):
			role = "labels of the cells"
		case call.ContainsName([]string{s.Value}, c.Name):
			role = "the numbers"
		}
		r.Columns = append(r.Columns, page.Column{Name: c.Name, Type: c.Type, Role: role})
	}
	asked, missed := 0, 0
	for i := range s.Findings {
		f := &s.Findings[i]
		if f.Holds == nil || f.Required == nil {
			continue
		}
		asked++
		if !*f.Holds {
			missed++
		}
		meaning := words.CellFinding(f.Requirement == cubes.Follow, f.Requirement == cubes.Numbers, f.Achieved)
		if s.Rows == 0 && !*f.Holds {
			meaning = words.NoCells
		}
		r.Requirements = append(r.Requirements, page.Requirement{Rule: f.Rule, Required: words.Whole(*f.Required), Achieved: words.Whole(f.Achieved), Holds: f.Holds, Meaning: meaning})
		if !*f.Holds {
			r.Verdict = append(r.Verdict, meaning)
		}
	}
	r.Outcome, r.Heading = page.Holds, "All requirements hold"
	if missed > 0 {
		r.Outcome, r.Heading = page.NotMet, "Not all requirements hold"
	}
	r.Verdict = append([]string{required(asked, missed)}, r.Verdict...)
	if m := s.Masked; m != nil {
		r.Verdict = append(r.Verdict, words.MaskedCells(m.Primary, m.Secondary))
	}
	s.addCells(r)
	return r
}

func (s *countsSpec) facts() []page.Fact {
	facts := []page.Fact{{Name: "Cells of the table", Text: words.Whole(s.Rows)}}
	for _, f := range s.Findings {
		if f.Required == nil {
			facts = append(facts, page.Fact{Name: fmt.Sprintf("Cells that are %s", f.Requirement), Text: words.Whole(f.Achieved)})
		}
	}
	if m := s.Masked; m != nil {
		facts = append(facts, page.Fact{Name: "Masked cells that break a rule (primary)", Text: words.Whole(m.Primary)},
			page.Fact{Name: "Masked cells that break none (secondary)", Text: words.Whole(m.Secondary)})
	}
	return facts
}

// addCells adds the cells that may be shown.
func (s *countsSpec) addCells(r *page.Report) {
	for _, c := range s.Cells {
		number := func(x *float64) string {
			if x == nil {
				return ""
			}
			return words.Number(*x)
		}
		cell := page.Cell{Name: c.Name, Shown: "NULL", Safe: c.Safe}
		follows := words.AuditedCell{Least: number(c.Least), Largest: number(c.Largest)}
		if cell.Between = follows.Number(); !c.Exact {
			cell.Between += ", or closer: not all was computed"
		}
		switch {
		case c.Shown != nil:
			cell.Shown = *c.Shown
		case c.Cell != "masked":
			cell.Shown = c.Cell
		}
		if c.Steps != nil {
			cell.How = *c.Steps
		}
		r.Cells = append(r.Cells, cell)
	}
	if more := s.CellsInAll - int64(len(s.Cells)); more > 0 && s.Cells != nil {
		r.MoreCells = fmt.Sprintf("%s not listed here; cube_audit lists them.", words.Count(more, "more cell is", "more cells are"))
	}
}

// notCovered says what the page is silent on.
func (s *countsSpec) notCovered() []string {
	all := []string{"How likely each number is that agrees with the table."}
	if s.Also {
		all = append(all, "Other tables of the same people than were given in also. Cells may follow from several tables together.")
	} else {
		all = append(all, "Other tables of the same people, such as last month's. Cells may follow from several tables together.")
	}
	if !s.Microdata {
		all = append(all, "Whether the numbers are true, and whether cells that are shown are small: the microdata were not looked at.")
	}
	return append(all, "Attackers who know some cells beforehand, unless known says so.", "The law. No limit on this page is a legal one, and a page does not decide.")
}
