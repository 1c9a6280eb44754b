package jump_test

import (
	"math/big"
	"slices"
	"testing"

	"skyline/engine/internal/vectors"
	"skyline/tests/worlds"
)

// vectorWorld describes the world of a vector for a strategy, and its table with
// values numbered.
func vectorWorld(c *vectors.JumpCase, s strategy) (*world, []int) {
	var p worlds.Property = worlds.Distinct(c.Distinct)
	if c.Share != nil {
		p = worlds.AtMost(c.Share.Num().Int64(), c.Share.Denom().Int64())
	}
	names := slices.Compact(slices.Sorted(slices.Values(c.Original)))
	var table []int
	for _, name := range c.Original {
		table = append(table, slices.Index(names, name))
	}
	return newWorld(c.Generalizations, s, c.Jump, p), table
}

// compareSet compares a set of tables with a vector.
func compareSet(t *testing.T, w *world, i int, what string, set [][]int, want vectors.JumpSet) {
	t.Helper()
	if len(set) != want.Tables || w.Holds(i, set) != want.Holds {
		t.Errorf("%s has %d tables, holds: %v, want %d, %v", what, len(set), w.Holds(i, set), want.Tables, want.Holds)
		return
	}
	for person, counts := range worlds.Marginals(set) {
		if got := big.NewRat(int64(slices.Max(counts)), int64(len(set))); got.Cmp(want.Shares[person]) != 0 {
			t.Errorf("%s: person %d has a value with share %v, want %v", what, person, got, want.Shares[person])
		}
	}
}

// TestOracleVectors compares what the definitions in oracle_test.go come to with the
// vectors, which were computed elsewhere.
func TestOracleVectors(t *testing.T) {
	misprints := 0
	for id, c := range vectors.Load(t, vectors.JumpCases) {
		w, table := vectorWorld(&c, naive)
		for i, want := range c.Permutation {
			compareSet(t, w, i+1, "permutation set", w.Permutations(i+1, table), want)
		}
		released, _ := w.Run(table)
		if released != c.Naive.Released {
			t.Errorf("naive releases %d, want %d", released, c.Naive.Released)
		}
		if released > 0 {
			compareSet(t, w, released, "what naive leaves", w.Disclosure(released, table), c.Naive.Set)
		}

		w, _ = vectorWorld(&c, safe)
		released, path := w.Run(table)
		if released != c.Safe.Released || len(path) != len(c.Safe.Sets) {
			t.Errorf("safe releases %d in %d steps, want %d in %d", released, len(path), c.Safe.Released, len(c.Safe.Sets))
		}
		for i, want := range c.Safe.Sets {
			compareSet(t, w, i+1, "safe disclosure set", w.Disclosure(i+1, table), want)
		}

		w, _ = vectorWorld(&c, jumping)
		released, path = w.Run(table)
		var steps [][2]int
		sets := 0
		for _, e := range path {
			steps = append(steps, [2]int{e.I, boolInt(e.Disclosure)})
			if e.Disclosure {
				sets++
				compareSet(t, w, e.I, "disclosure set", w.Disclosure(e.I, table), c.Jumping.Sets[e.I])
			}
		}
		if released != c.Jumping.Released || !slices.Equal(steps, c.Jumping.Path) || sets != len(c.Jumping.Sets) {
			t.Errorf("jump releases %d by %v, want %d by %v", released, steps, c.Jumping.Released, c.Jumping.Path)
		}

		if released = releasedAsPrinted(w, table); released != c.Misprint {
			t.Errorf("Table 13 as printed releases %d, want %d", released, c.Misprint)
		}
		misprints += boolInt(c.Misprint != c.Jumping.Released)
		if t.Failed() {
			t.Fatalf("vector %d, %s: %v %v %v %v", id, c.Note, c.Original, c.Generalizations, c.Jump, w.property)
		}
	}
	if misprints < 8 {
		t.Errorf("the misprint matters in %d vectors, want 8 or more", misprints)
	}
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// releasedAsPrinted is what strategy jumping releases by Table 13 as printed, where line
// 10, which follows a table to generalization i, has k[i] in the place of k[j].
func releasedAsPrinted(w *world, table []int) int {
	discloses := map[string]bool{}
	var holdsDisclosure func(i int, table []int) bool
	reaches := func(i int, table []int) bool {
		for j := 1; j < i; {
			if !w.HoldsPermutation(j, table) {
				j++
				continue
			}
			distance := int(w.jump[i-1])
			if j+distance > i || holdsDisclosure(j, table) {
				return false
			}
			j += distance
		}
		return true
	}
	holdsDisclosure = func(i int, table []int) bool {
		key := w.Key(i, table)
		holds, known := discloses[key]
		if !known {
			var set [][]int
			for u := range worlds.Each(w.Groups[i-1], table) {
				if reaches(i, u) {
					set = append(set, slices.Clone(u))
				}
			}
			holds = w.Holds(i, set)
			discloses[key] = holds
		}
		return holds
	}
	for i := 1; i <= len(w.Groups); {
		switch {
		case !w.HoldsPermutation(i, table):
			i++
		case holdsDisclosure(i, table):
			return i
		default:
			i += int(w.jump[i-1])
		}
	}
	return 0
}
