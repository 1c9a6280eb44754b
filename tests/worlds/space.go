package worlds

import (
	"math/big"
	"math/bits"
	"slices"
)

// Set is a set of worlds, a bit each. What it returns is a new set.
type Set []uint64

// Count returns how many worlds the set has.
func (s Set) Count() (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// Common returns how many worlds two sets have in common.
func (s Set) Common(other Set) (n int) {
	for i, word := range s {
		n += bits.OnesCount64(word & other[i])
	}
	return n
}

// And returns the worlds that are in both sets.
func (s Set) And(other Set) Set { return s.by(other, func(a, b uint64) uint64 { return a & b }) }

// Or returns the worlds that are in one of the sets, or both.
func (s Set) Or(other Set) Set { return s.by(other, func(a, b uint64) uint64 { return a | b }) }

// Minus returns the worlds that the other set does not have.
func (s Set) Minus(other Set) Set { return s.by(other, func(a, b uint64) uint64 { return a &^ b }) }

func (s Set) by(other Set, combine func(a, b uint64) uint64) Set {
	r := make(Set, len(s))
	for i, word := range s {
		r[i] = combine(word, other[i])
	}
	return r
}

// Space is the worlds that a release leaves possible, all equally likely: the values of
// each QI group are dealt out to its people. A piece of knowledge is the set of those in
// which it is true; an atom is one that says that a person has a value.
//
// Source: Martin et al., "Worst-Case Background Knowledge for Privacy-Preserving Data
// Publishing", ICDE 2007, Sect. 2.
type Space struct {
	Groups [][]int
	All    Set
	// Where[person][value] is an atom.
	Where [][]Set
}

// NewSpace returns the tables of Each, nil if there are more than limit.
func NewSpace(groups [][]int, table []int, limit int) *Space {
	var all [][]int
	for world := range Each(groups, table) {
		if len(all) == limit {
			return nil
		}
		all = append(all, slices.Clone(world))
	}
	empty := func() Set { return make(Set, (len(all)+63)/64) }
	s := &Space{Groups: groups, All: empty(), Where: make([][]Set, len(table))}
	for person := range table {
		for range 1 + slices.Max(table) {
			s.Where[person] = append(s.Where[person], empty())
		}
	}
	for i, world := range all {
		s.All[i/64] |= 1 << (i % 64)
		for person, v := range world {
			s.Where[person][v][i/64] |= 1 << (i % 64)
		}
	}
	return s
}

// Atoms lists the atoms that hold somewhere.
func (s *Space) Atoms() (atoms []Set) {
	for _, of := range s.Where {
		for _, a := range of {
			if a.Count() > 0 {
				atoms = append(atoms, a)
			}
		}
	}
	return atoms
}

// Negations lists what denies an atom, each once.
func (s *Space) Negations() (sets []Set) {
	for _, a := range s.Atoms() {
		sets = append(sets, s.All.Minus(a))
	}
	return distinct(sets)
}

// Implications lists the simple implications, of an atom by an atom, each once. What an
// atom implies may hold nowhere, so negations are among them.
func (s *Space) Implications() []Set {
	sets, atoms := s.Negations(), s.Atoms()
	for _, a := range atoms {
		for _, b := range atoms {
			sets = append(sets, s.All.Minus(a).Or(b))
		}
	}
	return distinct(sets)
}

// Basic lists the basic implications with one or two atoms a side, each once: of one of
// those on the right by all on the left.
func (s *Space) Basic() (sets []Set) {
	var left, right []Set
	atoms := s.Atoms()
	for i, a := range atoms {
		for _, b := range atoms[i:] {
			left, right = append(left, a.And(b)), append(right, a.Or(b))
		}
	}
	right = distinct(right)
	for _, l := range distinct(left) {
		for _, r := range right {
			sets = append(sets, s.All.Minus(l).Or(r))
		}
	}
	return distinct(sets)
}

func distinct(sets []Set) []Set {
	slices.SortFunc(sets, func(a, b Set) int { return slices.Compare(a, b) })
	return slices.CompactFunc(sets, func(a, b Set) bool { return slices.Equal(a, b) })
}

// Surest returns the largest probability of an atom given at most k of some pieces of
// knowledge, for each k up to most. These are all of a kind: about one person of a group
// there is what there is about another. So only the first of each group is looked at.
func (s *Space) Surest(pieces []Set, most int) []*big.Rat {
	found := make([]largest, most+1)
	var choose func(first, chosen int, known Set)
	choose = func(first, chosen int, known Set) {
		n := known.Count()
		if n == 0 {
			return
		}
		for _, group := range s.Groups {
			for _, atom := range s.Where[group[0]] {
				for k := chosen; k <= most; k++ {
					found[k].offer(atom.Common(known), n)
				}
			}
		}
		if chosen == most {
			return
		}
		for i := first; i < len(pieces); i++ {
			choose(i+1, chosen+1, known.And(pieces[i]))
		}
	}
	choose(0, 0, s.All)
	return rats(found)
}

// Implied returns, for each k up to most, the largest probability of an atom about a person
// given at most k implications of it by atoms: they strike out the worlds where one of those
// holds without it.
func (s *Space) Implied(person, most int) []*big.Rat {
	found := make([]largest, most+1)
	atoms := s.Atoms()
	var choose func(first, chosen int, none Set)
	choose = func(first, chosen int, none Set) {
		n := none.Count()
		for _, atom := range s.Where[person] {
			for k := chosen; k <= most; k++ {
				found[k].offer(atom.Count(), atom.Count()+n-atom.Common(none))
			}
		}
		if chosen == most {
			return
		}
		for i := first; i < len(atoms); i++ {
			choose(i+1, chosen+1, none.Minus(atoms[i]))
		}
	}
	choose(0, 0, s.All)
	return rats(found)
}

// largest keeps the largest of some fractions; over no worlds there is none.
type largest struct{ over, under int }

func (l *largest) offer(over, under int) {
	if under > 0 && (l.under == 0 || over*l.under > l.over*under) {
		l.over, l.under = over, under
	}
}

func rats(all []largest) (rats []*big.Rat) {
	for _, l := range all {
		rats = append(rats, big.NewRat(int64(l.over), int64(max(l.under, 1))))
	}
	return rats
}
