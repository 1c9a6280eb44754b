package fulldomain

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/cells"
	"skyline/engine/hierarchy"
)

// branched searches as lattices are searched that are too large for a note about each node.
func branched(t testing.TB, table *cells.Cells, trees []*hierarchy.Tree, options Options, room int) *Result {
	t.Helper()
	p, err := newProblem(table, trees, &options)
	if err != nil {
		t.Fatal(err)
	}
	s := newBranching(t.Context(), p, &options)
	if room > 0 {
		s.open.room = room
	}
	if err := s.run(); err != nil {
		t.Fatal(err)
	}
	return s.result()
}

// TestBranching compares it with a look at every node.
func TestBranching(t *testing.T) {
	for seed := range cases() {
		rng := rand.New(rand.NewPCG(seed, 11))
		e, definitions := randomExample(rng), randomDefinitions(t, rng)
		limit := randomLimit(rng, e)
		requirements, names := requirementsOf(definitions)
		all := e.nodes(definitions, limit)
		for which := range Safe {
			m := Measure(rng.IntN(4))
			want := show(expected(all, which, m), which != Best)
			checked := int64(-1)
			for workers := range 3 {
				table, trees := e.cells(t, rng)
				r := branched(t, table, trees, Options{Requirements: requirements, Limit: int64(limit), Which: which, Measure: m, Workers: workers}, 0)
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
	}
}

// TestBranchingStopped stops it anywhere, or lets it forget boxes: what it returns is
// safe, and what it says of the rest is true.
func TestBranchingStopped(t *testing.T) {
	stopped := 0
	for seed := range cases() {
		rng := rand.New(rand.NewPCG(seed, 12))
		e, definitions := randomExample(rng), randomDefinitions(t, rng)
		limit := randomLimit(rng, e)
		requirements, names := requirementsOf(definitions)
		all := e.nodes(definitions, limit)
		which, m := Which(rng.IntN(2)), Measure(rng.IntN(4))
		table, trees := e.cells(t, rng)
		options := Options{Requirements: requirements, Limit: int64(limit), Which: which, Measure: m, Workers: 1 + rng.IntN(2)}
		left, room := rng.IntN(12), 0
		if rng.IntN(3) > 0 {
			options.Stop = func() bool { left--; return left < 0 }
		} else {
			room = 1 + rng.IntN(3)
		}
		r := branched(t, table, trees, options, room)
		if r.Complete {
			if got, want := show(r.Nodes, which != Best), show(expected(all, which, m), which != Best); got != want {
				t.Fatalf("seed %d, which %d, measure %d, %v, and it says that this is all:\n%swant\n%s", seed, which, m, names, got, want)
			}
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
				return which == Minimal && below(o.Levels, n.Levels) || which == Best && costOf(&o, m) <= costOf(&n, m)
			})
			if !known && !(costOf(&n, m) >= bound) {
				t.Fatalf("seed %d, which %d, measure %d, %v: %v is better than %v, and not found", seed, which, m, names, n, r.Bound)
			}
		}
	}
	if stopped < int(cases()/8) {
		t.Fatalf("%d stopped searches are too few", stopped)
	}
	t.Log(stopped)
}
