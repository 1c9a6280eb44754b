package fulldomain

// tag says what is known of a node, as bits.
type tag uint8

const (
	// low: the node, and all that are less general, are not safe.
	low tag = 1 << iota
	// refused: the node was checked, and is not safe.
	refused
	// safe: it is.
	safe
	// above: it is more general than a safe one.
	above
	// beaten: it is not better than the best so far, and nothing above it is.
	beaten
	// checked: it was looked at.
	checked
	// claimed: it is on a chain that is being searched.
	claimed
)

// lattice is all generalizations. They are numbered so that more general ones have
// larger numbers.
type lattice struct {
	heights []int
	strides []int64
	tags    []tag
	// done says which tags decide about a node, and decided how many nodes have one.
	done    tag
	decided int64

	stack []int64 // scratch
}

func newLattice(columns []column, done tag) *lattice {
	l := &lattice{heights: make([]int, len(columns)), strides: make([]int64, len(columns)), done: done}
	size := int64(1)
	for d := len(columns) - 1; d >= 0; d-- {
		l.heights[d], l.strides[d] = columns[d].height, size
		size *= int64(columns[d].height + 1)
	}
	l.tags = make([]tag, size)
	return l
}

// levelsOf writes the levels of a node.
func (l *lattice) levelsOf(node int64, levels []int) {
	for d, stride := range l.strides {
		levels[d] = int(node / stride)
		node %= stride
	}
}

func (l *lattice) set(node int64, t tag) {
	before := l.tags[node]
	l.tags[node] = before | t
	if before&l.done == 0 && t&l.done != 0 {
		l.decided++
	}
}

// up tags all nodes that are more general than one. What is above a tagged one has
// been tagged before.
func (l *lattice) up(node int64, t tag) {
	stack := append(l.stack[:0], node)
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		rest := at
		for d, stride := range l.strides {
			level := int(rest / stride)
			rest %= stride
			if next := at + stride; level < l.heights[d] && l.tags[next]&t != t {
				l.set(next, t)
				stack = append(stack, next)
			}
		}
	}
	l.stack = stack
}

// down tags a node and all that are less general.
func (l *lattice) down(node int64, t tag) {
	l.set(node, t)
	stack := append(l.stack[:0], node)
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		rest := at
		for _, stride := range l.strides {
			level := rest / stride
			rest %= stride
			if next := at - stride; level > 0 && l.tags[next]&t != t {
				l.set(next, t)
				stack = append(stack, next)
			}
		}
	}
	l.stack = stack
}
