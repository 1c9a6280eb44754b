package tree

import (
	"cmp"
	"context"
	"math"
	"slices"

	"skyline/engine"
)

const (
	// minSplit is how many rows a node must have to be split.
	minSplit = 20
	// minBucket is how many rows a branch must have at least.
	minBucket = 7
	// complexity is the price of a leaf, as a share of the squared errors of the mean of all rows.
	complexity = 0.01
)

// regressor builds one regression tree.
type regressor struct {
	*grower
	targets []float64
	gone    [][]bool // by category and value: a test above has sent it elsewhere
}

// TrainRegression learns a tree that predicts numbers, the targets of the rows, whose Classes are not
// looked at. Each test has two branches: a threshold for numbers, and for categories two sets of
// values. Of all tests it takes the one after which the squared errors
//
//	Σ w · (y - ȳ)²
//
// of the rows in the branches, each around the mean of its branch, are the least; for categories, of
// those that cut the values in the order of their means. If branches could have any size, no other
// set of values would be better (Breiman et al., Theorem 4.5).
// Rows of which the feature is not known do not count in that, and go to both branches in parts. Then
// that subtree is kept for which the squared errors and a price for each leaf are the least together,
// the smallest of several. The settings are those of rpart: 20 rows in a node to be split, 7 in a
// branch, a price of 0.01 of the squared errors of the mean.
//
// It takes as much time and memory as Train. Without rows the tree says 0 to everything. Equal
// arguments give equal trees; the order of rows may decide where rounding or the thinning of parts
// does.
//
// Errors: rows that do not fit the features, targets that are not finite; that of ctx.
//
// Sources: Breiman, Friedman, Olshen, Stone, "Classification and regression trees" (1984), Sect. 8.3
// and 3.3; Therneau, Atkinson, "An introduction to recursive partitioning using the RPART routines",
// Mayo Foundation (1997).
func TrainRegression(ctx context.Context, features []Feature, rows Rows, targets []float64) (*Tree, error) {
	rows.Classes = make([]int32, len(targets))
	if err := rows.check(features, 1); err != nil {
		return nil, err
	}
	for _, y := range targets {
		if math.IsNaN(y) || math.IsInf(y, 0) {
			return nil, engine.NewParamError("tree", "targets", "finite", nil)
		}
	}
	r := &regressor{newGrower(ctx, features, rows, 1), targets, make([][]bool, len(features))}
	for f := range features {
		r.gone[f] = make([]bool, features[f].values)
	}
	all := r.present()
	root, err := r.grow(all)
	if err != nil {
		return nil, err
	}
	_, errors := r.squared(all)
	r.prune(root, complexity*errors)
	root.forget()
	return &Tree{features: features, classes: 1, root: root}, nil
}

// PredictNumber returns what a regression tree says of a row: the mean of its leaf. codes has a code
// for each feature; a negative one is unknown. Where a row goes to several leaves in parts, it is the
// mean of theirs.
func (t *Tree) PredictNumber(codes []int32) float64 { return t.Distribution(codes)[0] }

// grow returns the tree of some rows before it is pruned.
func (r *regressor) grow(examples []example) (*node, error) {
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	n := &node{examples: examples, counts: make([]float64, 1)}
	for _, e := range examples {
		n.counts[0] += float64(e.weight * r.targets[e.row])
		n.weight += e.weight
	}
	if n.weight < minSplit-rounding {
		return n, nil
	}
	if n.test = r.bestTest(n); n.test == nil {
		return n, nil
	}
	n.branches = make([]*node, len(n.test.shares))
	for i, part := range r.distribute(n.test, examples) {
		if len(part) == 0 {
			continue // all of it was thinned out
		}
		r.send(n.test, int32(1-i), true)
		branch, err := r.grow(part)
		r.send(n.test, int32(1-i), false)
		if err != nil {
			return nil, err
		}
		n.branches[i] = branch
	}
	return n, nil
}

// send notes that the values of a side are elsewhere, or no longer.
func (r *regressor) send(t *test, side int32, gone bool) {
	for value, of := range t.sides {
		if of == side {
			r.gone[t.feature][value] = gone
		}
	}
}

// rounding is what a sum of weights may be off by.
const rounding = 1e-9

// squared returns the mean of some rows, and the sum of their squared distances from it.
func (r *regressor) squared(examples []example) (mean, errors float64) {
	sum, weight := 0.0, 0.0
	for _, e := range examples {
		sum += float64(e.weight * r.targets[e.row])
		weight += e.weight
	}
	if weight == 0 {
		return 0, 0
	}
	mean = sum / weight
	for _, e := range examples {
		d := r.targets[e.row] - mean
		errors += float64(e.weight * float64(d*d))
	}
	return mean, errors
}

// prune makes a leaf of each test that is not worth its leaves, and returns the least cost.
func (r *regressor) prune(n *node, price float64) float64 {
	_, errors := r.squared(n.examples)
	leaf := errors + price
	if n.test == nil {
		return leaf
	}
	cost := 0.0
	for _, b := range n.branches {
		if b != nil {
			cost += r.prune(b, price)
		}
	}
	// A difference of rounding is none.
	if leaf <= cost+float64(rounding*price) {
		n.cut()
		return leaf
	}
	return cost
}

// cutting is the best way to cut rows, in some order, in two.
type cutting struct {
	gain        float64 // by how much the squared errors are less
	at          int     // the last one on the left
	left, right float64 // weights
}

// moments are of some rows that a cut does not separate.
type moments struct{ weight, sum float64 }

// best returns the best cut of parts between two of them, if there is one.
func best(parts []moments) (c cutting, ok bool) {
	var all, left moments
	for _, p := range parts {
		all.weight += p.weight
		all.sum += p.sum
	}
	for i, p := range parts {
		left.weight += p.weight
		left.sum += p.sum
		right := moments{all.weight - left.weight, all.sum - left.sum}
		if i+1 == len(parts) || left.weight < minBucket-rounding || right.weight < minBucket-rounding {
			continue
		}
		gain := float64(left.sum*left.sum)/left.weight + float64(right.sum*right.sum)/right.weight - float64(all.sum*all.sum)/all.weight
		// A difference of rounding alone must not decide: the first one stays.
		if gain > c.gain+float64(rounding*math.Abs(c.gain)) {
			c, ok = cutting{gain, i, left.weight, right.weight}, true
		}
	}
	return c, ok
}

// bestTest returns the test that makes the squared errors least, that of the first feature among
// equal ones; nil if none makes them less.
func (r *regressor) bestTest(n *node) *test {
	mean, errors := r.squared(n.examples)
	var found *test
	most := rounding * errors
	for f := range r.features {
		if gain, t := r.split(n, f, mean); t != nil && gain > most+float64(rounding*most) {
			found, most = t, gain
		}
	}
	return found
}

// split returns the best test of a feature and its gain. Targets are taken from the mean of the node,
// which keeps sums small.
func (r *regressor) split(n *node, feature int, mean float64) (float64, *test) {
	if r.features[feature].numeric {
		return r.threshold(n, feature, mean)
	}
	f, codes, gone := &r.features[feature], r.rows.Codes[feature], r.gone[feature]
	values := make([]moments, f.values)
	for _, e := range n.examples {
		here := 0
		for _, value := range f.members[codes[e.row]] {
			if !gone[value] {
				here++
			}
		}
		part := e.weight / float64(here)
		for _, value := range f.members[codes[e.row]] {
			if !gone[value] {
				values[value].weight += part
				values[value].sum += float64(part * (r.targets[e.row] - mean))
			}
		}
	}
	var order []int32
	for value := range values {
		if values[value].weight > 0 {
			order = append(order, int32(value))
		}
	}
	slices.SortStableFunc(order, func(a, b int32) int {
		return cmp.Compare(values[a].sum/values[a].weight, values[b].sum/values[b].weight)
	})
	parts := make([]moments, len(order))
	for i, value := range order {
		parts[i] = values[value]
	}
	c, ok := best(parts)
	if !ok {
		return 0, nil
	}
	t := c.test(feature)
	t.sides = slices.Repeat([]int32{none}, f.values)
	for value, isGone := range gone {
		if isGone {
			t.sides[value] = away
		}
	}
	for i, value := range order {
		t.sides[value] = 0
		if i > c.at {
			t.sides[value] = 1
		}
	}
	return c.gain, t
}

// threshold is split for a number.
func (r *regressor) threshold(n *node, feature int, mean float64) (float64, *test) {
	sorted, _ := r.sort(n, feature)
	var parts []moments
	var ranks []int32
	for i, e := range sorted {
		if i == 0 || sorted[i-1].rank != e.rank {
			parts, ranks = append(parts, moments{}), append(ranks, e.rank)
		}
		p := &parts[len(parts)-1]
		p.weight += e.weight
		p.sum += float64(e.weight * (r.targets[e.row] - mean))
	}
	c, ok := best(parts)
	if !ok {
		return 0, nil
	}
	t := c.test(feature)
	t.threshold = r.between(feature, ranks[c.at], ranks[c.at+1])
	return c.gain, t
}

// test returns that of a feature, without its threshold or sides.
func (c *cutting) test(feature int) *test {
	all := c.left + c.right
	return &test{feature: feature, shares: []float64{c.left / all, c.right / all}}
}
