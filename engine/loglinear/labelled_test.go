package loglinear

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/tests/trials"
)

// TestLabelledByDefinition: each person of a row has one of the combinations of values of the
// labels, all alike. The oracle lists the combinations and counts, in fractions.
func TestLabelledByDefinition(t *testing.T) {
	for seed := range trials.Seeds(t, 300, 3000) {
		random := rand.New(rand.NewPCG(seed, 38))
		attributes := 1 + random.IntN(3)
		table := &Labelled{}
		var sets [][][]int32 // by attribute and label
		for range attributes {
			size := 1 + random.IntN(5)
			var order []int32
			for _, v := range random.Perm(size) {
				order = append(order, int32(v))
			}
			var labels [][]Run
			var of [][]int32
			for range 1 + random.IntN(3) {
				var runs []Run
				var set []int32
				for at := range int32(size) {
					if random.IntN(2) == 0 {
						continue
					}
					set = append(set, order[at])
					if n := len(runs); n > 0 && runs[n-1].Last == at-1 {
						runs[n-1].Last = at
					} else {
						runs = append(runs, Run{at, at})
					}
				}
				labels, of = append(labels, runs), append(of, set)
			}
			table.Order, table.Labels, sets = append(table.Order, order), append(table.Labels, labels), append(sets, of)
			table.Columns = append(table.Columns, nil)
		}
		for range random.IntN(6) {
			table.Counts = append(table.Counts, 1+random.Int64N(9))
			for a := range attributes {
				table.Columns[a] = append(table.Columns[a], int32(random.IntN(len(sets[a]))))
			}
		}
		sizes := make([]int, attributes)
		for a := range sizes {
			sizes[a] = len(table.Order[a])
		}
		query := Workload{Dimension: 1 + random.IntN(attributes), Selectivity: 0.5, Queries: 1}.Query(random, sizes)
		// Every other time somebody with a value of the first attribute that is asked for counts a
		// number, some of them negative.
		if seed%2 == 0 {
			for v := range query[0].Allowed {
				query[0].Counts = append(query[0].Counts, float64(v*v-3))
			}
		}
		want, size := new(big.Rat), new(big.Rat)
		for row, n := range table.Counts {
			asked := make([][]int32, len(query))
			for k, p := range query {
				asked[k] = sets[p.Attribute][table.Columns[p.Attribute][row]]
			}
			satisfied, all := int64(0), int64(0)
			var list func(k int, holds bool, counts int64)
			list = func(k int, holds bool, counts int64) {
				if k == len(query) {
					all++
					if holds {
						satisfied += counts
					}
					return
				}
				for _, v := range asked[k] {
					of := counts
					if query[k].Counts != nil {
						of = int64(query[k].Counts[v])
					}
					list(k+1, holds && query[k].Allowed[v], of)
				}
			}
			list(0, true, 1)
			if all > 0 {
				want.Add(want, big.NewRat(n*satisfied, all))
				size.Add(size, big.NewRat(n*max(satisfied, -satisfied), all))
			}
		}
		exactly, _ := want.Float64()
		terms, _ := size.Float64()
		// Three quotients and their products are each off by half a unit in the last place.
		if got := table.Count(query); math.Abs(got-exactly) > 1e-14*(1+terms) {
			t.Fatalf("seed %d: %v, want %v", seed, got, exactly)
		}
	}
	if got := (&Labelled{}).Count([]Predicate{{Attribute: 0}}); !math.IsNaN(got) {
		t.Errorf("an attribute that there is not: %v", got)
	}
}
