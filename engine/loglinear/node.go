package loglinear

import (
	"context"
	"math"

	"skyline/engine/exact"
)

// joint is a distribution that is listed cell by cell.
type joint struct {
	attributes []int
	columns    [][]int32
	share      []float64
}

// side is the left or the right side of a published table: different values of
// its attributes in each group.
type side struct {
	attributes []int
	columns    [][]int32
	weight     []float64
	starts     []int32 // of the groups' rows, and the end
}

// node is a published table, or the fit of several, as it is queried: the share of
// left values x and right values r is
//
//	Σ_g left(x,g) · right(r,g)
//
// where weights on the left are shares of all people and on the right of those of
// the group. A table without a right side is one group.
type node struct {
	left  side
	right *side
}

// newSide counts the rows of a side within each of the groups and divides by of.
func newSide(attributes []int, columns [][]int32, sizes []int, groups []int32, count int, weights []int64, of func(g int32) int64) side {
	cells := &Cells{Columns: [][]int32{groups}, Sizes: []int{count}, Counts: weights}
	for i, a := range attributes {
		cells.Columns = append(cells.Columns, columns[i])
		cells.Sizes = append(cells.Sizes, sizes[a])
	}
	cells.Sort()
	s := side{attributes, cells.Columns[1:], make([]float64, len(cells.Counts)), make([]int32, count+1)}
	for i, g := range cells.Columns[0] {
		s.weight[i] = float64(cells.Counts[i]) / float64(of(g))
		s.starts[g+1]++
	}
	for g := range count {
		s.starts[g+1] += s.starts[g]
	}
	return s
}

// relation is the rows of a published table, with as many people as the weights
// say, one each where there are none. If anybody is suppressed, the group after
// the last is theirs.
type relation struct {
	shape
	columns [][]int32 // of the attributes, in their order
	weights []int64
	groups  []int32
	count   int // of groups, that of the suppressed not counted
}

func (r *relation) rows() int { return len(r.weights) }

// of returns the columns of some of the attributes.
func (r *relation) of(attributes []int) [][]int32 {
	var columns [][]int32
	for i, a := range r.attributes {
		if contains(attributes, a) {
			columns = append(columns, r.columns[i])
		}
	}
	return columns
}

// within returns the part of the table that is fitted: all of it, or the exact
// marginal of some attributes.
func (r *relation) within(set []int) *relation {
	if len(set) == len(r.attributes) {
		return r
	}
	return r.marginal(set)
}

// marginal returns a table of some of the attributes alone.
func (r *relation) marginal(set []int) *relation {
	return &relation{shape: shape{attributes: set}, columns: r.of(set), weights: r.weights}
}

// node aggregates the rows.
func (r *relation) node(sizes []int) *node {
	var people int64
	for _, w := range r.weights {
		people += w
	}
	all := func(int32) int64 { return people }
	if len(r.right) == 0 {
		return &node{left: newSide(r.attributes, r.columns, sizes, make([]int32, r.rows()), 1, r.weights, all)}
	}
	groups, count := r.groups, r.count
	released := make([]int32, 0, r.rows()) // rows that have right values
	weights := r.weights
	columns := r.of(r.right)
	var in []int32 // their groups
	if r.suppressed {
		groups = make([]int32, r.rows())
		for i, g := range r.groups {
			if groups[i] = g; g == suppressed {
				groups[i] = int32(count)
				continue
			}
			released = append(released, int32(i))
		}
		count++
		in, weights = gather(groups, released), make([]int64, len(released))
		for k, i := range released {
			weights[k] = r.weights[i]
		}
		for a, column := range columns {
			columns[a] = gather(column, released)
		}
		// The suppressed have the right values of everybody else.
		for k := range released {
			in, weights = append(in, int32(count-1)), append(weights, weights[k])
		}
		for a, column := range columns {
			columns[a] = append(column, column[:len(released)]...)
		}
	} else {
		in = groups
	}
	members := make([]int64, count)
	for k, g := range in {
		members[g] += weights[k]
	}
	left := difference(r.attributes, r.right)
	n := &node{left: newSide(left, r.of(left), sizes, groups, count, r.weights, all)}
	right := newSide(r.right, columns, sizes, in, count, weights, func(g int32) int64 { return members[g] })
	n.right = &right
	return n
}

// list lists the cells of a table.
//
// Errors: ErrTooLarge; that of ctx.
func (n *node) list(ctx context.Context, maxCells int) (*joint, error) {
	if n.right == nil {
		return &joint{n.left.attributes, n.left.columns, n.left.weight}, nil
	}
	var cells int64
	groups := len(n.left.starts) - 1
	for g := range groups {
		cells += int64(n.left.starts[g+1]-n.left.starts[g]) * int64(n.right.starts[g+1]-n.right.starts[g])
	}
	if err := checkSize(cells, maxCells); err != nil {
		return nil, err
	}
	var lefts, rights []int32
	for g := range groups {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for i := n.left.starts[g]; i < n.left.starts[g+1]; i++ {
			for j := n.right.starts[g]; j < n.right.starts[g+1]; j++ {
				lefts, rights = append(lefts, i), append(rights, j)
			}
		}
	}
	out := &joint{attributes: union(n.left.attributes, n.right.attributes)}
	for _, a := range out.attributes {
		if k := position(n.left.attributes, a); k >= 0 {
			out.columns = append(out.columns, gather(n.left.columns[k], lefts))
		} else {
			out.columns = append(out.columns, gather(n.right.columns[position(n.right.attributes, a)], rights))
		}
	}
	ids, _, count := numberRows(out.columns, len(lefts), nil, 0)
	sums, first := make([]exact.Sum, count), make([]int32, count)
	for k, id := range ids {
		sums[id].Add(n.left.weight[lefts[k]] * n.right.weight[rights[k]])
		first[id] = int32(k) // any of them
	}
	for a, column := range out.columns {
		out.columns[a] = gather(column, first)
	}
	out.share = make([]float64, count)
	for id := range sums {
		out.share[id] = sums[id].Value()
	}
	return out, nil
}

func position(attributes []int, a int) int {
	for k, b := range attributes {
		if a == b {
			return k
		}
	}
	return -1
}

func checkSize(cells int64, limit int) error {
	if limit = min(limit, math.MaxInt32); cells > int64(limit) {
		return &TooLargeError{cells, int64(limit)}
	}
	return nil
}
