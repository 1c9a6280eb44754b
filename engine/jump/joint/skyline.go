package joint

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"skyline/engine"
	"skyline/engine/breach"
	"skyline/engine/internal/bitset"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// Skyline bounds the breach probability of sensitive values at knowledge points, for
// people with one value each. For a value σ and a point (l, k, m) with a threshold c, it
// says that Pr_S(t has σ | K) < c for each person t and all knowledge K of
//
//	at most l values other than σ that t does not have,
//	at most k people u other than t, each with the value that u has,
//	at most m people v other than t and all u, that if v has σ, then t has it
//
// which at least one table of S agrees with. A u may have σ; a person is not both a u and
// a v (of which one who has σ would be certainty).
//
// Tables in which t has σ need to agree with what is known of the u alone. So with A of
// these, and B others that agree with the u and in which neither t has one of the l
// values nor one of the m people has σ, the probability is A/(A+B). The people u and
// their values are tried one by one: knowing more may rule out tables of both kinds. Given
// these, the smallest B is a problem of maximum coverage: tables are struck out by the v,
// and by the l most frequent values of t in what they leave, since t has one in a table.
//
// Source: Chen, LeFevre, Ramakrishnan, VLDB Journal 18 (2009), Definitions 1, 3 and 4.
type Skyline struct {
	// points are those of each value.
	points  [][]point
	release *breach.Running // one without groups
}

type point struct {
	knowledge.Point
	odds odds
}

// NewSkyline returns a skyline for values 0 to values-1. The requirements in named are of
// the values that they name, others are of every value that is not named; the same value
// may not be named twice. Negative coordinates count as 0.
//
// Errors: *engine.ParamError.
func NewSkyline(values int, named []breach.ValueRequirements, others []breach.Requirement) (*Skyline, error) {
	s := &Skyline{points: make([][]point, max(0, values))}
	hasOwn := make([]bool, len(s.points))
	for _, v := range named {
		own, err := pointsOf(v.Requirements)
		if err != nil {
			return nil, err
		}
		if v.Value < 0 || int(v.Value) >= len(s.points) {
			continue
		}
		if hasOwn[v.Value] {
			return nil, engine.NewParamError("joint", "named", "of different values", fmt.Sprintf("number %d twice", v.Value))
		}
		hasOwn[v.Value], s.points[v.Value] = true, own
	}
	shared, err := pointsOf(others)
	if err != nil {
		return nil, err
	}
	for v := range s.points {
		if !hasOwn[v] {
			s.points[v] = shared
		}
	}
	s.release = breach.NewRunning(knowledge.SVPI, len(s.points), partition.MaxPeople, named, others)
	return s, nil
}

func pointsOf(requirements []breach.Requirement) ([]point, error) {
	points := make([]point, len(requirements))
	for i, q := range requirements {
		o, err := oddsOf(q.C)
		if err != nil {
			return nil, fmt.Errorf("joint: %w", err)
		}
		points[i] = point{knowledge.Point{L: max(0, q.Point.L), K: max(0, q.Point.K), M: max(0, q.Point.M)}, o}
	}
	return points, nil
}

// HoldsGroups implements Property.
func (p *Skyline) HoldsGroups(ctx context.Context, groups [][]int64) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, fmt.Errorf("joint: %w", err)
	}
	var seen []partition.Group
	for _, counts := range groups {
		if len(counts) > len(p.points) {
			return false, engine.NewParamError("joint", "groups", fmt.Sprintf("of at most %d values", len(p.points)), len(counts))
		}
		g, err := groupOf(counts)
		if err != nil {
			return false, err
		}
		if g.People > 0 {
			seen = append(seen, g)
		}
	}
	ok, err := p.release.Allows(seen)
	if err != nil {
		return false, fmt.Errorf("joint: %w", err)
	}
	return ok, nil
}

// groupOf returns a group of people with one value each.
//
// Errors: *engine.ParamError.
func groupOf(counts []int64) (partition.Group, error) {
	people, err := sum(counts)
	if err != nil || people > partition.MaxPeople {
		return partition.Group{}, engine.NewParamError("joint", "counts", fmt.Sprintf("at least 0, and at most %d together", int64(partition.MaxPeople)), nil)
	}
	g := partition.Group{People: people}
	for v, n := range counts {
		if n > 0 {
			g.Counts = append(g.Counts, partition.Count{Value: int32(v), N: n})
		}
	}
	slices.SortStableFunc(g.Counts, func(a, b partition.Count) int { return cmp.Compare(b.N, a.N) })
	return g, nil
}

// Holds implements Property. It goes through O(C(n, k)·d^k) pieces of knowledge of others,
// of n people and d values, the same for all targets: what follows is about the tables
// that agree with it alone.
func (p *Skyline) Holds(ctx context.Context, list *List, work *Work) (bool, error) {
	if list.tables == 0 {
		return false, nil
	}
	if list.values > len(p.points) {
		return false, engine.NewParamError("joint", "list", fmt.Sprintf("of at most %d values", len(p.points)), list.values)
	}
	a := &adversary{ctx: ctx, work: work, points: p.points[:list.values], known: make([]bool, list.People())}
	for _, points := range a.points {
		for _, q := range points {
			a.most = max(a.most, q.K)
		}
	}
	unsafe, err := a.unsafe(list, 0, 0)
	return !unsafe && err == nil, err
}

// adversary looks for knowledge that makes somebody's value too sure.
type adversary struct {
	ctx    context.Context
	work   *Work
	points [][]point
	// known marks the people u, of whom there are at most most.
	known []bool
	most  int64
	// family and classes are the memory of one search.
	family  []candidate
	classes []bitset.Set
}

// unsafe decides for k people that are known, and those with more of them from a person
// on. The tables that agree are listed.
func (a *adversary) unsafe(list *List, k int64, from int) (bool, error) {
	if unsafe, err := a.unsafeHere(list, k); unsafe || err != nil || k == a.most {
		return unsafe, err
	}
	for person := from; person < list.People(); person++ {
		a.known[person] = true
		for _, s := range list.with[person] {
			if s == nil {
				continue
			}
			if err := a.work.Spend(a.ctx, list.stepsOfPart(s)); err != nil {
				return false, err
			}
			part := list.part(s)
			if part.tables == list.tables {
				continue // nothing new
			}
			if unsafe, err := a.unsafe(part, k+1, person+1); unsafe || err != nil {
				return unsafe, err
			}
		}
		a.known[person] = false
	}
	return false, nil
}

// unsafeHere decides for the k people that are known.
func (a *adversary) unsafeHere(list *List, k int64) (bool, error) {
	all, lacks := list.all(), list.none()
	for value, points := range a.points {
		for _, q := range points {
			if q.K < k {
				continue
			}
			for target := range list.with {
				has := list.with[target][value]
				if has == nil || a.known[target] {
					continue
				}
				left := lacks.Minus(all, has)
				a.prepare(list, target, value)
				c := &cover{ctx: a.ctx, work: a.work, classes: a.classes, dropped: q.L}
				unsafe, err := c.leaves(lacks, left, a.family, q.M, q.odds.unsafe(list.tables-left))
				if unsafe || err != nil {
					return unsafe, err
				}
			}
		}
	}
	return false, nil
}

// prepare finds who may be a v, as the tables in which they have the value, and the other
// values of the target.
func (a *adversary) prepare(list *List, target, value int) {
	a.family, a.classes = a.family[:0], a.classes[:0]
	for person, sets := range list.with {
		if s := sets[value]; s != nil && person != target && !a.known[person] {
			a.family = append(a.family, candidate{set: s})
		}
	}
	for v, s := range list.with[target] {
		if s != nil && v != value {
			a.classes = append(a.classes, s)
		}
	}
}
