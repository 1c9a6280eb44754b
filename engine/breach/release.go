package breach

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"sync"

	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// ErrSet reports a group in which a value occurs more often than there are
// people, which sets of values cannot do.
var ErrSet = errors.New("breach: a sensitive value occurs more often than a QI group has people")

// Release is a release candidate made ready for questions. It may be asked from
// several goroutines at once, and must not be copied.
type Release struct {
	table      *partition.Table
	constraint knowledge.Constraint
	// Value v occurs in places[starts[v]:starts[v+1]].
	starts []int
	places []place
	// Group g keeps its sums and shares from offsets[g] on: one more than it has
	// values.
	offsets []int
	// sums[i] is how often the i most frequent values of a group occur together.
	sums []int64
	// shares[i] is the product of (n−s)/n over the i most frequent values of a
	// group, without those that everybody has. For Set only.
	shares []float64
	// widest is the largest number of values in a group, widestGroups how many
	// histograms have so many.
	widest, widestGroups int
	// frontiers are those that Admits has needed, by value and l: see Merged.
	frontiers sync.Map
}

// place is where a sensitive value occurs, with what a candidate needs of the
// group, so that a pass over the places of a value reads memory in order.
type place struct {
	n, c        int64
	sums        int // offsets[group]
	group, rank int32
	width       int32 // how many values the group has
}

// NewRelease prepares a table. The table must not change afterwards.
//
// It runs in O(E) time and memory for E pairs of a distinct histogram and one of
// its values.
//
// Errors: ErrSet, for knowledge.Set.
func NewRelease(table *partition.Table, constraint knowledge.Constraint) (*Release, error) {
	r := &Release{table: table, constraint: constraint}
	if err := r.accumulate(); err != nil {
		return nil, err
	}
	r.starts = make([]int, len(table.Values)+1)
	for _, g := range table.Groups {
		for _, c := range g.Counts {
			r.starts[c.Value+1]++
		}
	}
	for v := range table.Values {
		r.starts[v+1] += r.starts[v]
	}
	next := append([]int(nil), r.starts...)
	r.places = make([]place, r.starts[len(table.Values)])
	for i, g := range table.Groups {
		for rank, c := range g.Counts {
			r.places[next[c.Value]] = place{
				n: g.People, c: c.N, sums: r.offsets[i],
				group: int32(i), rank: int32(rank), width: int32(len(g.Counts)),
			}
			next[c.Value]++
		}
	}
	return r, nil
}

// accumulate fills offsets, sums and shares, in the memory that they have.
func (r *Release) accumulate() error {
	entries := len(r.table.Groups)
	for _, g := range r.table.Groups {
		entries += len(g.Counts)
	}
	r.offsets = append(slices.Grow(r.offsets[:0], len(r.table.Groups)+1), 0)
	r.sums = slices.Grow(r.sums[:0], entries)
	if r.constraint == knowledge.Set {
		r.shares = slices.Grow(r.shares[:0], entries)
	}
	for _, g := range r.table.Groups {
		if len(g.Counts) > r.widest {
			r.widest, r.widestGroups = len(g.Counts), 0
		}
		if len(g.Counts) == r.widest {
			r.widestGroups++
		}
		sum, share := int64(0), 1.0
		r.sums = append(r.sums, sum)
		for _, c := range g.Counts {
			sum += c.N
			r.sums = append(r.sums, sum)
		}
		if r.constraint == knowledge.Set {
			if len(g.Counts) > 0 && g.Counts[0].N > g.People {
				return ErrSet
			}
			r.shares = append(r.shares, share)
			for _, c := range g.Counts {
				if c.N < g.People {
					share *= float64(g.People-c.N) / float64(g.People)
				}
				r.shares = append(r.shares, share)
			}
		}
		r.offsets = append(r.offsets, len(r.sums))
	}
	return nil
}

// at returns the candidate of a place when l values are ruled out. Where there
// are fewer than l others, all of them are (an adversary at l may know less).
func (r *Release) at(p *place, l int64) candidate {
	top := min(l, int64(p.width-1))
	c := candidate{n: p.n, c: p.c, of: &r.table.Groups[p.group], group: p.group, rank: p.rank, ruledOut: int32(top)}
	// σ itself does not count among the most frequent.
	own := int64(p.rank) < top
	if own {
		top++
	}
	sum := r.sums[p.sums+int(top)]
	if own {
		sum -= p.c
	}
	switch r.constraint {
	case knowledge.SVPI:
		c.rest.people = p.n - p.c - sum
	case knowledge.Multiset:
		c.rest.occurrences = sum
	case knowledge.Set:
		c.rest.share = r.otherShare(p, top, own)
	}
	return c
}

// otherShare returns the product over the top most frequent values but σ.
func (r *Release) otherShare(p *place, top int64, own bool) float64 {
	first := 0
	if p.rank == 0 {
		first = 1
	}
	if int64(first) < top && r.table.Groups[p.group].Counts[first].N == p.n {
		return 0 // a value that everybody has
	}
	share := r.shares[p.sums+int(top)]
	if own && p.c < p.n {
		share /= float64(p.n-p.c) / float64(p.n)
	}
	return share
}

// eachOther calls f with the values that the candidate's rest leaves out: the
// most frequent of its group but σ.
func (g *candidate) eachOther(f func(partition.Count)) {
	l := g.ruledOut
	for rank, c := range g.of.Counts {
		if l == 0 {
			return
		}
		if rank != int(g.rank) {
			f(c)
			l--
		}
	}
}

// compareGroups is the canonical order in which ties between equally bad groups
// are broken: fewer people first, then the bytes of the histogram. It depends on
// nothing but the groups' contents.
func compareGroups(x, y *partition.Group) int {
	return cmp.Or(cmp.Compare(x.People, y.People), strings.Compare(x.Histogram, y.Histogram))
}
