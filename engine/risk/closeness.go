package risk

import (
	"context"

	"skyline/engine/hierarchy"
	"skyline/engine/partition"
)

// Closeness returns the smallest t for which t-closeness holds with the equal
// distance between values, that is, the largest total variation distance of a QI
// group's distribution from that of the whole table:
//
//	max_j ½·Σ_v |q_v - p_v|
//
// It is in [0, 1) and correctly rounded. Every person must have one value, and
// the release at least one person.
//
// Source: Li, Li, Venkatasubramanian, "t-Closeness: Privacy Beyond k-Anonymity
// and l-Diversity", ICDE (2007), Sect. 4.
//
// It runs in time linear in the number of counts.
//
// Errors: that of ctx.
func (r *Release) Closeness(ctx context.Context) (float64, error) {
	worst := wider{of: 1}
	err := r.each(ctx, func(g *partition.Group) {
		// What is above sums to what is below, so half of the sum is what is above;
		// in units of 1/(n·f_j).
		d := wider{of: g.People}
		for _, c := range g.Counts {
			here, whole := product(c.N, r.people), product(r.totals[c.Value], g.People)
			if whole.less(here) {
				d.n = d.n.plus(here.minus(whole))
			}
		}
		if worst.less(d) {
			worst = d
		}
	})
	return worst.n.over(product(worst.of, r.people)), err
}

// OrderedCloseness returns the smallest t for which t-closeness holds with the ordered
// distance between values, that is, the largest OrderedDistance of a QI group from the
// whole table:
//
//	max_j (1/(m-1))·Σ_i |Σ_{v ≤ i} (q_v - p_v)|
//
// order has the numbers of all values, in their order; it returns false if a value
// is missing from it, as NULL is, which has no place in an order, or there twice, and
// where not every person has one value. The result is in [0, 1], 0 for m = 1, and
// correctly rounded.
//
// Source: as Closeness.
//
// It runs in O(e·log m) time for a group with e of the m values.
//
// Errors: that of ctx.
func (r *Release) OrderedCloseness(ctx context.Context, order []int32) (t float64, ok bool, err error) {
	o, ok := NewOrderedDistance(r.totals, order)
	if !ok || len(order) == 0 || r.several {
		return 0, false, nil
	}
	t, err = r.furthest(ctx, o.distance, o.scale())
	return t, true, err
}

// TreeCloseness returns the smallest t for which t-closeness holds with the hierarchical
// distance between values, that is, the largest TreeDistance of a QI group from the whole
// table. The value v is leaves[v] of the tree, -1 if it is none. It returns false if a value
// is not in the tree, and where not every person has one value. The result is in [0, 1] and
// correctly rounded.
//
// Source: as Closeness.
//
// It takes O(e·(H + log e)) time for a group with e values, and a tree of the height H.
//
// Errors: that of ctx.
func (r *Release) TreeCloseness(ctx context.Context, tree *hierarchy.Tree, leaves []int32) (t float64, ok bool, err error) {
	d, ok := NewTreeDistance(r.totals, tree, leaves)
	if !ok || len(leaves) == 0 || r.several {
		return 0, false, nil
	}
	t, err = r.furthest(ctx, d.distance, d.scale())
	return t, true, err
}

// furthest returns the largest distance of a QI group: distance returns that in units of
// one to a group's size, the number of people and the scale.
func (r *Release) furthest(ctx context.Context, distance func(g *partition.Group, n int64) wide, scale int64) (float64, error) {
	worst := wider{of: 1}
	err := r.each(ctx, func(g *partition.Group) {
		if d := (wider{distance(g, g.People), g.People}); worst.less(d) {
			worst = d
		}
	})
	return worst.n.over(product(worst.of, r.people, scale)), err
}
