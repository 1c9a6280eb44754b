package bruteforce

import (
	"errors"
	"fmt"
	"slices"

	"skyline/engine/knowledge"
)

// Limits beyond which the functions of this package return ErrTooLarge.
const (
	// MaxReconstructions is the largest number of reconstructions of a table.
	MaxReconstructions = 1 << 16

	// MaxSize is the largest number of people of a table, and of occurrences
	// of sensitive values.
	MaxSize = 128

	// MaxSteps is the largest number of 64-reconstruction words that may be
	// looked at while groundings are enumerated, about a second of work.
	MaxSteps = 1 << 26
)

var (
	// ErrTooLarge says that a table has too many reconstructions or too many
	// groundings to enumerate.
	ErrTooLarge = errors.New("bruteforce: too large to enumerate")

	// ErrNoReconstruction says that no assignment of the sensitive values to
	// the people obeys the integrity constraint: a QI group with another number
	// of people than of values in SVPI, a value that occurs more often than
	// there are people in Set, values without people in Multiset.
	ErrNoReconstruction = errors.New("bruteforce: no reconstruction obeys the constraint")

	// ErrParam says that a parameter is out of its domain.
	ErrParam = errors.New("bruteforce: parameter out of its domain")
)

// Group is a QI group: the number of its people, and how often each sensitive
// value occurs in it. A value that occurs zero times may be listed or left out.
type Group struct {
	People int
	Counts map[string]int
}

// release is a release candidate with values and people replaced by numbers.
type release struct {
	values []string // the distinct values of the table, and sigma, sorted
	sigma  int      // the index of the target value in values
	people int      // of all groups
	groups []qiGroup
}

// qiGroup is one QI group of a release. Its people are numbered from first on.
type qiGroup struct {
	first, people int
	counts        []int // by index of the value
}

// newRelease checks the groups and numbers their values in sorted order and
// their people in the order of the groups.
func newRelease(groups []Group, sigma string, c knowledge.Constraint) (*release, error) {
	switch c {
	case knowledge.SVPI, knowledge.Set, knowledge.Multiset:
	default:
		return nil, fmt.Errorf("%w: constraint must be SVPI, Set or Multiset, got %d", ErrParam, int(c))
	}
	if err := checkSize(groups); err != nil {
		return nil, err
	}

	r := &release{values: []string{sigma}}
	for _, g := range groups {
		for v, n := range g.Counts {
			if n > 0 {
				r.values = append(r.values, v)
			}
		}
	}
	slices.Sort(r.values)
	r.values = slices.Compact(r.values)
	r.sigma, _ = slices.BinarySearch(r.values, sigma)

	for i, g := range groups {
		q := qiGroup{first: r.people, people: g.People, counts: make([]int, len(r.values))}
		for v, name := range r.values {
			q.counts[v] = g.Counts[name]
		}
		if !q.hasReconstruction(c) {
			return nil, fmt.Errorf("%w: group %d, constraint %v", ErrNoReconstruction, i, c)
		}
		r.groups = append(r.groups, q)
		r.people += g.People
	}
	return r, nil
}

// checkSize refuses negative numbers, and numbers too large to work with.
func checkSize(groups []Group) error {
	people, occurrences := 0, 0
	for i, g := range groups {
		if g.People < 0 {
			return fmt.Errorf("%w: people of group %d must not be negative, got %d", ErrParam, i, g.People)
		}
		// Each number is checked before it is added, so that no sum overflows.
		if g.People > MaxSize {
			return fmt.Errorf("%w: group %d has %d people, limit %d", ErrTooLarge, i, g.People, MaxSize)
		}
		people += g.People
		for _, n := range g.Counts {
			if n < 0 {
				return fmt.Errorf("%w: counts of group %d must not be negative, got %d", ErrParam, i, n)
			}
			if n > MaxSize {
				return fmt.Errorf("%w: a value of group %d occurs %d times, limit %d", ErrTooLarge, i, n, MaxSize)
			}
			occurrences += n
		}
		if people > MaxSize || occurrences > MaxSize {
			return fmt.Errorf("%w: more than %d people or occurrences of values", ErrTooLarge, MaxSize)
		}
	}
	return nil
}

// hasReconstruction reports whether the values of the group can be given to its
// people at all.
func (g qiGroup) hasReconstruction(c knowledge.Constraint) bool {
	occurrences, most := 0, 0
	for _, n := range g.counts {
		occurrences += n
		most = max(most, n)
	}
	switch c {
	case knowledge.SVPI:
		return occurrences == g.people
	case knowledge.Set:
		return most <= g.people
	default:
		return occurrences == 0 || g.people > 0
	}
}
