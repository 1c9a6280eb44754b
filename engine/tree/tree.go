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
	// counts are the weight of the rows of each class that reached it; in a regression tree one
	// number, the sum of their targets times their weight.
	counts   []float64
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
	// sides are, for a test of a category in a regression tree, the branches of its values; nil: each
	// value has a branch of its own. A value that nobody has here has none, and one that a test above
	// has sent elsewhere is away.
	sides []int32
}

const (
	none = -1 // the branch of what is not known
	away = -2 // that of what cannot be here
)

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
	root, err := g.grow(g.present(), make([]bool, len(features)))
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

// present returns the rows that are there, and notes which parts of one are too light.
func (g *grower) present() []example {
	all := make([]example, 0, len(g.rows.Weights))
	total := 0.0
	for i, w := range g.rows.Weights {
		if w > 0 {
			all = append(all, example{int32(i), w})
			total += w
		}
	}
	if len(all) > 0 {
		g.lightest = total / float64(len(all)) / thinning
	}
	return all
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
		return none
	case !f.numeric && t.sides != nil:
		return t.sideOf(f.members[code])
	case !f.numeric:
		return f.only[code]
	case f.ranks[code] < 0:
		return none
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
		if t.sides != nil {
			t.sendSides(members, weight, to)
			return
		}
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

// sideOf returns the branch of all of some values that can be here, none if there is not one.
func (t *test) sideOf(members []int32) int32 {
	side := int32(away)
	for _, value := range members {
		switch s := t.sides[value]; {
		case s == away:
		case side == away:
			side = s
		case side != s:
			return none
		}
	}
	return max(side, none)
}

// sendSides is send for values of more than one branch: each gets the part of those that can be here,
// and its share of those that nobody has.
func (t *test) sendSides(members []int32, weight float64, to func(branch int, part float64)) {
	of, unknown, here := make([]int, len(t.shares)), 0, 0
	for _, value := range members {
		side := t.sides[value]
		if side == away {
			continue
		}
		here++
		if side == none {
			unknown++
		} else {
			of[side]++
		}
	}
	if here == 0 {
		unknown, here = 1, 1
	}
	for branch, n := range of {
		if part := float64(n) + float64(float64(unknown)*t.shares[branch]); part > 0 {
			to(branch, weight*part/float64(here))
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
