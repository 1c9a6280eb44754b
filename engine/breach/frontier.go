package breach

import (
	"cmp"
	"math/big"
	"slices"

	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// frontier collects the candidates of one value at one l that no other
// dominates. T and V fall with fewer people, more occurrences of σ and a smaller
// rest, so every minimum of Theorem 2 is reached on the frontier.
type frontier struct {
	r          *Release
	candidates []candidate
	limit      int // how many candidates to hold before pruning
}

// champions is how many candidates a new one is held against before it is kept
// for the next pruning. Those that dominate much move to the front, so nearly
// all newcomers end at the first comparison or two.
const champions = 32

func (r *Release) frontierOf(value int32, l int64) []candidate {
	return r.frontierWithout(value, l, nil)
}

// frontierWithout is frontierOf the table without some of its groups.
func (r *Release) frontierWithout(value int32, l int64, gone map[int32]bool) []candidate {
	f := frontier{r: r, limit: 4 * champions}
	places := r.places[r.starts[value]:r.starts[value+1]]
	for i := range places {
		if !gone[places[i].group] {
			f.add(r.at(&places[i], l))
		}
	}
	f.prune()
	return f.candidates
}

func (f *frontier) add(c candidate) {
	for i := range min(len(f.candidates), champions) {
		other := &f.candidates[i]
		if !f.r.dominates(other, &c) {
			continue
		}
		// Of equals, the one whose group comes first stands for all.
		if f.r.dominates(&c, other) && compareGroups(c.of, other.of) < 0 {
			*other = c
		}
		f.candidates[i], f.candidates[i/2] = f.candidates[i/2], f.candidates[i]
		return
	}
	f.candidates = append(f.candidates, c)
	if len(f.candidates) >= f.limit {
		f.prune()
		f.limit = 2*len(f.candidates) + 4*champions
	}
}

// prune removes what is dominated, in O(F log F): in the order of rising n, a
// candidate is dominated if an earlier one has as many occurrences and as small
// a rest. The staircase holds those that matter for that, by falling c and
// falling rest.
func (f *frontier) prune() {
	r := f.r
	slices.SortFunc(f.candidates, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.n, b.n), cmp.Compare(b.c, a.c), r.compareRest(&a, &b), compareGroups(a.of, b.of))
	})
	kept := f.candidates[:0]
	var stairs []candidate
	for _, c := range f.candidates {
		// The last stair with at least c occurrences has the smallest rest of those.
		i, _ := slices.BinarySearchFunc(stairs, c.c, func(s candidate, c int64) int {
			if s.c >= c {
				return -1
			}
			return 1
		})
		if i > 0 && r.compareRest(&stairs[i-1], &c) <= 0 {
			continue
		}
		kept = append(kept, c)
		// c replaces the stairs that it makes useless: an equal c before it, and
		// smaller ones with a rest no smaller.
		begin, end := i, i
		if begin > 0 && stairs[begin-1].c == c.c {
			begin--
		}
		for end < len(stairs) && r.compareRest(&c, &stairs[end]) <= 0 {
			end++
		}
		stairs = slices.Replace(stairs, begin, end, c)
	}
	f.candidates = kept
}

// dominates reports whether a is at least as bad as b at every knowledge point.
func (r *Release) dominates(a, b *candidate) bool {
	return a.n <= b.n && a.c >= b.c && r.compareRest(a, b) <= 0
}

// compareRest orders candidates by their rest, the worst first.
func (r *Release) compareRest(a, b *candidate) int {
	switch r.constraint {
	case knowledge.SVPI:
		return cmp.Compare(a.rest.people, b.rest.people)
	case knowledge.Multiset:
		return cmp.Compare(b.rest.occurrences, a.rest.occurrences)
	default:
		return r.compareShare(a, b)
	}
}

// compareShare orders candidates by their shares, the smallest first.
func (r *Release) compareShare(a, b *candidate) int {
	// Shares are rounded; those that come close are compared as fractions.
	x, y := a.rest.share, b.rest.share
	if x-y > closeTo*y || y-x > closeTo*x {
		return cmp.Compare(x, y)
	}
	if sameOthers(a, b) {
		return 0
	}
	return exactShare(a).Cmp(exactShare(b))
}

// sameOthers reports whether two shares are products of the same factors.
func sameOthers(a, b *candidate) bool {
	if a.n != b.n || a.ruledOut != b.ruledOut {
		return false
	}
	x, y := a.of.Counts, b.of.Counts
	i, j := 0, 0
	for range a.ruledOut {
		if i == int(a.rank) {
			i++
		}
		if j == int(b.rank) {
			j++
		}
		if x[i].N != y[j].N {
			return false
		}
		i++
		j++
	}
	return true
}

func exactShare(c *candidate) *big.Rat {
	share := big.NewRat(1, 1)
	c.eachOther(func(other partition.Count) {
		share.Mul(share, big.NewRat(c.n-other.N, c.n))
	})
	return share
}
