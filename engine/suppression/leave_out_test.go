package suppression

import (
	"errors"
	"math/rand/v2"
	"testing"

	"skyline/tests/trials"
)

// TestLeaveOutByDefinition: the release is safe without those who are left out, who are at most as
// many as may be; it never costs more than without leaving anybody out, and where that cannot be
// had for less nobody is. How far it is from the least cost of all choices is in the log.
func TestLeaveOutByDefinition(t *testing.T) {
	tables, same, helped := 0, 0, 0
	found, least := 0.0, 0.0
	for seed := range trials.Seeds(t, 200, 2000) {
		rng := rand.New(rand.NewPCG(seed, 18))
		columns := 1 + rng.IntN(3)
		rows := randomRows(rng, 5, columns, 3, 2)
		criteria := []criterion{kAnonymity(2 + rng.Int64N(4))}
		if seed%2 == 0 {
			criteria = append(criteria, distinct(2))
		}
		weight := []float64{1, 1, 1}[:columns]
		all := int64(0)
		for i := range rows {
			all += rows[i].people()
		}
		limit := rng.Int64N(all + 1)
		c, null := cellsOf(t, rows)
		release, left, err := SuppressOrLeaveOut(t.Context(), c, Options{Requirements: requirementsOf(criteria), Null: null}, limit)
		alone, errAlone := suppressed(t, rows, criteria, nil, 0)
		if (err == nil) != (errAlone == nil) || err != nil && !errors.Is(err, ErrUnsafe) {
			t.Fatalf("seed %d: %v, without leaving out: %v", seed, err, errAlone)
		}
		if err != nil {
			continue
		}
		var kept []row
		cost, out := 0.0, int64(0)
		for i := range rows {
			if placed(release, &rows[i], null) {
				kept = append(kept, rows[i])
				continue
			}
			out += rows[i].people()
			cost += wholly(&rows[i], weight)
		}
		if out != left || left > limit {
			t.Fatalf("seed %d: %d people are left out, it says %d, and %d may be", seed, out, left, limit)
		}
		patterns := patternsOf(t, release, kept, null)
		if len(kept) > 0 && !isSafe(kept, patterns, criteria) {
			t.Fatalf("seed %d: %v with %v is not safe", seed, kept, patterns)
		}
		cost += costOf(kept, patterns, weight)
		before := costOf(rows, alone, weight)
		if cost > before || left > 0 && cost == before {
			t.Fatalf("seed %d: leaving out %d people costs %v, and nobody %v", seed, left, cost, before)
		}
		if left > 0 {
			helped++
		}
		best := leastOf(rows, criteria, weight, limit, before)
		tables++
		found, least = found+cost, least+best
		if cost == best {
			same++
		}
	}
	t.Logf("%d tables, in %d of which somebody is left out; the least cost in %d, %.1f %% more in all", tables, helped, same, 100*(found/least-1))
	if helped < tables/10 || 5*same < 4*tables {
		t.Error("these are too few")
	}
}

// leastOf is the least cost of all choices of people to leave out, who are alike, and of patterns
// for the others.
func leastOf(rows []row, criteria []criterion, weight []float64, limit int64, best float64) float64 {
	for out := range 1 << len(rows) {
		var kept []row
		cost, people := 0.0, int64(0)
		for i := range rows {
			if out>>i&1 == 0 {
				kept = append(kept, rows[i])
				continue
			}
			people += rows[i].people()
			cost += wholly(&rows[i], weight)
		}
		if people > limit || cost >= best {
			continue
		}
		if len(kept) > 0 {
			everything := make([]int, len(kept))
			for i := range everything {
				everything[i] = 1<<len(weight) - 1
			}
			if !isSafe(kept, everything, criteria) {
				continue // then nothing is
			}
			cost += cheapestOf(kept, criteria, weight, costOf(kept, everything, weight))
		}
		best = min(best, cost)
	}
	return best
}

// wholly is what people lose of whom nothing is shown.
func wholly(r *row, weight []float64) float64 {
	return costOf([]row{*r}, []int{1<<len(weight) - 1}, weight)
}

// placed reports whether people are in a release.
func placed(release *Release, r *row, null []int32) bool {
	codes, groups := make([]int64, len(r.codes)), make([]int64, 1)
	for d, code := range r.codes {
		if codes[d] = int64(code); code < 0 {
			codes[d] = int64(null[d])
		}
	}
	release.Places(codes, groups)
	return groups[0] >= 0
}

// TestLeaveOutOne: two who agree on three columns, and one who agrees with nobody: without leaving
// out nine cells go, with it the one.
func TestLeaveOutOne(t *testing.T) {
	rows := []row{{[]int{0, 0, 0}, []int64{2}}, {[]int{1, 1, 1}, []int64{1}}}
	c, null := cellsOf(t, rows)
	for limit, want := range []int64{0, 1, 1} {
		release, left, err := SuppressOrLeaveOut(t.Context(), c, Options{Requirements: requirementsOf([]criterion{kAnonymity(2)}), Null: null}, int64(limit))
		if err != nil || left != want || release.Suppressed().People != 3-3*want {
			t.Errorf("limit %d: %d left out, %+v, %v", limit, left, release.Suppressed(), err)
		}
	}
}
