package fulldomain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/breach"
	"skyline/engine/hierarchy"
	"skyline/engine/knowledge"
	"skyline/engine/privacy"
	"skyline/tests/trials"
)

// costOf is what a measure of a node says, less being better.
func costOf(n *Node, m Measure) float64 {
	x := map[Measure]float64{Loss: n.Loss, Precision: -n.Precision, Discernibility: n.Discernibility, AverageGroup: n.AverageGroup}[m]
	if n.Groups == 0 && (m == AverageGroup || m != Discernibility && n.Suppressed == 0) {
		return math.Inf(1)
	}
	return x
}

// expected selects and orders nodes as a search should.
func expected(nodes []Node, which Which, m Measure) []Node {
	nodes = slices.Clone(nodes)
	slices.SortFunc(nodes, func(a, b Node) int {
		sumA, sumB := 0, 0
		for d := range a.Levels {
			sumA, sumB = sumA+a.Levels[d], sumB+b.Levels[d]
		}
		return cmp.Or(cmp.Compare(costOf(&a, m), costOf(&b, m)), cmp.Compare(sumA, sumB), slices.Compare(a.Levels, b.Levels))
	})
	switch which {
	case Minimal:
		nodes = slices.DeleteFunc(nodes, func(n Node) bool { return !n.Minimal })
	case Best:
		nodes = nodes[:min(1, len(nodes))]
	case Safe:
	}
	return nodes
}

// show writes nodes down. What Best and a stopped search say of Minimal is left out.
func show(nodes []Node, minimal bool) string {
	text := ""
	for _, n := range nodes {
		if n.Groups == 0 {
			n.AverageGroup = 0
		}
		if n.Groups == 0 && n.Suppressed == 0 {
			n.Loss, n.Precision = 0, 0
		}
		n.Minimal = n.Minimal && minimal
		text += fmt.Sprintf("%+v\n", n)
	}
	return text
}

func requirementsOf(definitions []definition) (requirements []privacy.Requirement, names []string) {
	for _, d := range definitions {
		requirements, names = append(requirements, d.Requirement), append(names, d.name)
	}
	return requirements, names
}

func randomLimit(rng *rand.Rand, e *example) int {
	switch rng.IntN(8) {
	case 0, 1, 2, 3:
		return 0
	case 4:
		return len(e.people)
	}
	return rng.IntN(1 + len(e.people)/2)
}

func cases() uint64 { return uint64(trials.Number(250, 2000)) }

// TestSearch compares searches with a look at every node.
func TestSearch(t *testing.T) {
	seen := map[string]int{}
	for seed := range cases() {
		rng := rand.New(rand.NewPCG(seed, 1))
		e, definitions := randomExample(rng), randomDefinitions(t, rng)
		limit := randomLimit(rng, e)
		requirements, names := requirementsOf(definitions)
		all := e.nodes(definitions, limit)
		for which := range Safe + 1 {
			m := Measure(rng.IntN(4))
			checked := int64(-1)
			want := show(expected(all, which, m), which != Best)
			for workers := range 3 {
				table, trees := e.cells(t, rng)
				r, err := Search(t.Context(), table, trees, Options{Requirements: requirements, Limit: int64(limit), Which: which, Measure: m, Workers: workers})
				if err != nil {
					t.Fatal(err)
				}
				if got := show(r.Nodes, which != Best); got != want {
					t.Fatalf("seed %d, which %d, measure %d, %d people, limit %d, %v:\n%swant\n%s", seed, which, m, len(e.people), limit, names, got, want)
				}
				if checked < 0 {
					checked = r.Checked
				}
				if !r.Complete || !math.IsNaN(r.Bound) || r.Checked != checked || r.Checked > LatticeSize(trees) {
					t.Fatalf("seed %d: complete %v, bound %v, checked %d, %d with one worker", seed, r.Complete, r.Bound, r.Checked, checked)
				}
			}
		}
		switch {
		case len(all) == 0:
			seen["none"]++
		case limit > 0 && slices.ContainsFunc(all, func(n Node) bool { return n.Suppressed > 0 }):
			seen["suppressed"]++
		default:
			seen["some"]++
		}
	}
	t.Log(seen)
}

// TestStop stops searches anywhere: what they return is safe, and what they say of
// the rest is true.
func TestStop(t *testing.T) {
	stopped := 0
	for seed := range cases() / 2 {
		rng := rand.New(rand.NewPCG(seed, 3))
		e, definitions := randomExample(rng), randomDefinitions(t, rng)
		limit := randomLimit(rng, e)
		requirements, names := requirementsOf(definitions)
		all := e.nodes(definitions, limit)
		which, m := Which(rng.IntN(3)), Measure(rng.IntN(4))
		left := rng.IntN(12)
		table, trees := e.cells(t, rng)
		r, err := Search(t.Context(), table, trees, Options{
			Requirements: requirements, Limit: int64(limit), Which: which, Measure: m, Workers: 1 + rng.IntN(2), MaxChecks: 1,
			Stop: func() bool { left--; return left < 0 },
			Progress: func(decided, total int64) {
				if decided < 0 || decided > total || total != LatticeSize(trees) {
					t.Errorf("%d of %d nodes are decided", decided, total)
				}
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		if r.Complete {
			continue
		}
		stopped++
		for _, n := range r.Nodes {
			at := slices.IndexFunc(all, func(o Node) bool { return slices.Equal(o.Levels, n.Levels) })
			if at < 0 || show(all[at:at+1], false) != show([]Node{n}, false) {
				t.Fatalf("seed %d: %v is not safe, or different", seed, n)
			}
		}
		bound := r.Bound
		if m == Precision {
			bound = -bound
		}
		for _, n := range all {
			known := slices.ContainsFunc(r.Nodes, func(o Node) bool {
				switch which {
				case Minimal:
					return below(o.Levels, n.Levels)
				case Best:
					return costOf(&o, m) <= costOf(&n, m)
				case Safe:
					return slices.Equal(o.Levels, n.Levels)
				}
				return false
			})
			if !known && !(costOf(&n, m) >= bound) {
				t.Fatalf("seed %d, which %d, measure %d, %v: %v is better than %v, and not found", seed, which, m, names, n, r.Bound)
			}
		}
	}
	if stopped < int(cases()/8) {
		t.Fatalf("%d stopped searches are too few", stopped)
	}
}

// TestBestLeavesOutTheLargest: one person with a and b, and two of whom one has s, are
// safe apart, but not together. Left out together they were the largest group: the
// average is less than that of a less general node which leaves out nobody.
func TestBestLeavesOutTheLargest(t *testing.T) {
	names := []string{"first", "second", "0", "1", "2", "3"}
	together := []string{"both", "both", "0", "1", "2", "3"}
	e := &example{
		constraint: knowledge.Set,
		ladders:    []ladder{{names, names, names, together, {"*", "*", "*", "*", "*", "*"}}},
		people:     []person{{[]int{0}, []string{"a", "b"}}, {[]int{1}, []string{"s"}}, {[]int{1}, nil}},
	}
	for v := 2; v < len(names); v++ {
		e.people = append(e.people, person{[]int{v}, []string{"z"}})
	}
	table, trees := e.cells(t, rand.New(rand.NewPCG(1, 5)))
	value, ok := table.Number("s")
	c, err := breach.NewThreshold(0.52)
	if !ok || err != nil {
		t.Fatal(ok, err)
	}
	skyline := &privacy.Skyline{Named: []privacy.ValuePoints{{Value: value, Points: []privacy.Point{{Requirement: breach.Requirement{Point: knowledge.Point{L: 2}, C: c}}}}}}
	options := Options{Requirements: []privacy.Requirement{skyline}, Limit: 3, Measure: AverageGroup, Which: Safe}
	for _, which := range []Which{Safe, Best} {
		options.Which = which
		r, err := Search(t.Context(), table, trees, options)
		if err != nil {
			t.Fatal(err)
		}
		if best := r.Nodes[0]; best.Levels[0] != 3 || best.Suppressed != 3 || best.AverageGroup != 1 {
			t.Errorf("the best of which %d is %+v, want level 3 with an average of 1", which, best)
		}
	}
}

func TestErrors(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 4))
	e := randomExample(rng)
	table, trees := e.cells(t, rng)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Search(ctx, table, trees, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Search of a cancelled context = %v", err)
	}
	if _, err := Search(t.Context(), table, trees, Options{MaxChecks: 1}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("Search of a large lattice = %v", err)
	}
	if _, err := Search(t.Context(), table, trees[1:], Options{}); err == nil {
		t.Error("Search with too few trees has no error")
	}
	var many []*hierarchy.Tree
	for range 200 {
		many = append(many, trees[0])
	}
	if size := LatticeSize(many); size != math.MaxInt64 {
		t.Errorf("LatticeSize of 200 columns = %d", size)
	}
	if _, err := Search(t.Context(), table, many, Options{Which: Safe, Stop: func() bool { return true }}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("Search of 200 columns = %v", err)
	}
	if _, err := Search(t.Context(), table, many, Options{}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("Search of 200 columns for as long as it takes = %v", err)
	}
	tall := slices.Repeat(ladder{{"*"}}, MostLevels+3)
	e = &example{ladders: []ladder{tall, tall, tall}}
	table, trees = e.cells(t, rng)
	if _, err := Search(t.Context(), table, trees, Options{Which: Best, Stop: func() bool { return true }}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("Search of %d levels = %v", trees[0].Height(), err)
	}
}

// TestMergedWithUnsafe: ten people of whom half have a value stay when the one who
// certainly has it is left out; merged with that one they would all have to go.
func TestMergedWithUnsafe(t *testing.T) {
	e := &example{ladders: []ladder{{{"=0", "=1"}, {"*", "*"}}}}
	for i := range 11 {
		e.people = append(e.people, person{[]int{i / 10}, []string{string(rune('a' + i%2))}})
	}
	table, trees := e.cells(t, rand.New(rand.NewPCG(1, 6)))
	r, err := Search(t.Context(), table, trees, Options{Requirements: []privacy.Requirement{privacy.MaxShare(0.51)}, Limit: 1, Which: Safe})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Nodes) != 1 || r.Nodes[0].Levels[0] != 0 || r.Nodes[0].Suppressed != 1 {
		t.Errorf("the safe nodes are %+v", r.Nodes)
	}
}
