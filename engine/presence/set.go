package presence

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"sync"

	"skyline/engine"
)

// maxPeople bounds the people of a set, so that sums of two counts are integers.
const maxPeople = 1 << 61

// Class is the people of a projected set who have the same likelihood: Weight is the
// likelihood times a positive factor that is common to the whole set.
type Class struct {
	Weight *big.Int
	People int64
}

// Set is a projected set: the people of a QI group of the public table, with so many
// present in the private one. It does not change, and may be used by several
// goroutines at once.
type Set struct {
	classes []Class
	people  int64
	present int64
	// impossible is 1 if the first class has weight 0, else 0: how many classes to skip
	// to come to those with a positive likelihood. possible counts the people of those.
	impossible int
	possible   int64

	// extremes are what Range returns, once it has been asked.
	extremes  sync.Once
	low, high float64
}

// NewSet returns the projected set of the classes, given in any order. Classes of equal
// weight are one; without people, a class is none. The weights must not be changed
// afterwards. It takes O(n log n) comparisons for n classes.
//
// Errors: *engine.ParamError, also if fewer than present people have a positive weight: what
// was released cannot have come from such a table, and Eqn 4 is 0/0.
func NewSet(classes []Class, present int64) (*Set, error) {
	s := &Set{present: present}
	sorted := make([]Class, 0, len(classes))
	for _, c := range classes {
		if c.Weight == nil || c.Weight.Sign() < 0 || c.People < 0 || c.People > maxPeople-s.people {
			return nil, engine.NewParamError("presence", "classes", "of weights and people of at least 0, and of at most 2^61 people together", nil)
		}
		if c.People > 0 {
			s.people += c.People
			sorted = append(sorted, c)
		}
	}
	if present < 0 || present > s.people {
		return nil, engine.NewParamError("presence", "present", fmt.Sprintf("in 0..%d, the number of people", s.people), present)
	}
	slices.SortFunc(sorted, func(a, b Class) int { return compareWeights(a.Weight, b.Weight) })
	s.classes = sorted[:0]
	for _, c := range sorted {
		if last := len(s.classes) - 1; last >= 0 && compareWeights(s.classes[last].Weight, c.Weight) == 0 {
			s.classes[last].People += c.People
		} else {
			s.classes = append(s.classes, c)
		}
	}
	s.possible = s.people
	if len(s.classes) > 0 && s.classes[0].Weight.Sign() == 0 {
		s.impossible = 1
		s.possible -= s.classes[0].People
	}
	if present > s.possible {
		return nil, engine.NewParamError("presence", "present", fmt.Sprintf("at most %d, the number of people with a positive weight", s.possible), present)
	}
	return s, nil
}

// compareWeights is a.Cmp(b). Nearly all weights are words.
func compareWeights(a, b *big.Int) int {
	if a.IsUint64() && b.IsUint64() {
		return cmp.Compare(a.Uint64(), b.Uint64())
	}
	return a.Cmp(b)
}

// Classes returns the classes of the set by rising weight. They must not be changed.
func (s *Set) Classes() []Class { return s.classes }

// People returns the number of people in the set.
func (s *Set) People() int64 { return s.people }

// Present returns how many of them are present.
func (s *Set) Present() int64 { return s.present }

// given returns the existence probability of a class as a fraction where it needs no
// likelihoods but to know which are positive and equal:
//
//	n = 0                              0 for everybody
//	likelihood 0                       0
//	n people have a positive one       1 for those
//	all positive ones are equal        n / (people who have it)
func (s *Set) given(class int) (numerator, denominator int64, ok bool) {
	switch {
	case s.present == 0 || class < s.impossible:
		return 0, 1, true
	case s.present == s.possible:
		return 1, 1, true
	case len(s.classes) == s.impossible+1:
		return s.present, s.possible, true
	}
	return 0, 0, false
}
