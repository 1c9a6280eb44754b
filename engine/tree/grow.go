package tree

import (
	"context"
	"math"
)

const (
	// minBranch is how many rows two branches of a test must have at least.
	minBranch = 2
	// thinning: parts of rows that are lighter than the average row divided by
	// this are thinned out.
	thinning = 4
	// tolerance is what gains may differ by and still count as equal: more than
	// the rounding of sums, less than any gain that means something.
	tolerance = 1e-3
)

// grower builds one tree.
type grower struct {
	ctx      context.Context
	features []Feature
	rows     Rows
	classes  int
	lightest float64

	// plogs are x·log2 x of small whole numbers, which most weights are.
	plogs []float64

	// Scratch of the search for tests.
	counts []float64
	sorted []ranked
	starts []int32
	keys   []uint64
}

const maxPlogs = 1 << 16

func newGrower(ctx context.Context, features []Feature, rows Rows, classes int) *grower {
	g := &grower{ctx: ctx, features: features, rows: rows, classes: classes}
	g.plogs = make([]float64, min(len(rows.Classes)+1, maxPlogs))
	for i := range g.plogs {
		g.plogs[i] = plog(float64(i))
	}
	return g
}

// grow returns the unpruned tree of some rows. used are the categories that have
// been tested above.
func (g *grower) grow(examples []example, used []bool) (*node, error) {
	if err := g.ctx.Err(); err != nil {
		return nil, err
	}
	n := g.leaf(examples)
	if n.weight < 2*minBranch || n.counts[majority(n.counts)] >= n.weight*(1-1e-12) {
		return n, nil
	}
	best := g.bestTest(n, used)
	if best == nil {
		return n, nil
	}
	n.test = best
	n.branches = make([]*node, len(best.shares))
	category := !g.features[best.feature].numeric
	if category {
		used[best.feature] = true
		defer func() { used[best.feature] = false }()
	}
	for i, part := range g.distribute(best, examples) {
		if len(part) == 0 {
			continue
		}
		branch, err := g.grow(part, used)
		if err != nil {
			return nil, err
		}
		n.branches[i] = branch
	}
	return n, nil
}

// leaf returns a node without a test.
func (g *grower) leaf(examples []example) *node {
	n := &node{examples: examples, counts: make([]float64, g.classes)}
	for _, e := range examples {
		n.counts[g.rows.Classes[e.row]] += e.weight
		n.weight += e.weight
	}
	return n
}

// distribute sends rows to the branches of a test.
//
// A row with several values goes to several branches in parts, and so on below,
// which can make exponentially many. Where a part is lighter than the lightest
// that is kept, parts of its class are counted until they make up one, and that
// is given to the row at hand: systematic sampling, which keeps the weight of each
// class in each branch to within one part.
func (g *grower) distribute(t *test, examples []example) [][]example {
	branches := make([][]example, len(t.shares))
	f, codes := &g.features[t.feature], g.rows.Codes[t.feature]
	whole, wholes := make([]int, len(branches)), 0
	for _, e := range examples {
		if branch := t.branchOf(f, codes[e.row]); branch >= 0 {
			whole[branch]++
			wholes++
		}
	}
	room := make([]example, wholes)
	for i, n := range whole {
		branches[i], room = room[:0:n], room[n:]
	}
	carried := make([]float64, len(branches)*g.classes)
	for _, e := range examples {
		if branch := t.branchOf(f, codes[e.row]); branch >= 0 {
			branches[branch] = append(branches[branch], e)
			continue
		}
		t.send(f, codes[e.row], e.weight, func(branch int, part float64) {
			if part < e.weight && part < g.lightest {
				carry := &carried[branch*g.classes+int(g.rows.Classes[e.row])]
				*carry += part
				if *carry < g.lightest {
					return
				}
				*carry -= g.lightest
				part = g.lightest
			}
			branches[branch] = append(branches[branch], example{e.row, part})
		})
	}
	return branches
}

// candidate is a test and what it is worth, in bits.
type candidate struct {
	test        test
	gain, ratio float64
}

// bestTest returns the test with the largest gain ratio among those whose gain is
// at least average, or nil. Of equal ones it is that of the first feature.
func (g *grower) bestTest(n *node, used []bool) *test {
	var candidates []candidate
	sum := 0.0
	for f := range g.features {
		if used[f] {
			continue
		}
		var c candidate
		var ok bool
		if g.features[f].numeric {
			c, ok = g.bestThreshold(n, f)
		} else {
			c, ok = g.categoryTest(n, f)
		}
		if ok {
			candidates = append(candidates, c)
			sum += c.gain
		}
	}
	var best *candidate
	for i := range candidates {
		c := &candidates[i]
		if c.gain >= sum/float64(len(candidates))-tolerance && (best == nil || c.ratio > best.ratio) {
			best = c
		}
	}
	if best == nil {
		return nil
	}
	return &best.test
}

// worth completes a candidate: the gain of what is known, and the gain ratio.
// within is the entropy, times weight, that the branches have left.
//
//	gain = known/weight · (H(classes of the known) - Σ branch/known · H(classes in branch))
//	ratio = gain / H(branches and the unknown)
func (c *candidate) worth(g *grower, n *node, classes []float64, known, within, penalty float64, sizes []float64) bool {
	c.gain = (g.entropy(classes, known) - within - penalty) / n.weight
	if !(c.gain > 1e-9) {
		return false
	}
	split := plog(n.weight) - plog(n.weight-known)
	for _, size := range sizes {
		split -= plog(size)
	}
	if !(split > 0) {
		return false
	}
	c.ratio = c.gain * n.weight / split
	c.test.shares = make([]float64, len(sizes))
	for i, size := range sizes {
		c.test.shares[i] = size / known
	}
	return true
}

// categoryTest is the test with a branch for each value.
func (g *grower) categoryTest(n *node, feature int) (candidate, bool) {
	f, codes := &g.features[feature], g.rows.Codes[feature]
	size := f.values * g.classes
	if cap(g.counts) < size {
		g.counts = make([]float64, size)
	}
	counts := g.counts[:size]
	clear(counts)
	for _, e := range n.examples {
		code, class := codes[e.row], int(g.rows.Classes[e.row])
		if value := f.only[code]; value >= 0 {
			counts[int(value)*g.classes+class] += e.weight
			continue
		}
		members := f.members[code]
		for _, value := range members {
			counts[int(value)*g.classes+class] += e.weight / float64(len(members))
		}
	}
	sizes, classes := make([]float64, f.values), make([]float64, g.classes)
	known, within, filled := 0.0, 0.0, 0
	for value := range sizes {
		branch := counts[value*g.classes : (value+1)*g.classes]
		for class, w := range branch {
			sizes[value] += w
			classes[class] += w
		}
		known += sizes[value]
		within += g.entropy(branch, sizes[value])
		if sizes[value] >= minBranch-1e-9 {
			filled++
		}
	}
	c := candidate{test: test{feature: feature}}
	return c, filled >= 2 && c.worth(g, n, classes, known, within, 0, sizes)
}

// plog is x·log2 x, 0 at 0 (and where rounding went below).
func plog(x float64) float64 {
	if x <= 0 {
		return 0
	}
	return x * math.Log2(x)
}

// plog is the function of that name, looked up where it can be.
func (g *grower) plog(x float64) float64 {
	if i := int(x); i >= 0 && i < len(g.plogs) && float64(i) == x {
		return g.plogs[i]
	}
	return plog(x)
}

// entropy returns the entropy of counts in bits, times their sum.
func (g *grower) entropy(counts []float64, sum float64) float64 {
	h := g.plog(sum)
	for _, x := range counts {
		h -= g.plog(x)
	}
	return h
}
