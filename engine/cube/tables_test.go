package cube_test

import (
	"math/rand/v2"
	"testing"

	"skyline/engine/cube"
	"skyline/tests/trials"
)

// TestCubes compares with all tables that agree, of cubes of two to four dimensions, with hierarchies or a second grouping of
// the same leaves, in which cells are hidden, masked, or rounded. Both forms of a system say the same.
func TestCubes(t *testing.T) {
	follow, wide := 0, 0
	for seed := range trials.Seeds(t, 40, 3000) {
		rng := rand.New(rand.NewPCG(seed, 41))
		made, hide := randomCube(rng)
		s, targets, _ := made.publish(counts, hide)
		_, f, w := compare(t, seed, s, targets)
		follow, wide = follow+f, wide+w
		want, err := s.Bounds(t.Context(), targets, 1e8)
		if err != nil {
			t.Fatal(err)
		}
		linked, same, _ := made.linked(counts, hide)
		got, err := linked.Bounds(t.Context(), same, 1e8)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for i := range want {
			if !got[i].Exact || got[i].Least.Cmp(want[i].Least) != 0 || got[i].Largest.Cmp(want[i].Largest) != 0 {
				t.Fatalf("seed %d: cell %d in [%v, %v], want [%v, %v]", seed, i, got[i].Least, got[i].Largest, want[i].Least, want[i].Largest)
			}
		}
	}
	if follow < 50 || wide < 50 {
		t.Errorf("%d targets that follow, %d that do not: too few", follow, wide)
	}
}

// randomCube returns a small cube of small counts, and what is not shown of it. The total always is.
func randomCube(rng *rand.Rand) (*table, func(int, int64) (bool, cube.Range)) {
	dims := [][]dimension{
		{levels(4, 2), levels(3)},
		{levels(3), levels(3)},
		{levels(2), levels(2), levels(2)},
		{levels(2), levels(2), levels(2), levels(2)},
		{{{0}, {1}, {2}, {3}, {0, 1}, {2, 3}, {1, 2}, {0, 1, 2, 3}}, levels(2)}, // groups that do not nest
		{levels(6, 3)},
	}[rng.IntN(6)]
	largest := 2 + rng.IntN(4)
	left := int64(7)
	made := newTable(func() int64 {
		v := min(left, max(0, int64(rng.IntN(largest+2))-2))
		left -= v
		return v
	}, dims...)
	rng.Shuffle(len(made.inner), func(i, j int) { made.inner[i], made.inner[j] = made.inner[j], made.inner[i] })
	kind, zeros, last := rng.IntN(4), rng.IntN(2) == 0, len(made.cells)-1
	share := 30 + rng.IntN(50)
	hidden, below := make([]bool, len(made.cells)), make([]int64, len(made.cells))
	for i := range hidden {
		hidden[i], below[i] = rng.IntN(100) < share, rng.Int64N(3)
	}
	return made, func(cell int, v int64) (bool, cube.Range) {
		switch {
		case cell == last || v == 0 && zeros:
			return false, cube.Range{}
		case kind == 0: // masked
			return v < 3, cube.Range{Largest: 2}
		case kind == 1: // rounded to base 3, by chance
			low := v - below[cell]
			return hidden[cell] && v > 0, cube.Range{Least: max(0, low), Largest: low + 2}
		}
		return hidden[cell], counts
	}
}
