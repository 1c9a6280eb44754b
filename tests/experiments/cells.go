package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
)

// suppressedCells compares releases of Adult with single cells suppressed with those that leave
// people out, with Mondrian's, and with what is suppressed where a NULL matches every value, as
// in sdcMicro.
func suppressedCells(ctx context.Context, l *lab) (*section, error) {
	if err := l.load(ctx, "adult", adultFile, 0); err != nil {
		return nil, err
	}
	found := &section{notes: []string{
		"Adult, k-anonymity over " + strings.Join(census[:4], ", ") + ", or these and " + strings.Join(census[4:], ", ") + ". In fives: ages in ranges of 5 years. NCP as release_utility has it: a suppressed cell, and each cell of who is left out, counts as the whole domain.",
		"“Matches all” is the criterion of sdcMicro's localSuppression: a NULL is taken to be any value, and each row must match k rows. It is followed here by that package's steps, on codes: of people who are alike, k are looked at; whoever matches too few loses, pass by pass, the least important cell that tells them from the rows that differ in the fewest; without importance given, columns with more values come first. " +
			"“Alone, shown in full” are people with no suppressed cell whose combination nobody else in the table has: whoever knows the quasi-identifiers of all knows their row.",
	}}
	releases := newTable("cells", "Releases", "table", "quasi-identifiers", "k", "method", "groups", "NCP, %", "cells suppressed", "people with a suppressed cell, or left out")
	semantics := newTable("cells_semantics", "NULL as a value, and as any value", "table", "quasi-identifiers", "k", "importance", "cells, NULL is a value", "cells, matches all", "of these: people in groups below k, NULL being a value", "alone, shown in full")
	for _, age := range []struct{ name, sql string }{{"raw", "age"}, {"in fives", "age // 5 * 5"}} {
		if err := l.exec(ctx, fmt.Sprintf("CREATE OR REPLACE TABLE train AS SELECT * EXCLUDE (fold) REPLACE (%s AS age) FROM adult", age.sql)); err != nil {
			return nil, err
		}
		for _, qi := range [][]string{census[:4], census} {
			for _, k := range []int{3, 5, 10} {
				l.say("ages %s, %d quasi-identifiers, k = %d", age.name, len(qi), k)
				if err := l.compareCells(ctx, releases, age.name, qi, k); err != nil {
					return nil, err
				}
				if len(qi) == 4 && k < 10 {
					if err := l.compareSemantics(ctx, semantics, age.name, qi, k); err != nil {
						return nil, err
					}
				}
			}
		}
	}
	found.tables = append(found.tables, releases, semantics)
	return found, nil
}

// compareCells makes releases of the table train by each method.
func (l *lab) compareCells(ctx context.Context, t *table, name string, qi []string, k int) error {
	call := fmt.Sprintf("('train', qi := %s, privacy := {'k_anonymity': %d}, other_columns := 'keep', ", list(qi), k)
	for _, method := range []struct{ name, release, further string }{
		{"cells suppressed", "FROM local_suppression" + call + "seed := 1)", `, "groups" := NULL`},
		{"people left out", fmt.Sprintf("FROM train QUALIFY count(*) OVER (PARTITION BY %s) >= %d", columnList(qi), k), `, "groups" := NULL`},
		{"Mondrian", "FROM skyline_anonymize" + call + "seed := 1)", ""},
	} {
		if err := l.exec(ctx, "CREATE OR REPLACE TABLE release AS "+method.release); err != nil {
			return err
		}
		measures, err := l.utility(ctx, qi, method.further)
		if err != nil {
			return err
		}
		cells, people := "", count(int64(measures["suppressed"]))
		if method.name == "cells suppressed" {
			n, affected, err := l.suppressed(ctx, qi, k, "")
			if err != nil {
				return err
			}
			cells, people = count(n), count(affected)
		}
		t.add(name, fmt.Sprint(len(qi)), fmt.Sprint(k), method.name, count(int64(measures[groupCount])), number(100*measures["ncp"], 2), cells, people)
	}
	return nil
}

// suppressed counts the cells that local_suppression suppresses, and their people.
func (l *lab) suppressed(ctx context.Context, qi []string, k int, further string) (cells, people int64, err error) {
	err = l.row(ctx, fmt.Sprintf("SELECT suppressed, people FROM local_suppression('train', qi := %s, privacy := {'k_anonymity': %d}, output := 'counts'%s) WHERE column_name IS NULL", list(qi), k, further), &cells, &people)
	return cells, people, err
}

// compareSemantics counts the cells that are suppressed where NULL is a value, and where it
// matches all.
func (l *lab) compareSemantics(ctx context.Context, t *table, name string, qi []string, k int) error {
	rows, err := l.codes(ctx, qi)
	if err != nil {
		return err
	}
	for _, ageFirst := range []bool{false, true} {
		further, written := "", "none"
		if ageFirst {
			further, written = ", importance := {'age': 3}", "age"
		}
		ours, _, err := l.suppressed(ctx, qi, k, further)
		if err != nil {
			return err
		}
		theirs := matchAll(rows, k, ageFirst)
		cells, small, alone := theirs.count(rows, k)
		t.add(name, fmt.Sprint(len(qi)), fmt.Sprint(k), written, count(ours), count(cells), count(small), count(alone))
	}
	return nil
}

// codes returns the quasi-identifiers of the table train as numbers from 0, row by row.
func (l *lab) codes(ctx context.Context, qi []string) ([][]int, error) {
	columns := make([]string, len(qi))
	for d, name := range qi {
		columns[d] = fmt.Sprintf("dense_rank() OVER (ORDER BY %s) - 1", column(name))
	}
	var rows [][]int
	row := make([]int, len(qi))
	into := make([]any, len(qi))
	for d := range row {
		into[d] = &row[d]
	}
	err := l.rows(ctx, "SELECT "+strings.Join(columns, ", ")+" FROM train ORDER BY ALL", func() { rows = append(rows, slices.Clone(row)) }, into...)
	return rows, err
}

// wild is a suppressed cell.
const wild = -1

// matching is a table in which a suppressed cell matches every value: k rows of each
// combination, and the places of them in the whole.
type matching struct {
	rows   [][]int
	places []int
}

// matchAll suppresses cells until each row matches k.
func matchAll(all [][]int, k int, firstMatters bool) *matching {
	m := &matching{}
	seen := map[string]int{}
	for at, row := range all { // in order: whoever is alike comes together
		if key := fmt.Sprint(row); seen[key] < k {
			seen[key]++
			m.rows, m.places = append(m.rows, slices.Clone(row)), append(m.places, at)
		}
	}
	columns := leastImportant(all, firstMatters)
	for {
		var few []int
		matches := map[int]int{}
		for i := range m.rows {
			if n := m.matches(i); n < k {
				few, matches[i] = append(few, i), n
			}
		}
		if len(few) == 0 {
			return m
		}
		slices.SortStableFunc(few, func(a, b int) int { return cmp.Compare(matches[a], matches[b]) })
		for _, i := range few {
			m.suppress(i, columns)
		}
	}
}

// leastImportant orders the columns: those with more values first, the first column last if
// it matters.
func leastImportant(rows [][]int, firstMatters bool) []int {
	most := make([]int, len(rows[0]))
	for _, row := range rows {
		for d, code := range row {
			most[d] = max(most[d], code)
		}
	}
	if firstMatters {
		most[0] = -1
	}
	columns := make([]int, len(most))
	for d := range columns {
		columns[d] = d
	}
	slices.SortStableFunc(columns, func(a, b int) int { return cmp.Compare(most[b], most[a]) })
	return columns
}

// differ counts the columns in which two rows have different values.
func differ(a, b []int) int {
	n := 0
	for d := range a {
		if a[d] != b[d] && a[d] != wild && b[d] != wild {
			n++
		}
	}
	return n
}

func (m *matching) matches(i int) int {
	n := 0
	for _, row := range m.rows {
		if differ(m.rows[i], row) == 0 {
			n++
		}
	}
	return n
}

// suppress suppresses the first cell of a row, by the order of columns, that tells it from the
// rows that differ in the fewest cells, or its first one if none differs.
func (m *matching) suppress(i int, columns []int) {
	row := m.rows[i]
	least := len(row) + 1
	var near [][]int
	for _, other := range m.rows {
		switch n := differ(row, other); {
		case n == 0 || n > least:
		case n < least:
			least, near = n, [][]int{other}
		default:
			near = append(near, other)
		}
	}
	for _, d := range columns {
		if row[d] != wild && (near == nil || slices.ContainsFunc(near, func(other []int) bool { return other[d] != wild && other[d] != row[d] })) {
			row[d] = wild
			return
		}
	}
}

// count returns how many cells are suppressed, how many people are in groups below k where NULL
// is a value, and how many are shown in full and alone in the table.
func (m *matching) count(all [][]int, k int) (cells, small, alone int64) {
	shown, combinations := slices.Clone(all), map[string]int{}
	for i, at := range m.places {
		shown[at] = m.rows[i]
	}
	groups := map[string]int64{}
	for at := range all {
		combinations[fmt.Sprint(all[at])]++
		groups[fmt.Sprint(shown[at])]++
	}
	for at, row := range shown {
		suppressed := int64(0)
		for _, code := range row {
			if code == wild {
				suppressed++
			}
		}
		cells += suppressed
		if suppressed == 0 && combinations[fmt.Sprint(all[at])] == 1 {
			alone++
		}
	}
	for _, n := range groups {
		if n < int64(k) {
			small += n
		}
	}
	return cells, small, alone
}
