package suppression

import (
	"errors"
	"math/rand/v2"
	"testing"

	"skyline/engine"
	"skyline/tests/trials"
)

// matchesOf counts the people whom each row matches where a pattern is suppressed of each row,
// by the definition: all pairs are compared.
func matchesOf(rows []row, patterns []int) []int64 {
	shown := func(i, d int) int {
		if patterns[i]>>d&1 == 1 {
			return -1
		}
		return rows[i].codes[d]
	}
	matches := make([]int64, len(rows))
	for i := range rows {
		for j := range rows {
			same := true
			for d := range rows[i].codes {
				a, b := shown(i, d), shown(j, d)
				same = same && (a == b || a < 0 || b < 0)
			}
			if same {
				matches[i] += rows[j].people()
			}
		}
	}
	return matches
}

func matchEnough(rows []row, patterns []int, k int64) bool {
	for _, n := range matchesOf(rows, patterns) {
		if n < k {
			return false
		}
	}
	return true
}

// suppressedMatching runs the search.
func suppressedMatching(t *testing.T, rows []row, k int64, importance []float64) ([]int, error) {
	t.Helper()
	return suppressedMatchingKnown(t, rows, k, importance, nil)
}

// suppressedMatchingKnown is the same beside what may be known of some columns.
func suppressedMatchingKnown(t *testing.T, rows []row, k int64, importance []float64, known *Known) ([]int, error) {
	t.Helper()
	c, null := cellsOf(t, rows)
	release, err := SuppressMatching(t.Context(), c, k, Options{Null: null, Importance: importance, Known: known})
	if err != nil {
		return nil, err
	}
	return patternsOf(t, release, rows, null), nil
}

// TestMatchingByDefinition: everybody matches k, nothing is suppressed of people who did before, and no
// cells of people who are alike can be shown again.
func TestMatchingByDefinition(t *testing.T) {
	unsafe, untouched := 0, 0
	n := trials.Number(2000, 20000)
	for seed := range uint64(n) {
		rng := rand.New(rand.NewPCG(seed, 21))
		columns, k := 1+rng.IntN(4), int64(1+rng.IntN(5))
		rows := randomRows(rng, 14, columns, 1+rng.IntN(4), 2)
		weight := make([]float64, columns)
		for d := range weight {
			weight[d] = float64(1 + rng.IntN(3))
		}
		people := int64(0)
		for i := range rows {
			people += rows[i].people()
		}
		patterns, err := suppressedMatching(t, rows, k, weight)
		if (people < k) != errors.Is(err, ErrUnsafe) || people >= k && err != nil {
			t.Fatalf("seed %d: %d people, k = %d: %v", seed, people, k, err)
		}
		if err != nil {
			unsafe++
			continue
		}
		if !matchEnough(rows, patterns, k) {
			t.Fatalf("seed %d: %v with %v", seed, rows, patterns)
		}
		none := make([]int, len(rows))
		if matchEnough(rows, none, k) {
			untouched++
		}
		for i, n := range matchesOf(rows, none) {
			if n >= k && patterns[i] != 0 {
				t.Fatalf("seed %d: cells of people who match %d are suppressed", seed, n)
			}
			for fewer := range patterns[i] {
				if fewer&^patterns[i] != 0 {
					continue
				}
				was := patterns[i]
				patterns[i] = fewer
				if matchEnough(rows, patterns, k) {
					t.Fatalf("seed %d: row %d of %v with %v needs %b only", seed, i, rows, patterns, fewer)
				}
				patterns[i] = was
			}
		}
	}
	if unsafe < n/100 || untouched < n/20 || untouched > n/2 {
		t.Errorf("%d tables: %d of too few people, %d as they are", n, unsafe, untouched)
	}
}

// TestMatchingOptimum says how far the search is from the least cost: of all patterns, with
// which k-1 people of whom nothing is shown may do for everybody, and of those that suppress nothing
// that the person does not need to match k among the people as they are released.
func TestMatchingOptimum(t *testing.T) {
	trials.Long(t)
	for k := int64(2); k <= 3; k++ {
		found, least, own := 0.0, 0.0, 0.0
		tables, same, sameOwn := 0, 0, 0
		for seed := range trials.Seeds(t, 40, 300) {
			rng := rand.New(rand.NewPCG(seed, 22))
			columns := 2 + rng.IntN(2)
			rows := randomRows(rng, 8-columns, columns, 3, 1)
			patterns, err := suppressedMatching(t, rows, k, nil)
			if err != nil {
				continue
			}
			weight := []float64{1, 1, 1}[:columns]
			cost := costOf(rows, patterns, weight)
			any, needed := leastMatching(rows, k, weight)
			tables++
			found, least, own = found+cost, least+any, own+needed
			if cost == any {
				same++
			}
			if cost == needed {
				sameOwn++
			}
		}
		t.Logf("k = %d: %d tables, the least cost in %d, and %d where each loses no more than they need; %.1f %% and %.1f %% more cells in all", k, tables, same, sameOwn, 100*(found/least-1), 100*(found/own-1))
		if found > 1.15*own {
			t.Error("the search is far from the least cost")
		}
	}
}

// leastMatching tries all patterns for all rows: the least cost with which everybody matches k, and
// the least where besides nobody could show more of their own cells and still match k themselves.
func leastMatching(rows []row, k int64, weight []float64) (least, needed float64) {
	patterns := make([]int, len(rows))
	least, needed = 1e9, 1e9
	for {
		if cost := costOf(rows, patterns, weight); cost < needed && matchEnough(rows, patterns, k) {
			least = min(least, cost)
			if onlyNeeded(rows, patterns, k) {
				needed = cost
			}
		}
		at := 0
		for at < len(patterns) && patterns[at] == 1<<len(weight)-1 {
			patterns[at] = 0
			at++
		}
		if at == len(patterns) {
			return least, needed
		}
		patterns[at]++
	}
}

func onlyNeeded(rows []row, patterns []int, k int64) bool {
	for i, p := range patterns {
		for fewer := range p {
			if fewer&^p != 0 {
				continue
			}
			patterns[i] = fewer
			enough := matchesOf(rows, patterns)[i] >= k
			patterns[i] = p
			if enough {
				return false
			}
		}
	}
	return true
}

// TestMatchingManyColumns: beyond the patterns that are listed.
func TestMatchingManyColumns(t *testing.T) {
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 23))
		rows := randomRows(rng, 30, 14, 6, 1)
		patterns, err := suppressedMatching(t, rows, 2, nil)
		if errors.Is(err, ErrUnsafe) {
			continue
		}
		if err != nil || !matchEnough(rows, patterns, 2) {
			t.Fatalf("seed %d: %v, %v", seed, patterns, err)
		}
	}
}

// TestMatchingBlank: two people of whom nothing is shown would do for all of these 40, k being 3, with
// 4 cells. That is not what is done: each needs to lose the first cell only.
func TestMatchingBlank(t *testing.T) {
	var rows []row
	for i := range 40 {
		rows = append(rows, row{[]int{i, i % 4}, []int64{1}})
	}
	patterns, err := suppressedMatching(t, rows, 3, nil)
	if err != nil {
		t.Fatal(err)
	}
	if cost := costOf(rows, patterns, []float64{1, 1}); cost != 8 {
		t.Errorf("%v cells of %v, want 8: two in each of the four groups by the second column", cost, patterns)
	}
}

func TestMatchingErrors(t *testing.T) {
	rows := []row{{[]int{0}, []int64{1}}, {[]int{1}, []int64{1}}}
	if _, err := suppressedMatching(t, rows, 3, nil); !errors.Is(err, ErrUnsafe) {
		t.Errorf("k above the number of people: %v", err)
	}
	c, null := cellsOf(t, rows)
	if _, err := SuppressMatching(t.Context(), c, 2, Options{Null: null, Importance: []float64{0}}); !errors.Is(err, &engine.ParamError{Param: "Importance"}) {
		t.Errorf("importance: %v", err)
	}
}
