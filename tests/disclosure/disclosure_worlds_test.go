package disclosure

import (
	"cmp"
	"maps"
	"math/big"
	"math/bits"
	"slices"
)

// The adversary of Martin et al., "Worst-case background knowledge for
// privacy-preserving data publishing" (ICDE 2007), from its definitions: all ways to
// deal the values of each QI group out to its people are equally likely, and a piece
// of knowledge is the set of those worlds in which it is true.

// worldSet is a set of worlds.
type worldSet []uint64

func (s worldSet) count() (n int64) {
	for _, word := range s {
		n += int64(bits.OnesCount64(word))
	}
	return n
}

// common counts what two sets have in common.
func (s worldSet) common(other worldSet) (n int64) {
	for i, word := range s {
		n += int64(bits.OnesCount64(word & other[i]))
	}
	return n
}

// without and with return the worlds of s that other does not have, and those of
// both, in a new set.
func (s worldSet) without(other worldSet) worldSet {
	r := make(worldSet, len(s))
	for i, word := range s {
		r[i] = word &^ other[i]
	}
	return r
}

func (s worldSet) with(other worldSet) worldSet {
	r := make(worldSet, len(s))
	for i, word := range s {
		r[i] = word | other[i]
	}
	return r
}

func (s worldSet) both(other worldSet) worldSet {
	r := make(worldSet, len(s))
	for i, word := range s {
		r[i] = word & other[i]
	}
	return r
}

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

// worlds are those of some QI groups.
type worlds struct {
	all   worldSet
	n     int64
	atoms []atom
	where []worldSet // of each atom
	index map[atom]int
	// targets are the atoms of the first person of each group: others are like it.
	targets []int
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

// deals lists the ways to deal the values of a group out to its people.
func deals(b bucket) [][]string {
	names, rest := b.names(), maps.Clone(b)
	var list [][]string
	var dealt []string
	var next func()
	next = func() {
		if len(dealt) == b.people() {
			list = append(list, slices.Clone(dealt))
			return
		}
		for _, name := range names {
			if rest[name] > 0 {
				rest[name]--
				dealt = append(dealt, name)
				next()
				dealt = dealt[:len(dealt)-1]
				rest[name]++
			}
		}
	}
	next()
	return list
}

func newWorlds(buckets []bucket) *worlds {
	w := &worlds{n: 1, index: map[atom]int{}}
	of := make([][][]string, len(buckets))
	for g, b := range buckets {
		of[g] = deals(b)
		w.n *= int64(len(of[g]))
		for person := range b.people() {
			for _, name := range b.names() {
				a := atom{g, person, name}
				w.index[a] = len(w.atoms)
				if person == 0 {
					w.targets = append(w.targets, len(w.atoms))
				}
				w.atoms = append(w.atoms, a)
				w.where = append(w.where, make(worldSet, (worldCount(buckets, 1<<40)+63)/64))
			}
		}
	}
	w.all = make(worldSet, (w.n+63)/64)
	for i := range w.n {
		w.all[i/64] |= 1 << (i % 64)
		rest := i
		for g := range buckets {
			deal := of[g][rest%int64(len(of[g]))]
			rest /= int64(len(of[g]))
			for person, value := range deal {
				w.where[w.index[atom{g, person, value}]][i/64] |= 1 << (i % 64)
			}
		}
	}
	return w
}

// best keeps the largest of some fractions.
type best struct{ over, under int64 }

func (b *best) offer(over, under int64) {
	// A set of worlds that is empty is no knowledge.
	if under > 0 && (b.under == 0 || over*b.under > b.over*under) {
		b.over, b.under = over, under
	}
}

func (b best) rat() *big.Rat { return big.NewRat(b.over, b.under) }

// byEnumeration returns the largest probability of a target in each group for at
// most k pieces of knowledge, k being the first index: implications of an atom by an
// atom, all with the target on the right, and negated atoms.
func (w *worlds) byEnumeration(groups, most int) (implications, negations [][]best) {
	for range most + 1 {
		implications, negations = append(implications, make([]best, groups)), append(negations, make([]best, groups))
	}
	var choose func(first, chosen int, none worldSet)
	choose = func(first, chosen int, none worldSet) {
		size := none.count()
		for _, target := range w.targets {
			g, has := w.atoms[target].group, w.where[target].count()
			hit := w.where[target].common(none)
			for k := chosen; k <= most; k++ {
				implications[k][g].offer(has, has+size-hit)
				negations[k][g].offer(hit, size)
			}
		}
		if chosen == most {
			return
		}
		for a := first; a < len(w.atoms); a++ {
			choose(a+1, chosen+1, none.without(w.where[a]))
		}
	}
	choose(0, 0, w.all)
	return implications, negations
}

// largest is the largest over the groups.
func largest(of []best) *big.Rat {
	var b best
	for _, one := range of {
		b.offer(one.over, one.under)
	}
	return b.rat()
}

// simple lists the implications of an atom, or of what is never true, by an atom,
// each once.
func (w *worlds) simple() []worldSet {
	var sets []worldSet
	for a := range w.atoms {
		sets = append(sets, w.all.without(w.where[a]))
		for b := range w.atoms {
			sets = append(sets, w.all.without(w.where[a]).with(w.where[b]))
		}
	}
	return distinct(sets)
}

// basic lists the implications with one or two atoms a side, each once.
func (w *worlds) basic() []worldSet {
	var left, right, sets []worldSet
	for a := range w.atoms {
		for b := range a + 1 {
			left = append(left, w.where[a].both(w.where[b]))
			right = append(right, w.where[a].with(w.where[b]))
		}
	}
	right = distinct(right)
	for _, l := range distinct(left) {
		for _, r := range right {
			sets = append(sets, w.all.without(l).with(r))
		}
	}
	return distinct(sets)
}

func distinct(sets []worldSet) []worldSet {
	slices.SortFunc(sets, func(a, b worldSet) int { return slices.Compare(a, b) })
	return slices.CompactFunc(sets, func(a, b worldSet) bool { return slices.Equal(a, b) })
}

// conjunctions returns the largest probability of any atom given at most k of some
// sets, for each k.
func (w *worlds) conjunctions(sets []worldSet, most int) []*big.Rat {
	found := make([]best, most+1)
	var choose func(first, chosen int, known worldSet)
	choose = func(first, chosen int, known worldSet) {
		size := known.count()
		if size == 0 {
			return
		}
		for _, target := range w.targets {
			hit := w.where[target].common(known)
			for k := chosen; k <= most; k++ {
				found[k].offer(hit, size)
			}
		}
		if chosen == most {
			return
		}
		for i := first; i < len(sets); i++ {
			choose(i+1, chosen+1, known.both(sets[i]))
		}
	}
	choose(0, 0, w.all)
	rats := make([]*big.Rat, len(found))
	for k := range found {
		rats[k] = found[k].rat()
	}
	return rats
}
