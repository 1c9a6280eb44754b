package cube

import (
	"math/big"

	"skyline/engine"
)

// A System is what is published of unknown numbers x[0] … x[n-1].
type System struct {
	Unknowns []Unknown
	Sums     []Sum
}

// An Unknown is what is known of a number beforehand: a count is whole and at least 0.
type Unknown struct {
	Range
	Whole bool
}

// A Range is all numbers from Least to Largest, both included. Decimals are scaled to whole numbers by the caller.
type Range struct {
	Least, Largest     int64
	NoLeast, NoLargest bool // there is no such end, and the number is not looked at
}

// A Term is an unknown, Times as often as it says.
type Term struct {
	Unknown int32
	Times   int64
}

// A Sum says that the sum of terms is in a range: a published value v is in Range{Least: v, Largest: v}, a rounded or masked
// one in its interval.
type Sum struct {
	Terms []Term
	Range
}

// Bounds is what follows of a target.
type Bounds struct {
	Least, Largest *big.Rat // nil if there is no such end
	// Exact says that there are tables that agree in which the target is Least and Largest, or comes as close as one likes
	// where an end is nil; provided that any table agrees. If not, all tables that agree are between the two.
	Exact bool
	// Steps is how the target follows from equations alone, where it does and it takes at most [MostSteps] of them.
	Steps []Step
}

// MostSteps is how many sums a derivation may have so that it is told.
const MostSteps = 64

// A Step is one part of a derivation: the target is the sum of the values of all steps, each Times its factor.
type Step struct {
	Sum     int32 // the number of a published sum whose value is known exactly, or -1
	Unknown int32 // where Sum is -1, an unknown whose value is known beforehand; else -1
	Times   *big.Rat
}

// Known reports the only value of a target that has one, or nil.
func (b *Bounds) Known() *big.Rat {
	if b.Least != nil && b.Largest != nil && b.Least.Cmp(b.Largest) == 0 {
		return b.Least
	}
	return nil
}

// single reports whether a range is one number.
func (r Range) single() bool { return !r.NoLeast && !r.NoLargest && r.Least == r.Largest }

const (
	name = "cube"
	// mostValue is how large the ends of ranges may be, mostTimes how large factors.
	mostValue = 1 << 52
	mostTimes = 1<<31 - 1
)

// validate makes sure that a system and its targets are as they must be.
func (s *System) validate(targets [][]Term) error {
	for i := range s.Unknowns {
		if err := s.Unknowns[i].validate("Unknowns"); err != nil {
			return err
		}
	}
	seen := make([]int, len(s.Unknowns))
	for i := range s.Sums {
		if err := s.Sums[i].validate("Sums"); err != nil {
			return err
		}
		if err := s.validateTerms("Sums", s.Sums[i].Terms, seen, i+1); err != nil {
			return err
		}
	}
	for i, terms := range targets {
		if err := s.validateTerms("targets", terms, seen, len(s.Sums)+i+1); err != nil {
			return err
		}
	}
	return nil
}

func (r Range) validate(param string) error {
	if !r.NoLeast && !r.NoLargest && r.Least > r.Largest {
		return engine.NewParamError(name, param, "ranges whose least number is not above the largest", nil)
	}
	if !r.NoLeast && (r.Least < -mostValue || r.Least > mostValue) || !r.NoLargest && (r.Largest < -mostValue || r.Largest > mostValue) {
		return engine.NewParamError(name, param, "ranges within ±2^52", nil)
	}
	return nil
}

// validateTerms looks at the terms of one sum; seen has for each unknown the number of the last sum with it.
func (s *System) validateTerms(param string, terms []Term, seen []int, number int) error {
	for _, t := range terms {
		if t.Unknown < 0 || int(t.Unknown) >= len(s.Unknowns) {
			return engine.NewParamError(name, param, "sums of terms whose unknowns exist", t.Unknown)
		}
		if t.Times == 0 || t.Times > mostTimes || t.Times < -mostTimes {
			return engine.NewParamError(name, param, "sums of terms with factors within ±(2^31 - 1) that are not 0", t.Times)
		}
		if seen[t.Unknown] == number {
			return engine.NewParamError(name, param, "sums of terms of different unknowns", nil)
		}
		seen[t.Unknown] = number
	}
	return nil
}
