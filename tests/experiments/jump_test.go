package main

import (
	"strings"
	"testing"

	"skyline/tests/trials"
)

// Every figure is what it was found to be by enumeration, and those that are not the
// printed ones have a reason.
func TestJumpPaper(t *testing.T) {
	trials.Long(t)
	found := find(t, settings{quick: true, progress: t.Output()}, "jump_paper")
	figures := jumpFigures()
	rows := found.tables[1].rows
	if len(rows) != len(figures) {
		t.Fatalf("%d rows, want %d", len(rows), len(figures))
	}
	for at, f := range figures {
		if rows[at][2] != f.here {
			t.Errorf("%s: %s, want %s", f.of, rows[at][2], f.here)
		}
		if differs := f.printed != "" && f.printed != f.here; differs != (f.why != "") {
			t.Errorf("%s: printed %q, here %q, because %q", f.of, f.printed, f.here, f.why)
		}
	}
	wantClaims(t, found, "Theorem 8", "Proposition 2")
}

// What is enumerated is what jump_publish releases, or the experiment fails; the smallest
// instances must be decided.
func TestJumpCost(t *testing.T) {
	all(t)
	found := find(t, tiny(t, 1000), "jump_cost")
	for _, sheet := range found.tables[:3] {
		for _, row := range sheet.rows {
			if row[2] == "refused" || strings.HasPrefix(row[5], "more") {
				t.Errorf("%s: %v", sheet.name, row)
			}
		}
	}
}

// TestJumpMethods: nobody decides the recursions of the paper without a method for them, and
// everything else is decided without any one of the others.
func TestJumpMethods(t *testing.T) {
	all(t)
	found := find(t, tiny(t, 0), "jump_methods")
	for _, row := range found.tables[1].rows {
		if lost := !strings.HasPrefix(row[1], "0 / "); lost != (row[0] == "recursion") {
			t.Errorf("the vectors without %s: %s", row[0], row[1])
		}
	}
}
