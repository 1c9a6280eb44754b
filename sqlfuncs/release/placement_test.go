package release

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestPlacementServed: a release has served when all rows and its regions have been asked for.
func TestPlacementServed(t *testing.T) {
	p := NewPlacement(nil, nil, make([][]ShownRegion, 2), 3000)
	p.RowsLeft.Add(-3000)
	if p.Served() {
		t.Error("with regions left it has served")
	}
	if _, err := p.shown(nil, false); err != nil {
		t.Fatal(err)
	}
	p.RowsLeft.Add(952)
	if p.Served() {
		t.Error("with rows left it has served")
	}
	p.RowsLeft.Add(-952)
	if !p.Served() {
		t.Error("with nothing left it has not served")
	}
}

// TestOrder: rows are in the order of their groups, whatever is drawn, and what is drawn has
// as much room as there is.
func TestOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		groups := 1 + rng.Int64N(1<<rng.IntN(62))
		group := 1 + rng.Int64N(groups)
		first, last := order(groups, group, 0), order(groups, group, math.MaxUint64)
		if first < 0 || last < first || group < groups && order(groups, group+1, 0) <= last {
			t.Fatalf("order(%d, %d, …) is in %d..%d, and the next group begins at %d", groups, group, first, last, order(groups, group+1, 0))
		}
		if room := last - first; room < math.MaxInt64/groups/4 {
			t.Fatalf("order(%d, %d, …) has room for %d numbers", groups, group, room)
		}
	}
	for _, nonsense := range []int64{0, -1, math.MinInt64, math.MaxInt64} { // it must not panic
		order(nonsense, nonsense, math.MaxUint64)
		order(3, nonsense, math.MaxUint64)
		order(nonsense, 3, math.MaxUint64)
	}
}
