package main

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// minedByDefinition counts rows for every choice of a value, or none, of
// each column, and takes each column for the right side.
func minedByDefinition(columns []string, rows [][]string, r ruling) rules {
	mined := rules{}
	values := make([][]string, len(columns))
	for c := range columns {
		for _, row := range rows {
			if !slices.Contains(values[c], row[c]) {
				values[c] = append(values[c], row[c])
			}
		}
	}
	var visit func(chosen []string)
	visit = func(chosen []string) {
		if len(chosen) < len(columns) {
			visit(append(slices.Clone(chosen), ""))
			for _, value := range values[len(chosen)] {
				visit(append(slices.Clone(chosen), value))
			}
			return
		}
		for right, value := range chosen {
			if value == "" || r.class != "" && columns[right] != r.class {
				continue
			}
			var left []string
			for c, value := range chosen {
				if c != right && value != "" {
					left = append(left, columns[c]+"="+value)
				}
			}
			if len(left) == 0 || r.left > 0 && len(left) > r.left {
				continue
			}
			both, ofLeft := 0, 0
			for _, row := range rows {
				matches := true
				for c, value := range chosen {
					matches = matches && (c == right || value == "" || row[c] == value)
				}
				if matches {
					ofLeft++
					if row[right] == value {
						both++
					}
				}
			}
			if both == 0 || both*r.support.under < r.support.over*len(rows) || both*r.confidence.under < r.confidence.over*ofLeft {
				continue
			}
			mined[strings.Join(left, ", ")+" => "+columns[right]+"="+value] = float64(both) / float64(ofLeft)
		}
	}
	visit(nil)
	return mined
}

func TestMine(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	columns := []string{"a", "b", "c", "class"}
	for n := range 200 {
		table := newTransactions(columns...)
		var rows [][]string
		for range 1 + random.IntN(150) {
			row := make([]string, len(columns))
			for c := range row {
				row[c] = fmt.Sprint(random.IntN(1+random.IntN(4)), strings.Repeat("x", c))
			}
			rows = append(rows, row)
			table.add(row...)
		}
		r := ruling{support: share{random.IntN(5), 10}, confidence: share{random.IntN(11), 10}, left: random.IntN(3)}
		if n%2 == 1 {
			r.class = "class"
		}
		got, want := table.mine(r), minedByDefinition(columns, rows, r)
		if !maps.Equal(got, want) {
			t.Fatalf("%d rows, %+v: %d rules, want %d\n%v\n%v", len(rows), r, len(got), len(want), got, want)
		}
	}
}

func TestRuleDistance(t *testing.T) {
	least := share{4, 5}
	a := rules{"x": 0.9, "y": 1, "z": 0.8}
	b := rules{"x": 0.85, "v": 0.95}
	// |0.9 - 0.85|, 1 - 0.8, 0.8 - 0.8, 0.95 - 0.8
	if got := a.distance(b, least); math.Abs(got-0.4) > 1e-15 {
		t.Errorf("%g, want 0.4", got)
	}
	if got, back := a.distance(b, least), b.distance(a, least); got != back {
		t.Errorf("%g one way, %g the other", got, back)
	}
	if got := a.distance(a, least); got != 0 {
		t.Errorf("%g from itself, want 0", got)
	}
}
