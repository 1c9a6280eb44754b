package signatures

import (
	"math/big"
	"slices"
	"testing"

	"skyline/engine/internal/budget"
	"skyline/engine/internal/vectors"
	"skyline/engine/jump/beliefs"
)

func TestVectors(t *testing.T) {
	all := vectors.Load(t, vectors.JumpCases)
	sets := 0
	for id, v := range all {
		in := &Instance{Cells: slices.Repeat([]int64{1}, len(v.Original))}
		for _, groups := range v.Generalizations {
			of := make([]int, len(v.Original))
			for g, people := range groups {
				for _, person := range people {
					of[person] = g
				}
			}
			in.Generalizations = append(in.Generalizations, of)
		}
		values := slices.Compact(slices.Sorted(slices.Values(v.Original)))
		var p beliefs.Property = beliefs.Distinct{Values: v.Distinct}
		if v.Distinct == 0 {
			p = beliefs.MaxShare{Share: new(big.Rat).Add(v.Share, big.NewRat(1, 1e9))} // the vectors allow the share itself
		}
		distances := make([]int, len(v.Jump))
		for j, k := range v.Jump {
			distances[j] = int(k)
		}
		compare := func(i int, step step, want vectors.JumpSet) {
			t.Helper()
			counts := make([][]int64, len(v.Generalizations[i-1]))
			for g, people := range v.Generalizations[i-1] {
				counts[g] = make([]int64, len(values))
				for _, person := range people {
					counts[g][slices.Index(values, v.Original[person])]++
				}
			}
			in.Step = step
			got, err := in.upTo(i).Disclosure(counts, budget.New(t.Context(), 1e9))
			if err != nil {
				t.Fatal(err)
			}
			sets++
			if got.Tables.Cmp(big.NewInt(int64(want.Tables))) != 0 || got.Holds(p) != want.Holds {
				t.Errorf("vector %d, generalization %d: %v tables, holds %v, want %d, %v", id, i, got.Tables, got.Holds(p), want.Tables, want.Holds)
				return
			}
			for person, share := range want.Shares {
				most := got.With[person][0]
				for _, n := range got.With[person] {
					if n.Cmp(most) > 0 {
						most = n
					}
				}
				if r := new(big.Rat).SetFrac(most, got.Tables); r.Cmp(share) != 0 {
					t.Errorf("vector %d, generalization %d: person %d has a value in a share of %v, want %v", id, i, person, r, share)
				}
			}
		}
		in.First, in.After = p.HoldsGroup, 2
		if v.Naive.Released > 1 {
			compare(v.Naive.Released, naive(p), v.Naive.Set)
		}
		for i, want := range v.Safe.Sets {
			if i > 0 {
				compare(i+1, safe(p), want)
			}
		}
		for i, want := range v.Jumping.Sets {
			if i > 1 {
				compare(i, jump(p, distances...), want)
			}
		}
	}
	t.Logf("%d disclosure sets of %d vectors", sets, len(all))
}
