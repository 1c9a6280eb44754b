package tree

import "math"

const (
	// deviation is the point of the normal distribution that a quarter lies above:
	// the confidence of the pessimistic estimate.
	deviation = 0.6744897501960817
	// slack is how many estimated errors a smaller tree may have more.
	slack = 0.1
)

// collapse makes a leaf of each test that errs on the training rows as often as
// a leaf would, and returns how often the tree errs.
func (n *node) collapse() float64 {
	errors := n.weight - n.counts[majority(n.counts)]
	if n.test == nil {
		return errors
	}
	below := 0.0
	for _, b := range n.branches {
		if b != nil {
			below += b.collapse()
		}
	}
	if below >= errors-tolerance {
		n.cut()
		return errors
	}
	return below
}

// cut makes a leaf of a node.
func (n *node) cut() { n.test, n.branches = nil, nil }

// prune makes a leaf of each test where that is not estimated to err more than
// the tree and than its largest branch, or else puts that branch in its place if
// it is not estimated to err more than the tree.
func (g *grower) prune(n *node) error {
	if err := g.ctx.Err(); err != nil {
		return err
	}
	if n.test == nil {
		return nil
	}
	largest := -1
	for i, b := range n.branches {
		if b == nil {
			continue
		}
		if err := g.prune(b); err != nil {
			return err
		}
		if largest < 0 || n.test.shares[i] > n.test.shares[largest] {
			largest = i
		}
	}
	if largest < 0 {
		n.cut()
		return nil
	}
	branch := n.branches[largest]
	leaf, tree, raised := n.estimate(), n.estimateTree(), g.estimateOn(branch, n.examples)
	switch {
	case leaf <= tree+slack && leaf <= raised+slack:
		n.cut()
	case raised <= tree+slack:
		n.test, n.branches = branch.test, branch.branches
		g.refill(n, n.examples)
		return g.prune(n)
	}
	return nil
}

// estimate is the pessimistic estimate of errors of the node as a leaf.
func (n *node) estimate() float64 {
	return pessimistic(n.weight, n.weight-n.counts[majority(n.counts)])
}

func (n *node) estimateTree() float64 {
	if n.test == nil {
		return n.estimate()
	}
	sum := 0.0
	for _, b := range n.branches {
		if b != nil {
			sum += b.estimateTree()
		}
	}
	return sum
}

// estimateOn is the estimate of a tree with other rows in its leaves.
func (g *grower) estimateOn(n *node, examples []example) float64 {
	if len(examples) == 0 {
		return 0
	}
	if n == nil || n.test == nil {
		return g.leaf(examples).estimate()
	}
	sum := 0.0
	for i, part := range g.distribute(n.test, examples) {
		sum += g.estimateOn(n.branches[i], part)
	}
	return sum
}

// refill puts other rows into a tree.
func (g *grower) refill(n *node, examples []example) {
	fresh := g.leaf(examples)
	n.examples, n.counts, n.weight = fresh.examples, fresh.counts, fresh.weight
	if n.test == nil {
		return
	}
	parts := g.distribute(n.test, examples)
	total := 0.0
	sizes := make([]float64, len(parts))
	for i, part := range parts {
		if len(part) == 0 {
			n.branches[i] = nil
			continue
		}
		if n.branches[i] == nil {
			n.branches[i] = &node{}
		}
		g.refill(n.branches[i], part)
		sizes[i] = n.branches[i].weight
		total += sizes[i]
	}
	if total == 0 {
		n.cut()
		return
	}
	for i := range sizes {
		sizes[i] /= total
	}
	n.test = &test{feature: n.test.feature, threshold: n.test.threshold, shares: sizes}
}

// pessimistic returns how many errors a leaf is estimated to make on as many new
// rows as it has, n, if it made so many on those: the upper end of a confidence
// interval. For an error rate p = (errors + 1/2)/n it is that of Wilson's,
//
//	n · (p + z²/2n + z·√(p/n - p²/n + z²/4n²)) / (1 + z²/n)
//
// and between no and one error it goes straight from n·(1 - 0.25^(1/n)) there.
func pessimistic(n, errors float64) float64 {
	const confidence, z = 0.25, deviation
	switch {
	case n <= 0:
		return 0
	case errors < 1:
		none := float64(n * (1 - math.Pow(confidence, 1/n)))
		if errors <= 0 {
			return none
		}
		return none + float64(errors*(pessimistic(n, 1)-none))
	case errors+0.5 >= n:
		return math.Max(n, errors)
	}
	p := (errors + 0.5) / n
	return n * (p + z*z/(2*n) + float64(z*math.Sqrt(p/n-p*p/n+z*z/(4*n*n)))) / (1 + z*z/n)
}
