package loglinear

import (
	"cmp"
	"slices"
)

// Edge joins two sets of attributes by what they have in common.
type Edge struct {
	A, B      int
	Separator []int
}

// Acyclic reports whether sets of attributes form an acyclic hypergraph, and then
// returns a join forest: for any two sets, what they have in common is in each
// set, and in each separator, on the path between them. Sets that have nothing in
// common with each other are in different trees; separators are not empty. If
// they form none, tree is of no use.
//
// A triangle {ab}, {bc}, {ca} is not acyclic although its graph is chordal; with
// {abc} beside it, it is.
//
// The forest is a spanning forest of the largest weight, with |A ∩ B| for weights;
// it has the property if any has, which is the case exactly if its weight is
// Σ|A| - |∪A|. Source: Bernstein, Goodman, "The power of natural semijoins", SIAM
// J. Computing 10 (1981). It takes O(s² (log s + |A|)) time for s sets.
func Acyclic(sets [][]int) (tree []Edge, ok bool) {
	sorted := make([][]int, len(sets))
	missing := 0
	for i, s := range sets {
		sorted[i] = union(s)
		missing += len(sorted[i])
	}
	missing -= len(union(sorted...))
	var edges []Edge
	for a := range sorted {
		for b := range a {
			if s := intersection(sorted[b], sorted[a]); len(s) > 0 {
				edges = append(edges, Edge{b, a, s})
			}
		}
	}
	slices.SortStableFunc(edges, func(e, f Edge) int { return cmp.Compare(len(f.Separator), len(e.Separator)) })
	component := make([]int, len(sets))
	for i := range component {
		component[i] = i
	}
	for _, e := range edges {
		from, to := component[e.A], component[e.B]
		if from == to {
			continue
		}
		for i, c := range component {
			if c == from {
				component[i] = to
			}
		}
		tree = append(tree, e)
		missing -= len(e.Separator)
	}
	return tree, missing == 0
}

// shape is what the form of an estimate depends on: the attributes of a published
// table, those on its right side, and whether the right side is partly suppressed.
type shape struct {
	attributes, right []int
	suppressed        bool
}

// exact reports whether the table has the exact marginal of some of its
// attributes: they do not span both sides.
func (s *shape) exact(attributes []int) bool {
	return len(intersection(attributes, s.right)) == 0 || !s.suppressed && within(attributes, s.right)
}

// step is a node of the join forest that an estimate is put together by: a table, or
// a core of tables that have to be fitted together.
type step struct {
	tables []int
	// sets has the attributes of each table of a core that it is fitted in.
	sets      [][]int
	parent    int // an earlier step, or -1
	separator []int
}

func (s *step) isCore() bool { return len(s.sets) > 0 }

// decompose splits tables off that hang on one other by attributes whose exact
// marginals both have: p~ is the product of theirs over that of the separator.
// What remains in the end are the cores; attributes that only one table of a core
// has are split off likewise. Where no right side is in the way this is the
// reduction of Graham, Yu and Özsoyoğlu, which leaves no core exactly if the sets
// are acyclic. Steps come before those that hang on them.
//
// A bucketized table whose attributes all are in a plain one is left out: the
// plain one has the exact marginal of what the other estimates.
func decompose(tables []shape) []step {
	var left []int
	for i := range tables {
		if superseding(tables, i) < 0 {
			left = append(left, i)
		}
	}
	type hanging struct {
		table, parent int
		separator     []int
	}
	var ears []hanging
	for {
		at, parent, separator := ear(tables, left)
		if at < 0 {
			break
		}
		ears = append(ears, hanging{left[at], parent, separator})
		left = slices.Delete(left, at, at+1)
	}
	var steps []step
	where := make([]int, len(tables)) // the steps of the tables
	for _, core := range cores(tables, left) {
		at := len(steps)
		steps = append(steps, step{tables: core, parent: -1})
		for _, i := range core {
			where[i] = at
			t := &tables[i]
			shared := intersection(t.attributes, othersOf(tables, core, i))
			if len(shared) == len(t.attributes) || !t.exact(shared) {
				shared = t.attributes
			} else {
				where[i] = len(steps)
				steps = append(steps, step{[]int{i}, nil, at, shared})
			}
			steps[at].sets = append(steps[at].sets, shared)
		}
	}
	for _, e := range slices.Backward(ears) {
		where[e.table] = len(steps)
		parent := -1
		if e.parent >= 0 {
			parent = where[e.parent]
		}
		steps = append(steps, step{[]int{e.table}, nil, parent, e.separator})
	}
	return steps
}

// cores splits tables into those that are connected.
func cores(tables []shape, left []int) [][]int {
	var out [][]int
	for len(left) > 0 {
		core, rest := []int{left[0]}, left[1:]
		attributes := tables[left[0]].attributes
		for grown := true; grown; {
			grown = false
			var apart []int
			for _, i := range rest {
				if len(intersection(tables[i].attributes, attributes)) > 0 {
					core, attributes, grown = append(core, i), union(attributes, tables[i].attributes), true
				} else {
					apart = append(apart, i)
				}
			}
			rest = apart
		}
		slices.Sort(core)
		out = append(out, core)
		left = rest
	}
	return out
}

// othersOf returns the attributes of tables other than i.
func othersOf(tables []shape, among []int, i int) []int {
	var others []int
	for _, j := range among {
		if j != i {
			others = append(others, tables[j].attributes...)
		}
	}
	return union(others)
}

// superseding returns the first plain table that a bucketized one is within, -1 if there
// is none.
func superseding(tables []shape, i int) int {
	t := &tables[i]
	if len(t.right) == 0 {
		return -1
	}
	return slices.IndexFunc(tables, func(u shape) bool {
		return len(u.right) == 0 && within(t.attributes, u.attributes)
	})
}

// ear finds a table that can be split off those that are left.
func ear(tables []shape, left []int) (at, parent int, separator []int) {
	for at, i := range left {
		t := &tables[i]
		s := intersection(t.attributes, othersOf(tables, left, i))
		if len(s) == 0 {
			return at, -1, nil
		}
		if !t.exact(s) {
			continue
		}
		for _, j := range left {
			if j != i && within(s, tables[j].attributes) && tables[j].exact(s) {
				return at, j, s
			}
		}
	}
	return -1, -1, nil
}
