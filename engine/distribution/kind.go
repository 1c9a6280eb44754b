package distribution

import (
	"errors"
	"slices"

	"skyline/engine/hierarchy"
)

// Kind is a kind of generalization: what is published of the values of a QI group in
// a column.
type Kind int

// The kinds. With each a group's own values have a probability above 0. That of a
// table's cost (Eqn 1) which is least is Shares (Theorem 2); next comes Set, since its
// domain is within the other two's.
const (
	Shares    Kind = iota // each value has its share of the group: Optimal
	Set                   // all values that occur are equally likely
	Interval              // so are all of the column from the least to the greatest that occur
	Hierarchy             // so are all below a node of the column's hierarchy
)

// LowestNode is the Level of a Column whose nodes are the lowest that cover a group's
// values, whatever their levels.
const LowestNode = -1

// Column is what the kinds know of a column. The codes of its values ascend in their
// order, from 0 to Values-1.
type Column struct {
	Values int32
	// Null is the code of NULL, or -1. It is no part of an interval unless it occurs in
	// the group.
	Null int32
	// Tree is the hierarchy over all codes, for Hierarchy; Level that of the nodes, or
	// LowestNode. At level 0, the values themselves, it is not needed; levels above its
	// height are the root's.
	Tree  *hierarchy.Tree
	Level int64
}

// ErrNodes reports a group whose values are below several nodes of the level that is
// asked for.
var ErrNodes = errors.New("distribution: the values of a group are below several nodes of the level")

// Of returns the distribution that stands for values of a column that occur so often
// in a group. The counts ascend by their codes and are positive; of nobody, there is
// no distribution, and Total is 0.
//
// It takes time in proportion to the values in the result and, for Hierarchy, to
// sorting them.
//
// Source: Sect. III of the paper: DGH (Hierarchy), interval and NDGH (Set)
// generalizations, which “imply uniform distributions”, and Theorem 2.
//
// Errors: ErrNodes, for Hierarchy with a level.
func (k Kind) Of(column *Column, counts []Count) (Distribution, error) {
	if len(counts) == 0 {
		return Distribution{}, nil
	}
	switch k {
	case Shares:
		return Optimal(counts), nil
	case Interval:
		return Uniform(column.interval(counts)), nil
	case Hierarchy:
		codes, err := column.below(counts)
		return Uniform(codes), err
	case Set:
	}
	codes := make([]int32, len(counts))
	for i, c := range counts {
		codes[i] = c.Code
	}
	return Uniform(codes), nil
}

// interval returns the codes from the least to the greatest that occur, NULL apart.
func (c *Column) interval(counts []Count) []int32 {
	var codes []int32
	low, high, null := int32(-1), int32(-1), false
	for _, count := range counts {
		switch {
		case count.Code == c.Null:
			null = true
		case low < 0:
			low, high = count.Code, count.Code
		default:
			high = count.Code
		}
	}
	for code := max(low, 0); code <= high; code++ {
		if code != c.Null {
			codes = append(codes, code)
		}
	}
	if null {
		at, _ := slices.BinarySearch(codes, c.Null)
		codes = slices.Insert(codes, at, c.Null)
	}
	return codes
}

// below returns the codes below the node of the column's level that covers the values.
func (c *Column) below(counts []Count) ([]int32, error) {
	if c.Level == 0 {
		if len(counts) > 1 {
			return nil, ErrNodes
		}
		return []int32{counts[0].Code}, nil
	}
	node, err := c.node(counts)
	if err != nil {
		return nil, err
	}
	n := c.Tree.Node(node)
	codes := make([]int32, 0, n.Last-n.First+1)
	for rank := n.First; rank <= n.Last; rank++ {
		codes = append(codes, c.Tree.Value(rank))
	}
	slices.Sort(codes)
	return codes, nil
}

func (c *Column) node(counts []Count) (int32, error) {
	if c.Level != LowestNode {
		node := c.Tree.Ancestor(counts[0].Code, c.Level)
		for _, count := range counts[1:] {
			if c.Tree.Ancestor(count.Code, c.Level) != node {
				return 0, ErrNodes
			}
		}
		return node, nil
	}
	first := c.Tree.Rank(counts[0].Code)
	last := first
	for _, count := range counts[1:] {
		rank := c.Tree.Rank(count.Code)
		first, last = min(first, rank), max(last, rank)
	}
	return c.Tree.Covering(first, last), nil
}
