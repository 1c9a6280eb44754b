package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"skyline/tests/trials"
)

// TestMinimality: of four people at most one is sick, or the table is refused. Of nobody
// sick, each person is a group. The sick one needs two others; where they can be on
// either side, the first person is cut off. So 0 | 1 2 3 is released for three tables, and
// 0 1 2 | 3 for one: there person 0 is sick.
func TestMinimality(t *testing.T) {
	trials.Long(t)
	found := find(t, settings{quick: true, progress: t.Output()}, "minimality")
	want := []string{"4", "0.4", "information_loss", "16", "5", "3", "1", "20.0 %", "1", "1.000"}
	if diff := cmp.Diff(want, found.tables[0].rows[0]); diff != "" {
		t.Errorf("four people (-want +got):\n%s", diff)
	}
	if got := highestBelief([]int{0b011, 0b101, 0b100}, 3); got != 2.0/3 {
		t.Errorf("highestBelief = %v, want 2/3", got)
	}
}
