package main

import (
	"context"
	"fmt"
	"math"
	"strings"

	"skyline/tests/internal/plots"
)

// versatileCost measures how the time of UAD and GD grows with rows and attributes.
func versatileCost(ctx context.Context, l *lab) (*section, error) {
	found := &section{notes: []string{
		"Synthetic discharges, five rules with three attributes on the left, ℓ = 10; the fastest of three runs. The schema is gnf_decompose, divergence included; the tables are gnf_table for each of them. " +
			"UAD's schema depends on the rules alone and needs no divergence: its own cost is that of the tables. " +
			"The ratios are to DuckDB's GROUP BY of all attributes in the same session, likewise. Nearly every row is a combination of its own. " +
			"Seconds depend on the machine. Memory is the peak of the process.",
	}}
	rows := pick(l, []int{10_000, 30_000, 100_000, 300_000, 1_000_000}, []int{1000, 2000, 4000})
	byRows, curves, err := l.growth(ctx, "rows", rows, func(n int) (int, int) { return n, texasWidth })
	if err != nil {
		return nil, err
	}
	found.tables = append(found.tables, byRows)
	found.figures = append(found.figures, plots.Figure{Name: "gnf_rows", Title: "Time by rows, 18 attributes", X: "rows", Y: "seconds", Curves: curves})
	for _, c := range curves {
		// From the middle on, where the fixed cost of a call counts little.
		first, last := len(c.X)/2, len(c.X)-1
		more, growth := c.X[last]/c.X[first], c.Y[last]/c.Y[first]
		found.claim("the running time is linear in the rows: "+c.Label, fmt.Sprintf("%.0f times the rows take %.1f times as long", more, growth), growth <= 1.5*more)
	}
	widths := pick(l, []int{6, 12, 18, 24, 30, 40}, []int{6, 12})
	byWidth, curves, err := l.growth(ctx, "attributes", widths, func(n int) (int, int) { return pick(l, 100_000, 2000), n })
	if err != nil {
		return nil, err
	}
	found.tables = append(found.tables, byWidth)
	found.figures = append(found.figures, plots.Figure{Name: "gnf_attributes", Title: fmt.Sprintf("Time by attributes, %s rows", count(int64(pick(l, 100_000, 2000)))), X: "attributes", Y: "seconds", Curves: curves})
	return found, nil
}

// growth measures along an axis; of says how many rows and attributes a point has.
func (l *lab) growth(ctx context.Context, axis string, points []int, of func(int) (rows, width int)) (*table, []plots.Curve, error) {
	t := newTable("gnf_"+axis, "By "+axis, axis, "method", "tables", "GROUP BY, s", "schema, s", "ratio", "tables, s", "ratio", "divergence", "peak MB")
	methods := []string{uad, gd}
	curves := []plots.Curve{{Label: uad}, {Label: gd}}
	for _, point := range points {
		rows, width := of(point)
		if err := l.makeTexas(ctx, rows, width); err != nil {
			return nil, nil, err
		}
		attributes := texasColumns(width)
		allowed, err := l.protectable(ctx, "texas", attributes, 10)
		if err != nil {
			return nil, nil, err
		}
		for i, method := range methods {
			p := publication{table: "texas", method: method, diversity: 10, rules: drawRules(0, 5, 3, attributes, allowed)}
			grouped, best, memory := math.Inf(1), &published{}, int64(0)
			for run := range pick(l, 3, 1) {
				group, err := l.measure(ctx, fmt.Sprintf("SELECT count(*) FROM (SELECT %s, count(*) AS n FROM texas GROUP BY ALL) WHERE n > 0", strings.Join(attributes, ", ")))
				if err != nil {
					return nil, nil, err
				}
				if err := resetPeak(); err != nil {
					return nil, nil, err
				}
				done, err := l.publish(ctx, p)
				if err != nil {
					return nil, nil, err
				}
				used, err := peak()
				if err != nil {
					return nil, nil, err
				}
				grouped, memory = min(grouped, group.took.Seconds()), max(memory, used)
				if run == 0 || done.took() < best.took() {
					best = done
				}
			}
			total, deciding, making := best.took().Seconds(), best.deciding.Seconds(), best.making.Seconds()
			l.say("%s %s, %s: %.1f s", count(int64(point)), axis, method, total)
			t.add(count(int64(point)), method, count(int64(len(best.tables))), number(grouped, 3), number(deciding, 2), number(deciding/grouped, 0),
				number(making, 2), number(making/grouped, 0), number(best.kl, 2), number(float64(memory)/1e6, 0))
			curves[i].Add(float64(point), total)
		}
	}
	return t, curves, nil
}
