package hierarchy

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// zips is the ZIP code hierarchy of Samarati (2001), Sect. 3: Z0 = {94138, 94139,
// 94141, 94142}, Z1 = {9413*, 9414*}, Z2 = {941**}.
var zips = []Entry{
	{0, 1, "9413*"},
	{0, 2, "941**"},
	{1, 1, "9413*"},
	{1, 2, "941**"},
	{2, 1, "9414*"},
	{2, 2, "941**"},
	{3, 1, "9414*"},
	{3, 2, "941**"},
}

func mustNew(t *testing.T, values int, entries []Entry) *Tree {
	t.Helper()
	tree, err := New(values, entries)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func nodesOf(tree *Tree) []Node {
	var nodes []Node
	for i := range tree.nodes {
		nodes = append(nodes, tree.Node(int32(i)))
	}
	return nodes
}

func TestZips(t *testing.T) {
	tree := mustNew(t, 4, zips)
	want := []Node{
		{"", 0, 0, 0, nil, 4},
		{"", 0, 1, 1, nil, 4},
		{"", 0, 2, 2, nil, 5},
		{"", 0, 3, 3, nil, 5},
		{"9413*", 1, 0, 1, []int32{0, 1}, 6},
		{"9414*", 1, 2, 3, []int32{2, 3}, 6},
		{"941**", 2, 0, 3, []int32{4, 5}, -1},
	}
	if diff := cmp.Diff(want, nodesOf(tree)); diff != "" {
		t.Errorf("nodes (-want +got):\n%s", diff)
	}
	if got := []int64{tree.Height(), int64(tree.Values())}; !slices.Equal(got, []int64{2, 4}) {
		t.Errorf("height, values = %d, want 2, 4", got)
	}
	for _, c := range []struct{ first, last, want int32 }{
		{0, 0, 0}, {3, 3, 3}, {0, 1, 4}, {2, 3, 5}, {1, 2, 6}, {0, 3, 6},
	} {
		if got := tree.Covering(c.first, c.last); got != c.want {
			t.Errorf("Covering(%d, %d) = %d, want %d", c.first, c.last, got, c.want)
		}
	}
	for _, c := range []struct {
		value int32
		level int64
		want  string
	}{{2, -1, ""}, {2, 0, ""}, {2, 1, "9414*"}, {2, 2, "941**"}, {2, 3, "941**"}, {2, math.MaxInt64, "941**"}} {
		if got := tree.Label(c.value, c.level); got != c.want {
			t.Errorf("Label(%d, %d) = %q, want %q", c.value, c.level, got, c.want)
		}
	}
}

// TestRanks has values whose numbers do not agree with the tree: 0 and 2 are
// under b, 1 and 3 under a. Siblings go by the smallest value, not by the label.
func TestRanks(t *testing.T) {
	tree := mustNew(t, 4, []Entry{{3, 1, "a"}, {2, 1, "b"}, {1, 1, "a"}, {0, 1, "b"}})
	var ranks, values []int32
	for i := range int32(4) {
		ranks = append(ranks, tree.Rank(i))
		values = append(values, tree.Value(i))
	}
	if want := []int32{0, 2, 1, 3}; !slices.Equal(ranks, want) || !slices.Equal(values, want) {
		t.Errorf("ranks = %d, values = %d, want %d for both", ranks, values, want)
	}
	// Two labels at the top: a root above them.
	root := tree.Node(tree.Covering(0, 3))
	if diff := cmp.Diff(Node{"*", 2, 0, 3, []int32{4, 5}, -1}, root); diff != "" {
		t.Errorf("root (-want +got):\n%s", diff)
	}
	if tree.Height() != 2 || tree.Label(3, 2) != "*" || tree.Label(3, 1) != "a" {
		t.Errorf("height %d, labels %q, %q; want 2, a, *", tree.Height(), tree.Label(3, 1), tree.Label(3, 2))
	}
}

// TestOnlyChildren keeps nodes with one child: Covering takes the lowest.
func TestOnlyChildren(t *testing.T) {
	tree := mustNew(t, 2, []Entry{
		{0, 1, "x"},
		{0, 2, "x"},
		{0, 3, "all"},
		{0, 4, "*"},
		{1, 1, "y"},
		{1, 2, "y"},
		{1, 3, "all"},
		{1, 4, "*"},
	})
	if got := tree.Node(tree.Covering(0, 1)); got.Level != 3 || got.Label != "all" {
		t.Errorf("Covering(0, 1) is %q at level %d, want all at level 3", got.Label, got.Level)
	}
	if got := tree.Node(tree.Covering(1, 1)); got.Level != 0 {
		t.Errorf("Covering(1, 1) is at level %d, want the leaf", got.Level)
	}
	if tree.Height() != 4 {
		t.Errorf("height = %d, want 4: there is a root already", tree.Height())
	}
}

func TestNoValues(t *testing.T) {
	tree := mustNew(t, 0, nil)
	if diff := cmp.Diff([]Node{{"*", 1, 0, -1, nil, -1}}, nodesOf(tree)); diff != "" || tree.Height() != 1 {
		t.Errorf("height %d, nodes (-want +got):\n%s", tree.Height(), diff)
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		name    string
		values  int
		entries []Entry
		want    Error
	}{
		{"no entries", 3, nil, Error{WithoutPath: 3}},
		{"one value without", 2, []Entry{{0, 1, "a"}}, Error{WithoutPath: 1}},
		{"outside", 1, []Entry{{0, 1, "a"}, {1, 1, "a"}, {-1, 1, "a"}}, Error{OutOfRange: 2}},
		{"entries without values", 0, []Entry{{0, 1, "a"}}, Error{OutOfRange: 1}},
		{"levels", 1, []Entry{{0, 0, "a"}, {0, 1, "a"}, {0, 1001, "b"}, {0, math.MinInt64, "c"}}, Error{BadLevels: 3}},
		{"both", 1, []Entry{{0, 1, "a"}, {1, 0, "a"}}, Error{OutOfRange: 1, BadLevels: 1}},
		{"gap", 2, []Entry{{0, 1, "a"}, {0, 3, "c"}, {1, 1, "a"}, {1, 2, "b"}, {1, 3, "c"}}, Error{MissingLevels: 1}},
		{"short", 2, []Entry{{0, 1, "a"}, {1, 1, "a"}, {1, 2, "b"}}, Error{MissingLevels: 1}},
		{"two labels", 2, []Entry{{0, 1, "a"}, {0, 1, "b"}, {1, 1, "a"}}, Error{TwoLabels: 1}},
		{"two parents", 2, []Entry{{0, 1, "a"}, {0, 2, "x"}, {1, 1, "a"}, {1, 2, "y"}}, Error{TwoParents: 1}},
		{"same label at two levels", 2, []Entry{{0, 1, "a"}, {0, 2, "b"}, {0, 3, "*"}, {1, 1, "b"}, {1, 2, "a"}, {1, 3, "*"}}, Error{}},
		{"all at once", 5, []Entry{
			{7, 1, "a"},
			{0, 0, "a"},
			{1, 1, "a"},
			{1, 2, "x"},
			{2, 1, "a"},
			{2, 2, "y"},
			{3, 1, "b"},
			{3, 1, "c"},
			{3, 2, "x"},
			{4, 2, "x"},
		}, Error{OutOfRange: 1, BadLevels: 1, WithoutPath: 1, MissingLevels: 1, TwoLabels: 1, TwoParents: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := New(c.values, c.entries)
			var problems *Error
			if !errors.As(err, &problems) {
				problems = &Error{}
			}
			c.want.Values = problems.Values
			if diff := cmp.Diff(c.want, *problems); diff != "" || err != nil && problems.Values != c.values {
				t.Errorf("of %d values (-want +got):\n%s", problems.Values, diff)
			}
		})
	}
	for _, values := range []int{-1, math.MaxInt32} {
		if _, err := New(values, nil); !errors.Is(err, ErrTooLarge) {
			t.Errorf("New(%d, nil) = %v, want ErrTooLarge", values, err)
		}
	}
	_, err := New(3, []Entry{{0, 1, "secret"}, {0, 1, "hidden"}})
	if want := "hierarchy: 2 of 3 values without a path, 1 of 3 values with several labels at one level"; err.Error() != want {
		t.Errorf("the message is %q, want %q", err, want)
	}
}

// A label stands for the values below it, and "*" for all, wherever it is.
func TestExtent(t *testing.T) {
	var entries []Entry
	for i, labels := range [][]string{{"a", "a", "b", "*", "*"}, {"ab", "ab", "ab", "*", "*"}} {
		for value, label := range labels {
			entries = append(entries, Entry{Value: int32(value), Level: int64(i + 1), Label: label})
		}
	}
	tree, err := New(5, entries)
	if err != nil {
		t.Fatal(err)
	}
	for level, want := range [][]int{{1, 1, 1, 1, 1}, {2, 2, 1, 5, 5}, {3, 3, 3, 5, 5}, {5, 5, 5, 5, 5}} {
		for value, n := range want {
			if got := tree.Extent(tree.Ancestor(int32(value), int64(level))); got != n {
				t.Errorf("at level %d the label of %d stands for %d values, want %d", level, value, got, n)
			}
		}
	}
}
