package bruteforce

import "math/bits"

// worldSet is a set of reconstructions, one bit each. An expression that is
// true in some reconstructions is represented by the set of these.
type worldSet []uint64

// newWorldSet returns the empty set of reconstructions out of n.
func newWorldSet(n int) worldSet { return make(worldSet, (n+63)/64) }

// allWorlds returns the set of all n reconstructions.
func allWorlds(n int) worldSet {
	s := newWorldSet(n)
	for w := range n {
		s.add(w)
	}
	return s
}

// add puts reconstruction w into the set.
func (s worldSet) add(w int) { s[w/64] |= 1 << (w % 64) }

// count returns the number of reconstructions in the set.
func (s worldSet) count() int {
	n := 0
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// countAnd returns the number of reconstructions in both sets.
func (s worldSet) countAnd(t worldSet) int {
	n := 0
	for i, word := range s {
		n += bits.OnesCount64(word & t[i])
	}
	return n
}

// and stores the intersection of a and b in s, and reports whether it is
// non-empty.
func (s worldSet) and(a, b worldSet) bool {
	var union uint64
	for i := range s {
		s[i] = a[i] & b[i]
		union |= s[i]
	}
	return union != 0
}

// not returns the complement. Bits beyond the last reconstruction get set, too;
// they disappear when the result is intersected with a set of reconstructions.
func (s worldSet) not() worldSet {
	t := make(worldSet, len(s))
	for i, word := range s {
		t[i] = ^word
	}
	return t
}

// implies returns the set of reconstructions in which s → t is true. For the
// bits beyond the last one see not.
func (s worldSet) implies(t worldSet) worldSet {
	u := s.not()
	for i, word := range t {
		u[i] |= word
	}
	return u
}
