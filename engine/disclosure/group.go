package disclosure

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"skyline/engine"
	"skyline/engine/partition"
)

// MaxK is the largest number of basic implications that a question may be about.
const MaxK = 200

// checkK refuses a k that is not between 0 and the largest.
func checkK(k, largest int) error {
	if k < 0 || k > largest {
		return engine.NewParamError("disclosure", "k", fmt.Sprintf("in 0..%d", largest), k)
	}
	return nil
}

// errGroup refuses counts that no QI group of people with one value each has.
var errGroup = engine.NewParamError("disclosure", "groups", "of people with one sensitive value each, counted in descending order", nil)

// Group is what worst-case knowledge sees of QI groups that look alike: where each
// person has one sensitive value, the number of people and how often the most
// frequent values occur.
type Group struct {
	People int64
	// Counts are the numbers of people with the most frequent values, falling: all of
	// them, or at least k+1.
	Counts []int64
	// Copies is how many QI groups look so, at least 1.
	Copies int64
	// Histograms says which groups they are: the first ones in the order of bytes, up
	// to k+2 groups in all. It may be nil.
	Histograms []Copy
}

// Copy is the encoded histogram of N QI groups.
type Copy struct {
	Histogram string
	N         int64
}

// compareGroups is the canonical order in which ties between groups are broken. It
// depends on nothing but their contents.
func compareGroups(x, y *Group, k int) int {
	if c := cmp.Or(cmp.Compare(x.People, y.People), slices.Compare(x.Counts[:min(k+1, len(x.Counts))], y.Counts[:min(k+1, len(y.Counts))])); c != 0 {
		return c
	}
	return slices.CompareFunc(x.Histograms, y.Histograms, func(a, b Copy) int {
		return cmp.Or(strings.Compare(a.Histogram, b.Histogram), cmp.Compare(a.N, b.N))
	})
}

// profile is a group made ready for the computation for k.
type profile struct {
	people int64
	// sums[j] is how many people have one of the j most frequent values, for j up to
	// k+1 and the number of values.
	sums []int64
	// width is the number of values, k+2 if there are more than k+1.
	width int
}

// top returns how often the most frequent value occurs.
func (p *profile) top() int64 { return p.sums[1] }

// read reads a group into p.
//
// Errors: *engine.ParamError.
func (p *profile) read(g *Group, k int) error {
	if g.People < 1 || g.People > partition.MaxPeople || g.Copies < 1 || len(g.Counts) == 0 {
		return errGroup
	}
	p.people, p.width = g.People, k+2
	p.sums = append(slices.Grow(p.sums[:0], k+2), 0)
	sum, last := int64(0), g.People
	for _, n := range g.Counts[:min(k+1, len(g.Counts))] {
		if n < 1 || n > last || n > g.People-sum {
			return errGroup
		}
		sum, last = sum+n, n
		p.sums = append(p.sums, sum)
	}
	switch {
	case sum == g.People:
		p.width = len(p.sums) - 1
	case len(g.Counts) < k+1:
		return errGroup
	}
	return nil
}

// clone returns a profile that shares nothing with p.
func (p *profile) clone() *profile {
	return &profile{people: p.people, sums: slices.Clone(p.sums), width: p.width}
}
