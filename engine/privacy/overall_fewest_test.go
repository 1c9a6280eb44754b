package privacy

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"skyline/engine/partition"
	"skyline/tests/trials"
)

// TestFewest: Suppress leaves out as few people as any choice of groups does that satisfies
// requirements on each group and the average risk.
func TestFewest(t *testing.T) {
	some := 0
	for seed := range trials.Seeds(t, 500, 3000) {
		rng := rand.New(rand.NewPCG(seed, 79))
		release := randomRelease(rng)
		for i := range release.Copies {
			release.Copies[i] = 1 + rng.Int64N(2)
		}
		requirements := []Requirement{AverageRisk(shares[rng.IntN(len(shares))])}
		for range rng.IntN(3) {
			requirements = append(requirements, []Requirement{
				KAnonymity(1 + rng.Int64N(6)), DistinctDiversity(1 + rng.Int64N(3)), MaxShare(0.4 + 0.6*rng.Float64()), EntropyDiversity(1 + rng.Float64()),
			}[rng.IntN(4)])
		}
		rng.Shuffle(len(requirements), func(i, j int) { requirements[i], requirements[j] = requirements[j], requirements[i] })
		// All numbers of copies are tried.
		best := int64(math.MaxInt64)
		stay := make([]int64, len(release.Table.Groups))
		for i := 0; i >= 0; {
			rest := &Release{Table: &partition.Table{Values: release.Table.Values}, Whole: release.Whole, Copies: []int64{}}
			people := int64(0)
			for i, n := range stay {
				people += (release.Copies[i] - n) * release.Table.Groups[i].People
				if n > 0 {
					rest.Table.Groups, rest.Copies = append(rest.Table.Groups, release.Table.Groups[i]), append(rest.Copies, n)
				}
			}
			if people < best && satisfies(t, rest, requirements) {
				best = people
			}
			for i = len(stay) - 1; i >= 0; i-- {
				if stay[i]++; stay[i] <= release.Copies[i] {
					break
				}
				stay[i] = 0
			}
		}
		kept, people, ok, err := Suppress(t.Context(), release, requirements, best)
		if err != nil || !ok || people != best {
			t.Fatalf("seed %d: %v, %v, %v, %v, want %d", seed, kept, people, ok, err, best)
		}
		if _, _, ok, _ := Suppress(t.Context(), release, requirements, best-1); ok {
			t.Fatalf("seed %d: fewer than %d people", seed, best)
		}
		if best > 0 && best < release.Table.People {
			some++
		}
	}
	if some < trials.Number(80, 500) {
		t.Fatalf("only %d tables", some)
	}
}

// TestFewestAlike: of groups of one size it does not matter in which order they come, or how
// their values are numbered, which of them go; and groups with one histogram may stand as one.
func TestFewestAlike(t *testing.T) {
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 80))
		var histograms [][]int64
		for range 1 + rng.IntN(9) {
			n := rng.Int64N(3)
			histograms = append(histograms, []int64{n, 2 - n, rng.Int64N(2)})
		}
		left := func(order, numbers []int, together bool) map[string]int64 {
			r := &Release{Table: &partition.Table{Values: make([]partition.Value, 3)}, Whole: make([]int64, 3)}
			for v, number := range numbers {
				r.Table.Values[number].Text = string(rune('a' + v))
			}
			at := map[string]int{}
			var keys []string
			for _, i := range order {
				key := fmt.Sprint(histograms[i])
				if j, ok := at[key]; ok && together {
					r.Copies[j]++
					continue
				}
				at[key] = len(keys)
				keys = append(keys, key)
				counts := make([]int64, 3)
				for v, n := range histograms[i] {
					counts[numbers[v]] = n
				}
				r.Table.Groups, r.Copies = append(r.Table.Groups, groupOf(counts...)), append(r.Copies, 1)
			}
			kept, _, ok, err := Suppress(t.Context(), r, []Requirement{AverageRisk(0.4)}, 1<<40)
			if err != nil || !ok {
				t.Fatal(err)
			}
			left := map[string]int64{}
			for i, n := range kept {
				if n < r.Copies[i] {
					left[keys[i]] += r.Copies[i] - n
				}
			}
			return left
		}
		order := rng.Perm(len(histograms))
		want := fmt.Sprint(left(order, []int{0, 1, 2}, false))
		if got := fmt.Sprint(left(rng.Perm(len(histograms)), rng.Perm(3), true)); got != want {
			t.Fatalf("seed %d: %s go, or %s", seed, want, got)
		}
	}
}
