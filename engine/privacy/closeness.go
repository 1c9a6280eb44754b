package privacy

import (
	"fmt"
	"math/big"

	"skyline/engine/exact"
	"skyline/engine/hierarchy"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/engine/risk"
)

// t-closeness bounds the earth mover's distance D(q, p) of the distribution q of a group's
// sensitive values from that of the whole table, p. Whatever the distance d of two values
// is, it is kept by merging: two groups have as one the distribution λq + (1-λ)q', and to
// move λ times what takes q to p, and 1-λ times what takes q' there, takes it to p, so that
// D(λq + (1-λ)q', p) <= λ·D(q, p) + (1-λ)·D(q', p), which is at most the larger of the two.
// Where people have several values, q and p are shares of occurrences, and λ that of the
// first group's; one of nobody with a value has the distance 1, so that it satisfies what is
// satisfied by any.

// TClosenessOrdered is TCloseness where the i-th and the i'-th of the m values of the table,
// in their order, are |i-i'|/(m-1) apart. order has the numbers of all values, in their
// order. The values that count are those of the table that is released: of what is left,
// where groups are left out.
//
// Source: Li, Li, Venkatasubramanian, "t-Closeness", ICDE 2007, Sect. 4.1.
func TClosenessOrdered(t float64, order []int32) *Local {
	return tCloseness(t, "ordered ", func(whole []int64) distance {
		if d, ok := risk.NewOrderedDistance(whole, order); ok {
			return d
		}
		return everywhere{}
	})
}

// TClosenessHierarchical is TCloseness where two values are level/H apart, the level of the
// lowest node of a tree that is above both, of the root's H. The value v is leaves[v] of the
// tree.
//
// Source: Li, Li, Venkatasubramanian, "t-Closeness", ICDE 2007, Sect. 4.2.
func TClosenessHierarchical(t float64, tree *hierarchy.Tree, leaves []int32) *Local {
	return tCloseness(t, "hierarchical ", func(whole []int64) distance {
		if d, ok := risk.NewTreeDistance(whole, tree, leaves); ok {
			return d
		}
		return everywhere{}
	})
}

// distance is how far a group is from the whole table.
type distance interface {
	Of(g *partition.Group) risk.Fraction
}

// everywhere is the distance between values of which some have no place: as far as can be.
type everywhere struct{}

func (everywhere) Of(*partition.Group) risk.Fraction { return risk.Furthest }

func tCloseness(t float64, kind string, of func(whole []int64) distance) *Local {
	bound := exact.Simplest(t)
	return &Local{
		name: "t_closeness", rule: fmt.Sprintf("%sdistance of the sensitive values in a QI group from those in %s <= %v", kind, theTable, t), required: t, ofWhole: true,
		measure: func(_ knowledge.Constraint, whole []int64) measure { return &moved{of(whole), bound, t} },
	}
}

type moved struct {
	distance distance
	bound    *big.Rat
	float    float64
}

func (m *moved) of(g *partition.Group) float64 { return m.distance.Of(g).Float() }

func (m *moved) holds(g *partition.Group) bool {
	d := m.distance.Of(g)
	return notAbove(d.Near(), m.float, func() int { return d.Compare(m.bound) })
}
