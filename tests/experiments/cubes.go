package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"skyline/tests/internal/plots"
)

// cubeThreshold is the least count that is published.
const cubeThreshold = 10

// cubeColumns are the columns of the tables.
func cubeColumns(l *lab) [][]string {
	tables := [][]string{{"race", "workclass"}, {"sex", "race", "workclass"}}
	if l.quick {
		return tables
	}
	return append(tables, []string{"race", "education"}, []string{"sex", "race", "marital-status"}, []string{"race", "marital-status", "workclass"},
		[]string{"sex", "race", "marital-status", "workclass"}, []string{"race", "marital-status", "workclass", "occupation"})
}

// cubeFound is what was found of one table.
type cubeFound struct {
	by            string
	cells, masked int64
	follow        [3]int64 // masked cells that follow, by attacker
	unsafe        int64    // of a protected table, or not looked at to the end
	secondary     int64
	lost          map[string]float64 // by method, in percent of the people of the finest cells
	took          time.Duration      // of cube_protect
}

// cubeAttackers are who looks at a table of which counts below the threshold are masked.
var cubeAttackers = []struct{ name, arguments string }{
	{"subtraction alone", "kind := 'sum', negative := true, masked := {'value': NULL, 'between': [NULL, NULL]}, absent := 'masked'"},
	{"absent cells are zeros", "masked := {'value': NULL, 'between': [0, NULL]}, absent := 'zero'"},
	{"masks are 1 to 9, too", fmt.Sprintf("masked := {'value': NULL, 'between': [1, %d]}, absent := 'zero'", cubeThreshold-1)},
}

// cubeMethods are what is published, and the arguments of cube_protect, which makes all but the first.
var cubeMethods = []struct{ name, arguments string }{
	{"masks only", ""},
	{"suppressed", ""},
	{"rounded to 10", ", method := 'round', seed := 1"},
	{"cell keys", ", method := 'cell_key', person := 'id', key := 'not a secret, an experiment'"},
}

// cubes measures how many masked counts of Adult can be computed, what it costs that they cannot, and what two tables tell
// together.
func cubes(ctx context.Context, l *lab) (*section, error) {
	if err := l.load(ctx, "adult", adultFile, quickPeople); err != nil {
		return nil, err
	}
	if err := l.exec(ctx, "CREATE TABLE people AS SELECT row_number() OVER () AS id, * FROM adult"); err != nil {
		return nil, err
	}
	var all []*cubeFound
	for _, by := range cubeColumns(l) {
		f, err := l.cube(ctx, by)
		if err != nil {
			return nil, err
		}
		l.say("%s: %d cells, %d masked, %v follow; %d secondary", f.by, f.cells, f.masked, f.follow, f.secondary)
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b *cubeFound) int { return cmp.Compare(a.cells, b.cells) })
	found := &section{notes: []string{
		fmt.Sprintf("`GROUP BY CUBE` over columns of Adult. Counts below %d are masked with NULL, and nothing else is done: that is what a `CASE` or a `HAVING` does. How many masked counts can anybody compute, with `cube_audit`? "+
			"By adding and subtracting alone; if it is known that `GROUP BY` returns no rows for empty groups; and if it is known, too, that a masked count is 1 to %d. Every number that follows was compared with the true one.", cubeThreshold, cubeThreshold-1),
		"Then the same tables by `cube_protect`, with its defaults. What is lost is counted in people of the finest cells: all people of a suppressed or masked cell, and by how much a rounded or noisy count is off. " +
			"Masks lose little, and protect nothing. Rounding and noise lose a few per cent. Suppression publishes true numbers, and is as good as rounding while few cells are unsafe; the more columns, the more secondary cells it needs. " +
			"Suppressed tables were audited, with the default `max_steps`. Where that did not look to the end, cells count as not shown to be safe: `cube_protect` has found a table for each of them in which it is 10 or more, and the audit has not.",
	}}
	found.add(all)
	return found, l.cubesOverlap(ctx, found)
}

// add adds the tables and figures of cubes.
func (s *section) add(all []*cubeFound) {
	computed := newTable("cubes", "Masked counts that anybody can compute", "columns", "cells", "masked", cubeAttackers[0].name, cubeAttackers[1].name, cubeAttackers[2].name)
	lost := newTable("cubes_lost", "What protection loses", "columns", "cells", "unsafe", "secondary", "masks only", "suppressed", "rounded to 10", "cell keys", "cells not shown to be safe", "seconds of suppression")
	var follow, losses []plots.Curve
	for _, a := range cubeAttackers {
		follow = append(follow, plots.Curve{Label: a.name})
	}
	for _, m := range cubeMethods {
		losses = append(losses, plots.Curve{Label: m.name})
	}
	for _, f := range all {
		row := []string{f.by, count(f.cells), count(f.masked)}
		at := math.Log10(float64(f.cells))
		for i, n := range f.follow {
			row = append(row, count(n))
			if f.masked > 0 {
				follow[i].Add(at, 100*float64(n)/float64(f.masked))
			}
		}
		computed.rows = append(computed.rows, row)
		row = []string{f.by, count(f.cells), count(f.masked), count(f.secondary)}
		for i, m := range cubeMethods {
			row = append(row, number(f.lost[m.name], 2)+" %")
			if f.lost[m.name] > 0 { // the axis is logarithmic
				losses[i].Add(at, f.lost[m.name])
			}
		}
		lost.rows = append(lost.rows, append(row, count(f.unsafe), number(f.took.Seconds(), 1)))
	}
	s.tables = append(s.tables, computed, lost)
	s.figures = append(s.figures,
		plots.Figure{Name: "cubes", Title: "Masked counts that anybody can compute", X: "cells of the table (powers of ten)", Y: "% of the masked counts", Beside: true, Curves: follow},
		plots.Figure{Name: "cubes_lost", Title: "What protection loses", X: "cells of the table (powers of ten)", Y: "% of the people of the finest cells", Log: true, Beside: true, Curves: losses})
}

// cube masks a table, attacks it, and protects it.
func (l *lab) cube(ctx context.Context, by []string) (*cubeFound, error) {
	f := &cubeFound{by: strings.Join(by, ", "), lost: map[string]float64{}}
	columns := make([]string, len(by))
	for i, name := range by {
		columns[i] = column(name)
	}
	all := strings.Join(columns, ", ")
	if err := l.exec(ctx, fmt.Sprintf("CREATE OR REPLACE TABLE truth AS SELECT %[1]s, count(*) AS n, GROUPING_ID(%[1]s) AS grouping FROM people GROUP BY CUBE(%[1]s)", all)); err != nil {
		return nil, err
	}
	if err := l.exec(ctx, fmt.Sprintf("CREATE OR REPLACE TABLE masked AS SELECT * EXCLUDE (n), CASE WHEN n >= %d THEN n END AS value FROM truth", cubeThreshold)); err != nil {
		return nil, err
	}
	if err := l.row(ctx, "SELECT count(*), count(*) FILTER (value IS NULL) FROM masked", &f.cells, &f.masked); err != nil {
		return nil, err
	}
	same := make([]string, len(by))
	for i, name := range columns {
		same[i] = fmt.Sprintf("a.%[1]s IS NOT DISTINCT FROM t.%[1]s", name)
	}
	// wrong counts cells of which the audit says what is not so.
	audit := func(table, arguments, which string, counted *int64) error {
		var wrong int64
		err := l.row(ctx, fmt.Sprintf("SELECT count(*) FILTER (%s), count(*) FILTER (t.n < a.least OR t.n > a.largest) FROM cube_audit(%s, %s, 'value', grouping_column := 'grouping', %s) AS a JOIN truth AS t ON %s WHERE a.cell NOT IN ('absent', 'sum of masked')",
			which, text(table), list(by), arguments, strings.Join(same, " AND ")), counted, &wrong)
		if err == nil && wrong > 0 {
			err = fmt.Errorf("%s: the audit is wrong about %d cells", f.by, wrong)
		}
		return err
	}
	for i, a := range cubeAttackers {
		if err := audit("masked", a.arguments, "a.least = a.largest", &f.follow[i]); err != nil {
			return nil, err
		}
	}
	for i, m := range cubeMethods {
		table := "masked"
		if i > 0 {
			table = "safe"
			start := time.Now()
			if err := l.exec(ctx, fmt.Sprintf("CREATE OR REPLACE TABLE safe AS FROM cube_protect('people', %s%s)", list(by), m.arguments)); err != nil {
				return nil, err
			}
			if m.arguments == "" {
				f.took = time.Since(start)
				if err := l.row(ctx, "SELECT count(*) FILTER (status = 'secondary') FROM safe", &f.secondary); err != nil {
					return nil, err
				}
				if err := audit(table, fmt.Sprintf("masked := {'value': NULL, 'between': [0, NULL]}, absent := 'zero', rules := {'threshold': %d}", cubeThreshold), "NOT a.safe", &f.unsafe); err != nil {
					return nil, err
				}
			}
		}
		var lost float64
		if err := l.row(ctx, fmt.Sprintf("SELECT 100 * sum(abs(t.n - coalesce(a.value, 0))) / sum(t.n) FROM %s AS a JOIN truth AS t ON %s WHERE t.grouping = 0", table, strings.Join(same, " AND ")), &lost); err != nil {
			return nil, err
		}
		f.lost[m.name] = lost
	}
	return f, nil
}
