package hierarchy

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// labelsAt returns the different labels of a value at a level.
func labelsAt(entries []Entry, value int32, level int64) []string {
	var labels []string
	for _, e := range entries {
		if e.Value == value && e.Level == level && !slices.Contains(labels, e.Label) {
			labels = append(labels, e.Label)
		}
	}
	return labels
}

// definedProblems counts the problems by their definitions. The entries are in
// range.
func definedProblems(values int32, height int64, entries []Entry) Error {
	p := Error{Values: int(values)}
	nodes := map[node]map[string]bool{} // to the labels of the next level
	for v := range values {
		some, lacking, several := false, false, false
		for level := int64(1); level <= height; level++ {
			labels := labelsAt(entries, v, level)
			some = some || len(labels) > 0
			lacking = lacking || len(labels) == 0
			several = several || len(labels) > 1
			next := labelsAt(entries, v, level+1)
			if len(labels) == 1 && len(next) == 1 {
				key := node{level, labels[0]}
				if nodes[key] == nil {
					nodes[key] = map[string]bool{}
				}
				nodes[key][next[0]] = true
			}
		}
		switch {
		case !some:
			p.WithoutPath++
		case lacking:
			p.MissingLevels++
		}
		if several {
			p.TwoLabels++
		}
	}
	for _, parents := range nodes {
		if len(parents) > 1 {
			p.TwoParents++
		}
	}
	return p
}

// definedOrder returns the values in depth-first order: those of a node at a
// level, child by child, children by their smallest value.
func definedOrder(entries []Entry, values []int32, level int64) []int32 {
	if level == 0 {
		return values
	}
	var order []int32
	for len(values) > 0 {
		// The smallest value that is left begins the next child.
		key := func(v int32) string {
			if level == 1 {
				return fmt.Sprint(v)
			}
			return labelsAt(entries, v, level-1)[0]
		}
		var child, rest []int32
		for _, v := range values {
			if key(v) == key(values[0]) {
				child = append(child, v)
			} else {
				rest = append(rest, v)
			}
		}
		order = append(order, definedOrder(entries, child, level-1)...)
		values = rest
	}
	return order
}

// randomForest returns entries that are a hierarchy but for a few changes.
func randomForest(rng *rand.Rand) (values int32, height int64, entries []Entry) {
	values = int32(1 + rng.IntN(9))
	height = int64(1 + rng.IntN(4))
	of := make([]int, values) // each value's node
	for v := range of {
		of[v] = v
	}
	for level := int64(1); level <= height; level++ {
		// Each node goes to one of a few.
		parents := rng.Perm(int(values))
		few := 1 + rng.IntN(int(values))
		for v := range of {
			of[v] = parents[of[v]] % few
			entries = append(entries, Entry{int32(v), level, fmt.Sprint("n", of[v])})
		}
	}
	for range rng.IntN(3) {
		i := rng.IntN(len(entries))
		switch rng.IntN(6) {
		case 0:
			entries = slices.Delete(entries, i, i+1)
		case 1:
			entries = append(entries, Entry{entries[i].Value, entries[i].Level, fmt.Sprint("n", rng.IntN(3))})
		case 2:
			entries[i].Label = fmt.Sprint("n", rng.IntN(3))
		case 3:
			entries = append(entries, entries[i])
		}
		if len(entries) == 0 {
			break
		}
	}
	rng.Shuffle(len(entries), func(i, j int) { entries[i], entries[j] = entries[j], entries[i] })
	height = 0
	for _, e := range entries {
		height = max(height, e.Level)
	}
	return values, height, entries
}

// TestNewByDefinition compares small trees, and what is wrong with entries that
// are none, with what the definitions say.
func TestNewByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 7))
	good := 0
	for range 20000 {
		values, height, entries := randomForest(rng)
		want := definedProblems(values, height, entries)
		tree, err := New(int(values), entries)
		if problems, ok := errors.AsType[*Error](err); ok {
			if diff := cmp.Diff(want, *problems); diff != "" {
				t.Fatalf("New(%d, %v): problems (-want +got):\n%s", values, entries, diff)
			}
			continue
		}
		if (want != Error{Values: int(values)}) {
			t.Fatalf("New(%d, %v) finds nothing wrong, want %v", values, entries, &want)
		}
		good++
		checkTree(t, tree, values, height, entries)
	}
	if good < 5000 {
		t.Errorf("%d of the random forests are good, want 5000 at least", good)
	}
}

// checkTree compares a tree with the sets of values that its entries define.
func checkTree(t *testing.T, tree *Tree, values int32, height int64, entries []Entry) {
	t.Helper()
	type set struct {
		node
		values map[int32]bool
	}
	var sets []set // lowest first, a level in order of its labels
	all := map[int32]bool{}
	var domain []int32
	for v := range values {
		domain = append(domain, v)
		all[v] = true
		sets = append(sets, set{node{0, ""}, map[int32]bool{v: true}})
	}
	for level := int64(1); level <= height; level++ {
		below := map[string]map[int32]bool{}
		var labels []string
		for v := range values {
			label := labelsAt(entries, v, level)[0]
			if below[label] == nil {
				below[label] = map[int32]bool{}
				labels = append(labels, label)
			}
			below[label][v] = true
			if got := tree.Label(v, level); got != label {
				t.Fatalf("%v: Label(%d, %d) = %q, want %q", entries, v, level, got, label)
			}
		}
		for _, label := range labels {
			sets = append(sets, set{node{level, label}, below[label]})
		}
	}
	if top := sets[len(sets)-1]; len(top.values) < int(values) {
		height++
		sets = append(sets, set{node{height, "*"}, all})
	}
	if tree.Height() != height || len(tree.nodes) != len(sets) {
		t.Fatalf("%v: height %d, %d nodes, want %d and %d", entries, tree.Height(), len(tree.nodes), height, len(sets))
	}

	order := definedOrder(entries, domain, height)
	for rank, v := range order {
		if tree.Value(int32(rank)) != v || tree.Rank(v) != int32(rank) {
			t.Fatalf("%v: rank %d is of value %d, which has rank %d; want value %d", entries, rank, tree.Value(int32(rank)), tree.Rank(v), v)
		}
	}
	for first := range order {
		for last := first; last < len(order); last++ {
			i := slices.IndexFunc(sets, func(s set) bool {
				return !slices.ContainsFunc(order[first:last+1], func(v int32) bool { return !s.values[v] })
			})
			want := sets[i]
			got := tree.Node(tree.Covering(int32(first), int32(last)))
			if got.Label != want.label || got.Level != want.level || int(got.Last-got.First)+1 != len(want.values) {
				t.Fatalf("%v: Covering(%d, %d) is %+v, want %+v", entries, first, last, got, want)
			}
		}
	}
	checkLinks(t, tree)
}

// checkLinks makes sure that children divide what their parent covers.
func checkLinks(t *testing.T, tree *Tree) {
	t.Helper()
	for i := range int32(len(tree.nodes)) {
		n := tree.Node(i)
		if (n.Parent == none) != (int(i) == len(tree.nodes)-1) {
			t.Fatalf("node %d has the parent %d", i, n.Parent)
		}
		next := n.First
		for _, c := range n.Children {
			child := tree.Node(c)
			if child.Parent != i || child.Level != n.Level-1 || child.First != next {
				t.Fatalf("node %d is %+v, its child %d is %+v", i, n, c, child)
			}
			next = child.Last + 1
		}
		if n.Level > 0 && next != n.Last+1 {
			t.Fatalf("the children of node %d, %+v, end before rank %d", i, n, next)
		}
	}
}

// TestEntryOrder shuffles and doubles entries: the tree must be the same.
func TestEntryOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 500 {
		values, _, entries := randomForest(rng)
		want, wantErr := New(int(values), entries)
		entries = append(entries, entries[:rng.IntN(len(entries)+1)]...)
		rng.Shuffle(len(entries), func(i, j int) { entries[i], entries[j] = entries[j], entries[i] })
		got, err := New(int(values), entries)
		if diff := cmp.Diff(fmt.Sprint(wantErr), fmt.Sprint(err)); diff != "" {
			t.Fatalf("New(%d, %v): error (-want +got):\n%s", values, entries, diff)
		}
		if err == nil {
			if diff := cmp.Diff(nodesOf(want), nodesOf(got)); diff != "" {
				t.Fatalf("New(%d, %v): nodes (-want +got):\n%s", values, entries, diff)
			}
		}
	}
}
