package disclosure

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// worlds are all tables that agree with a release candidate, one person after the
// other, group by group: the definition that everything else is compared with.
type worlds struct {
	groups [][]int // how often each value occurs
	starts []int   // the first person of a group
	people int
	values int
	count  int
	// atoms says, by person and value, in which worlds the person has it.
	atoms [][]set
}

// set is a set of worlds.
type set []uint64

func (s set) size() int {
	n := 0
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

func (s set) minus(t set) set {
	r := slices.Clone(s)
	for i := range r {
		r[i] &^= t[i]
	}
	return r
}

func (s set) and(t set) set {
	r := slices.Clone(s)
	for i := range r {
		r[i] &= t[i]
	}
	return r
}

func (s set) or(t set) set {
	r := slices.Clone(s)
	for i := range r {
		r[i] |= t[i]
	}
	return r
}

// enumerate lists the worlds of groups, nil if there are more than a number.
func enumerate(groups [][]int, limit int) *worlds {
	w := &worlds{groups: groups}
	var owner []int
	for g, counts := range groups {
		w.starts = append(w.starts, w.people)
		w.values = max(w.values, len(counts))
		for _, n := range counts {
			for range n {
				owner = append(owner, g)
			}
			w.people += n
		}
	}
	var all [][]int
	left := make([][]int, len(groups))
	for g := range groups {
		left[g] = slices.Clone(groups[g])
	}
	world := make([]int, w.people)
	var place func(p int) bool
	place = func(p int) bool {
		if p == w.people {
			all = append(all, slices.Clone(world))
			return len(all) <= limit
		}
		for v, n := range left[owner[p]] {
			if n == 0 {
				continue
			}
			left[owner[p]][v]--
			world[p] = v
			ok := place(p + 1)
			left[owner[p]][v]++
			if !ok {
				return false
			}
		}
		return true
	}
	if !place(0) {
		return nil
	}
	w.count = len(all)
	for p := range w.people {
		w.atoms = append(w.atoms, nil)
		for v := range w.values {
			s := make(set, (w.count+63)/64)
			for i, world := range all {
				if world[p] == v {
					s[i/64] |= 1 << (i % 64)
				}
			}
			w.atoms[p] = append(w.atoms[p], s)
		}
	}
	return w
}

// all returns the set of all worlds.
func (w *worlds) all() set {
	s := make(set, (w.count+63)/64)
	for i := range w.count {
		s[i/64] |= 1 << (i % 64)
	}
	return s
}

// flat lists the atoms that hold somewhere.
func (w *worlds) flat() []set {
	var flat []set
	for _, of := range w.atoms {
		for _, s := range of {
			if s.size() > 0 {
				flat = append(flat, s)
			}
		}
	}
	return flat
}

// surest returns the largest probability of an atom where knowledge holds.
func (w *worlds) surest(knowledge set) *big.Rat {
	best := new(big.Rat)
	n := knowledge.size()
	if n == 0 {
		return best
	}
	top := 0
	for _, a := range w.flat() {
		top = max(top, a.and(knowledge).size())
	}
	return best.SetFrac64(int64(top), int64(n))
}

// eachSet calls f with what is left of a set of worlds by each choice of at most k
// of these constraints.
func eachSet(from set, constraints []set, k int, f func(set)) {
	f(from)
	if k == 0 {
		return
	}
	for i, c := range constraints {
		eachSet(from.and(c), constraints[i+1:], k-1, f)
	}
}

func larger(x, y *big.Rat) *big.Rat {
	if x.Cmp(y) < 0 {
		return y
	}
	return x
}

// byCommonConsequent returns the maximum disclosure over all sets of at most k simple
// implications whose consequent is the target atom, for targets from..to−1.
func (w *worlds) byCommonConsequent(k, from, to int) *big.Rat {
	best := new(big.Rat)
	all, atoms := w.all(), w.flat()
	for p := from; p < to; p++ {
		for _, a := range w.atoms[p] {
			n := int64(a.size())
			if n == 0 {
				continue
			}
			least := w.count
			var rule func(rest set, from, k int)
			rule = func(rest set, from, k int) {
				least = min(least, rest.size())
				if k == 0 {
					return
				}
				for i := from; i < len(atoms); i++ {
					rule(rest.minus(atoms[i]), i+1, k-1)
				}
			}
			rule(all.minus(a), 0, k)
			best = larger(best, big.NewRat(n, n+int64(least)))
		}
	}
	return best
}

// bySimple returns the maximum disclosure over all sets of at most k simple
// implications.
func (w *worlds) bySimple(k int) *big.Rat {
	var implications []set
	all := w.all()
	for _, a := range w.flat() {
		for _, b := range w.flat() {
			implications = append(implications, all.minus(a).or(b))
		}
	}
	return w.over(k, implications)
}

// byBasic returns the maximum disclosure over all sets of at most k basic
// implications with at most two atoms on each side.
func (w *worlds) byBasic(k int) *big.Rat {
	var implications []set
	all, atoms := w.all(), w.flat()
	for i, a := range atoms {
		for _, b := range atoms[i:] {
			for j, c := range atoms {
				for _, d := range atoms[j:] {
					implications = append(implications, all.minus(a.and(b)).or(c).or(d))
				}
			}
		}
	}
	return w.over(k, implications)
}

// byNegations returns the maximum disclosure over all sets of at most k negated
// atoms.
func (w *worlds) byNegations(k int) *big.Rat {
	var negations []set
	for _, a := range w.flat() {
		negations = append(negations, w.all().minus(a))
	}
	return w.over(k, negations)
}

func (w *worlds) over(k int, constraints []set) *big.Rat {
	slices.SortFunc(constraints, slices.Compare)
	constraints = slices.CompactFunc(constraints, slices.Equal)
	best := new(big.Rat)
	eachSet(w.all(), constraints, k, func(s set) { best = larger(best, w.surest(s)) })
	return best
}

// atom returns the worlds of an atom, given where the groups' copies are and the
// values of a group by frequency.
func (w *worlds) atom(group, person, rank int) set {
	return w.atoms[w.starts[group]+person][byFrequency(w.groups[group])[rank]]
}

// byFrequency returns the values that occur, the most frequent first.
func byFrequency(counts []int) []int {
	var values []int
	for v, n := range counts {
		if n > 0 {
			values = append(values, v)
		}
	}
	slices.SortStableFunc(values, func(a, b int) int { return counts[b] - counts[a] })
	return values
}

// seen returns what Measure is asked about.
func seen(groups [][]int) []Group {
	var all []Group
	for _, counts := range groups {
		g := Group{Copies: 1}
		for _, v := range byFrequency(counts) {
			g.People += int64(counts[v])
			g.Counts = append(g.Counts, int64(counts[v]))
		}
		all = append(all, g)
	}
	return all
}

// randomGroups returns groups of up to so many people and values.
func randomGroups(rng *rand.Rand, groups, people, values int) [][]int {
	var all [][]int
	for range 1 + rng.IntN(groups) {
		counts := make([]int, values)
		for range 1 + rng.IntN(people) {
			counts[rng.IntN(values)]++
		}
		all = append(all, counts)
	}
	return all
}
