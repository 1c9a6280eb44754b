package guardian

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/graph/coloring"
	"gonum.org/v1/gonum/graph/simple"
)

// UAD returns Utility-Aware Decomposition, a partition of the attributes into
// tables in GNF. It looks at the rules only, and aims at few tables.
//
// In a graph of the attributes with an edge from each attribute on a left side to
// the right side, it takes the largest class of a colouring, which is free of
// edges; it adds one attribute of those with edges from the class and none to it,
// which the table protects from its neighbours in the class; and goes on with the
// graph of the other attributes.
//
// The result is in GNF. The tables do not overlap, so nothing is reachable across
// tables. Of a rule that falls within a table, both sides are joined by an edge; so
// the right side is the attribute that was added last, and the left side is among
// its neighbours in the class, from which it is protected.
//
// The paper breaks ties arbitrarily; here:
//   - DSATUR colours the attribute with most colours around it, then most
//     neighbours, then the smallest number, with the smallest colour it can have;
//   - of classes of equal size, the one with most edges to an attribute that could be
//     added is taken, then the one with the smallest attribute: so one rule alone, of
//     one attribute on each side, is kept by one table, as the paper says (Sect. 6.2);
//   - of the attributes with equally many edges from the class, the smallest is
//     added. Many are better than few; one with no edges at all to the class is added,
//     with nothing to enforce, only if there is no other.
//
// Attributes without edges (no rule names them together with another published
// attribute) are put into the first table, and count neither in the colouring nor
// in the sizes of the classes. So the tables are the same, but for them, whatever
// their number. Without any edge, one table holds everything.
//
// Source: Jin et al., KDD 2010, Algorithm 2. Brélaz, "New methods to color the
// vertices of a graph", CACM 22 (1979).
//
// It takes time in the cube of the number of attributes for each table.
func UAD(attributes Set, rules []Rule) []Table {
	// Line 1: from[v] is where edges into v come from, to[v] where its edges lead.
	from, to := map[int]Set{}, map[int]Set{}
	var left Set
	for _, rule := range rules {
		q := rule.LHS.Intersect(attributes).Without(rule.RHS)
		if !attributes.Has(rule.RHS) || q.Empty() {
			continue
		}
		from[rule.RHS] = from[rule.RHS].Union(q)
		for a := range q.All() {
			to[a] = to[a].With(rule.RHS)
		}
		left = left.Union(q).With(rule.RHS)
	}
	neutral := attributes.Minus(left)
	if left.Empty() {
		return []Table{plain(neutral)}
	}
	var tables []Table
	for !left.Empty() {
		class := largestClass(left, from, to) // Lines 2 and 3
		table := plain(class)                 // Line 4
		v, most := joining(left, class, from, to)
		if v != None {
			table.Attributes = class.With(v)
		}
		if most > 0 {
			table.LHS, table.RHS = from[v].Intersect(class), v
		}
		left = left.Minus(table.Attributes) // Line 7
		tables = append(tables, table)
	}
	tables[0].Attributes = tables[0].Attributes.Union(neutral)
	return tables
}

// joining returns the attribute without edges to a class, and with most edges from
// it, and how many these are; None, -1 if there is none (Line 5).
func joining(attributes, class Set, from, to map[int]Set) (v, most int) {
	v, most = None, -1
	for a := range attributes.Minus(class).All() {
		if n := from[a].Intersect(class).Len(); !to[a].Intersects(class) && n > most {
			v, most = a, n
		}
	}
	return v, most
}

// largestClass returns the largest set of attributes of the same colour.
func largestClass(attributes Set, from, to map[int]Set) Set {
	// A matrix graph has nodes in ascending order, as the documented ties need; a
	// simple.UndirectedGraph has them in the random order of a map.
	nodes := attributes.Slice()
	graph := simple.NewUndirectedMatrix(len(nodes), 0, 0, 0)
	for i, a := range nodes {
		for j, b := range nodes[:i] {
			if from[a].Has(b) || to[a].Has(b) {
				graph.SetWeightedEdge(simple.WeightedEdge{F: simple.Node(i), T: simple.Node(j), W: 1})
			}
		}
	}
	// The error is about partial colourings, of which there is none.
	_, colors, _ := coloring.Dsatur(graph, nil)
	classes := make([]Set, len(nodes))
	for i, a := range nodes {
		classes[colors[int64(i)]].add(a)
	}
	return slices.MaxFunc(classes, func(c, d Set) int {
		if n := c.Len() - d.Len(); n != 0 || c.Empty() {
			return n
		}
		_, edges1 := joining(attributes, c, from, to)
		_, edges2 := joining(attributes, d, from, to)
		return cmp.Or(edges1-edges2, d.first()-c.first())
	})
}
