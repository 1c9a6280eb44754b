package disclosure

import "math"

// node is a set of QI groups and what knowledge about it can do, an expression of
// its parts. It does not change once it is made; nil is the empty set.
type node struct {
	// without[h] is the smallest probability that at most h negated atoms about
	// people of the set hold. with[h] is the smallest that those and ¬A hold, divided
	// by the probability of A, over all A about people of the set. Both fall with h,
	// which is up to k.
	without, with []float64
	// narrowest is the least width of the groups.
	narrowest int
	// left and right are the two parts of a union, leaf what is not one.
	left, right *node
	leaf        *leaf
}

// leaf is a number of QI groups with the same profile.
type leaf struct {
	*profile
	copies int64
	// minimums are m(0), …, m(k+1).
	minimums []float64
	// group is the position of the Group that it was made of.
	group int
}

// newNode returns the node of a leaf.
func newNode(l *leaf) *node {
	k := len(l.minimums) - 2
	one := l.minimums[:k+1]
	with := l.withTarget()
	if l.copies == 1 {
		return &node{without: one, with: with, narrowest: l.width, leaf: l}
	}
	// What more than k groups can do, k can.
	others := power(one, min(l.copies-1, int64(k)))
	return &node{without: convolved(one, others), with: convolved(with, others), narrowest: l.width, leaf: l}
}

// withTarget returns m(h+1)·n/c_1 for h up to k: A is one of h+1 atoms, about the
// person who lacks most and the most frequent value.
func (l *leaf) withTarget() []float64 {
	with := make([]float64, len(l.minimums)-1)
	scale := float64(l.people) / float64(l.top())
	for h := range with {
		with[h] = l.minimums[h+1] * scale
	}
	return with
}

// union returns the node of both.
func union(x, y *node) *node {
	switch {
	case x == nil:
		return y
	case y == nil:
		return x
	}
	with := convolved(x.with, y.without)
	convolve(with, x.without, y.with)
	return &node{without: convolved(x.without, y.without), with: with, narrowest: min(x.narrowest, y.narrowest), left: x, right: y}
}

// convolve lowers into[h] to the least x[i]·y[h−i]. Where the two fall, so does
// what is lowered: rounding keeps the order of products.
func convolve(into, x, y []float64) {
	for i, f := range x {
		to := into[i:]
		for j, g := range y[:len(to)] {
			if product := f * g; product < to[j] {
				to[j] = product
			}
		}
	}
}

func convolved(x, y []float64) []float64 {
	into := make([]float64, len(x))
	for h := range into {
		into[h] = math.Inf(1)
	}
	convolve(into, x, y)
	return into
}

// power convolves x with itself, n >= 1 times x in all; for n = 0 it returns what
// changes nothing.
func power(x []float64, n int64) []float64 {
	result := make([]float64, len(x))
	for h := range result {
		result[h] = 1
	}
	for square := x; n > 0; n >>= 1 {
		if n&1 == 1 {
			result = convolved(result, square)
		}
		if n > 1 {
			square = convolved(square, square)
		}
	}
	return result
}

// pick says that h atoms are about people of one group of a leaf, beside A if it is
// the target's.
type pick struct {
	leaf   *leaf
	h      int
	target bool
}

// trace appends how the smallest number for at most h atoms comes about, with no
// more atoms than it takes. Of equal ways it takes the first.
func (x *node) trace(picks []pick, h int, target bool) []pick {
	if x == nil {
		return picks
	}
	numbers := x.without
	if target {
		numbers = x.with
	}
	for h > 0 && numbers[h-1] == numbers[h] {
		h--
	}
	switch {
	case h == 0 && !target:
		return picks
	case x.leaf != nil:
		return x.leaf.trace(picks, h, target)
	case !target:
		i := split(x.left.without, x.right.without, h)
		return x.right.trace(x.left.trace(picks, i, false), h-i, false)
	}
	i, j := split(x.left.with, x.right.without, h), split(x.left.without, x.right.with, h)
	if x.left.with[i]*x.right.without[h-i] <= x.left.without[j]*x.right.with[h-j] {
		return x.right.trace(x.left.trace(picks, i, true), h-i, false)
	}
	return x.right.trace(x.left.trace(picks, j, false), h-j, true)
}

// split returns the first i with the least x[i]·y[h−i].
func split(x, y []float64, h int) int {
	at := 0
	for i := range h + 1 {
		if x[i]*y[h-i] < x[at]*y[h-at] {
			at = i
		}
	}
	return at
}

// trace spreads h atoms over the copies of a leaf.
func (l *leaf) trace(picks []pick, h int, target bool) []pick {
	one := l.minimums[:h+1]
	// sums[i] is for the first i+1 copies.
	sums := [][]float64{one}
	if target {
		sums[0] = l.withTarget()[:h+1]
	}
	for i := int64(1); i < l.copies && i <= int64(h); i++ {
		sums = append(sums, convolved(sums[i-1], one))
	}
	var rest []pick
	for i := len(sums) - 1; i > 0; i-- {
		left := split(sums[i-1], one, h)
		if h > left {
			rest = append(rest, pick{l, h - left, false})
		}
		h = left
	}
	if target || h > 0 {
		picks = append(picks, pick{l, h, target})
	}
	return append(picks, rest...)
}

// eachLeaf calls f for each leaf.
func (x *node) eachLeaf(f func(*leaf)) {
	switch {
	case x == nil:
	case x.leaf != nil:
		f(x.leaf)
	default:
		x.left.eachLeaf(f)
		x.right.eachLeaf(f)
	}
}
