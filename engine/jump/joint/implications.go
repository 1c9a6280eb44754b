package joint

import (
	"context"
	"fmt"

	"skyline/engine"
	"skyline/engine/breach"
	"skyline/engine/disclosure"
)

// Implications is (c,k)-safety: whatever up to k basic implications the adversary knows,
// nobody's sensitive value is known with a probability of c or more.
//
// A basic implication says that some atoms (person y has value w) together imply one of
// others. On any set S of tables, k implications (y=w) → (x=v) of one atom each to the
// atom in question are as bad as any. Proof: let A → B be one of k. Put x=v in the place
// of B, and one of its atoms in that of A. Every table with x=v agrees with the new
// implication. Of the others, the old one strikes out those that have all of A and none
// of B, the new one those that have the atom of A: at least these. So among the tables
// that agree with all k, those with x=v have become more and the others fewer, and if
// there were any with x=v there still are. ∎ (Theorem 9 of Martin et al., for any set.)
// Hence
//
//	max Pr_S(x=v | φ) = S_xv / (S_xv + U)
//
// S_xv being the number of tables with x=v, U the least number of tables without it that
// k atoms leave uncovered: a problem of maximum coverage for each x and v.
//
// Source: Martin et al., ICDE 2007, Definition 13.
type Implications struct {
	k       int
	odds    odds
	release *disclosure.Running // one without groups
}

// NewImplications returns (c,k)-safety; k is between 0 and disclosure.MaxK.
//
// Errors: *engine.ParamError.
func NewImplications(k int, c breach.Threshold) (*Implications, error) {
	if k < 0 || k > disclosure.MaxK {
		return nil, engine.NewParamError("joint", "k", fmt.Sprintf("in 0..%d", disclosure.MaxK), k)
	}
	o, err := oddsOf(c)
	if err != nil {
		return nil, fmt.Errorf("joint: %w", err)
	}
	return &Implications{k: k, odds: o, release: disclosure.NewRunning(k, c)}, nil
}

// HoldsGroups implements Property.
func (p *Implications) HoldsGroups(ctx context.Context, groups [][]int64) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, fmt.Errorf("joint: %w", err)
	}
	var seen []disclosure.Group
	for _, counts := range groups {
		g, err := groupOf(counts)
		if err != nil {
			return false, err
		}
		if g.People == 0 {
			continue
		}
		d := disclosure.Group{People: g.People, Copies: 1}
		for _, c := range g.Counts {
			d.Counts = append(d.Counts, c.N)
		}
		seen = append(seen, d)
	}
	return p.release.Allows(nil, seen), nil
}

// Holds implements Property.
func (p *Implications) Holds(ctx context.Context, list *List, work *Work) (bool, error) {
	if list.tables == 0 {
		return false, nil
	}
	var atoms []candidate
	for _, sets := range list.with {
		for _, s := range sets {
			if s != nil {
				atoms = append(atoms, candidate{set: s})
			}
		}
	}
	c := &cover{ctx: ctx, work: work}
	all, rest := list.all(), list.none()
	for _, sets := range list.with {
		for _, s := range sets {
			if s == nil {
				continue
			}
			left := rest.Minus(all, s)
			unsafe, err := c.leaves(rest, left, atoms, int64(p.k), p.odds.unsafe(list.tables-left))
			if unsafe || err != nil {
				return false, err
			}
		}
	}
	return true, nil
}
