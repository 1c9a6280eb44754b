package main

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"skyline/tests/internal/plots"
)

// costColumns are the quasi-identifiers of the synthetic discharges, in the order in
// which they are added.
var costColumns = []string{"pat_age", "gender", "race", "county", "hcfa_mdc", "rsk_mor", "payer", "weekday", "stay", "source", "admission", "ward", "discharge", "language", "apr_drg"}

// costBudget is how many seconds a search may take.
const costBudget = 60

// costWidths are the widths of intervals below the top: two levels for many values,
// one for some, none for few.
func costWidths(domain int) []int {
	switch {
	case domain > 100:
		return []int{10, 100}
	case domain > 10:
		return []int{5}
	}
	return nil
}

// costHierarchies makes the table hierarchies of the discharges.
func (l *lab) costHierarchies(ctx context.Context) (heights map[string]int, err error) {
	heights = map[string]int{}
	var parts []string
	for _, a := range texasAttributes {
		widths := costWidths(a.domain)
		heights[a.name] = len(widths) + 1
		if widths == nil {
			parts = append(parts, fmt.Sprintf("FROM hierarchy_wide('(SELECT range, ''*'' FROM range(%d))', %s)", a.domain+1, text(a.name)))
			continue
		}
		parts = append(parts, fmt.Sprintf("FROM hierarchy_intervals('(SELECT range AS %[1]s FROM range(%[2]d))', '%[1]s', widths := [%[3]s])",
			a.name, a.domain+1, strings.Trim(strings.ReplaceAll(fmt.Sprint(widths), " ", ", "), "[]")))
	}
	return heights, l.exec(ctx, "CREATE OR REPLACE TABLE hierarchies AS "+strings.Join(parts, " UNION ALL "))
}

// searchCost is what one search took and found.
type searchCost struct {
	took          time.Duration
	rows, checked int64
	complete      bool
	loss, bound   float64
	levels        string
}

// searched runs generalization_search.
func (l *lab) searched(ctx context.Context, arguments string) (s searchCost, err error) {
	var loss, bound *float64
	var checked *int64
	var complete *bool
	var levels *string
	start := time.Now()
	err = l.row(ctx, "SELECT count(*), min(loss), max(checked), bool_and(complete), min(bound), arg_min(levels, loss)::VARCHAR FROM generalization_search("+arguments+")", &s.rows, &loss, &checked, &complete, &bound, &levels)
	s.took = time.Since(start)
	if err == nil && s.rows > 0 {
		s.loss, s.checked, s.complete, s.levels = *loss, *checked, *complete, *levels
	}
	s.bound = s.loss
	if bound != nil {
		s.bound = *bound
	}
	return s, err
}

// generalizationCost measures generalization_search by quasi-identifiers, and in six
// settings on Adult.
func generalizationCost(ctx context.Context, l *lab) (*section, error) {
	rows := pick(l, 100_000, 2000)
	found := &section{notes: []string{fmt.Sprintf("%s synthetic discharges (texas.go); quasi-identifiers are added in the order %s. Values in intervals of 10 and 100 where a column has more than 100 of them, of 5 where it has more than 10, and suppressed at the top; "+
		"5-anonymity, up to 5 %% of the people left out; after %d s a search gives its best answer so far, and a bound on what it may have missed. Whole statements, the table read and counted anew by each, on one machine; seconds depend on it.", count(int64(rows)), strings.Join(costColumns, ", "), costBudget)}}
	if err := l.makeTexas(ctx, rows, len(texasAttributes)); err != nil {
		return nil, err
	}
	heights, err := l.costHierarchies(ctx)
	if err != nil {
		return nil, err
	}
	t := newTable("generalization_cost", "By quasi-identifiers", "quasi-identifiers", "nodes", "which", "seconds", "checked", "complete", "rows", "least loss", "bound")
	curves := []plots.Curve{{Label: "minimal"}, {Label: "best"}}
	for _, width := range pick(l, []int{3, 5, 7, 9, 11, 13, 15}, []int{3, 5}) {
		columns, nodes := costColumns[:width], int64(1)
		for _, name := range columns {
			nodes *= int64(heights[name] + 1)
		}
		for i, which := range []string{"minimal", "best"} {
			s, err := l.searched(ctx, fmt.Sprintf("'texas', %s, hierarchies := 'hierarchies', privacy := {'k_anonymity': 5}, suppression := 0.05, output := %s, budget := '%d s'", list(columns), text(which), costBudget))
			if err != nil {
				return nil, err
			}
			l.say("%d quasi-identifiers, %s: %.2f s, %d of %d nodes", width, which, s.took.Seconds(), s.checked, nodes)
			t.add(fmt.Sprint(width), count(nodes), which, number(s.took.Seconds(), 2), count(s.checked), fmt.Sprint(s.complete), count(s.rows), number(s.loss, 4), number(s.bound, 4))
			curves[i].Add(float64(width), s.took.Seconds())
		}
	}
	found.tables = append(found.tables, t)
	found.figures = append(found.figures, plots.Figure{Name: "generalization_cost", Title: "Time of generalization_search", X: "quasi-identifiers", Y: "seconds", Log: true, Curves: curves})
	onAdult, err := l.adultCost(ctx)
	if err != nil {
		return nil, err
	}
	found.tables = append(found.tables, onAdult)
	return found, nil
}

// adultCost measures the best node by loss of Adult, all of its nine columns with a
// hierarchy but occupation, which is sensitive.
func (l *lab) adultCost(ctx context.Context) (*table, error) {
	if err := l.load(ctx, "adult", adultFile, quickPeople); err != nil {
		return nil, err
	}
	qi := []string{"age", "sex", "race", "marital-status", "education", "native-country", "workclass"}
	var parts []string
	for _, name := range qi {
		parts = append(parts, fmt.Sprintf("FROM hierarchy_wide('%s/hierarchies/adult_%s.csv', '%[2]s')", l.data, name))
	}
	if err := l.exec(ctx, "CREATE OR REPLACE TABLE hierarchies AS "+strings.Join(parts, " UNION ALL ")); err != nil {
		return nil, err
	}
	t := newTable("generalization_adult", "Best by loss on Adult: "+strings.Join(qi, ", "), "privacy", "suppression", "seconds", "checked", "complete", "loss", "levels")
	for _, setting := range []struct{ privacy, suppression string }{
		{"{'k_anonymity': 5}", "0"},
		{"{'k_anonymity': 10}", "0"},
		{"{'k_anonymity': 5}", "0.05"},
		{"{'k_anonymity': 10}", "0.05"},
		{"{'k_anonymity': 5, 'distinct_diversity': 3}", "0.05"},
		{"{'k_anonymity': 5, 'recursive_diversity': {'c': 4, 'l': 3}}", "0.05"},
	} {
		fastest := searchCost{took: math.MaxInt64}
		for range pick(l, 3, 1) {
			s, err := l.searched(ctx, fmt.Sprintf("'adult', %s, %s, hierarchies := 'hierarchies', privacy := %s, suppression := %s, output := 'best', measure := 'loss'", list(qi), text(occupation), setting.privacy, setting.suppression))
			if err != nil {
				return nil, err
			}
			if s.took < fastest.took {
				fastest = s
			}
		}
		t.add(setting.privacy, setting.suppression, number(fastest.took.Seconds(), 3), count(fastest.checked), fmt.Sprint(fastest.complete), number(fastest.loss, 6), fastest.levels)
	}
	return t, nil
}
