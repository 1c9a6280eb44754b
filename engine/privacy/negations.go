package privacy

import (
	"fmt"

	"skyline/engine"
	"skyline/engine/disclosure"
	"skyline/engine/exact"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// Negations requires that whatever k negated atoms the adversary knows, “this person does not
// have this value”, nobody's sensitive value is known with a probability of c or more. The worst
// of them rule out, for one person of a QI group, the k most frequent values after the first:
//
//	r_1/(r_1 + r_{k+2} + … + r_m) < c
//
// r_1 ≥ r_2 ≥ … being the counts of the group's values. For c below 1 that is recursive
// (c/(1−c), k+2)-diversity, which two groups keep that are merged.
//
// It is for people with one value each (knowledge.SVPI). k is between 0 and disclosure.MaxK, c is
// in (0, 1].
//
// Source: Martin et al., "Worst-Case Background Knowledge for Privacy-Preserving Data Publishing",
// ICDE 2007, Sect. 2.3.
//
// Errors: *engine.ParamError.
func Negations(k int64, c float64) (*Local, error) {
	if k < 0 || k > disclosure.MaxK {
		return nil, engine.NewParamError("privacy", "k", fmt.Sprintf("in 0..%d", disclosure.MaxK), k)
	}
	if !(c > 0 && c <= 1) {
		return nil, engine.NewParamError("privacy", "c", "in (0, 1]", c)
	}
	plural := "s"
	if k == 1 {
		plural = ""
	}
	bound := exact.Simplest(c)
	return &Local{
		name: "negations", rule: fmt.Sprintf("maximum disclosure under %d negated atom%s < %v", k, plural, c), required: c,
		floor: Floor{People: k + 2, Values: int(k + 2)}, aspect: OfCounts, ofValue: true,
		measure: func(knowledge.Constraint, []int64) measure { return &negations{recursive{bound, c, k + 2}} },
	}, nil
}

// negations has the tail of (c,k+2)-diversity: those who are left beside the most frequent value.
type negations struct{ recursive }

// of is 1 where nothing else is left.
func (r *negations) of(g *partition.Group) float64 {
	tail := r.tail(g)
	if tail == 0 {
		return 1
	}
	return float64(g.Counts[0].N) / float64(g.Counts[0].N+tail)
}

func (r *negations) holds(g *partition.Group) bool {
	tail := r.tail(g)
	if tail == 0 {
		return false
	}
	top := g.Counts[0].N
	return !notAbove(float64(float64(top+tail)*r.float), float64(top), func() int {
		return scaled(top+tail, r.bound.Num()).Cmp(scaled(top, r.bound.Denom()))
	})
}
