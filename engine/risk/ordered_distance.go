package risk

import (
	"cmp"
	"math/bits"
	"slices"

	"skyline/engine/partition"
)

// OrderedDistance is the earth mover's distance of a QI group's distribution of values from
// that of a whole table, where the i-th and the i'-th of the table's m values, in their
// order, are |i-i'|/(m-1) apart:
//
//	(1/(m-1))·Σ_i |Σ_{v ≤ i} (q_v - p_v)|
//
// It may be used by several goroutines at once.
//
// Source: Li, Li, Venkatasubramanian, "t-Closeness: Privacy Beyond k-Anonymity and
// l-Diversity", ICDE (2007), Sect. 4.1, "EMD for numerical attributes". It says of the
// domain that it is that of the attribute; here, as in ARX, its values are those of the
// table.
type OrderedDistance struct {
	total int64   // occurrences of all values
	ranks []int32 // of values, by their numbers; -1 of those that do not occur
	below []int64 // below[i] is how often the i-th value and those before it occur
	sums  []wide  // sums[i] = below[0] + … + below[i-1]
}

// NewOrderedDistance returns the distance from a whole table in which the value v occurs
// whole[v] times. order has the numbers of the values, in their order; those that do not
// occur have no place in it. It reports false if one that occurs is missing, or is there
// twice. It takes time in proportion to the number of values.
func NewOrderedDistance(whole []int64, order []int32) (*OrderedDistance, bool) {
	o := &OrderedDistance{ranks: slices.Repeat([]int32{-1}, len(whole)), sums: make([]wide, 1, len(order)+1)}
	for _, v := range order {
		if whole[v] == 0 {
			continue
		}
		if o.ranks[v] >= 0 {
			return nil, false
		}
		rank := len(o.below)
		o.ranks[v] = int32(rank)
		o.total += whole[v]
		o.below = append(o.below, o.total)
		o.sums = append(o.sums, o.sums[rank].plus(product(o.total)))
	}
	for v, n := range whole {
		if n > 0 && o.ranks[v] < 0 {
			return nil, false
		}
	}
	return o, true
}

// Of returns the distance of a group of the table: of one without values it is 1, as far as
// can be. It takes O(e·log m) time for a group with e of the m values.
func (o *OrderedDistance) Of(g *partition.Group) Fraction {
	n := occurrences(g)
	if n == 0 {
		return Furthest
	}
	return Fraction{o.distance(g, n), product(n, o.total, o.scale())}
}

// scale is m-1, or 1 where all is one value and so no distance.
func (o *OrderedDistance) scale() int64 { return int64(max(1, len(o.below)-1)) }

// distance returns Σ_i |N·B_i - n·A_i|, where B_i and A_i of n and N occurrences are those
// in the group and in the table up to the i-th value.
func (o *OrderedDistance) distance(g *partition.Group, n int64) wide {
	var few [16]partition.Count
	counts := ranked(few[:0], g, o.ranks)
	// Before the first value of the group, B_i is 0.
	sum := o.sums[counts[0].Value].times(n)
	b := int64(0)
	for i, c := range counts {
		b += c.N
		low, high := int(c.Value), len(o.below)
		if i+1 < len(counts) {
			high = int(counts[i+1].Value)
		}
		// From low to high, B_i stays while A_i grows: up to middle it is not the
		// larger of the two, from there on it is: where A_i > N·B_i/n.
		here := product(b, o.total)
		most, _ := bits.Div64(here[1], here[0], uint64(n))
		middle, _ := slices.BinarySearch(o.below[low:high], int64(most)+1)
		middle += low
		sum = sum.plus(here.times(int64(middle - low))).minus(o.sums[middle].minus(o.sums[low]).times(n))
		sum = sum.plus(o.sums[high].minus(o.sums[middle]).times(n)).minus(here.times(int64(high - middle)))
	}
	return sum
}

// ranked appends the counts of a group, in the order of their ranks, with these in the place
// of values. Those of rank -1 come first.
func ranked(counts []partition.Count, g *partition.Group, ranks []int32) []partition.Count {
	// Few ranks are bits of a word, which are in order.
	var at [64]int64
	there, isFew := uint64(0), true
	for _, c := range g.Counts {
		rank := uint32(ranks[c.Value])
		if isFew = rank < 64; !isFew {
			break
		}
		at[rank] += c.N
		there |= 1 << rank
	}
	if isFew {
		for ; there != 0; there &= there - 1 {
			rank := bits.TrailingZeros64(there)
			counts = append(counts, partition.Count{Value: int32(rank), N: at[rank]})
		}
		return counts
	}
	counts = append(counts, g.Counts...)
	for i := range counts {
		counts[i].Value = ranks[counts[i].Value]
	}
	slices.SortFunc(counts, func(a, b partition.Count) int { return cmp.Compare(a.Value, b.Value) })
	return counts
}

// occurrences returns how many sensitive values a group has in all.
func occurrences(g *partition.Group) int64 {
	n := int64(0)
	for _, c := range g.Counts {
		n += c.N
	}
	return n
}
