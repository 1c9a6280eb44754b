package risk

import (
	"fmt"
	"math"

	"skyline/engine"
	"skyline/engine/partition"
)

// Presence is how sure an adversary may be that somebody of a public table is in the
// table: the least and the greatest existence probability, in [0, 1]. They are NaN for a
// public table of nobody.
type Presence struct{ Min, Max float64 }

// NotPublicError reports people of the table who are not in the public one.
type NotPublicError struct{ People int64 }

func (e *NotPublicError) Error() string {
	return fmt.Sprintf("risk: %d people of the table are not in the public table", e.People)
}

// Existence returns the least and the greatest existence probability of the people of a
// public table: n/N for those of a QI group that has N people there, n of them in the
// table. It is so for a table that is generalized so that each value of a cell is equally
// likely.
//
// The population of a size is that of the public table, and here its people may be 0:
// all groups of the public table count. Fractions are compared exactly, and rounded once.
//
// Source: Nergiz, Cetintas, Akova (2008), Definition 3 and Sect. V.B.1; Nergiz, Atzori,
// Clifton, "Hiding the presence of individuals from shared databases", SIGMOD 2007.
//
// It takes linear time.
//
// Errors: *engine.ParamError, partition.ErrTooManyPeople, *NotPublicError.
func Existence(sizes []GroupSize) (*Presence, error) {
	least, most := share{2, 1}, share{-1, 1}
	outside := int64(0)
	for _, s := range sizes {
		if s.People < 0 || s.Population < 0 || s.People+s.Population < 1 || s.Groups < 1 {
			return nil, engine.NewParamError("risk", "sizes", "of at least one group, each of people in either table, and of no negative number", fmt.Sprintf("%d groups of %d of %d", s.Groups, s.People, s.Population))
		}
		if s.Population < s.People {
			people, ok := multiply(s.People-s.Population, s.Groups)
			if !ok || !grow(&outside, people) {
				return nil, partition.ErrTooManyPeople
			}
			continue
		}
		x := share{s.People, s.Population}
		if most.n < 0 || most.less(x) {
			most = x
		}
		if x.less(least) {
			least = x
		}
	}
	switch {
	case outside > 0:
		return nil, &NotPublicError{outside}
	case most.n < 0:
		return &Presence{math.NaN(), math.NaN()}, nil
	}
	return &Presence{quotient(least.n, least.of), quotient(most.n, most.of)}, nil
}
