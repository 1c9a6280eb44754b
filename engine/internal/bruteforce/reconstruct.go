package bruteforce

import (
	"fmt"
	"slices"

	"skyline/engine/internal/bitset"
	"skyline/engine/knowledge"

	"gonum.org/v1/gonum/stat/combin"
)

// reconstruction is one possible original of a QI group: for each value the
// people, numbered within the group, who have it. In Multiset a person may be
// listed more than once.
type reconstruction [][]int

// possible holds, for each person and each value of a release, the set of
// reconstructions of the whole release in which the person has the value.
type possible struct {
	worlds int // the number of reconstructions
	has    [][]bitset.Set
}

// reconstruct enumerates the reconstructions of the release, which are the
// combinations of a reconstruction of each of its groups.
func (r *release) reconstruct(c knowledge.Constraint) (*possible, error) {
	if n := r.countReconstructions(c); n > MaxReconstructions {
		return nil, fmt.Errorf("%w: more than %d reconstructions", ErrTooLarge, MaxReconstructions)
	}

	byGroup := make([][]reconstruction, len(r.groups))
	lens := make([]int, len(r.groups))
	p := &possible{worlds: 1}
	for i, g := range r.groups {
		byGroup[i] = g.reconstructions(c)
		lens[i] = len(byGroup[i])
		p.worlds *= lens[i]
	}

	p.has = make([][]bitset.Set, r.people)
	for person := range p.has {
		p.has[person] = make([]bitset.Set, len(r.values))
		for v := range r.values {
			p.has[person][v] = bitset.New(p.worlds)
		}
	}
	if len(lens) == 0 {
		return p, nil // The product of no groups is one reconstruction, of nobody.
	}
	product := combin.NewCartesianGenerator(lens)
	choice := make([]int, len(lens))
	for w := 0; product.Next(); w++ {
		product.Product(choice)
		for i, g := range r.groups {
			for v, holders := range byGroup[i][choice[i]] {
				for _, person := range holders {
					p.has[g.first+person][v].Add(w)
				}
			}
		}
	}
	return p, nil
}

// reconstructions returns all reconstructions of the group, each once.
func (g qiGroup) reconstructions(c knowledge.Constraint) []reconstruction {
	var all []reconstruction
	current := make(reconstruction, len(g.counts))
	everyone := make([]int, g.people)
	for person := range everyone {
		everyone[person] = person
	}

	// assign gives the values from v on to people among those who are free to
	// take one: in SVPI those without a value, otherwise everyone.
	var assign func(v int, free []int)
	assign = func(v int, free []int) {
		if v == len(g.counts) {
			all = append(all, slices.Clone(current))
			return
		}
		for holders := range choices(free, g.counts[v], c) {
			current[v] = holders
			rest := free
			if c == knowledge.SVPI {
				rest = without(free, holders)
			}
			assign(v+1, rest)
		}
	}
	assign(0, everyone)
	return all
}

// choices yields every way to give n occurrences of one value to the people in
// free: an n-tuple of people in Multiset, otherwise a set of n people. Each is a
// new slice.
func choices(free []int, n int, c knowledge.Constraint) func(yield func([]int) bool) {
	return func(yield func([]int) bool) {
		if n == 0 {
			yield(nil)
			return
		}
		var next func() bool
		var index func(dst []int) []int
		if c == knowledge.Multiset {
			g := combin.NewCartesianGenerator(slices.Repeat([]int{len(free)}, n))
			next, index = g.Next, g.Product
		} else {
			g := combin.NewCombinationGenerator(len(free), n)
			next, index = g.Next, g.Combination
		}
		for next() {
			holders := index(nil)
			for i, j := range holders {
				holders[i] = free[j]
			}
			if !yield(holders) {
				return
			}
		}
	}
}

// without returns the people who are not taken; both lists are sorted.
func without(people, taken []int) []int {
	var rest []int
	for _, p := range people {
		if _, found := slices.BinarySearch(taken, p); !found {
			rest = append(rest, p)
		}
	}
	return rest
}

// countReconstructions returns the number of reconstructions, or some number
// above MaxReconstructions if there are more. It only guards the enumeration.
func (r *release) countReconstructions(c knowledge.Constraint) int {
	total := 1
	for _, g := range r.groups {
		free := g.people
		for _, n := range g.counts {
			if c == knowledge.Multiset {
				for range n {
					if total *= g.people; total > MaxReconstructions {
						return total
					}
				}
				continue
			}
			if total *= subsets(free, n); total > MaxReconstructions {
				return total
			}
			if c == knowledge.SVPI {
				free -= n
			}
		}
	}
	return total
}

// subsets returns the number of n-subsets of a set of size people, 0 ≤ n ≤
// people, or MaxReconstructions+1 if there are more than MaxReconstructions.
func subsets(people, n int) int {
	n = min(n, people-n)
	count := 1
	for i := range n {
		// Growing in i because i < people/2; the division is exact.
		count = count * (people - i) / (i + 1)
		if count > MaxReconstructions {
			return MaxReconstructions + 1
		}
	}
	return count
}
