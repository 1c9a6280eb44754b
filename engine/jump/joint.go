package jump

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"skyline/engine"
	"skyline/engine/breach"
	"skyline/engine/disclosure"
	"skyline/engine/jump/beliefs"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// Joint is a privacy property of a set of tables that looks at several people at once:
// the largest probability of some statements about somebody, given some knowledge of a
// bounded amount, stays within bounds when all tables of the set are equally likely.
//
// It is decided for permutation sets only. That decides for a disclosure set that is the
// whole permutation set, or empty; and for all others where the permutation set violates
// it, since no set of tables is safer than the permutation set that it is a part of: if S
// is a non-empty subset of a permutation set P, and S has the property, so has P.
//
// Proof. Let Γ be the permutations of people that map each group to itself. Any two
// tables of P differ by one of them, so when π goes through Γ, the sets πS together have
// each table of P equally often, say w > 0 times. Let φ be any knowledge that some
// tables of P agree with, and A a statement. Then
//
//	Pr_P(A | φ) = Σ_π |πS ∩ A ∩ φ| / Σ_π |πS ∩ φ|
//
// since both sums count tables of P, w times each; and a quotient of sums is at most the
// largest of the quotients |πS ∩ A ∩ φ| / |πS ∩ φ| with a denominator that is not 0.
// That is Pr_S(π⁻¹A | π⁻¹φ): the statement and the knowledge with people renamed, which
// are of the same kind, about the same values, and of the same amount. So the maximum
// over S is at least that over P, for each value and each amount of knowledge. ∎
//
// For properties of single people this is Lemma 3 of Liu et al. It also gives that
// merging groups breaks nothing (Theorem 14 of Martin et al., Theorem 3 of Chen et al.
// for one value a person): the permutation set of a finer generalization is a part of
// that of a coarser one.
type Joint interface {
	// holds decides for a permutation set.
	holds(groups []histogram) (bool, error)
	// implies returns a property of single people that whatever has this one has, too:
	// that nobody is too sure who knows a few values that the person does not have.
	implies() beliefs.Property
}

// implications is (c,k)-safety.
type implications struct {
	odds    *big.Rat // (1−c)/c
	k       int64
	release *disclosure.Running // one without groups
}

// NewImplications returns (c,k)-safety: whatever up to k basic implications the adversary
// knows, nobody's sensitive value is known with a probability of c or more. k is from 0 to
// disclosure.MaxK.
//
// Source: Martin et al., ICDE 2007, Definition 13.
//
// Errors: *engine.ParamError.
func NewImplications(k int, c breach.Threshold) (Joint, error) {
	if k < 0 || k > disclosure.MaxK {
		return nil, engine.NewParamError("jump", "k", fmt.Sprintf("in 0..%d", disclosure.MaxK), k)
	}
	odds, err := oddsOf(c)
	if err != nil {
		return nil, err
	}
	return &implications{odds, int64(k), disclosure.NewRunning(k, c)}, nil
}

// oddsOf returns (1−c)/c.
func oddsOf(c breach.Threshold) (*big.Rat, error) {
	odds, _ := c.Odds()
	if odds == nil {
		return nil, engine.NewParamError("jump", "c", "a threshold", "the zero value")
	}
	return odds, nil
}

func (p *implications) holds(groups []histogram) (bool, error) {
	seen := make([]disclosure.Group, len(groups))
	for i, h := range groups {
		counts := h.counts()
		slices.SortFunc(counts, func(a, b int64) int { return cmp.Compare(b, a) })
		seen[i] = disclosure.Group{People: h.people(), Copies: 1, Counts: counts}
	}
	return p.release.Allows(nil, seen), nil
}

func (p *implications) implies() beliefs.Property { return unlessRuledOut(p.k, p.odds) }

// skyline bounds breach probabilities at knowledge points.
type skyline struct {
	// odds are the least of any value, and l is the least; nil where some value has no
	// requirement.
	odds    *big.Rat
	l       int64
	release *breach.Running // one without groups
}

// NewSkyline returns a skyline for values 0 to values-1, for people with one value each.
// The requirements in named are of the values that they name, others are of every value
// that is not named; the same value may not be named twice.
//
// Source: Chen, LeFevre, Ramakrishnan, VLDB Journal 18 (2009), Definitions 1, 3 and 4.
//
// Errors: *engine.ParamError.
func NewSkyline(values int, named []breach.ValueRequirements, others []breach.Requirement) (Joint, error) {
	shared, err := strictest(others)
	if err != nil {
		return nil, err
	}
	all := slices.Repeat([]*breach.Requirement{shared}, max(0, values))
	seen := map[int32]bool{}
	for _, v := range named {
		if seen[v.Value] {
			return nil, engine.NewParamError("jump", "named", "of different values", fmt.Sprintf("number %d twice", v.Value))
		}
		seen[v.Value] = true
		own, err := strictest(v.Requirements)
		if err != nil {
			return nil, err
		}
		if v.Value >= 0 && int(v.Value) < len(all) {
			all[v.Value] = own
		}
	}
	s := &skyline{release: breach.NewRunning(knowledge.SVPI, len(all), partition.MaxPeople, named, others)}
	for i, r := range all {
		if r == nil {
			s.odds = nil
			break
		}
		odds, _ := r.C.Odds()
		if i == 0 || odds.Cmp(s.odds) < 0 {
			s.odds = odds
		}
		if l := max(0, r.Point.L); i == 0 || l < s.l {
			s.l = l
		}
	}
	return s, nil
}

// strictest returns the requirement with the smallest threshold; nil for none.
func strictest(requirements []breach.Requirement) (*breach.Requirement, error) {
	var strictest *breach.Requirement
	var most *big.Rat
	for i, r := range requirements {
		odds, err := oddsOf(r.C)
		if err != nil {
			return nil, err
		}
		if most == nil || odds.Cmp(most) > 0 {
			strictest, most = &requirements[i], odds
		}
	}
	return strictest, nil
}

func (s *skyline) holds(groups []histogram) (bool, error) {
	seen := make([]partition.Group, len(groups))
	for i, h := range groups {
		if seen[i].People = h.people(); seen[i].People > partition.MaxPeople {
			return false, engine.NewParamError("jump", "counts", fmt.Sprintf("at most %d people in a group", int64(partition.MaxPeople)), seen[i].People)
		}
		for _, c := range h {
			seen[i].Counts = append(seen[i].Counts, partition.Count{Value: c.Value, N: c.N})
		}
		slices.SortStableFunc(seen[i].Counts, func(a, b partition.Count) int { return cmp.Compare(b.N, a.N) })
	}
	return s.release.Allows(seen)
}

func (s *skyline) implies() beliefs.Property {
	if s.odds == nil {
		return beliefs.Distinct{Values: 1} // nothing
	}
	return unlessRuledOut(s.l, s.odds)
}

// unlessRuledOut is what holds if nobody who rules out the l most frequent other values is
// sure of any value with a probability of c or more, odds being (1−c)/c: with shares r₁ ≥
// r₂ ≥ …,
//
//	r₁ / (r₁ + r_(l+2) + …) < c  ⇔  r₁ < c/(1−c) · (r_(l+2) + …).
func unlessRuledOut(l int64, odds *big.Rat) beliefs.Property {
	if odds.Sign() == 0 {
		return beliefs.Distinct{Values: l + 2} // less than certain
	}
	return beliefs.Recursive{C: new(big.Rat).Inv(odds), L: l + 2}
}
