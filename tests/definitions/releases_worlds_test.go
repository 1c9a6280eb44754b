package definitions

import (
	"math/big"
	"math/rand/v2"
)

// row is a person, or a counterfeit, in several releases.
type row struct {
	nobody bool
	groups []int // by release; -1: not in it
	value  int
}

// republished is a few of them.
type republished struct {
	releases, values int
	rows             []row
}

// randomTable returns one with up to so many people.
func randomTable(rng *rand.Rand, people int) *republished {
	t := &republished{releases: 1 + rng.IntN(3), values: 1 + rng.IntN(3)}
	groups := 1 + rng.IntN(4)
	for range 1 + rng.IntN(people) {
		r := row{groups: make([]int, t.releases), value: rng.IntN(t.values), nobody: rng.IntN(12) == 0}
		for j := range r.groups {
			if r.groups[j] = rng.IntN(groups); rng.IntN(10) == 0 {
				r.groups[j] = -1
			}
		}
		if r.nobody { // in one release
			at := rng.IntN(t.releases)
			for j := range r.groups {
				if j != at {
					r.groups[j] = -1
				}
			}
			r.groups[at] = rng.IntN(groups)
		}
		t.rows = append(t.rows, r)
	}
	return t
}

// present reports whether somebody is in some release.
func (r *row) present() bool {
	for _, g := range r.groups {
		if g >= 0 {
			return true
		}
	}
	return false
}

// probabilities lists the worlds, and returns how likely each row has each value: nil for rows
// in no release.
//
// A world gives a value to each row. Of each group it must have as many of each value as the
// table itself.
func (t *republished) probabilities() [][]*big.Rat {
	type place struct{ release, group, value int }
	left := map[place]int{}
	var rows []int
	for i := range t.rows {
		if !t.rows[i].present() {
			continue
		}
		rows = append(rows, i)
		for j, g := range t.rows[i].groups {
			if g >= 0 {
				left[place{j, g, t.rows[i].value}]++
			}
		}
	}
	worlds := int64(0)
	having := make([][]int64, len(t.rows))
	for i := range having {
		having[i] = make([]int64, t.values)
	}
	world := make([]int, len(rows))
	var give func(at int)
	give = func(at int) {
		if at == len(rows) {
			worlds++
			for k, i := range rows {
				having[i][world[k]]++
			}
			return
		}
		r := &t.rows[rows[at]]
	values:
		for v := range t.values {
			for j, g := range r.groups {
				if g >= 0 && left[place{j, g, v}] == 0 {
					continue values
				}
			}
			for j, g := range r.groups {
				if g >= 0 {
					left[place{j, g, v}]--
				}
			}
			world[at] = v
			give(at + 1)
			for j, g := range r.groups {
				if g >= 0 {
					left[place{j, g, v}]++
				}
			}
		}
	}
	give(0)
	probabilities := make([][]*big.Rat, len(t.rows))
	for _, i := range rows {
		for v := range t.values {
			probabilities[i] = append(probabilities[i], big.NewRat(having[i][v], worlds))
		}
	}
	return probabilities
}

// truth is what is so of a value.
type truth struct {
	occurs  bool     // among people who are in some release
	largest *big.Rat // the largest probability of a person
	reached int64    // people whose probability is at least c
}

// of returns what is so of each value.
func (t *republished) of(c *big.Rat) []truth {
	all := make([]truth, t.values)
	for v := range all {
		all[v].largest = new(big.Rat)
	}
	for i, probabilities := range t.probabilities() {
		r := &t.rows[i]
		if probabilities == nil {
			continue
		}
		all[r.value].occurs = true
		if r.nobody {
			continue
		}
		for v, p := range probabilities {
			if p.Cmp(all[v].largest) > 0 {
				all[v].largest = p
			}
			if p.Cmp(c) >= 0 {
				all[v].reached++
			}
		}
	}
	return all
}

// people is how many are in some release.
func (t *republished) people() (n int64) {
	for i := range t.rows {
		if t.rows[i].present() && !t.rows[i].nobody {
			n++
		}
	}
	return n
}
