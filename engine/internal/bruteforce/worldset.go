package bruteforce

import "skyline/engine/internal/bitset"

// An expression that is true in some reconstructions is represented by the set of their
// numbers.

// not returns the reconstructions in which an expression is false. Beyond the last
// reconstruction there are others in the set, too; they disappear when it is intersected
// with a set of reconstructions.
func not(s bitset.Set) bitset.Set {
	t := make(bitset.Set, len(s))
	for i, word := range s {
		t[i] = ^word
	}
	return t
}

// implies returns the reconstructions in which s → t is true, and others as not does.
func implies(s, t bitset.Set) bitset.Set {
	u := not(s)
	for i, word := range t {
		u[i] |= word
	}
	return u
}
