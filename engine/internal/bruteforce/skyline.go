package bruteforce

import (
	"fmt"
	"math/big"

	"skyline/engine/knowledge"
)

// KnowledgeSkyline returns the knowledge skyline of the release candidate at
// confidence threshold conf for the target value sigma: the maximal points among
// the safe ones, sorted by L, then K, then M. A point is safe if its breach
// probability is below conf; equal is unsafe. The skyline is empty if not even
// (0, 0, 0) is safe.
//
// The points are those of the box from (0, 0, 0) to (L*, N, N). N is the number
// of people. L* is the largest number of distinct values other than sigma in a
// QI group that has sigma, and 0 if none has: only somebody in such a group can
// be disclosed, and about the values there is nothing more to know. So a point
// with L = L* stands for every larger L, too. Where the same holds of K = N and
// M = N, everything is safe: sigma does not occur, or conf > 1. The skyline is
// then the top of the box.
//
// Source: Chen et al., Definition 5. The paper's space is unbounded, in which
// the skyline need not exist; the box is ours.
//
// It evaluates all points of the box by definition, see BreachProbabilities.
//
// Errors: ErrParam if conf is nil, otherwise as BreachProbability.
func KnowledgeSkyline(groups []Group, sigma string, c knowledge.Constraint, conf *big.Rat) ([]knowledge.Point, error) {
	r, err := newRelease(groups, sigma, c)
	if err != nil {
		return nil, err
	}
	return r.knowledgeSkyline(c, conf, r.maxL())
}

// maxL returns L*, the largest number of distinct other values in a QI group
// that has the target value.
func (r *release) maxL() int64 {
	var most int64
	for _, g := range r.groups {
		if g.counts[r.sigma] == 0 {
			continue
		}
		var others int64
		for v, n := range g.counts {
			if v != r.sigma && n > 0 {
				others++
			}
		}
		most = max(most, others)
	}
	return most
}

// knowledgeSkyline is KnowledgeSkyline with the given cap on L.
func (r *release) knowledgeSkyline(c knowledge.Constraint, conf *big.Rat, maxL int64) ([]knowledge.Point, error) {
	if conf == nil {
		return nil, fmt.Errorf("%w: confidence threshold must not be nil", ErrParam)
	}
	top := knowledge.Point{L: maxL, K: int64(r.people), M: int64(r.people)}
	box, err := r.breachProbabilities(c, top, nil)
	if err != nil {
		return nil, err
	}
	safe := func(p knowledge.Point) bool {
		bp := box.At(p)
		return bp != nil && bp.Cmp(conf) < 0
	}

	var skyline []knowledge.Point
	for l := range top.L + 1 {
		for k := range top.K + 1 {
			for m := range top.M + 1 {
				p := knowledge.Point{L: l, K: k, M: m}
				// "At most" makes a point that a safe point dominates safe.
				// So a point is maximal if no step up from it is safe.
				if safe(p) &&
					!safe(knowledge.Point{L: l + 1, K: k, M: m}) &&
					!safe(knowledge.Point{L: l, K: k + 1, M: m}) &&
					!safe(knowledge.Point{L: l, K: k, M: m + 1}) {
					skyline = append(skyline, p)
				}
			}
		}
	}
	return skyline, nil
}
