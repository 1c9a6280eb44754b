package guardian

import (
	"iter"
	"math/bits"
	"slices"
)

// Set is a set of attributes, which are small numbers from 0. The zero value is
// the empty set. A Set is a value: its methods leave it as it is.
//
// Each method takes time in the largest attribute over 64.
type Set struct {
	words []uint64
}

// SetOf returns the set of the given attributes, none of them negative.
func SetOf(attributes ...int) Set {
	var s Set
	for _, a := range attributes {
		s.add(a)
	}
	return s
}

// add puts a into s itself.
func (s *Set) add(a int) {
	for len(s.words) <= a/64 {
		s.words = append(s.words, 0)
	}
	s.words[a/64] |= 1 << (a % 64)
}

// join puts all of t into s itself.
func (s *Set) join(t Set) {
	for len(s.words) < len(t.words) {
		s.words = append(s.words, 0)
	}
	for i, w := range t.words {
		s.words[i] |= w
	}
}

func (s Set) clone() Set {
	return Set{slices.Clone(s.words)}
}

// Has reports whether a is in s. It is false for [None].
func (s Set) Has(a int) bool {
	return a >= 0 && a/64 < len(s.words) && s.words[a/64]&(1<<(a%64)) != 0
}

// Len returns the number of attributes in s.
func (s Set) Len() int {
	n := 0
	for _, w := range s.words {
		n += bits.OnesCount64(w)
	}
	return n
}

// Empty reports whether s has no attribute.
func (s Set) Empty() bool {
	for _, w := range s.words {
		if w != 0 {
			return false
		}
	}
	return true
}

// All yields the attributes of s in ascending order.
func (s Set) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, w := range s.words {
			for ; w != 0; w &= w - 1 {
				if !yield(64*i + bits.TrailingZeros64(w)) {
					return
				}
			}
		}
	}
}

// Slice returns the attributes of s in ascending order.
func (s Set) Slice() []int {
	return slices.AppendSeq(make([]int, 0, s.Len()), s.All())
}

// first returns the smallest attribute of s, or None if s is empty.
func (s Set) first() int {
	for a := range s.All() {
		return a
	}
	return None
}

// With returns s ∪ {a}, where a is not negative.
func (s Set) With(a int) Set {
	u := s.clone()
	u.add(a)
	return u
}

// Without returns s \ {a}.
func (s Set) Without(a int) Set {
	u := s.clone()
	if u.Has(a) {
		u.words[a/64] &^= 1 << (a % 64)
	}
	return u
}

// Union returns s ∪ t.
func (s Set) Union(t Set) Set {
	u := s.clone()
	u.join(t)
	return u
}

// Minus returns s \ t.
func (s Set) Minus(t Set) Set {
	u := s.clone()
	for i := range min(len(u.words), len(t.words)) {
		u.words[i] &^= t.words[i]
	}
	return u
}

// Intersect returns s ∩ t.
func (s Set) Intersect(t Set) Set {
	u := s.clone()
	for i := range u.words {
		if i < len(t.words) {
			u.words[i] &= t.words[i]
		} else {
			u.words[i] = 0
		}
	}
	return u
}

// SubsetOf reports whether every attribute of s is in t.
func (s Set) SubsetOf(t Set) bool {
	for i, w := range s.words {
		if i < len(t.words) {
			w &^= t.words[i]
		}
		if w != 0 {
			return false
		}
	}
	return true
}

// Intersects reports whether s and t have an attribute in common.
func (s Set) Intersects(t Set) bool {
	for i := range min(len(s.words), len(t.words)) {
		if s.words[i]&t.words[i] != 0 {
			return true
		}
	}
	return false
}

// Equal reports whether s and t have the same attributes.
func (s Set) Equal(t Set) bool {
	return s.SubsetOf(t) && t.SubsetOf(s)
}
