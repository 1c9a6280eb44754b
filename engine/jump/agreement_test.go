package jump_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/internal/vectors"
	"skyline/engine/jump"
	"skyline/engine/jump/beliefs"
	"skyline/tests/trials"
	"skyline/tests/worlds"
)

// Here the engine is compared with the definitions of oracle_test.go.

// options bound nothing that is so small.
var options = &jump.Options{Limit: 1e12}

// engineTable makes the engine's table of a table, with a cell for people who agree in
// all generalizations, or for each person; cells has those of people.
func engineTable(t *testing.T, groups [][][]int, table []int, apart bool) (e *jump.Table, cells []int) {
	t.Helper()
	of := make([][]int32, len(groups)) // the group of a person
	for j, members := range groups {
		of[j] = make([]int32, len(table))
		for g, group := range members {
			for _, person := range group {
				of[j][person] = int32(g)
			}
		}
	}
	var first []int
	cells = make([]int, len(table))
	for person := range table {
		at := slices.IndexFunc(first, func(other int) bool {
			return !apart && !slices.ContainsFunc(of, func(g []int32) bool { return g[person] != g[other] })
		})
		if at < 0 {
			at = len(first)
			first = append(first, person)
		}
		cells[person] = at
	}
	counts := make([][]jump.Count, len(first))
	for person, v := range table {
		c := &counts[cells[person]]
		if at := slices.IndexFunc(*c, func(n jump.Count) bool { return int(n.Value) == v }); at >= 0 {
			(*c)[at].N++
		} else {
			*c = append(*c, jump.Count{Value: int32(v), N: 1})
		}
	}
	inGroups := make([][]int32, len(groups))
	for j := range groups {
		for _, person := range first {
			inGroups[j] = append(inGroups[j], of[j][person])
		}
	}
	e, err := jump.New(1+slices.Max(table), counts, inGroups)
	if err != nil {
		t.Fatal(err)
	}
	return e, cells
}

func engineProperty(p worlds.Property) beliefs.Property {
	switch p := p.(type) {
	case worlds.MaxShare:
		return beliefs.MaxShare{Share: big.NewRat(p.Over, p.Under)}
	case worlds.Distinct:
		return beliefs.Distinct{Values: int64(p)}
	case worlds.Entropy:
		return beliefs.Entropy{L: big.NewRat(p.Over, p.Under)}
	case worlds.Recursive:
		return beliefs.Recursive{C: big.NewRat(p.Over, p.Under), L: int64(p.L)}
	}
	return nil
}

func engineAlgorithm(w *world) *jump.Algorithm {
	a := &jump.Algorithm{Strategy: [...]jump.Strategy{jump.Naive, jump.Safe, jump.Jump}[w.strategy], Property: engineProperty(w.property)}
	if w.strategy == jumping {
		a.Jump = w.jump
	}
	if w.joint != nil {
		a.Property, a.Joint = nil, w.joint
	}
	return a
}

// tally counts what was compared, and how the engine came to it.
type tally struct {
	steps, counted, certified int
	reasons                   map[jump.Reason]int
}

// agree follows the engine's evaluation of a table step by step.
func (y *tally) agree(t *testing.T, w *world, e *jump.Table, table []int) {
	t.Helper()
	got, err := e.Publish(t.Context(), engineAlgorithm(w), options)
	if err != nil {
		t.Fatal(err)
	}
	released, path := w.Run(table)
	if got.Released != released || got.Undecided != nil || len(got.Steps) != len(path) {
		t.Errorf("%v: the engine releases g%d in %d steps (undecided: %v), want g%d by %v", w.strategy, got.Released, len(got.Steps), got.Undecided, released, path)
		return
	}
	for at, step := range got.Steps {
		want := path[at]
		next := 0
		if at+1 < len(path) {
			next = path[at+1].I
		}
		if step.Generalization != want.I || step.Disclosure != want.Disclosure || step.Holds != beliefs.VerdictOf(want.Holds) || step.Next != next && step.Next <= len(w.Groups) {
			t.Errorf("%v: step %d is %+v, want %+v and then g%d", w.strategy, at+1, step, want, next)
			continue
		}
		set := w.Set(want, table)
		y.steps++
		if want.Disclosure {
			if y.reasons == nil {
				y.reasons = map[jump.Reason]int{}
			}
			y.reasons[step.Reason]++
		}
		if step.Tables != nil {
			y.counted++
			if step.Tables.Cmp(big.NewInt(int64(len(set)))) != 0 {
				t.Errorf("%v: step %d has %v tables, want %d", w.strategy, at+1, step.Tables, len(set))
			}
		}
		y.certified += boolInt(step.Method == jump.CertifiedBounds)
		if step.Highest != nil {
			if c := step.Highest.Cmp(worlds.Highest(set)); c < 0 || c > 0 && step.Method == jump.Exact {
				t.Errorf("%v: step %d has a largest share of %v, want %v (%v)", w.strategy, at+1, step.Highest, worlds.Highest(set), step.Reason)
			}
		} else if step.Method == jump.Exact {
			t.Errorf("%v: step %d is exact without a largest share", w.strategy, at+1)
		}
	}
}

// believe compares what is believed after the release.
func believe(t *testing.T, w *world, e *jump.Table, cells, table []int) {
	t.Helper()
	got, err := e.Posterior(t.Context(), engineAlgorithm(w), options)
	if err != nil {
		t.Fatal(err)
	}
	released, set := w.Believed(table)
	if got.Released != released {
		t.Errorf("%v: g%d is released, want g%d", w.strategy, got.Released, released)
		return
	}
	values := 1 + slices.Max(table)
	found := worlds.Zeros(1+slices.Max(cells), values)
	got.Each(func(of, values []int32, shares []*big.Rat) bool {
		for _, cell := range of {
			for at, v := range values {
				found[cell][v].Set(shares[at])
			}
		}
		return true
	})
	equalShares(t, w.strategy.String(), found, worlds.Shares(set, values), cells)
}

func equalShares(t *testing.T, what string, found, want [][]*big.Rat, cells []int) {
	t.Helper()
	for person, row := range want {
		for v, share := range row {
			if got := found[cells[person]][v]; got.Cmp(share) != 0 {
				t.Errorf("%s: person %d has value %d with %v, want %v", what, person, v, got, share)
			}
		}
	}
}

// TestAgreement compares evaluations and beliefs with the definitions on random tables.
func TestAgreement(t *testing.T) {
	t.Parallel()
	var y tally
	drawn(t, 21, 2500, 7, func(t *testing.T, in *instance, rng *rand.Rand) {
		e, cells := engineTable(t, in.groups, in.table, rng.IntN(4) == 0)
		for _, s := range []strategy{naive, safe, jumping} {
			w := in.world(s)
			y.agree(t, w, e, in.table)
			believe(t, w, e, cells, in.table)
		}
	})
	t.Logf("%d steps, %d counted, %d certified; %v", y.steps, y.counted, y.certified, y.reasons)
	if y.steps < trials.Number(2_500, 10_000) {
		t.Errorf("%d steps say little", y.steps)
	}
}

// TestAgreementLarger has a few tables of eight people.
func TestAgreementLarger(t *testing.T) {
	t.Parallel()
	var y tally
	drawn(t, 22, 150, 8, func(t *testing.T, in *instance, _ *rand.Rand) {
		e, cells := engineTable(t, in.groups, in.table, false)
		for _, s := range []strategy{naive, safe, jumping} {
			w := in.world(s)
			y.agree(t, w, e, in.table)
			believe(t, w, e, cells, in.table)
		}
	})
	t.Logf("%d steps, %d counted, %d certified; %v", y.steps, y.counted, y.certified, y.reasons)
}

// nestedInstance draws groups that are merged step by step, of more people and few
// values.
func nestedInstance(rng *rand.Rand) *instance {
	n := 8 + rng.IntN(5)
	in := &instance{nested: true, property: worlds.MaxShare{Over: 1 + rng.Int64N(2), Under: 2 + rng.Int64N(2)}}
	if p := in.property.(worlds.MaxShare); p.Over == p.Under {
		in.property = worlds.MaxShare{Over: 3, Under: 5}
	}
	values := 2
	if n < 11 {
		values += rng.IntN(2)
	}
	for range n {
		in.table = append(in.table, rng.IntN(values))
	}
	in.table[0] = values - 1 // all values up to the largest
	group, width := make([]int, n), 1
	for range 3 + rng.IntN(2) {
		width += 1 + rng.IntN(3)
		for person := range group {
			group[person] = person / width
		}
		width = width * (1 + rng.IntN(2))
		groups := worlds.Groups(group)
		if len(in.groups) > 0 && !refines(in.groups[len(in.groups)-1], groups) {
			groups = worlds.Groups(make([]int, n))
		}
		in.groups = append(in.groups, groups)
	}
	in.jump = slices.Repeat([]int64{1}, len(in.groups))
	for j := range in.jump {
		if rng.IntN(4) == 0 {
			in.jump[j] = 2
		}
	}
	return in
}

// TestAgreementNested has nested generalizations of up to twelve people.
func TestAgreementNested(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	var y tally
	for seed := range uint64(150) {
		in := nestedInstance(rand.New(rand.NewPCG(seed, 23)))
		e, cells := engineTable(t, in.groups, in.table, false)
		for _, s := range []strategy{naive, safe, jumping} {
			w := in.world(s)
			y.agree(t, w, e, in.table)
			believe(t, w, e, cells, in.table)
		}
		if t.Failed() {
			t.Fatalf("seed %d: %v", seed, in)
		}
	}
	t.Logf("%d steps, %d counted, %d certified; %v", y.steps, y.counted, y.certified, y.reasons)
}

// TestLimits: with little work allowed, the engine is right or says that it does not
// know.
func TestLimits(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	undecided, decided := 0, map[jump.Reason]int{}
	check := func(in *instance, rng *rand.Rand) {
		e, _ := engineTable(t, in.groups, in.table, false)
		for _, s := range []strategy{safe, jumping} {
			w := in.world(s)
			released, path := w.Run(in.table)
			got, err := e.Publish(t.Context(), engineAlgorithm(w), &jump.Options{Limit: math.Pow(10, 5*rng.Float64())})
			if err != nil {
				t.Fatal(err)
			}
			for at, step := range got.Steps {
				want := path[at]
				switch {
				case step.Holds == beliefs.Unknown:
					if got.Undecided == nil || got.Undecided.Generalization != step.Generalization || at+1 != len(got.Steps) {
						t.Errorf("%v: step %d is not decided: %v", s, at+1, got.Undecided)
					}
					undecided++
				case step.Generalization != want.I || step.Disclosure != want.Disclosure || step.Holds != beliefs.VerdictOf(want.Holds):
					t.Errorf("%v: step %d is %+v, want %+v", s, at+1, step, want)
				case step.Disclosure:
					decided[step.Reason]++
					if c := step.Highest; c != nil && c.Cmp(worlds.Highest(w.Set(want, in.table))) < 0 {
						t.Errorf("%v: step %d has a largest share of %v, want %v (%v)", s, at+1, c, worlds.Highest(w.Set(want, in.table)), step.Reason)
					}
				}
			}
			if got.Undecided == nil && got.Released != released {
				t.Errorf("%v: g%d is released, want g%d", s, got.Released, released)
			}
		}
	}
	drawn(t, 24, 1500, 7, func(_ *testing.T, in *instance, rng *rand.Rand) { check(in, rng) })
	for seed := range uint64(150) {
		rng := rand.New(rand.NewPCG(seed, 25))
		in := nestedInstance(rng)
		if check(in, rng); t.Failed() {
			t.Fatalf("seed %d: %v", seed, in)
		}
	}
	t.Logf("%d undecided; %v", undecided, decided)
}

// TestAgreementVectors: the engine releases what the vectors say, by the same path, with
// the same numbers.
func TestAgreementVectors(t *testing.T) {
	t.Parallel()
	var y tally
	for id, c := range vectors.Load(t, vectors.JumpCases) {
		for _, s := range []strategy{naive, safe, jumping} {
			w, table := vectorWorld(&c, s)
			e, cells := engineTable(t, w.Groups, table, false)
			y.agree(t, w, e, table)
			believe(t, w, e, cells, table)
			want := map[strategy]int{naive: c.Naive.Released, safe: c.Safe.Released, jumping: c.Jumping.Released}[s]
			if got, err := e.Publish(t.Context(), engineAlgorithm(w), options); err != nil || got.Released != want {
				t.Errorf("%v: g%d is released, want g%d; %v", s, got.Released, want, err)
			}
		}
		if t.Failed() {
			t.Fatalf("vector %d, %s", id, c.Note)
		}
	}
	t.Logf("%d steps, %d counted, %d certified", y.steps, y.counted, y.certified)
}

// TestAgreementPaper has the examples of the source, too large to list all of Table 11b.
func TestAgreementPaper(t *testing.T) {
	t.Parallel()
	var y tally
	for _, example := range []struct {
		name    string
		table   []int
		groups  [][][]int
		jump    []int64
		tables  []int64 // of the disclosure sets on the path, 0 for any
		highest []string
	}{
		{"Table 1", table1, table1Groups, []int64{1, 1, 1}, []int64{4, 8}, []string{"1", "1/2"}},
		{"Table 10", table10, table10Groups, []int64{1, 1, 1}, []int64{7776}, []string{"5/9"}},
		{"Table 10", table10, table10Groups, []int64{2, 2, 2}, []int64{4320}, []string{"1/2"}},
		{"Table 11a", table11, table11Left, []int64{2, 2, 2, 2}, []int64{0, 5 * 120 * 120}, []string{"1", "2/5"}},
		{"Table 11b", table11, table11Right, []int64{2, 2, 2, 2, 2}, []int64{0, 0}, []string{"1", "1"}},
		{"Table 11b", table11, table11Right, []int64{3, 3, 3, 3, 3}, []int64{0, 9 * 3628800}, []string{"1", "2/9"}},
		{"Table 12", table12, table12Groups, []int64{1, 1, 1, 1}, nil, nil},
		{"instead of Table 12", table12Replacement, table12ReplacementGroups, []int64{1, 1, 1, 1}, []int64{12, 8}, []string{"2/3", "1/2"}},
	} {
		e, _ := engineTable(t, example.groups, example.table, false)
		got, err := e.Publish(t.Context(), &jump.Algorithm{Strategy: jump.Jump, Jump: example.jump, Property: engineProperty(half)}, options)
		if err != nil || got.Undecided != nil {
			t.Fatalf("%s: %v, %v", example.name, err, got.Undecided)
		}
		var sets []jump.Step
		for _, step := range got.Steps {
			if step.Disclosure {
				sets = append(sets, step)
			}
		}
		if len(sets) != len(example.tables) {
			t.Fatalf("%s: %d disclosure sets, want %d", example.name, len(sets), len(example.tables))
		}
		for at, step := range sets {
			if want := example.tables[at]; want > 0 && (step.Tables == nil || step.Tables.Cmp(big.NewInt(want)) != 0) {
				t.Errorf("%s: a disclosure set of %v tables, want %d", example.name, step.Tables, want)
			}
			if step.Highest == nil || step.Highest.RatString() != example.highest[at] {
				t.Errorf("%s: the largest share is %v, want %s", example.name, step.Highest, example.highest[at])
			}
		}
		y.steps += len(got.Steps)
	}
}
