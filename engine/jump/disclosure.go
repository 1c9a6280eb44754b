package jump

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"

	"skyline/engine"
	"skyline/engine/internal/budget"
	"skyline/engine/jump/beliefs"
)

// Reason says why an answer is what it is.
type Reason int

const (
	// Known says that the set is the permutation set.
	Known Reason = iota
	// Counted says that its tables were counted as those that pass nothing earlier.
	Counted
	// Symmetric says that everybody in a group stands alike to all earlier
	// generalizations that matter, so that beliefs are those of the permutation set.
	Symmetric
	// ByClasses says that its tables were counted by classes.
	ByClasses
	// Bounded says that too few tables pass anything earlier to make a difference.
	Bounded
	// Lemma says that the permutation set violates the property, and so do all of its
	// subsets (Lemma 3 of the source).
	Lemma
	// Unproven says that bounds do not prove it, which is what the certified strategy
	// asks for.
	Unproven
	// Sandwiched says that it lies between two sets that were counted.
	Sandwiched
	// Enclosed says that it follows from bounds on what its groups can do.
	Enclosed
)

// quickly is the limit under which sets are counted even where that is not needed to
// decide: their numbers are good to know.
const quickly = 3e7

// certifiedLimit is the limit under which bounds are counted, and all that the certified
// strategy counts. It is part of that algorithm: with another one it would release other
// tables.
const certifiedLimit = 3e8

// answer is what is known of a disclosure set.
type answer struct {
	holds  beliefs.Verdict
	reason Reason
	// belief is nil where the answer follows from bounds.
	belief *belief
	// bound is the highest share, or, where there is no belief, at least as much; nil
	// where nothing is known of it, or nobody believes anything.
	bound *big.Rat
	// undecided is set where holds is Unknown.
	undecided *Undecided
}

// decided decides as the strategy does, where the permutation set satisfies the property.
func (v *view) decided(ctx context.Context) (*answer, error) {
	if v.algorithm.Strategy == Certified {
		return v.certified(ctx)
	}
	return v.disclosure(ctx)
}

// disclosure decides for the disclosure set of g_i of the tables with a signature, some of
// which get there, and whose permutation set satisfies the property.
func (v *view) disclosure(ctx context.Context) (*answer, error) {
	b, reason, undecided, err := v.believes(ctx, min(quickly, v.options.Limit))
	if undecided == nil || undecided == v.blocked || v.algorithm.Joint != nil || err != nil {
		return v.believed(ctx, reason, b, undecided, err)
	}
	if a, err := v.bounded(ctx, min(certifiedLimit, v.options.Limit)); a != nil || err != nil {
		return a, err
	}
	b, reason, undecided, err = v.believes(ctx, v.options.Limit)
	return v.believed(ctx, reason, b, undecided, err)
}

// believes returns the belief in the disclosure set, or why that is not known: counting
// may take limit. Where nothing is counted, the set must not be empty.
func (v *view) believes(ctx context.Context, limit float64) (*belief, Reason, *Undecided, error) {
	b, reason, undecided, err := v.counted(ctx, limit)
	if undecided != nil && undecided != v.blocked && v.isSymmetric() {
		return v.table.alike(v.i, v.signature), Symmetric, nil, nil
	}
	return b, reason, undecided, err
}

// counted counts the set, if that takes at most limit.
func (v *view) counted(ctx context.Context, limit float64) (*belief, Reason, *Undecided, error) {
	switch {
	case v.blocked != nil:
		return nil, Known, v.blocked, nil
	case len(v.live) == 0 && v.failersArrive:
		return v.table.permutation(v.i, v.signature), Known, nil, nil
	case len(v.recursive) == 0 && !v.failersArrive:
		return v.table.none(v.i, v.signature), Known, nil, nil
	case v.algorithm.Joint != nil:
		return nil, Known, v.giveUp(unfeasible, limit), nil
	}
	b, reason, work, err := v.engine(ctx, limit)
	if tooLarge(err) {
		return nil, reason, v.giveUp(workAtLeast(work, limit), limit), nil
	}
	v.spent += work
	return b, reason, nil, err
}

// giveUp says that the set would take so much work.
func (v *view) giveUp(work, limit float64) *Undecided {
	return &Undecided{Generalization: v.i, Work: work, Limit: limit, Recursive: len(v.recursive) > 0}
}

// unfeasible stands for work that no limit allows.
var unfeasible = math.Inf(1)

// workAtLeast is what is known of the work of what was given up: a forecast may have been below
// the limit.
func workAtLeast(forecast, limit float64) float64 { return max(forecast, 2*limit) }

// tooLarge reports that an engine was not started, or gave up.
func tooLarge(err error) bool {
	return errors.Is(err, engine.ErrTooLarge)
}

// believed is the answer where a belief is known, or nothing.
func (v *view) believed(ctx context.Context, reason Reason, b *belief, undecided *Undecided, err error) (*answer, error) {
	if err != nil || undecided != nil {
		return &answer{undecided: undecided}, err
	}
	if v.algorithm.Joint != nil {
		return v.believedJointly(ctx, reason, b)
	}
	holds, highest, err := b.measure(ctx, v.algorithm.Property)
	return &answer{holds: beliefs.VerdictOf(holds), reason: reason, belief: b, bound: highest}, err
}

// believedJointly is believed for a property of several people, which what is believed of
// each does not decide: but where all tables of the permutation set are in the set, or
// none.
func (v *view) believedJointly(ctx context.Context, reason Reason, b *belief) (*answer, error) {
	if reason != Known {
		return &answer{undecided: v.giveUp(unfeasible, v.options.Limit)}, nil
	}
	holds := false
	var err error
	if !b.isEmpty() {
		if holds, err = v.permutes(ctx, v.signature); err != nil {
			return nil, err
		}
	}
	_, highest, err := b.measure(ctx, beliefs.Distinct{})
	return &answer{holds: beliefs.VerdictOf(holds), reason: reason, belief: b, bound: highest}, err
}

// engine counts the set, by classes of tables if nothing less does, if that takes at most
// limit.
func (v *view) engine(ctx context.Context, limit float64) (b *belief, reason Reason, work float64, err error) {
	if len(v.recursive) == 0 {
		b, work, err = v.noneOf(ctx, v.live, limit)
		if b != nil || err != nil && !tooLarge(err) {
			return b, Counted, work, err
		}
	}
	if v.without(ofRecursion) {
		return nil, ByClasses, least(work, unfeasible), budget.ErrTooLarge
	}
	if v.table.people > mostClassed {
		return nil, ByClasses, least(work, unfeasible), fmt.Errorf("%w: the classes of %d people, limit %d", budget.ErrTooLarge, v.table.people, mostClassed)
	}
	byClasses := v.classes()
	forecast := byClasses.forecast()
	if forecast > limit {
		return nil, ByClasses, least(work, forecast), fmt.Errorf("%w: about %.2g steps, limit %.2g", budget.ErrTooLarge, forecast, limit)
	}
	b, err = byClasses.count(ctx, limit)
	return b, ByClasses, least(work, forecast), err
}

// least is the smaller of two amounts of work, the first of which may not be known.
func least(a, b float64) float64 {
	if a == 0 {
		return b
	}
	return min(a, b)
}

// settle decides for the tables with a signature whether the disclosure set of g_j would
// satisfy the property: for the certified strategy, whether it would be certified.
func (e *evaluator) settle(ctx context.Context, j int, signature []histogram) (beliefs.Verdict, *Undecided, error) {
	key := keyOf(j, signature)
	if verdict, ok := e.settled[key]; ok {
		return verdict, nil, nil
	}
	holds, err := e.permutes(ctx, signature)
	if err != nil {
		return beliefs.Unknown, nil, err
	}
	verdict := beliefs.No
	if holds {
		v, err := e.view(ctx, j, signature)
		if err != nil {
			return beliefs.Unknown, nil, err
		}
		a, err := v.decided(ctx)
		if err != nil || a.undecided != nil {
			return beliefs.Unknown, a.whyNot(), err
		}
		verdict = a.holds
	}
	e.settled[key] = verdict
	return verdict, nil, nil
}

func (a *answer) whyNot() *Undecided {
	if a == nil {
		return nil
	}
	return a.undecided
}

// certified decides by what is known without recursion: by a count where there is none,
// and otherwise by what every set between the bounds satisfies.
func (v *view) certified(ctx context.Context) (*answer, error) {
	if v.algorithm.Joint != nil {
		b, reason, undecided, err := v.counted(ctx, certifiedLimit)
		if undecided == nil || err != nil {
			return v.believed(ctx, reason, b, nil, err)
		}
		return &answer{holds: beliefs.No, reason: Unproven}, nil
	}
	if len(v.recursive) == 0 {
		b, reason, undecided, err := v.believes(ctx, certifiedLimit)
		if undecided == nil || err != nil {
			return v.believed(ctx, reason, b, nil, err)
		}
	} else if v.isSymmetric() {
		return v.believed(ctx, Symmetric, v.table.alike(v.i, v.signature), nil, nil)
	}
	a, err := v.bounded(ctx, certifiedLimit)
	if err != nil || a != nil && a.holds == beliefs.Yes {
		return a, err
	}
	return &answer{holds: beliefs.No, reason: Unproven}, nil
}
