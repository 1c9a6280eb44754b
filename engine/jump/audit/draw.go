package audit

import (
	"fmt"
	"math/rand/v2"

	"skyline/engine"
)

// Population is the people and what a generalization says of them.
type Population struct {
	// Cells is how many people there are in each cell, at least one.
	Cells []int64
	// In is the group of the generalization that each cell lies in.
	In []int
	// Counts[group][value] is how many people of a group have a value: the signature of
	// the permutation set.
	Counts [][]int64
}

// ErrTooLarge reports a population too large for its members to be listed.
var ErrTooLarge = engine.NewTooLarge("audit: too many people to be listed")

// maxPeople bounds a population, for its members to be listed.
const maxPeople = 1 << 31

func (p *Population) check() error {
	if len(p.In) != len(p.Cells) {
		return engine.NewParamError("audit", "In", fmt.Sprintf("the groups of %d cells", len(p.Cells)), len(p.In))
	}
	people, all := make([]int64, len(p.Counts)), int64(0)
	for c, n := range p.Cells {
		if p.In[c] < 0 || p.In[c] >= len(p.Counts) || n < 1 || n > maxPeople {
			return engine.NewParamError("audit", "Cells", "of people of one of the groups", fmt.Sprintf("%d people of group %d", n, p.In[c]))
		}
		people[p.In[c]] += n
		if all += n; all > maxPeople {
			return fmt.Errorf("%w: more than %d people", ErrTooLarge, maxPeople)
		}
	}
	for g, counts := range p.Counts {
		if len(counts) != len(p.Counts[0]) {
			return engine.NewParamError("audit", "Counts", fmt.Sprintf("of %d values in each group", len(p.Counts[0])), fmt.Sprintf("%d in group %d", len(counts), g))
		}
		for _, n := range counts {
			if n < 0 || n > people[g] {
				return engine.NewParamError("audit", "Counts", fmt.Sprintf("those of the people of group %d", g), nil)
			}
			people[g] -= n
		}
		if people[g] != 0 {
			return engine.NewParamError("audit", "Counts", fmt.Sprintf("those of the people of group %d", g), nil)
		}
	}
	return nil
}

// deck deals the values of the groups to the cells.
type deck struct {
	population *Population
	values     [][]int32 // of the people of each group, in any order
	spread     [][]int64
	random     *rand.Rand
}

func newDeck(p *Population, random *rand.Rand) *deck {
	d := &deck{population: p, random: random, values: make([][]int32, len(p.Counts)), spread: make([][]int64, len(p.Cells))}
	for g, counts := range p.Counts {
		for v, n := range counts {
			for range n {
				d.values[g] = append(d.values[g], int32(v))
			}
		}
	}
	for c := range d.spread {
		d.spread[c] = make([]int64, len(p.Counts[p.In[c]]))
	}
	return d
}

// deal draws a table of the permutation set, all being equally likely, and returns how
// many people of each cell have each value; it is valid until the next call. Cost: one
// random number for each person.
func (d *deck) deal() [][]int64 {
	next := make([]int, len(d.values))
	for c, people := range d.population.Cells {
		values := d.values[d.population.In[c]]
		from := next[d.population.In[c]]
		clear(d.spread[c])
		for i := from; i < from+int(people); i++ {
			// What is before i is dealt; anything else may be next.
			j := i + d.random.IntN(len(values)-i)
			values[i], values[j] = values[j], values[i]
			d.spread[c][values[i]]++
		}
		next[d.population.In[c]] = from + int(people)
	}
	return d.spread
}
