package disclosure

// tree keeps the union of leaves, which may change one by one.
type tree struct {
	// nodes[1] is the union of all; nodes[i] that of nodes[2i] and nodes[2i+1]; the
	// last half are the leaves, nil where there is none.
	nodes []*node
}

// newTree returns the tree of leaves.
func newTree(leaves []*node) *tree {
	size := 1
	for size < len(leaves) {
		size *= 2
	}
	t := &tree{nodes: make([]*node, 2*size)}
	copy(t.nodes[size:], leaves)
	for i := size - 1; i >= 1; i-- {
		t.nodes[i] = union(t.nodes[2*i], t.nodes[2*i+1])
	}
	return t
}

func (t *tree) root() *node { return t.nodes[1] }

// size is for how many leaves there is room.
func (t *tree) size() int { return len(t.nodes) / 2 }

func (t *tree) leaf(i int) *node { return t.nodes[t.size()+i] }

// set puts a leaf in the place of another, or of none.
func (t *tree) set(i int, x *node) {
	at := t.size() + i
	t.nodes[at] = x
	for at /= 2; at >= 1; at /= 2 {
		t.nodes[at] = union(t.nodes[2*at], t.nodes[2*at+1])
	}
}

// grow doubles the room.
func (t *tree) grow() {
	*t = *newTree(append(t.nodes[t.size():], make([]*node, t.size())...))
}

// without returns the union of all but one of the copies of a leaf.
func (t *tree) without(i int) *node {
	x := t.leaf(i)
	k := len(x.without) - 1
	if x.leaf.copies > int64(k)+1 {
		// As many as can matter are left.
		return t.root()
	}
	rest := x.copied(x.leaf.copies - 1)
	for at := t.size() + i; at > 1; at /= 2 {
		rest = union(rest, t.nodes[at^1])
	}
	return rest
}

// withoutAll returns the union of all but some copies of leaves, by their numbers.
func (t *tree) withoutAll(taken map[int]int64) *node {
	level := make(map[int]*node, len(taken)) // what stands in the place of nodes
	for i, n := range taken {
		x := t.leaf(i)
		level[t.size()+i] = x.copied(x.leaf.copies - min(n, x.leaf.copies))
	}
	if len(level) == 0 {
		return t.root()
	}
	at := func(i int) *node {
		if x, ok := level[i]; ok {
			return x
		}
		return t.nodes[i]
	}
	for size := t.size(); size > 1; size /= 2 {
		above := make(map[int]*node, len(level))
		for i := range level {
			above[i/2] = union(at(i&^1), at(i|1))
		}
		level = above
	}
	return level[1]
}

// copied returns the node of a leaf with another number of copies; nil for none.
func (x *node) copied(copies int64) *node {
	if copies == 0 {
		return nil
	}
	l := *x.leaf
	l.copies = copies
	if k := len(x.without) - 1; min(copies, x.leaf.copies) > int64(k) {
		// More than k+1 of them can do no more.
		same := *x
		same.leaf = &l
		return &same
	}
	return newNode(&l)
}
