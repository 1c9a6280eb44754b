package worlds

import (
	"math/big"
	"math/bits"
	"slices"
)

// Believed is what the adversary holds possible after a release; or after no release, if
// they know the multiset of values. It is the tables with which the algorithm does the
// same.
func (w *World) Believed(table []int) (released int, set [][]int) {
	released, _ = w.Run(table)
	all := Arrangements(table)
	if released > 0 {
		all = w.Permutations(released, table)
	}
	for _, world := range all {
		if r, _ := w.Run(world); r == released {
			set = append(set, world)
		}
	}
	return released, set
}

// Nothing is the share of all tables with the same multiset of values with which nothing
// is released.
func (w *World) Nothing(table []int) *big.Rat {
	all, none := Arrangements(table), int64(0)
	for _, world := range all {
		if released, _ := w.Run(world); released == 0 {
			none++
		}
	}
	return big.NewRat(none, int64(len(all)))
}

// Choice is a subset of the generalizations, with bit i-1 for generalization i, and the
// tables from which the naive strategy on it releases what was released.
type Choice struct {
	Subset int
	Set    [][]int
}

// Choices lists the subsets of two generalizations or more from which one of them can
// have been released.
func (w *World) Choices(released int, table []int) (all []Choice) {
	if !w.HoldsPermutation(released, table) {
		return nil
	}
	set := w.Permutations(released, table)
	earlier := make([]int, len(set)) // of each table: the generalizations before that hold
	for at, world := range set {
		for j := 1; j < released; j++ {
			if w.HoldsPermutation(j, world) {
				earlier[at] |= 1 << (j - 1)
			}
		}
	}
	for subset := range 1 << len(w.Groups) {
		if bits.OnesCount(uint(subset)) < 2 || subset>>(released-1)&1 == 0 {
			continue
		}
		c := Choice{Subset: subset}
		for at, world := range set {
			if subset&earlier[at] == 0 {
				c.Set = append(c.Set, world)
			}
		}
		if len(c.Set) > 0 {
			all = append(all, c)
		}
	}
	return all
}

// Chosen is what the adversary believes when a secret subset of generalizations, two of
// them at least, was published from by the naive strategy, and one of them was released:
// the shares over all pairs of a subset and a table that are possible, and their mean over
// all subsets that are. They are nil if there is none.
func (w *World) Chosen(released int, table []int) (posterior, mean [][]*big.Rat) {
	all := w.Choices(released, table)
	if len(all) == 0 {
		return nil, nil
	}
	values := 1 + slices.Max(table)
	var pairs [][]int
	mean = Zeros(len(table), values)
	for _, c := range all {
		pairs = append(pairs, c.Set...)
		for person, row := range Shares(c.Set, values) {
			for v, share := range row {
				sum := mean[person][v]
				sum.Add(sum, share.Quo(share, big.NewRat(int64(len(all)), 1)))
			}
		}
	}
	return Shares(pairs, values), mean
}
