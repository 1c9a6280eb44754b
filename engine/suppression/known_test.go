package suppression

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"skyline/engine"
	"skyline/tests/trials"
)

// shareEnough is what is required of what may be known, by the definition: in each m of the first
// columns, with the strata behind them, what somebody shows k people show.
func shareEnough(m int, k int64, strata int) criterion {
	return criterion{name: fmt.Sprintf("%d columns, k=%d", m, k), ofTable: func(rows []row, patterns []int) bool {
		columns := len(rows[0].codes)
		for set := range 1 << (columns - strata) {
			if bits.OnesCount(uint(set)) != m {
				continue
			}
			people := map[string]int64{}
			for i := range rows {
				shown := ""
				for d, code := range rows[i].codes {
					if patterns[i]>>d&1 == 1 {
						code = -1
					}
					if set>>d&1 == 1 || d >= columns-strata {
						shown += fmt.Sprint(code, " ")
					}
				}
				people[shown] += rows[i].people()
			}
			for _, n := range people {
				if n < k {
					return false
				}
			}
		}
		return true
	}}
}

// TestKnownByDefinition: what is shown in any m columns enough people show, beside other
// requirements or alone, and no more could be shown.
func TestKnownByDefinition(t *testing.T) {
	unsafe, untouched, fewer := 0, 0, 0
	n := trials.Number(600, 5000)
	for seed := range uint64(n) {
		rng := rand.New(rand.NewPCG(seed, 31))
		columns := 1 + rng.IntN(4)
		rows := randomRows(rng, 14, columns, 1+rng.IntN(3), 3)
		strata := max(0, rng.IntN(2*columns+1)-columns)
		strata = min(strata, columns-1)
		m, k := 1+rng.IntN(columns-strata), int64(2+rng.IntN(3))
		criteria := []criterion{shareEnough(m, k, strata)}
		if rng.IntN(3) == 0 {
			criteria = append(criteria, randomCriteria(rng)...)
		}
		weight := make([]float64, columns)
		for d := range weight {
			weight[d] = float64(1 + rng.IntN(3))
		}
		all, none := make([]int, len(rows)), make([]int, len(rows))
		for i := range all {
			all[i] = 1<<(columns-strata) - 1
		}
		patterns, err := suppressedBy(t, rows, Options{Requirements: requirementsOf(criteria), Importance: weight, Strata: strata, Known: &Known{m, k}})
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
		if isSafe(rows, none, criteria) {
			untouched++
			if costOf(rows, patterns, weight) > 0 {
				t.Errorf("seed %d: %v is safe, and suppressed by %v", seed, rows, patterns)
			}
		}
		whole, err := suppressed(t, rows, []criterion{kAnonymity(k)}, weight, strata)
		if err == nil && len(criteria) == 1 && costOf(rows, patterns, weight) < costOf(rows, whole, weight) {
			fewer++
		}
	}
	t.Logf("%d tables: %d not safe as one group of each stratum, %d as they are; of %d fewer cells than for all columns", n, unsafe, untouched, fewer)
	if unsafe < n/20 || untouched < n/50 || fewer < n/40 {
		t.Error("these are too few")
	}
}

// TestKnownOptimum says how far the search is from the least cost, which is found by trying all
// patterns for all rows. Of 200 tables of up to 6 rows and 3 columns, as far as they can be released,
// it suppresses 3.7 % and 6.4 % more cells in all where one column is known and k is 2 or 3, and 2.7 %
// and 2.1 % where two are.
func TestKnownOptimum(t *testing.T) {
	trials.Long(t)
	for _, kind := range []struct {
		m int
		k int64
	}{{1, 2}, {1, 3}, {2, 2}, {2, 3}} {
		found, least, same, tables := 0.0, 0.0, 0, 0
		worst := 1.0
		for seed := range trials.Seeds(t, 30, 200) {
			rng := rand.New(rand.NewPCG(seed, 32))
			rows := randomRows(rng, 6, 3, 2, 1)
			weight := []float64{1, 1, 1}
			patterns, err := suppressedBy(t, rows, Options{Known: &Known{kind.m, kind.k}})
			if err != nil {
				continue
			}
			cost := costOf(rows, patterns, weight)
			best := cheapestOf(rows, []criterion{shareEnough(kind.m, kind.k, 0)}, weight, cost)
			tables++
			found, least = found+cost, least+best
			if cost == best {
				same++
			} else if best > 0 {
				worst = max(worst, cost/best)
			}
		}
		t.Logf("%d columns, k = %d: %d tables, the least cost in %d; %.1f %% more cells in all, at worst %.2f times as many", kind.m, kind.k, tables, same, 100*(found/least-1), worst)
		if tables == 0 || 3*same < 2*tables || found > 1.15*least {
			t.Error("the search is far from the least cost")
		}
	}
}

// matchEnoughIn is what is required of matches in each m of the columns, by the definition.
func matchEnoughIn(rows []row, patterns []int, m int, k int64) bool {
	columns := len(rows[0].codes)
	for set := range 1 << columns {
		if bits.OnesCount(uint(set)) != m {
			continue
		}
		other := make([]int, len(rows))
		for i := range other {
			other[i] = patterns[i] | (1<<columns-1)&^set // what is not known says nothing
		}
		if !matchEnough(rows, other, k) {
			return false
		}
	}
	return true
}

// TestKnownMatching: everybody matches enough in any m columns, and in all of them where that is
// asked for, and no cells of people who are alike can be shown again.
func TestKnownMatching(t *testing.T) {
	fewer, least, found, tables := 0, 0.0, 0.0, 0
	n := trials.Number(600, 6000)
	for seed := range uint64(n) {
		rng := rand.New(rand.NewPCG(seed, 33))
		columns, k := 1+rng.IntN(4), int64(1+rng.IntN(4))
		m, inAll := 1+rng.IntN(columns), int64(max(0, rng.IntN(6)-3))
		rows := randomRows(rng, 12, columns, 1+rng.IntN(4), 1)
		people := int64(0)
		for i := range rows {
			people += rows[i].people()
		}
		patterns, err := suppressedMatchingKnown(t, rows, inAll, nil, &Known{m, k})
		if unsafe := people < max(k, inAll); unsafe != errors.Is(err, ErrUnsafe) || !unsafe && err != nil {
			t.Fatalf("seed %d: %d people, k = %d: %v", seed, people, k, err)
		}
		if err != nil {
			continue
		}
		holds := func(patterns []int) bool {
			return matchEnoughIn(rows, patterns, m, k) && (inAll == 0 || matchEnough(rows, patterns, inAll))
		}
		if !holds(patterns) {
			t.Fatalf("seed %d: %v with %v", seed, rows, patterns)
		}
		for i := range rows {
			was := patterns[i]
			for less := range was {
				if less&^was != 0 {
					continue
				}
				if patterns[i] = less; holds(patterns) {
					t.Fatalf("seed %d: row %d of %v with %v needs %b only", seed, i, rows, patterns, less)
				}
			}
			patterns[i] = was
		}
		weight := []float64{1, 1, 1, 1}[:columns]
		if whole, err := suppressedMatching(t, rows, k, nil); err == nil && inAll == 0 && costOf(rows, patterns, weight) < costOf(rows, whole, weight) {
			fewer++
		}
		if len(rows)*columns <= 12 && inAll == 0 {
			tables++
			found, least = found+costOf(rows, patterns, weight), least+leastMatchingIn(rows, m, k, weight)
		}
	}
	t.Logf("of %d tables fewer cells than for all columns; of %d small ones %.1f %% more cells than the fewest", fewer, tables, 100*(found/least-1))
	if fewer < n/20 {
		t.Error("these are too few")
	}
}

// leastMatchingIn tries all patterns for all rows.
func leastMatchingIn(rows []row, m int, k int64, weight []float64) float64 {
	patterns, least := make([]int, len(rows)), 1e9
	for {
		if cost := costOf(rows, patterns, weight); cost < least && matchEnoughIn(rows, patterns, m, k) {
			least = cost
		}
		at := 0
		for at < len(patterns) && patterns[at] == 1<<len(weight)-1 {
			patterns[at] = 0
			at++
		}
		if at == len(patterns) {
			return least
		}
		patterns[at]++
	}
}

func TestKnownErrors(t *testing.T) {
	rows := []row{{[]int{0, 1}, []int64{2}}}
	for _, options := range []Options{{Known: &Known{0, 2}}, {Known: &Known{3, 2}}, {Known: &Known{2, 2}, Strata: 1}} {
		if _, err := suppressedBy(t, rows, options); !errors.Is(err, &engine.ParamError{Param: "Known"}) {
			t.Errorf("%v of 2 columns: %v", *options.Known, err)
		}
	}
	wide := []row{{make([]int, 30), []int64{2}}}
	if _, err := suppressedBy(t, wide, Options{Known: &Known{15, 2}}); !errors.Is(err, &engine.ParamError{Param: "Known"}) {
		t.Errorf("millions of subsets: %v", err)
	}
}
