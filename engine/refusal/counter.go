package refusal

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"skyline/engine"
	"skyline/engine/internal/budget"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/engine/privacy"
)

// ErrTooLarge says that the assignments of a group take too many steps to be counted. It
// matches engine.ErrTooLarge.
var ErrTooLarge = engine.NewTooLarge("refusal: assignments take too long to be counted")

// ErrNever says that a candidate would not be refused, whoever has what.
var ErrNever = errors.New("refusal: no assignment is refused")

// Counter counts the assignments of groups in which a cut is refused. It may be used by
// several goroutines at once.
type Counter struct {
	requirements []privacy.Requirement
	whole        *privacy.Whole
	// values is how many different values a part must have.
	values int
	each   []func(value int32, having, people int64) bool
	// must are the values that each part must have.
	must []int32
	// sizes look at numbers of people only, and others at counts, in order or, if exactly,
	// of which values they are.
	sizes, others []privacy.Guard
	exactly       bool
}

// New returns a Counter for cuts that are refused where a part violates one of some
// requirements. These must be about each group by itself (*privacy.Local), and people must
// have one value each.
//
// Errors: *engine.ParamError.
func New(requirements []privacy.Requirement, whole *privacy.Whole) (*Counter, error) {
	if whole.Constraint != knowledge.SVPI {
		return nil, engine.NewParamError("refusal", "whole", "a table of people with one value each", nil)
	}
	c := &Counter{requirements: requirements, whole: whole}
	for _, requirement := range requirements {
		local, ok := requirement.(*privacy.Local)
		if !ok {
			return nil, engine.NewParamError("refusal", "requirements", "about each group by itself", nil)
		}
		guard := local.Watch(whole)
		switch local.Aspect() {
		case privacy.OfSize:
			c.sizes = append(c.sizes, guard)
		case privacy.OfValues:
			c.values = max(c.values, guard.Floor().Values)
		case privacy.OfEach:
			c.each = append(c.each, local.EachValue(whole))
		case privacy.OfCounts:
			c.others = append(c.others, guard)
		case privacy.OfAnything:
			c.others, c.exactly = append(c.others, guard), true
		}
	}
	for value := range int32(whole.Values) {
		for _, allows := range c.each {
			if !allows(value, 0, 1) {
				c.must = append(c.must, value)
				break
			}
		}
	}
	return c, nil
}

// Posterior returns how likely each value is for the people of each part of a group whose
// cut into the parts was refused: by part, in the order of the group's Counts. parts are how
// many people the parts have, from 1 on, of which the group is the sum.
//
// Probabilities are exact. It takes at most limit steps of about a nanosecond.
//
// Errors: ErrNever where no assignment is refused, which is not looked at where all parts are
// of one size; ErrTooLarge, *engine.ParamError, those of ctx.
func (c *Counter) Posterior(ctx context.Context, group *partition.Group, parts []int64, limit float64) ([][]*big.Rat, error) {
	if err := check(group, parts); err != nil {
		return nil, err
	}
	if areEqual(parts) {
		return shares(group, parts), nil
	}
	t, possible := c.table(group, parts)
	if !possible {
		return shares(group, parts), nil // all are refused
	}
	if t.isFree() {
		return nil, ErrNever
	}
	b := budget.New(ctx, limit)
	err := t.count(b)
	if errors.Is(err, budget.ErrTooLarge) {
		return nil, fmt.Errorf("%w: %w", ErrTooLarge, err)
	}
	if err != nil {
		return nil, fmt.Errorf("refusal: %w", err)
	}
	return t.posterior()
}

// Below reports whether every posterior that Posterior returns is below a threshold, so that
// the candidate may be tried; also where no assignment is refused. It is decided by shares
// alone where they suffice. Where counting takes more than limit steps it is false. So it
// depends on nothing but the arguments, those bounds included that are asked where more than a
// few steps are needed (Bound).
//
// Errors: *engine.ParamError, those of ctx.
func (c *Counter) Below(ctx context.Context, group *partition.Group, parts []int64, threshold *big.Rat, limit float64) (bool, error) {
	if err := check(group, parts); err != nil {
		return false, err
	}
	least := parts[0]
	for _, n := range parts {
		least = min(least, n)
	}
	if areEqual(parts) {
		least = group.People
	}
	if big.NewRat(group.Counts[0].N, least).Cmp(threshold) < 0 {
		return true, nil // P <= h_s/min n_j
	}
	posterior, err := c.Posterior(ctx, group, parts, min(limit, quick))
	if errors.Is(err, ErrTooLarge) {
		if posterior, err = c.Bound(group, parts); err == nil && areBelow(posterior, threshold) {
			return true, nil
		}
		posterior, err = c.Posterior(ctx, group, parts, limit)
	}
	switch {
	case errors.Is(err, ErrNever):
		return true, nil
	case errors.Is(err, ErrTooLarge):
		return false, nil
	case err != nil:
		return false, err
	}
	return areBelow(posterior, threshold), nil
}

// quick is how many steps are taken before bounds are asked.
const quick = 1e7

func areBelow(posterior [][]*big.Rat, threshold *big.Rat) bool {
	return !slices.ContainsFunc(posterior, func(part []*big.Rat) bool {
		return slices.ContainsFunc(part, func(p *big.Rat) bool { return p.Cmp(threshold) >= 0 })
	})
}

func check(group *partition.Group, parts []int64) error {
	sum, values := int64(0), int64(0)
	for _, n := range parts {
		if n < 1 {
			return engine.NewParamError("refusal", "parts", "of 1 person or more", n)
		}
		sum += n
	}
	for _, count := range group.Counts {
		values += count.N
	}
	if len(parts) < 2 || sum != group.People || values != group.People {
		return engine.NewParamError("refusal", "parts", "two or more that are the group, of people with one value each", nil)
	}
	return nil
}

func areEqual(parts []int64) bool {
	for _, n := range parts {
		if n != parts[0] {
			return false
		}
	}
	return true
}

// shares are the posterior where the refusal tells nothing.
func shares(group *partition.Group, parts []int64) [][]*big.Rat {
	all := make([][]*big.Rat, len(parts))
	for j := range all {
		for _, count := range group.Counts {
			all[j] = append(all[j], big.NewRat(count.N, group.People))
		}
	}
	return all
}
