package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"skyline/tests/internal/plots"
)

// peopleOf returns the statement that makes a table like the synthetic data of Agrawal, Imielinski and Swami
// ("Database mining: a performance perspective", TKDE 5(6), 1993), whose zip code
// (9 values) is sensitive; everything is an integer of 4 bytes. Values are uniform
// but for the commission, which only salaries below 75,000 have, and the value of
// the house, which depends on the zip code. The last four columns are ours, for the
// growth with the number of quasi-identifiers.
func peopleOf(rows int) string {
	return fmt.Sprintf(`CREATE OR REPLACE TABLE people AS SELECT
		salary,
		(CASE WHEN salary >= 75000 THEN 0 ELSE 10000 + hash(id, 'commission', %[2]d) %% 65001 END)::INTEGER AS commission,
		(20 + hash(id, 'age', %[2]d) %% 61)::INTEGER AS age,
		(hash(id, 'education', %[2]d) %% 5)::INTEGER AS education,
		(1 + hash(id, 'car', %[2]d) %% 20)::INTEGER AS car,
		zipcode,
		(zipcode * 50000 + hash(id, 'house_value', %[2]d) %% (zipcode * 100000 + 1))::INTEGER AS house_value,
		(1 + hash(id, 'years_owned', %[2]d) %% 30)::INTEGER AS years_owned,
		(hash(id, 'loan', %[2]d) %% 500001)::INTEGER AS loan,
		(hash(id, 'children', %[2]d) %% 6)::INTEGER AS children,
		(hash(id, 'rooms', %[2]d) %% 10)::INTEGER AS rooms,
		(hash(id, 'trade', %[2]d) %% 40)::INTEGER AS trade,
		(hash(id, 'region', %[2]d) %% 100)::INTEGER AS region
	FROM (SELECT range AS id, (20000 + hash(range, 'salary', %[2]d) %% 130001)::INTEGER AS salary,
		(1 + hash(range, 'zipcode', %[2]d) %% 9)::INTEGER AS zipcode FROM range(%[1]d))`, rows, seed)
}

// paperColumns are the quasi-identifiers of the paper's data; growing has them and
// ours, those with few values first.
var (
	paperColumns = []string{"salary", "commission", "age", "education", "car", "house_value", "years_owned", "loan"}
	growing      = []string{"age", "education", "car", "years_owned", "salary", "commission", "house_value", "loan", "children", "rooms", "trade", "region"}
)

// settingsOfFig7 are the two of the paper, which does not print the threshold.
var settingsOfFig7 = []point{{l: 0, k: 1000, m: 0, c: 0.9}, {l: 3, k: 1000, m: 10, c: 0.9}}

// largest returns how many rows the largest table has.
func (l *lab) largest() int { return pick(l, l.synthetic, 40_000) }

// cost is what a statement takes.
type cost struct {
	took   time.Duration
	memory int64 // the peak of the process in bytes, 0 where that is not known
	result int64
}

// measure runs a query of one number.
func (l *lab) measure(ctx context.Context, query string) (cost, error) {
	if err := resetPeak(); err != nil {
		return cost{}, err
	}
	start := time.Now()
	var c cost
	if err := l.row(ctx, query, &c.result); err != nil {
		return cost{}, err
	}
	c.took = time.Since(start)
	var err error
	c.memory, err = peak()
	return c, err
}

// groupAndAnonymize measures DuckDB's GROUP BY of the quasi-identifiers and the zip
// code, then a bucketized release.
func (l *lab) groupAndAnonymize(ctx context.Context, qi []string, p point) (grouped, anonymized cost, err error) {
	columns := strings.Join(qi, ", ")
	grouped, err = l.measure(ctx, fmt.Sprintf("SELECT count(*) FROM (SELECT %s, zipcode, count(*) AS n FROM people GROUP BY ALL) WHERE n > 0", columns))
	if err != nil {
		return cost{}, cost{}, err
	}
	anonymized, err = l.measure(ctx, fmt.Sprintf("SELECT count(DISTINCT group_id) FROM skyline_anonymize('(SELECT %s, zipcode FROM people)', qi := %s, sensitive := 'zipcode', privacy := %s, split := 'information_gain', output := 'bucketized', seed := %d)",
		columns, list(qi), skyline(p), seed))
	return grouped, anonymized, err
}

func costs(name string) *table {
	return newTable("fig7_"+strings.ReplaceAll(name, "-", "_"), "By "+name, name, "(ℓ, k, m)", "cells", "QI groups", "GROUP BY, s", "release, s", "ratio", "s per million rows", "GROUP BY, peak MB", "release, peak MB")
}

func addCosts(t *table, x string, p point, rows int, grouped, anonymized cost) {
	seconds := anonymized.took.Seconds()
	t.add(x, p.String(), count(grouped.result), count(anonymized.result), number(grouped.took.Seconds(), 2), number(seconds, 2),
		number(seconds/grouped.took.Seconds(), 1), number(seconds/float64(rows)*1e6, 2), number(float64(grouped.memory)/1e6, 0), number(float64(anonymized.memory)/1e6, 0))
}

// scaleUp is Fig. 7.
func scaleUp(ctx context.Context, l *lab) (*section, error) {
	found := &section{notes: []string{
		"The synthetic data of Agrawal et al., seeded; zip code (9 values) is sensitive, the other eight columns are quasi-identifiers; threshold 0.9 (the paper does not print its own). " +
			"Nearly every row is a combination of its own, which is the worst case. Seconds depend on the machine; the ratio is to DuckDB's GROUP BY of the same columns, in the same session, just before. " +
			"Memory is the peak of the process during the statement, on a database in a file, the file's cached pages included.",
	}}
	table, times := costs("rows"), make([]plots.Curve, len(settingsOfFig7))
	sizes := []int{l.largest() / 10, l.largest() * 3 / 10, l.largest()}
	for _, rows := range sizes {
		if err := l.exec(ctx, peopleOf(rows)); err != nil {
			return nil, err
		}
		for i, p := range settingsOfFig7 {
			grouped, anonymized, err := l.groupAndAnonymize(ctx, paperColumns, p)
			if err != nil {
				return nil, err
			}
			l.say("%d rows, %v: %.1f s", rows, p, anonymized.took.Seconds())
			addCosts(table, count(int64(rows)), p, rows, grouped, anonymized)
			times[i].Label = p.String()
			times[i].Add(float64(rows)/1e6, anonymized.took.Seconds())
		}
	}
	found.tables = append(found.tables, table)
	found.figures = append(found.figures, plots.Figure{Name: "fig7_rows", Title: "Fig. 7: scale-up", X: "million rows", Y: "seconds", Curves: times})
	for _, c := range times {
		more, growth := c.X[len(c.X)-1]/c.X[0], c.Y[len(c.Y)-1]/c.Y[0]
		found.claim("the scale-up is well-behaved, "+c.Label, fmt.Sprintf("%.0f times the rows take %.1f times as long", more, growth), growth <= 1.5*more)
	}
	wide, err := l.widths(ctx)
	if err != nil {
		return nil, err
	}
	found.tables = append(found.tables, wide)
	return found, nil
}

// widths measures the growth with the number of quasi-identifiers.
func (l *lab) widths(ctx context.Context) (*table, error) {
	rows := l.largest() / 10
	if err := l.exec(ctx, peopleOf(rows)); err != nil {
		return nil, err
	}
	t := costs("quasi-identifiers")
	for _, n := range []int{3, 6, 9, 12} {
		for _, p := range settingsOfFig7 {
			grouped, anonymized, err := l.groupAndAnonymize(ctx, growing[:n], p)
			if err != nil {
				return nil, err
			}
			l.say("%d quasi-identifiers, %v: %.1f s", n, p, anonymized.took.Seconds())
			addCosts(t, fmt.Sprint(n), p, rows, grouped, anonymized)
		}
	}
	return t, nil
}
