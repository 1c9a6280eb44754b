package mondrian

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/cells"
	"skyline/engine/privacy"
	"skyline/tests/trials"
)

// TestNarrow looks for the first cut of a column with many codes between bounds, and among all
// candidates.
func TestNarrow(t *testing.T) {
	trials.Long(t)
	seen := map[string]int{}
	for seed := range trials.Seeds(t, 1200, 12_000) {
		rng := rand.New(rand.NewPCG(seed, 43))
		p, o := randomColumn(t, rng)
		other := *o
		other.low, other.high = slices.Clone(o.low), slices.Clone(o.high)
		all := newSearch(p).candidates(&other, 0)
		slices.SortFunc(all, candidate.compare)
		s := p.searches[0]
		var than *candidate
		if len(all) > 0 && rng.IntN(2) == 0 {
			other := all[rng.IntN(1+rng.IntN(len(all)))]
			other.dim = 1
			than = &other
		}
		got, found := s.firstCut(o, 0, than)
		switch {
		case !found && len(all) > 0 && (than == nil || less(all[0], *than)):
			t.Fatalf("seed %d: no cut, want %+v", seed, all[0])
		case found && len(all) == 0:
			t.Fatalf("seed %d: the cut %+v, want none", seed, got)
		case found && got != all[0] && (than == nil || !less(*than, all[0])):
			t.Fatalf("seed %d: the cut %+v, want %+v", seed, got, all[0])
		case o.low[0] != other.low[0] || o.high[0] != other.high[0]:
			t.Fatalf("seed %d: codes from %d to %d, want %d to %d", seed, o.low[0], o.high[0], other.low[0], other.high[0])
		}
		if found && len(s.view.codes) < len(all)/2 {
			seen["few codes"]++
		}
		if found && s.view.last == int32(p.cells.columns[0].Size-1) && p.cells.columns[0].HasNull {
			seen["with NULL"]++
		}
	}
	t.Log(seen)
	if seen["few codes"] < 500 || seen["with NULL"] < 150 {
		t.Error("too few to say anything")
	}
}

// randomColumn returns people in one group whose codes in one column nearly all differ.
func randomColumn(t *testing.T, rng *rand.Rand) (*partitioner, *open) {
	t.Helper()
	n := fewCells + rng.IntN(4*fewCells)
	column := Column{Size: 4 * n * (1 + rng.IntN(10)), HasNull: rng.IntN(3) == 0, Weight: float64(rng.IntN(3))}
	if power := 1 + 4*rng.Float64(); rng.IntN(4) > 0 {
		for code := range column.Size {
			x := float64(code) / float64(column.Size)
			if rng.IntN(2) == 0 { // in steps
				x = math.Floor(x * 20)
			}
			column.Numbers = append(column.Numbers, math.Pow(x, power))
		}
		slices.Sort(column.Numbers)
	}
	if rng.IntN(5) == 0 {
		column.Finest = &Limit{}
		for code, block := 0, 1+rng.IntN(column.Size/8); code < column.Size; code++ {
			column.Finest.Blocks = append(column.Finest.Blocks, int32(code/block))
		}
	}
	b := cells.Builder{}
	skew, most, nulls := 1+3*rng.Float64(), 1+rng.IntN(2)*rng.IntN(30), rng.IntN(3)
	reach := float64(column.Size) / (1 + float64(rng.IntN(2)*rng.IntN(5)))
	for range n {
		code := int64(reach * math.Pow(rng.Float64(), skew))
		if nulls > 0 && rng.IntN(20*nulls) == 0 {
			code = int64(column.Size - 1)
		}
		alike := slices.Repeat([]person{{values: []string{""}}}, 1+rng.IntN(most))
		if err := b.Add([]int64{code, 0}, histogram(true, alike)); err != nil {
			t.Fatal(err)
		}
	}
	table, err := newCells(&b, []Column{column, {Size: 1, Weight: float64(rng.IntN(3))}})
	if err != nil {
		t.Fatal(err)
	}
	strategy := []Strategy{InformationGain, InformationLoss}[rng.IntN(2)]
	p := newPartitioner(t.Context(), table, Options{Strategy: strategy, Requirements: []privacy.Requirement{privacy.KAnonymity(int64(1 + rng.IntN(1+rng.IntN(n))))}})
	return p, table.whole()
}
