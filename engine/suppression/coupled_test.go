package suppression

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/engine"
	"skyline/engine/breach"
	"skyline/engine/cells"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/engine/privacy"
	"skyline/tests/trials"
)

// holdsFor asks Check of requirements about a table with patterns.
func holdsFor(t *testing.T, rows []row, patterns []int, requirements []privacy.Requirement) bool {
	t.Helper()
	whole := make([]int64, len(rows[0].counts))
	table := &partition.Table{Values: make([]partition.Value, len(whole))}
	for _, counts := range groupsOf(rows, patterns) {
		g := partition.Group{}
		for v, n := range counts {
			whole[v] += n
			g.People += n
			if n > 0 {
				g.Counts = append(g.Counts, partition.Count{Value: int32(v), N: n})
			}
		}
		cells.SortCounts(g.Counts)
		table.People += g.People
		table.Groups = append(table.Groups, g)
	}
	release := &privacy.Release{Table: table, Whole: whole}
	for _, r := range requirements {
		findings, err := r.Check(t.Context(), release)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(findings, func(f privacy.Finding) bool { return !f.Holds }) {
			return false
		}
	}
	return true
}

// TestCoupled: what looks at several groups at once is satisfied by whatever comes out, and
// something comes out if and only if the table as one group satisfies it. How often a single
// step more would have been safe is told.
func TestCoupled(t *testing.T) {
	made, improved, everything := 0, 0, 0
	n := trials.Number(150, 2000)
	for seed := range uint64(n) {
		rng := rand.New(rand.NewPCG(seed, 3))
		columns := 1 + rng.IntN(3)
		rows := randomRows(rng, 10, columns, 3, 4)
		c, err := breach.NewThreshold([]float64{0.6, 0.8, 0.9}[rng.IntN(3)])
		if err != nil {
			t.Fatal(err)
		}
		for i := range rows {
			// All values occur, so that their numbers are those of the rows.
			for v := range rows[i].counts {
				if i == 0 && rows[i].counts[v] == 0 {
					rows[i].counts[v] = 1
				}
			}
		}
		requirements := []privacy.Requirement{privacy.Implications(int64(rng.IntN(2)), 0.9)}
		if rng.IntN(2) == 0 {
			point := knowledge.Point{L: int64(rng.IntN(2)), K: int64(rng.IntN(2)), M: int64(rng.IntN(2))}
			requirements = []privacy.Requirement{&privacy.Skyline{Others: []privacy.Point{{Requirement: breach.Requirement{Point: point, C: c}}}}}
		}
		table, null := cellsOf(t, rows)
		release, err := Suppress(t.Context(), table, Options{Requirements: requirements, Null: null})
		all := slices.Repeat([]int{1<<columns - 1}, len(rows))
		if holds := holdsFor(t, rows, all, requirements); holds != (err == nil) || !holds && !errors.Is(err, ErrUnsafe) {
			t.Fatalf("seed %d: %v, and the table as one group is safe: %v", seed, err, holds)
		}
		if err != nil {
			continue
		}
		made++
		patterns := patternsOf(t, release, rows, null)
		if !holdsFor(t, rows, patterns, requirements) {
			t.Fatalf("seed %d: %v with %v is not safe", seed, rows, patterns)
		}
		if slices.Equal(patterns, all) {
			everything++
		}
		for i := range rows {
			for d := range columns {
				next := slices.Clone(patterns)
				if next[i] &^= 1 << d; next[i] != patterns[i] && holdsFor(t, rows, next, requirements) {
					improved++
				}
			}
		}
	}
	t.Logf("%d tables, %d releases, %d with everything suppressed; %d steps of one row would have been safe", n, made, everything, improved)
	if made < n/5 || everything > made/2 || improved > made/20 {
		t.Error("these are too few, or too many")
	}
}

// TestSeveral: people may have several values, and the count of people is one of its own.
func TestSeveral(t *testing.T) {
	for seed := range trials.Seeds(t, 300, 3000) {
		rng := rand.New(rand.NewPCG(seed, 4))
		b := cells.Builder{Constraint: knowledge.Set}
		sizes := []int{3, 3}
		people := map[string]int64{}
		for range 1 + rng.IntN(10) {
			codes := []int64{rng.Int64N(3), rng.Int64N(3)}
			n := 1 + rng.Int64N(3)
			if err := b.Add(codes, "\x00"+string(rune(n))+"\x02a"+string(rune(1+rng.Int64N(n)))); err != nil {
				t.Fatal(err)
			}
			people[fmt.Sprint(codes)] += n
		}
		c, err := b.Cells(sizes)
		if err != nil {
			t.Fatal(err)
		}
		release, err := Suppress(t.Context(), c, Options{Requirements: []privacy.Requirement{privacy.KAnonymity(3)}, Null: []int32{-1, -1}})
		if errors.Is(err, ErrUnsafe) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]int64{}
		for i := range int64(3) {
			for j := range int64(3) {
				place := []int64{0}
				release.Places([]int64{i, j}, place)
				n := people[fmt.Sprint([]int64{i, j})]
				if (place[0] < 0) != (n == 0) {
					t.Fatalf("seed %d: %d people in group %d", seed, n, place[0])
				}
				if n > 0 {
					shown := []int64{i, j}
					for d := range shown {
						if release.Hidden(int(place[0]), d) {
							shown[d] = -1
						}
					}
					found[fmt.Sprint(shown)] += n
				}
			}
		}
		for shown, n := range found {
			if n < 3 {
				t.Fatalf("seed %d: %d people show %s", seed, n, shown)
			}
		}
	}
}

// TestManyColumns: beyond 12 columns not all patterns are tried, and the release is safe and, one
// column at a time, minimal.
func TestManyColumns(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	rows := []row{}
	for range 40 {
		r := row{make([]int, 20), []int64{1}}
		for d := range r.codes {
			r.codes[d] = rng.IntN(1 + d%3)
		}
		rows = append(rows, r)
	}
	criteria := []criterion{kAnonymity(3)}
	patterns, err := suppressed(t, rows, criteria, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	if !isSafe(rows, patterns, criteria) {
		t.Fatal("not safe")
	}
	all := slices.Repeat([]int{1<<20 - 1}, len(rows))
	weight := slices.Repeat([]float64{1}, 20)
	if cost := costOf(rows, patterns, weight); cost > costOf(rows, all, weight)/2 {
		t.Errorf("%v cells are suppressed of %d", cost, 40*20)
	}
	for i := range rows {
		for d := range 20 {
			next := slices.Clone(patterns)
			if next[i] &^= 1 << d; next[i] != patterns[i] && isSafe(rows, next, criteria) {
				t.Errorf("row %d could show column %d", i, d)
			}
		}
	}
}

// TestOrder: neither the order of cells nor how they are cut into counts matters.
func TestOrder(t *testing.T) {
	for seed := range trials.Seeds(t, 200, 2000) {
		rng := rand.New(rand.NewPCG(seed, 6))
		rows, criteria := randomRows(rng, 12, 3, 3, 3), randomCriteria(rng)
		want, errWant := suppressed(t, rows, criteria, nil, 0)
		order := rng.Perm(len(rows))
		shuffled := make([]row, len(rows))
		for to, from := range order {
			shuffled[to] = rows[from]
		}
		got, err := suppressed(t, shuffled, criteria, nil, 0)
		if !errors.Is(err, errWant) {
			t.Fatalf("seed %d: %v, want %v", seed, err, errWant)
		}
		if err != nil {
			continue
		}
		for to, from := range order {
			if got[to] != want[from] {
				t.Fatalf("seed %d: %v in another order is %v, want %v", seed, rows, got, want)
			}
		}
	}
}

// lying is a requirement whose guard allows everything.
type lying struct{ privacy.Requirement }

type yes struct{ privacy.Guard }

func (l lying) Watch(whole *privacy.Whole) privacy.Guard    { return yes{l.Requirement.Watch(whole)} }
func (yes) Allows(*partition.Group, []partition.Group) bool { return true }
func (yes) Floor() privacy.Floor                            { return privacy.Floor{} }

// TestLying: what a guard is wrong about is not released.
func TestLying(t *testing.T) {
	rows := []row{{[]int{0}, []int64{1}}, {[]int{1}, []int64{1}}}
	c, null := cellsOf(t, rows)
	release, err := Suppress(t.Context(), c, Options{Requirements: []privacy.Requirement{lying{privacy.KAnonymity(2)}}, Null: null})
	if err != nil || release.Len() != 1 || !release.Hidden(0, 0) {
		t.Errorf("%d groups, %v; want one", release.Len(), err)
	}
}

func TestRefused(t *testing.T) {
	rows := []row{{[]int{0, 1}, []int64{1}}}
	c, null := cellsOf(t, rows)
	k := []privacy.Requirement{privacy.KAnonymity(1)}
	for name, options := range map[string]Options{
		"Null must be one for each of 2 columns":       {Requirements: k, Null: null[:1]},
		"Null must be codes of the columns":            {Requirements: k, Null: []int32{-1, 9}},
		"Importance must be one for each of 2 columns": {Requirements: k, Null: null, Importance: []float64{1}},
		"Importance must be positive numbers":          {Requirements: k, Null: null, Importance: []float64{1, 0}},
	} {
		if _, err := Suppress(t.Context(), c, options); !errors.Is(err, &engine.ParamError{Package: "suppression"}) || !strings.Contains(err.Error(), name) {
			t.Errorf("%v, want %s", err, name)
		}
	}
	wide := cells.Builder{}
	if err := wide.Add(make([]int64, MaxColumns+1), "\x02a\x01"); err != nil {
		t.Fatal(err)
	}
	w, err := wide.Cells(slices.Repeat([]int{1}, MaxColumns+1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Suppress(t.Context(), w, Options{Requirements: k}); !errors.Is(err, &engine.ParamError{Package: "suppression", Param: "columns"}) {
		t.Errorf("%d columns: %v", MaxColumns+1, err)
	}
	if _, err := Suppress(t.Context(), c, Options{Requirements: []privacy.Requirement{privacy.KAnonymity(2)}, Null: null}); !errors.Is(err, ErrUnsafe) {
		t.Errorf("one person, k = 2: %v", err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Suppress(cancelled, c, Options{Requirements: k, Null: null}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	empty := cells.Builder{}
	e, err := empty.Cells([]int{0, 0})
	if err != nil {
		t.Fatal(err)
	}
	if release, err := Suppress(t.Context(), e, Options{Requirements: k, Null: []int32{-1, -1}}); err != nil || release.Len() != 0 {
		t.Errorf("nobody: %v", err)
	}
}

// TestWeights: the cheapest patterns, by all sums.
func TestWeights(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 7))
		columns := 1 + rng.IntN(6)
		importance := make([]float64, columns)
		for d := range importance {
			importance[d] = []float64{1, 2, 0.5, 0.1, 0.3, 7}[rng.IntN(6)]
		}
		w := newWeights(importance, columns, 1000)
		most := 1 + rng.IntN(70)
		got := w.cheapest(len(w), most)
		costs := []int64{}
		for p := range pattern(1 << columns) {
			costs = append(costs, w.of(p))
		}
		slices.Sort(costs)
		if len(got) != min(most, len(costs)) {
			t.Fatalf("%d patterns of %d columns, want at most %d", len(got), columns, most)
		}
		seen := map[pattern]bool{}
		for i, p := range got {
			if w.of(p) != costs[i] || seen[p] {
				t.Fatalf("seed %d: pattern %d costs %d, want %d", seed, i, w.of(p), costs[i])
			}
			seen[p] = true
		}
	}
	if w := newWeights([]float64{1e300, 1e-300}, 2, partition.MaxPeople); w[0] < 1 || w[1] != 1 || w[0] > 2 {
		t.Errorf("weights of as many people as there may be: %v", w)
	}
}
