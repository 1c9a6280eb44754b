package tree

import "context"

// Tree is a trained decision tree.
type Tree struct {
	features []Feature
	classes  int
	root     *node
}

// node is a leaf, or a test with branches.
type node struct {
	counts   []float64 // weight of the rows of each class that reached it
	weight   float64
	test     *test   // nil: a leaf
	branches []*node // nil where no row went
	examples []example
}

// example is a row of the training set, or a part of it.
type example struct {
	row    int32
	weight float64
}

// test sends rows to branches.
type test struct {
	feature   int
	threshold float64   // of a number: branch 0 up to it, branch 1 above
	shares    []float64 // of the known rows, by branch
}

// Train learns a tree that tells the classes 0, …, classes-1 apart. Equal
// arguments give equal trees; the order of rows may decide where rounding or the
// thinning of parts does.
//
// It takes O(rows · features · depth) time and O(rows · depth) memory, times the
// logarithm of rows for numbers. Without rows the tree says 0 to everything.
//
// Errors: rows that do not fit the features; that of ctx.
func Train(ctx context.Context, features []Feature, rows Rows, classes int) (*Tree, error) {
	if err := rows.check(features, classes); err != nil {
		return nil, err
	}
	g := newGrower(ctx, features, rows, classes)
	all := make([]example, 0, len(rows.Classes))
	total := 0.0
	for i, w := range rows.Weights {
		if w > 0 {
			all = append(all, example{int32(i), w})
			total += w
		}
	}
	if len(all) > 0 {
		g.lightest = total / float64(len(all)) / thinning
	}
	root, err := g.grow(all, make([]bool, len(features)))
	if err != nil {
		return nil, err
	}
	root.collapse()
	if err := g.prune(root); err != nil {
		return nil, err
	}
	root.forget()
	return &Tree{features: features, classes: classes, root: root}, nil
}

// forget drops what only training needs.
func (n *node) forget() {
	n.examples = nil
	for _, b := range n.branches {
		if b != nil {
			b.forget()
		}
	}
}

// Predict returns the likeliest class of a row, the first of several. codes has a
// code for each feature; a negative one is unknown.
func (t *Tree) Predict(codes []int32) int32 {
	return int32(majority(t.Distribution(codes)))
}

// Distribution returns how likely each class is for a row. Where the row's code
// stands for several values, or for none that is known, the branches are weighed
// as in training.
func (t *Tree) Distribution(codes []int32) []float64 {
	sums := make([]float64, t.classes)
	t.descend(t.root, codes, 1, sums)
	return sums
}

func (t *Tree) descend(n *node, codes []int32, weight float64, sums []float64) {
	if n.test == nil {
		n.add(weight, sums)
		return
	}
	f := &t.features[n.test.feature]
	n.test.send(f, codes[n.test.feature], weight, func(branch int, part float64) {
		if b := n.branches[branch]; b != nil {
			t.descend(b, codes, part, sums)
		} else {
			// Nobody was there: what is known is the distribution here.
			n.add(part, sums)
		}
	})
}

// add adds the class distribution of the node's rows.
func (n *node) add(weight float64, sums []float64) {
	if n.weight == 0 {
		return
	}
	for c, w := range n.counts {
		sums[c] += weight * w / n.weight
	}
}

// branchOf returns the branch that a code goes to with all its weight, or -1.
func (t *test) branchOf(f *Feature, code int32) int32 {
	switch {
	case code < 0:
		return -1
	case !f.numeric:
		return f.only[code]
	case f.ranks[code] < 0:
		return -1
	case f.numbers[code] <= t.threshold:
		return 0
	}
	return 1
}

// send calls to for each branch that a code goes to, with its part of a weight.
func (t *test) send(f *Feature, code int32, weight float64, to func(branch int, part float64)) {
	if branch := t.branchOf(f, code); branch >= 0 {
		to(int(branch), weight)
		return
	}
	if !f.numeric && code >= 0 && len(f.members[code]) > 0 {
		members := f.members[code]
		for _, value := range members {
			to(int(value), weight/float64(len(members)))
		}
		return
	}
	for branch, share := range t.shares {
		if share > 0 {
			to(branch, weight*share)
		}
	}
}

// majority returns the index of the first largest number.
func majority(counts []float64) int {
	best := 0
	for c := range counts {
		if counts[c] > counts[best] {
			best = c
		}
	}
	return best
}
