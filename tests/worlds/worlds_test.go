package worlds

import "testing"

// TestTable1 is the example of the source: of its 36 tables with the second
// generalization, a naive algorithm leaves 4 (Table 3), and in these Charlie and David,
// persons 2 and 3, have cancer for sure. An algorithm that looks at disclosure sets goes
// on to the third generalization, of which 8 tables are left.
func TestTable1(t *testing.T) {
	table := []int{0, 1, 2, 2, 3, 4}
	groups := [][][]int{Groups([]int{0, 0, 1, 1, 2, 2}), Groups([]int{0, 0, 0, 1, 1, 1}), Groups([]int{0, 0, 0, 0, 1, 1})}
	half := AtMost(1, 2)
	naive := New(groups, Naive, half)
	if set := naive.Permutations(2, table); len(set) != 36 {
		t.Errorf("%d tables, want 36", len(set))
	}
	released, set := naive.Believed(table)
	if m := Marginals(set); released != 2 || len(set) != 4 || m[2][2] != 4 || m[3][2] != 4 {
		t.Errorf("naive releases %d, and %v are believed in", released, set)
	}
	for _, algorithm := range []Algorithm{Safe, Jump([]int{1, 1, 1})} {
		released, set := New(groups, algorithm, half).Believed(table)
		if released != 3 || len(set) != 8 || Highest(set).RatString() != "1/2" {
			t.Errorf("%d is released, and %v are believed in", released, set)
		}
	}
}
