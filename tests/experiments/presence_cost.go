package main

import (
	"context"
	"fmt"
	"math"
	"time"

	"skyline/tests/internal/plots"
)

// presenceTimed is how many seconds a presence_check of all groups of the table crowd
// takes, the fastest of three statements, and what it says of them.
func (l *lab) presenceTimed(ctx context.Context, further string) (seconds float64, groups int64, low, high float64, err error) {
	seconds = math.Inf(1)
	for range pick(l, 3, 1) {
		start := time.Now()
		err := l.row(ctx, "SELECT count(*), min(existence_min), max(existence_max) FROM presence_check('crowd', ['a', 'b', 'c'], 'present', 'g'"+further+")", &groups, &low, &high)
		if err != nil {
			return 0, 0, 0, 0, err
		}
		seconds = min(seconds, time.Since(start).Seconds())
	}
	return seconds, groups, low, high, nil
}

// crowd makes the table crowd: people in groups of a size, one in so many of them present,
// with three columns of ten values and a likelihood of their own each, in (0, 1].
func (l *lab) crowd(ctx context.Context, people, size, every int64) error {
	return l.exec(ctx, fmt.Sprintf(`CREATE OR REPLACE TABLE crowd AS SELECT i // %d AS g, (i %% %[1]d) %% %d = 0 AS present,
		md5_number_lower('a' || i) %% 10 AS a, md5_number_lower('b' || i) %% 10 AS b, md5_number_lower('c' || i) %% 10 AS c,
		(md5_number_lower('p' || i) + 1.0) / 18446744073709551616.0 AS p, i AS who FROM range(%d) AS r(i)`, size, every, people))
}

// presenceCost is the time of presence_check by the size of groups.
func presenceCost(ctx context.Context, l *lab) (*section, error) {
	people := pick(l, int64(100_000), int64(10_000))
	found := &section{notes: []string{fmt.Sprintf("`presence_check` of groups of 10 to %s people, half of them present: one group alone, and %[1]s people in groups of that size. Each person has a likelihood of their own (`likelihood`), or the group its utility-optimal distributions "+
		"of three columns of ten values (`kind := 'pdf'`, up to a thousand likelihoods). Whole statements, the table read anew by each, the fastest of three; seconds depend on the machine, which had other work.", count(people))}}
	t := newTable("presence_cost", "Seconds by the size of groups", "size", "one group, own likelihoods", "one group, pdf", count(people)+" people, own likelihoods", "µs a person", count(people)+" people, pdf")
	curves := []plots.Curve{{Label: "one group, own likelihoods"}, {Label: "one group, pdf"}, {Label: "all people, own likelihoods"}, {Label: "all people, pdf"}}
	var sizes []int64
	for size := int64(10); size <= people; size *= 10 {
		sizes = append(sizes, size)
	}
	for _, size := range sizes {
		row := []string{count(size)}
		for i, of := range []struct {
			people  int64
			further string
		}{{size, ", likelihood := 'p'"}, {size, ""}, {people, ", likelihood := 'p'"}, {people, ""}} {
			if err := l.crowd(ctx, of.people, size, 2); err != nil {
				return nil, err
			}
			seconds, groups, _, _, err := l.presenceTimed(ctx, of.further)
			if err != nil {
				return nil, err
			}
			if groups != of.people/size {
				return nil, fmt.Errorf("%d groups of %d people, want %d", groups, size, of.people/size)
			}
			curves[i].Add(math.Log10(float64(size)), seconds)
			row = append(row, number(seconds, 3))
			if i == 2 {
				row = append(row, number(1e6*seconds/float64(people), 2))
			}
			l.say("%d people in groups of %d%s: %.3f s", of.people, size, of.further, seconds)
		}
		t.add(row...)
	}
	found.tables = append(found.tables, t)
	found.figures = append(found.figures, plots.Figure{Name: "presence_cost", Title: "Time of presence_check", X: "size of a group, decimal logarithm", Y: "seconds", Log: true, Curves: curves})
	adult, err := l.presenceOfAdult(ctx, found)
	if err != nil {
		return nil, err
	}
	found.tables = append(found.tables, adult)
	return found, nil
}

// presenceOfAdult measures one group of 45,222 people with 1,957 present, as many as in
// Fig. 4.
func (l *lab) presenceOfAdult(ctx context.Context, found *section) (*table, error) {
	t := newTable("presence_cost_adult", "As many people as Fig. 4 has, in one group", "people", "present", "likelihoods", "seconds", "existence, least", "most")
	if err := l.crowd(ctx, presencePublic, presencePublic, presencePublic); err != nil {
		return nil, err
	}
	if err := l.exec(ctx, fmt.Sprintf("CREATE OR REPLACE TABLE crowd AS SELECT * REPLACE (row_number() OVER (ORDER BY md5_number_lower('s' || who), who) <= %d AS present) FROM crowd", presencePrivate)); err != nil {
		return nil, err
	}
	slowest := 0.0
	for _, of := range []struct{ what, further string }{
		{"a different one for each", ", likelihood := 'p'"},
		{"utility-optimal, of three columns of ten values", ""},
	} {
		seconds, _, low, high, err := l.presenceTimed(ctx, of.further)
		if err != nil {
			return nil, err
		}
		slowest = max(slowest, seconds)
		t.add(count(presencePublic), count(presencePrivate), of.what, number(seconds, 3), fmt.Sprintf("%.6g", low), fmt.Sprintf("%.6g", high))
	}
	found.claim("“calculating exact existence probabilities by using Equation 4 is very costly … infeasible”", fmt.Sprintf("%s people with %s present in one group take %.2f s at most", count(presencePublic), count(presencePrivate), slowest), false)
	return t, nil
}
