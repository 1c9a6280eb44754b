package joint

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"skyline/engine/breach"
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
// these, the smallest B is a problem of maximum coverage over the v, and the l most
// frequent values of t in what they leave, since a table has one value of t.
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
// Errors: breach.ErrThreshold, ErrShape.
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
			return nil, ErrShape
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
			return false, ErrShape
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
// Errors: ErrShape.
func groupOf(counts []int64) (partition.Group, error) {
	people, err := sum(counts)
	if err != nil || people > partition.MaxPeople {
		return partition.Group{}, ErrShape
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

// Holds implements Property. It tries O(C(n, k)·d^k) pieces of knowledge of others, of n
// people and d values, for each target and value.
func (p *Skyline) Holds(ctx context.Context, list *List, work *Work) (bool, error) {
	if list.tables == 0 {
		return false, nil
	}
	if list.values > len(p.points) {
		return false, ErrShape
	}
	all := list.all()
	for value := range list.values {
		for _, q := range p.points[value] {
			for person := range list.with {
				has := list.with[person][value]
				if has == nil {
					continue
				}
				t := newTarget(ctx, work, list, person, value, q)
				lacks := list.bitset()
				left := lacks.minus(all, has)
				unsafe, err := t.unsafe(has, lacks, list.tables-left, left, 0, q.K)
				if unsafe || err != nil {
					return false, err
				}
			}
		}
	}
	return true, nil
}

// target asks whether knowledge at a point can make the adversary too sure that a person
// has a value.
type target struct {
	list          *List
	person, value int
	point         point
	cover         cover
	// known marks the people u.
	known []bool
	// family are the people who may be a v, as the tables in which they have the value.
	family []candidate
}

func newTarget(ctx context.Context, work *Work, list *List, person, value int, q point) *target {
	t := &target{list: list, person: person, value: value, point: q, known: make([]bool, list.People())}
	t.cover = cover{ctx: ctx, work: work, dropped: q.L}
	for v, s := range list.with[person] {
		if v != value && s != nil {
			t.cover.classes = append(t.cover.classes, s)
		}
	}
	return t
}

// unsafe decides for the people that are known, and those with more of them from a person
// on. The tables that agree are a in which the target has the value, set has, and b
// others, set lacks.
func (t *target) unsafe(has, lacks bitset, a, b, from int, k int64) (bool, error) {
	t.family = t.family[:0]
	for person, sets := range t.list.with {
		if s := sets[t.value]; s != nil && person != t.person && !t.known[person] {
			t.family = append(t.family, candidate{set: s})
		}
	}
	unsafe, err := t.cover.leaves(lacks, b, t.family, t.point.M, t.point.odds.unsafe(a))
	if unsafe || err != nil || k == 0 {
		return unsafe, err
	}
	nextHas, nextLacks := t.list.bitset(), t.list.bitset()
	for person := from; person < len(t.list.with); person++ {
		if person == t.person {
			continue
		}
		t.known[person] = true
		for _, s := range t.list.with[person] {
			if s == nil {
				continue
			}
			if err := t.cover.work.Spend(t.cover.ctx, 2*float64(len(s))); err != nil {
				return false, err
			}
			nextA, nextB := nextHas.and(has, s), nextLacks.and(lacks, s)
			if nextA == 0 || nextA == a && nextB == b {
				continue // ruled out, or nothing new
			}
			if unsafe, err := t.unsafe(nextHas, nextLacks, nextA, nextB, person+1, k-1); unsafe || err != nil {
				return unsafe, err
			}
		}
		t.known[person] = false
	}
	return false, nil
}
