package definitions

import (
	"cmp"
	"math"
	"math/big"
	"slices"

	"skyline/tests/worlds"
)

// The adversary of Martin et al., "Worst-case background knowledge for
// privacy-preserving data publishing" (ICDE 2007), from its definitions: all ways to
// deal the values of each QI group out to its people are equally likely, and a piece
// of knowledge is the set of those worlds in which it is true.

// bucket is how often each value occurs in a QI group.
type bucket map[string]int

func (b bucket) people() (n int) {
	for _, times := range b {
		n += times
	}
	return n
}

func (b bucket) names() []string {
	var names []string
	for name, times := range b {
		if times > 0 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// counts are those of the values, in decreasing order.
func (b bucket) counts() []int64 {
	var counts []int64
	for _, name := range b.names() {
		counts = append(counts, int64(b[name]))
	}
	slices.SortFunc(counts, func(a, b int64) int { return cmp.Compare(b, a) })
	return counts
}

// atom says that a person, numbered from 0 in a group, has a value.
type atom struct {
	group, person int
	value         string
}

// space is the worlds of some QI groups.
type space struct {
	*worlds.Space
	names []string // of the values
}

// worldCount is the number of worlds, or more than limit.
func worldCount(buckets []bucket, limit int64) int64 {
	n := big.NewInt(1)
	for _, b := range buckets {
		left := int64(b.people())
		for _, times := range b.counts() {
			n.Mul(n, new(big.Int).Binomial(left, times))
			left -= times
		}
	}
	if !n.IsInt64() || n.Int64() > limit {
		return limit + 1
	}
	return n.Int64()
}

func newWorlds(buckets []bucket) *space {
	w := &space{}
	for _, b := range buckets {
		w.names = append(w.names, b.names()...)
	}
	slices.Sort(w.names)
	w.names = slices.Compact(w.names)
	var groups [][]int
	var table []int
	for _, b := range buckets {
		var group []int
		for _, name := range b.names() {
			for range b[name] {
				group = append(group, len(table))
				table = append(table, slices.Index(w.names, name))
			}
		}
		groups = append(groups, group)
	}
	w.Space = worlds.NewSpace(groups, table, math.MaxInt)
	return w
}

// where returns the worlds in which an atom holds; false for a person or a value that the
// group does not have.
func (w *space) where(a atom) (worlds.Set, bool) {
	v := slices.Index(w.names, a.value)
	if a.person < 0 || a.person >= len(w.Groups[a.group]) || v < 0 {
		return nil, false
	}
	set := w.Where[w.Groups[a.group][a.person]][v]
	return set, set.Count() > 0
}

// implied returns the largest probability of an atom in each group for at most k
// implications of it by atoms, k being the first index: everybody of a group is like its
// first person.
func (w *space) implied(most int) [][]*big.Rat {
	all := make([][]*big.Rat, most+1)
	for _, group := range w.Groups {
		for k, x := range w.Implied(group[0], most) {
			all[k] = append(all[k], x)
		}
	}
	return all
}

func largest(of []*big.Rat) *big.Rat { return slices.MaxFunc(of, (*big.Rat).Cmp) }
