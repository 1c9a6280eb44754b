package worlds

import (
	"math/big"
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

// Drawn is an algorithm of a list, from which one is drawn in secret: the generalizations
// that it tries, in their order, and how likely it is drawn.
type Drawn struct {
	Order       []int
	Algorithm   Algorithm
	Probability *big.Rat
}

// Secret is what the adversary believes who knows the list, but not what was drawn, and
// sees what was released, or nothing where that is 0 (Table 15): of all pairs of a table with
// the same people and values and an algorithm, those in which the algorithm shows the same
// of the table, each as likely as the algorithm. It is nil where none does with the table
// itself. Their shares are counted in Belief.
func Secret(groups [][][]int, property Property, list []Drawn, released int, table []int) *Belief {
	everybody := &World{Groups: groups}
	b := &Belief{Shares: Zeros(len(table), 1+slices.Max(table)), total: new(big.Rat)}
	possible := false
	for _, a := range list {
		var tried [][][]int
		for _, i := range a.Order {
			tried = append(tried, groups[i-1])
		}
		w := New(tried, a.Algorithm, property)
		for _, world := range Arrangements(table) {
			at, _ := w.Run(world)
			if at > 0 {
				at = a.Order[at-1]
			}
			if at != released || at > 0 && everybody.Key(at, world) != everybody.Key(at, table) {
				continue
			}
			possible = possible || a.Probability.Sign() > 0 && slices.Equal(world, table)
			b.total.Add(b.total, a.Probability)
			for person, v := range world {
				b.Shares[person][v].Add(b.Shares[person][v], a.Probability)
			}
		}
	}
	if !possible {
		return nil
	}
	for _, row := range b.Shares {
		for _, share := range row {
			share.Quo(share, b.total)
		}
	}
	return b
}

// Belief is how likely each value is for each person.
type Belief struct {
	Shares [][]*big.Rat
	total  *big.Rat
}

// Holds reports whether a property holds for everybody.
func (b *Belief) Holds(p Property) bool {
	for _, row := range b.Shares {
		all := big.NewInt(1) // the least common denominator
		for _, share := range row {
			d := share.Denom()
			all.Mul(all, new(big.Int).Quo(d, new(big.Int).GCD(nil, nil, all, d)))
		}
		counts := make([]int, len(row))
		for v, share := range row {
			n := new(big.Int).Quo(all, share.Denom())
			counts[v] = int(n.Mul(n, share.Num()).Int64())
		}
		if !p.Of(counts) {
			return false
		}
	}
	return true
}
