// Package bitset has sets of small numbers, a bit each.
package bitset

import "math/bits"

// Set is a set of numbers from 0 up to some limit. The sets of one call have the same
// length: that of the same limit.
type Set []uint64

// wordBits is how many numbers there are in a word.
const wordBits = 64

// Words returns the length of a set of numbers below n.
func Words(n int) int { return (n + wordBits - 1) / wordBits }

// New returns the empty set of numbers below n.
func New(n int) Set { return make(Set, Words(n)) }

// All returns the set of all numbers below n.
func All(n int) Set {
	s := New(n)
	for i := range s {
		s[i] = ^uint64(0)
	}
	if rest := n % wordBits; rest > 0 {
		s[len(s)-1] = 1<<rest - 1
	}
	return s
}

// Add puts i, which must be below the limit, into the set.
func (s Set) Add(i int) { s[i/wordBits] |= 1 << (i % wordBits) }

// Has reports whether i, which must be below the limit, is in the set.
func (s Set) Has(i int) bool { return s[i/wordBits]>>(i%wordBits)&1 == 1 }

// Count returns how many numbers there are in the set.
func (s Set) Count() int {
	n := 0
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// CountAnd returns how many numbers are in both sets.
func (s Set) CountAnd(t Set) int {
	n := 0
	for i, word := range s {
		n += bits.OnesCount64(word & t[i])
	}
	return n
}

// Only calls f for each number that s has and none of the others, in rising order, of those
// in the words begin..end-1.
func (s Set) Only(others []Set, begin, end int, f func(i int)) {
	for at := begin; at < end; at++ {
		word := s[at]
		for _, other := range others {
			word &^= other[at]
		}
		for ; word != 0; word &= word - 1 {
			f(at*wordBits + bits.TrailingZeros64(word))
		}
	}
}

// And makes s what both a and b have, and reports whether that is anything.
func (s Set) And(a, b Set) bool {
	var union uint64
	for i := range s {
		s[i] = a[i] & b[i]
		union |= s[i]
	}
	return union != 0
}

// Minus makes s what a has and b has not, and returns how many numbers that is.
func (s Set) Minus(a, b Set) int {
	n := 0
	for i := range s {
		s[i] = a[i] &^ b[i]
		n += bits.OnesCount64(s[i])
	}
	return n
}

// SameAnd reports whether a and b have the same numbers of s.
func (s Set) SameAnd(a, b Set) bool {
	for i, word := range s {
		if word&(a[i]^b[i]) != 0 {
			return false
		}
	}
	return true
}
