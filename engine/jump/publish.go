package jump

import (
	"context"
	"math"
	"math/big"

	"skyline/engine/jump/beliefs"
	"skyline/engine/progress"
)

// Evaluation is what an algorithm does with a table.
type Evaluation struct {
	Steps []Step
	// Released is the generalization that is released, from 1; 0 if none is.
	Released int
	// Undecided is set where the last step could not be decided, and so nothing is known
	// of what is released.
	Undecided *Undecided
}

// Step is the evaluation of a set of tables.
type Step struct {
	// Generalization is its number, from 1.
	Generalization int
	// Disclosure says that the set is the disclosure set, and not the permutation set.
	Disclosure bool
	// Tables is how many tables the set has; nil where they were not counted.
	Tables *big.Int
	// Log10 is the decimal logarithm of that number; NaN where they were not counted, and
	// −∞ for none.
	Log10 float64
	// Holds says whether the set satisfies the property.
	Holds beliefs.Verdict
	// Highest is the largest share of the tables in which anybody has the same value;
	// nil where that is not known.
	Highest *big.Rat
	// Method says how Holds, and Highest, were found.
	Method Method
	Reason Reason
	// Next is where the algorithm goes on: 0 where it ends.
	Next int
}

// Method is how an answer was reached.
type Method int

const (
	// Exact says that the set was counted, or that its shares are known.
	Exact Method = iota
	// CertifiedBounds says that the answer follows from bounds; Highest is one.
	CertifiedBounds
)

// Publish follows an algorithm. What it releases is certain; where that cannot be decided
// it ends, with Undecided.
//
// Errors: *engine.ParamError, those of ctx.
func (t *Table) Publish(ctx context.Context, a *Algorithm, o *Options) (*Evaluation, error) {
	if err := a.check(len(t.generalizations)); err != nil {
		return nil, err
	}
	p := &publication{evaluator: newEvaluator(t, a, o)}
	for i := 1; i > 0 && i <= len(t.generalizations); {
		progress.Report(ctx, float64(i-1), float64(len(t.generalizations)))
		var err error
		if i, err = p.try(ctx, i); err != nil {
			return nil, err
		}
	}
	return &p.Evaluation, nil
}

// publication is an algorithm at work.
type publication struct {
	*evaluator
	Evaluation
}

// try evaluates g_i, and returns where to go on.
func (p *publication) try(ctx context.Context, i int) (int, error) {
	signature := p.table.signature(i)
	holds, err := p.permutes(ctx, signature)
	if err != nil {
		return 0, err
	}
	if p.algorithm.Strategy != Safe {
		step, err := p.permutationStep(ctx, i, signature)
		if err != nil {
			return 0, err
		}
		step.Holds, step.Next = beliefs.VerdictOf(holds), i+1
		if holds {
			step.Next = i // its disclosure set
			if p.algorithm.Strategy == Naive {
				p.Released, step.Next = i, 0
			}
		}
		p.Steps = append(p.Steps, *step)
		if !holds || p.Released > 0 {
			return step.Next, nil
		}
	}
	step, err := p.disclosureStep(ctx, i, signature, holds)
	if err != nil {
		return 0, err
	}
	p.Steps = append(p.Steps, *step)
	return step.Next, nil
}

func (p *publication) permutationStep(ctx context.Context, i int, signature []histogram) (*Step, error) {
	b := p.table.permutation(i, signature)
	_, highest, err := b.measure(ctx, beliefs.Distinct{})
	step := &Step{Generalization: i, Highest: highest}
	step.count(b)
	return step, err
}

// printable is the logarithm up to which numbers of tables are told.
const printable = 40

// disclosureStep evaluates the disclosure set of g_i, which the table is in. Where the
// permutation set violates the property, so does that; the set is then only counted, if
// that is quick.
func (p *publication) disclosureStep(ctx context.Context, i int, signature []histogram, permutes bool) (*Step, error) {
	v, err := p.view(ctx, i, signature)
	if err != nil {
		return nil, err
	}
	var a *answer
	switch {
	case !permutes:
		b, reason, undecided, err := v.believes(ctx, min(quickly, p.options.Limit))
		if err != nil {
			return nil, err
		}
		a = &answer{reason: Lemma}
		if undecided == nil && (p.algorithm.Joint == nil || reason == Known) {
			if a, err = v.believed(ctx, reason, b, nil, nil); err != nil {
				return nil, err
			}
		}
		a.holds = beliefs.No
	default:
		a, err = v.decided(ctx)
	}
	if err != nil {
		return nil, err
	}
	return p.stepOf(i, a), nil
}

// stepOf writes an answer, and where it leads.
func (p *publication) stepOf(i int, a *answer) *Step {
	step := &Step{Generalization: i, Disclosure: true, Holds: a.holds, Highest: a.bound, Reason: a.reason, Log10: math.NaN()}
	if a.belief != nil {
		step.count(a.belief)
	}
	switch a.holds {
	case beliefs.Yes:
		p.Released = i
	case beliefs.No:
		step.Next = p.next(i)
		if step.Next > p.table.Generalizations() {
			step.Next = 0
		}
	case beliefs.Unknown:
		p.Undecided = a.undecided
		return step
	}
	if a.belief == nil {
		step.Method = CertifiedBounds
	}
	return step
}

// count notes how many tables there are.
func (s *Step) count(b *belief) {
	switch {
	case b.total != nil:
		s.Log10 = log10(b.total)
		if s.Log10 < printable {
			s.Tables = b.total
		}
	case b.log10 > 0:
		s.Log10 = b.log10
	default:
		s.Log10 = math.NaN()
	}
}

func log10(n *big.Int) float64 {
	if n.Sign() == 0 {
		return math.Inf(-1)
	}
	mantissa := new(big.Float)
	exponent := new(big.Float).SetInt(n).MantExp(mantissa)
	m, _ := mantissa.Float64()
	return float64(math.Log10(m)) + float64(float64(exponent)*math.Log10(2))
}
