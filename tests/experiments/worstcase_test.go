package main

import (
	"testing"

	"skyline/tests/trials"
)

func TestWorstCase(t *testing.T) {
	trials.Long(t)
	found := find(t, tiny(t, 2000), "martin_fig5")
	wantClaims(t, found, "“maximum disclosure certainly reaches 1 at k = 13”")
	implications, negations := found.figures[0].Curves[0], found.figures[0].Curves[1]
	for k := range implications.Y {
		if implications.Y[k] < negations.Y[k] || k > 0 && implications.Y[k] < implications.Y[k-1] {
			t.Errorf("k = %d: implications %v, negations %v", k, implications.Y[k], negations.Y[k])
		}
	}
}

// There are 72 generalizations, and with the groups of one they have no entropy and
// disclose everything.
func TestWorstCaseByEntropy(t *testing.T) {
	all(t)
	found := find(t, tiny(t, 500), "martin_fig6")
	last := found.tables[len(found.tables)-1]
	if len(last.rows) != 72 {
		t.Errorf("%d generalizations, want 72", len(last.rows))
	}
	for _, c := range found.figures[0].Curves {
		if c.X[0] != 0 || c.Y[0] != 1 {
			t.Errorf("%s begins with %v at %v", c.Label, c.Y[0], c.X[0])
		}
	}
}

func TestGeneralizationCost(t *testing.T) {
	all(t)
	found := find(t, tiny(t, 2000), "generalization_cost")
	for _, sheet := range found.tables {
		for _, row := range sheet.rows {
			for i, name := range sheet.header {
				if name == "complete" && row[i] != "true" {
					t.Errorf("%s: %v is not complete", sheet.name, row)
				}
			}
		}
	}
}
