package joint

import "math/bits"

// bitset is a set of the tables of a list, by their numbers. Sets of one list have the
// same length.
type bitset []uint64

const wordBits = 64

func (s bitset) count() int {
	n := 0
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// countAnd returns how many tables are in both sets.
func (s bitset) countAnd(t bitset) int {
	n := 0
	for i, word := range s {
		n += bits.OnesCount64(word & t[i])
	}
	return n
}

// minus makes s what a has and b has not, and returns its size.
func (s bitset) minus(a, b bitset) int {
	n := 0
	for i := range s {
		s[i] = a[i] &^ b[i]
		n += bits.OnesCount64(s[i])
	}
	return n
}

// sameAnd reports whether a and b have the same tables of s.
func (s bitset) sameAnd(a, b bitset) bool {
	for i, word := range s {
		if word&(a[i]^b[i]) != 0 {
			return false
		}
	}
	return true
}
