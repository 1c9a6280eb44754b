package linked_test

import (
	"math/big"
	"slices"

	"skyline/engine/linked"
)

// person is somebody by the definition: no two are put together.
type person struct {
	own  int32
	rows []linked.Row
}

// told is what the definition says.
type told struct {
	k                          int64
	unicity, ofKnown, anywhere *big.Rat
}

// injections calls see with each injection of known rows, of a person, to the rows of another,
// which keeps what is known: image[i] is the row that known[i] is taken for.
func injections(known []linked.Row, other []linked.Row, byValue bool, see func(image []int)) {
	image := make([]int, 0, len(known))
	var choose func()
	choose = func() {
		if len(image) == len(known) {
			see(image)
			return
		}
		for i, row := range other {
			want := known[len(image)]
			if slices.Contains(image, i) || row.Item != want.Item || byValue && row.Value != want.Value {
				continue
			}
			image = append(image, i)
			choose()
			image = image[:len(image)-1]
		}
	}
	choose()
}

// chosen calls see with each choice of n of some rows.
func chosen(rows []linked.Row, n int, see func([]linked.Row)) {
	for set := range 1 << len(rows) {
		var known []linked.Row
		for i, row := range rows {
			if set>>i&1 == 1 {
				known = append(known, row)
			}
		}
		if len(known) == n {
			see(known)
		}
	}
}

// learn returns how many candidates there are, and what is the largest share of a value.
func learn(people []person, own int32, known []linked.Row, exactly bool, q *linked.Query) (candidates int64, ofKnown, anywhere *big.Rat) {
	worlds := int64(0)
	have := map[[2]int32]int64{} // worlds, by number of a known row and its value
	anybody := map[int32]int64{} // candidates by value
	for _, other := range people {
		if other.own != own || exactly && len(other.rows) != len(known) {
			continue
		}
		fits := false
		values := map[int32]bool{}
		injections(known, other.rows, q.Row, func(image []int) {
			fits = true
			worlds++
			for i, at := range image {
				have[[2]int32{int32(i), other.rows[at].Value}]++
			}
			for at, row := range other.rows {
				if !q.Row || !slices.Contains(image, at) {
					values[row.Value] = true
				}
			}
		})
		if fits {
			candidates++
			for v := range values {
				anybody[v]++
			}
		}
	}
	ofKnown, anywhere = new(big.Rat), new(big.Rat)
	for v, n := range have {
		if share := big.NewRat(n, worlds); share.Cmp(ofKnown) > 0 && q.Values && !q.Row && (!q.Only || v[1] == q.Value) {
			ofKnown = share
		}
	}
	for v, n := range anybody {
		if share := big.NewRat(n, candidates); share.Cmp(anywhere) > 0 && q.Values && (!q.Only || v == q.Value) {
			anywhere = share
		}
	}
	return candidates, ofKnown, anywhere
}

// define is what is told to who knows n rows of somebody, or all: by all people, all choices
// and all injections. What is told to who knows fewer is taken for ofKnown and anywhere.
func define(people []person, n int, all bool, q *linked.Query) told {
	result := told{0, new(big.Rat), new(big.Rat), new(big.Rat)}
	for _, p := range people {
		alone, choices := int64(0), int64(0)
		for m := range len(p.rows) + 1 {
			last := m == min(n, len(p.rows))
			if all {
				last = m == len(p.rows)
			}
			if !last && (all || m > n) {
				continue
			}
			chosen(p.rows, m, func(known []linked.Row) {
				candidates, ofKnown, anywhere := learn(people, p.own, known, all, q)
				if ofKnown.Cmp(result.ofKnown) > 0 {
					result.ofKnown = ofKnown
				}
				if anywhere.Cmp(result.anywhere) > 0 {
					result.anywhere = anywhere
				}
				if !last {
					return
				}
				choices++
				if candidates == 1 {
					alone++
				}
				if result.k == 0 || candidates < result.k {
					result.k = candidates
				}
			})
		}
		result.unicity.Add(result.unicity, big.NewRat(alone, choices*int64(len(people))))
	}
	return result
}
