package primary

import (
	"skyline/engine"
)

const pkg = "primary"

// Rule is a rule that a cell may break. They are in the order of their gravity, the gravest first:
// those that say something of a single person of few come before those that need a line.
type Rule int

// The rules.
const (
	None Rule = iota - 1
	Threshold
	PPercent
	Dominance
	PQ
	Group
	Difference
	rules
)

// names of the rules.
var names = [rules]string{"threshold", "p_percent", "dominance", "pq", "group_disclosure", "difference"}

// String returns the rule's name, "" for None.
func (r Rule) String() string {
	if r < 0 || r >= rules {
		return ""
	}
	return names[r]
}

// Names returns the names of all rules, the gravest first: that of rule r is the r-th, from 0.
func Names() []string { return names[:] }

// Share is a fraction Num/Den in (0, 1]: 9/10 for 90 %. Den is at most MaxDen.
type Share struct{ Num, Den int64 }

// MaxDen is the largest denominator of a Share: percentages with six digits behind the point.
const MaxDen = 100_000_000

func (s Share) check(param string) error {
	if s.Num < 1 || s.Num > s.Den || s.Den > MaxDen {
		return engine.NewParamError(pkg, param, "a fraction in (0, 1] with a denominator up to 100000000", nil)
	}
	return nil
}

// Percent returns 100 times the share, as the nearest float64.
func (s Share) Percent() float64 { return percent(wide{uint64(s.Num)}, wide{uint64(s.Den)}) }

// NK is a dominance rule: the N largest contributors must not have more than K of the sum.
type NK struct {
	N int64
	K Share
}

// MaxN is the largest N of a dominance rule.
const MaxN = 10

// Rules are what cells must follow. The zero value of a field is no rule.
type Rules struct {
	Threshold  int64 // people that a cell must have
	Zeros      bool  // whether a cell of nobody breaks the threshold
	Dominance  []NK
	P          Share    // of the p % rule
	PQ         [2]Share // p and q, p below q
	Group      int64    // people of a line who must be outside of each of its cells
	Difference int64    // people who must be outside of a cell, if anybody is
	// Unit is the weight of a contributor who stands for themselves alone. Weights are
	// whole multiples of 1/Unit then; without weights it is 1.
	Unit int64
}

// Check returns an error if the rules are out of their domain: *engine.ParamError.
func (r *Rules) Check() error {
	switch {
	case r.Threshold < 0:
		return engine.NewParamError(pkg, "Threshold", "at least 0", r.Threshold)
	case r.Group < 0:
		return engine.NewParamError(pkg, "Group", "at least 0", r.Group)
	case r.Difference < 0:
		return engine.NewParamError(pkg, "Difference", "at least 0", r.Difference)
	case r.Unit < 1 || r.Unit > MaxUnit:
		return engine.NewParamError(pkg, "Unit", "in 1..1000000", r.Unit)
	}
	for _, d := range r.Dominance {
		if d.N < 1 || d.N > MaxN {
			return engine.NewParamError(pkg, "Dominance", "of 1 to 10 contributors", d.N)
		}
		if err := d.K.check("Dominance"); err != nil {
			return err
		}
	}
	if r.P != (Share{}) {
		if err := r.P.check("P"); err != nil {
			return err
		}
	}
	if r.PQ == [2]Share{} {
		return nil
	}
	for _, s := range r.PQ {
		if err := s.check("PQ"); err != nil {
			return err
		}
	}
	if p, q := r.PQ[0], r.PQ[1]; p.Num*q.Den >= q.Num*p.Den {
		return engine.NewParamError(pkg, "PQ", "a p below q", nil)
	}
	return nil
}

// MaxUnit is the largest Unit.
const MaxUnit = 1_000_000

// Largest returns how many of the largest contributions of a cell the rules look at: 0 where none
// is about contributions.
func (r *Rules) Largest() int64 {
	var n int64
	for _, d := range r.Dominance {
		n = max(n, d.N)
	}
	if r.P != (Share{}) || r.PQ != [2]Share{} {
		n = max(n, 2)
	}
	return n
}
