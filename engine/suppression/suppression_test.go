package suppression

import (
	"errors"
	"math/rand/v2"
	"testing"

	"skyline/tests/trials"
)

// TestByDefinition: whatever requirements look at each group by itself, the release is safe
// if any is, and minimal as Suppress promises.
func TestByDefinition(t *testing.T) {
	unsafe, untouched, everything := 0, 0, 0
	n := trials.Number(600, 5000)
	for seed := range uint64(n) {
		rng := rand.New(rand.NewPCG(seed, 1))
		columns := 1 + rng.IntN(4)
		rows, criteria := randomRows(rng, 12, columns, 1+rng.IntN(4), 3), randomCriteria(rng)
		weight := make([]float64, columns)
		for d := range weight {
			weight[d] = float64(1 + rng.IntN(3))
		}
		strata := max(0, rng.IntN(2*columns+1)-columns) // the last columns, which are always shown
		all := make([]int, len(rows))
		for i := range all {
			all[i] = 1<<(columns-strata) - 1
		}
		patterns, err := suppressed(t, rows, criteria, weight, strata)
		if holds := isSafe(rows, all, criteria); holds != (err == nil) || !holds && !errors.Is(err, ErrUnsafe) {
			t.Fatalf("seed %d: %v, and the table as one group of each stratum is safe: %v", seed, err, holds)
		}
		if err != nil {
			unsafe++
			continue
		}
		if !isSafe(rows, patterns, criteria) {
			t.Fatalf("seed %d: %v with %v is not safe", seed, rows, patterns)
		}
		if found := improvable(rows, patterns, criteria); found != "" {
			t.Fatalf("seed %d: %s", seed, found)
		}
		switch costOf(rows, patterns, weight) {
		case 0:
			untouched++
		case costOf(rows, all, weight):
			everything++
		}
	}
	t.Logf("%d tables: %d not safe as one group of each stratum, %d as they are, %d with everything suppressed", n, unsafe, untouched, everything)
	if unsafe < n/20 || untouched < n/50 || everything > n/2 {
		t.Error("these are too few, or too many")
	}
}

// TestRestore: what the last steps show is minimal by itself, whatever came before: exchanges,
// which are not tried for everybody, or patterns in the order of their cost.
func TestRestore(t *testing.T) {
	trials.Long(t)
	for seed := range trials.Seeds(t, 1500, 5000) {
		rng := rand.New(rand.NewPCG(seed, 8))
		rows, criteria := randomRows(rng, 14, 1+rng.IntN(4), 1+rng.IntN(4), 3), randomCriteria(rng)
		c, null := cellsOf(t, rows)
		people, err := newTable(t.Context(), c, null)
		if err != nil {
			t.Fatal(err)
		}
		s := newSearch(t.Context(), c, people, &Options{Requirements: requirementsOf(criteria), Null: null})
		if !s.begin() {
			continue
		}
		if seed%2 == 0 {
			if err := s.carve(); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.restore(); err != nil {
			t.Fatal(err)
		}
		patterns := patternsOf(t, s.release(), rows, null)
		if !isSafe(rows, patterns, criteria) {
			t.Fatalf("seed %d: %v with %v is not safe", seed, rows, patterns)
		}
		if found := improvable(rows, patterns, criteria); found != "" {
			t.Fatalf("seed %d: %s", seed, found)
		}
	}
}

// TestOptimum says how far the search is from the least cost, which is found by trying
// all patterns for all rows. Of 100 tables of up to 6 rows and 3 columns for each requirement, as
// far as they can be released, it finds the least cost in 95 % or more, and suppresses at most 2.2 %
// more cells in all; for a single table at most 1.67 times as many.
func TestOptimum(t *testing.T) {
	trials.Long(t)
	for _, kind := range []struct {
		name     string
		criteria []criterion
	}{
		{"k = 2", []criterion{kAnonymity(2)}},
		{"k = 3", []criterion{kAnonymity(3)}},
		{"k = 5", []criterion{kAnonymity(5)}},
		{"l = 2", []criterion{distinct(2)}},
		{"a value of half of a group at most", []criterion{maxShare(0.501)}},
		{"t = 0.2", []criterion{closeness(0.2)}},
	} {
		found, least, same, tables := 0.0, 0.0, 0, 0
		worst := 1.0
		for seed := range trials.Seeds(t, 12, 100) {
			rng := rand.New(rand.NewPCG(seed, 2))
			columns := 2 + rng.IntN(2)
			rows := randomRows(rng, 8-columns, columns, 3, 2)
			weight := []float64{1, 1, 1}[:len(rows[0].codes)]
			patterns, err := suppressed(t, rows, kind.criteria, nil, 0)
			if err != nil {
				continue
			}
			cost := costOf(rows, patterns, weight)
			best := cheapestOf(rows, kind.criteria, weight, cost)
			tables++
			found, least = found+cost, least+best
			if cost == best {
				same++
			} else if best > 0 {
				worst = max(worst, cost/best)
			}
		}
		t.Logf("%s: %d tables, the least cost in %d; %.1f %% more cells in all, at worst %.2f times as many", kind.name, tables, same, 100*(found/least-1), worst)
		if tables == 0 || 3*same < 2*tables || found > 1.15*least {
			t.Errorf("%s: the search is far from the least cost", kind.name)
		}
	}
}

// TestRenamed: what values are called does not change how many cells are suppressed.
func TestRenamed(t *testing.T) {
	changed := 0
	for seed := range uint64(1500) {
		rng := rand.New(rand.NewPCG(seed, 9))
		columns, codes := 1+rng.IntN(4), 1+rng.IntN(5)
		rows, k := randomRows(rng, 14, columns, codes, 2), int64(2+rng.IntN(3))
		renamed := make([]row, len(rows))
		names := make([][]int, columns)
		for d := range names {
			names[d] = rng.Perm(codes)
		}
		at := rng.Perm(len(rows))
		for i := range rows {
			renamed[at[i]] = row{make([]int, columns), rows[i].counts}
			for d, code := range rows[i].codes {
				if renamed[at[i]].codes[d] = code; code >= 0 {
					renamed[at[i]].codes[d] = names[d][code]
				}
			}
		}
		weight := []float64{1, 1, 1, 1}[:columns]
		for name, run := range map[string]func(rows []row) ([]int, error){
			"groups":   func(rows []row) ([]int, error) { return suppressed(t, rows, []criterion{kAnonymity(k)}, nil, 0) },
			"matching": func(rows []row) ([]int, error) { return suppressedMatching(t, rows, k, nil) },
			"known": func(rows []row) ([]int, error) {
				return suppressedBy(t, rows, Options{Known: &Known{min(2, columns), k}})
			},
		} {
			before, err := run(rows)
			after, again := run(renamed)
			if (err == nil) != (again == nil) {
				t.Fatalf("seed %d: %v, %v", seed, err, again)
			}
			if a, b := costOf(rows, append(before, make([]int, len(rows))...), weight), costOf(renamed, append(after, make([]int, len(rows))...), weight); a != b {
				t.Errorf("seed %d, %s: %v cells of %v, and %v of %v", seed, name, a, rows, b, renamed)
			}
			if err == nil && costOf(rows, before, weight) > 0 {
				changed++
			}
		}
	}
	if changed < 1000 {
		t.Errorf("cells are suppressed of %d tables only", changed)
	}
}
