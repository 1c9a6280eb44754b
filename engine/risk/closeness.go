package risk

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

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

// OrderedCloseness returns the smallest t for which t-closeness holds with the
// ordered distance |i-i'|/(m-1) between the i-th and the i'-th of m values, that
// is, the largest earth mover's distance of a QI group's distribution from that
// of the whole table:
//
//	max_j (1/(m-1))·Σ_i |Σ_{v ≤ i} (q_v - p_v)|
//
// order has the texts of all values, in their order; it returns false if a value
// is missing from it, as NULL is, which has no place in an order, and where not
// every person has one value. The result is in [0, 1], 0 for m = 1, and correctly
// rounded.
//
// Source: as Closeness.
//
// It runs in O(e·log m) time for a group with e of the m values.
//
// Errors: that of ctx.
func (r *Release) OrderedCloseness(ctx context.Context, order []string) (t float64, ok bool, err error) {
	m := len(r.totals)
	o, ok := r.newOrdered(order)
	if !ok || m == 0 || r.several {
		return 0, false, nil
	}
	worst := wider{of: 1}
	err = r.each(ctx, func(g *partition.Group) {
		if d := (wider{o.distance(g), g.People}); worst.less(d) {
			worst = d
		}
	})
	if m == 1 {
		return 0, true, err
	}
	return worst.n.over(product(worst.of, r.people, int64(m-1))), true, err
}

// ordered is the cumulative distribution of a table over ordered values.
type ordered struct {
	people int64
	ranks  []int32 // of values, by their numbers
	below  []int64 // below[i] is the number of people with the i-th value or one before it
	sums   []wide  // sums[i] = below[0] + … + below[i-1]
	counts []partition.Count
}

func (r *Release) newOrdered(order []string) (*ordered, bool) {
	if len(order) != len(r.totals) {
		return nil, false
	}
	o := &ordered{people: r.people, ranks: make([]int32, len(order)), sums: make([]wide, 1, len(order)+1)}
	people := int64(0)
	seen := make([]bool, len(order))
	for rank, text := range order {
		number, ok := r.numbers[text]
		if !ok || seen[number] {
			return nil, false
		}
		seen[number] = true
		o.ranks[number] = int32(rank)
		people += r.totals[number]
		o.below = append(o.below, people)
		o.sums = append(o.sums, o.sums[rank].plus(product(people)))
	}
	return o, true
}

// distance returns Σ_i |n·B_i - f_j·A_i|, where B_i and A_i are the people of the
// group and of the table up to the i-th value.
func (o *ordered) distance(g *partition.Group) wide {
	o.counts = append(o.counts[:0], g.Counts...)
	for i := range o.counts {
		o.counts[i].Value = o.ranks[o.counts[i].Value]
	}
	slices.SortFunc(o.counts, func(a, b partition.Count) int { return cmp.Compare(a.Value, b.Value) })
	// Before the first value of the group, B_i is 0.
	sum := o.sums[o.counts[0].Value].times(g.People)
	b := int64(0)
	for i, c := range o.counts {
		b += c.N
		low, high := int(c.Value), len(o.below)
		if i+1 < len(o.counts) {
			high = int(o.counts[i+1].Value)
		}
		// From low to high, B_i stays while A_i grows: up to middle it is not the
		// larger of the two, from there on it is: where A_i > n·B_i/f_j.
		here := product(b, o.people)
		most, _ := bits.Div64(here[1], here[0], uint64(g.People))
		middle, _ := slices.BinarySearch(o.below[low:high], int64(most)+1)
		middle += low
		sum = sum.plus(here.times(int64(middle - low))).minus(o.sums[middle].minus(o.sums[low]).times(g.People))
		sum = sum.plus(o.sums[high].minus(o.sums[middle]).times(g.People)).minus(here.times(int64(high - middle)))
	}
	return sum
}
