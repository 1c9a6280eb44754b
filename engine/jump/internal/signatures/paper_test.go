package signatures

import (
	"math/big"
	"slices"
	"testing"

	"skyline/engine/internal/budget"
	"skyline/engine/jump/beliefs"
)

// table10 is the case of Table 10: people A, …, O, and the groups of g_1, g_2 and g_3 as
// they follow from the counts of the text (their boundaries are lost in print).
func table10() (*Instance, [][]int64) {
	in := &Instance{
		Cells: slices.Repeat([]int64{1}, 15),
		Generalizations: [][]int{
			groupsOf("ABCD", "EFGHI", "JKLM", "NO"),
			groupsOf("AB", "CDEFG", "HIJKLM", "NO"),
			groupsOf("AB", "CD", "EFGH", "IJKLMNO"),
		},
	}
	counts := make([][]int64, 4)
	for g := range counts {
		counts[g] = make([]int64, 10)
	}
	for person, v := range []int{0, 1, 2, 3, 4, 5, 6, 6, 6, 7, 7, 8, 8, 9, 9} {
		counts[in.Generalizations[2][person]][v]++
	}
	return in, counts
}

// groupsOf returns the group of each of the people A, B, ….
func groupsOf(groups ...string) []int {
	var of []int
	for g, names := range groups {
		for _, name := range names {
			for len(of) <= int(name-'A') {
				of = append(of, 0)
			}
			of[name-'A'] = g
		}
	}
	return of
}

func TestTable10(t *testing.T) {
	half := beliefs.MaxShare{Share: big.NewRat(500001, 1000000)} // at most 1/2, for fewer than 500,000 tables
	in, counts := table10()
	for _, test := range []struct {
		k       int
		tables  int64
		highest *big.Rat
	}{
		{1, 7776, big.NewRat(5, 9)}, // Theorem 2: 0.556
		{2, 4320, big.NewRat(1, 2)},
	} {
		in.Step = jump(half, test.k)
		in.First, in.After = half.HoldsGroup, 2
		steps := budget.New(t.Context(), 1e9)
		set, err := in.Disclosure(counts, steps)
		if err != nil {
			t.Fatal(err)
		}
		if !set.Tables.IsInt64() || set.Tables.Int64() != test.tables || highest(set).Cmp(test.highest) != 0 {
			t.Errorf("k = %d: %v tables, highest ratio %v, want %d and %v", test.k, set.Tables, highest(set), test.tables, test.highest)
		}
		t.Logf("k = %d: %.3g steps, forecast %.3g", test.k, steps.Spent(), in.Forecast(counts))
	}
}
