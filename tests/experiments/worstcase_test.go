package main

import "testing"

func TestWorstCase(t *testing.T) {
	found := find(t, tiny(t, 2000), "martin_fig5")
	wantClaims(t, found, "“maximum disclosure certainly reaches 1 at k = 13”")
	implications, negations := found.figures[0].curves[0], found.figures[0].curves[1]
	for k := range implications.y {
		if implications.y[k] < negations.y[k] || k > 0 && implications.y[k] < implications.y[k-1] {
			t.Errorf("k = %d: implications %v, negations %v", k, implications.y[k], negations.y[k])
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
	for _, c := range found.figures[0].curves {
		if c.x[0] != 0 || c.y[0] != 1 {
			t.Errorf("%s begins with %v at %v", c.label, c.y[0], c.x[0])
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
