package loglinear

import (
	"encoding/binary"
	"fmt"
	"slices"

	"skyline/engine"
)

// Sets of attributes are sorted slices without repetition.

// newSet returns the attributes, each in 0..attributes-1 and once, as a set.
func newSet(param string, attributes []int, of int) ([]int, error) {
	set := slices.Clone(attributes)
	slices.Sort(set)
	for i, a := range set {
		if a < 0 || a >= of {
			return nil, engine.NewParamError("loglinear", param, fmt.Sprintf("attributes 0..%d", of-1), fmt.Sprint(a))
		}
		if i > 0 && a == set[i-1] {
			return nil, engine.NewParamError("loglinear", param, "without repetition", fmt.Sprintf("attribute %d twice", a))
		}
	}
	return set, nil
}

// union returns the union of sets.
func union(sets ...[]int) []int {
	all := slices.Concat(sets...)
	slices.Sort(all)
	return slices.Compact(all)
}

// intersection returns what is in both sets.
func intersection(s, t []int) []int {
	var both []int
	for _, a := range s {
		if contains(t, a) {
			both = append(both, a)
		}
	}
	return both
}

// difference returns what is in s and not in t.
func difference(s, t []int) []int {
	var rest []int
	for _, a := range s {
		if !contains(t, a) {
			rest = append(rest, a)
		}
	}
	return rest
}

func contains(s []int, a int) bool {
	_, ok := slices.BinarySearch(s, a)
	return ok
}

// within reports whether s is a subset of t.
func within(s, t []int) bool {
	for _, a := range s {
		if !contains(t, a) {
			return false
		}
	}
	return true
}

// keyOf returns a map key for sets.
func keyOf(sets ...[]int) string {
	var key []byte
	for _, s := range sets {
		key = binary.AppendUvarint(key, uint64(len(s)))
		for _, a := range s {
			key = binary.AppendUvarint(key, uint64(a))
		}
	}
	return string(key)
}
