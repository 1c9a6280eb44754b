package privacy

import (
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/breach"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// randomRelease returns groups of people with one value each, some of which stand for
// several.
func randomRelease(rng *rand.Rand) *Release {
	values := 1 + rng.IntN(5)
	r := &Release{Table: &partition.Table{Values: make([]partition.Value, values)}}
	for range rng.IntN(9) {
		g := partition.Group{}
		for v := range values {
			if n := int64(rng.IntN(5)); n > 0 {
				g.People += n
				g.Counts = append(g.Counts, partition.Count{Value: int32(v), N: n})
			}
		}
		if g.People > 0 {
			slices.SortStableFunc(g.Counts, func(a, b partition.Count) int { return int(b.N - a.N) })
			r.Table.Groups = append(r.Table.Groups, g)
			r.Copies = append(r.Copies, int64(1+rng.IntN(3)))
		}
	}
	return without(r, make([]bool, len(r.Table.Groups)))
}

// without returns the release of the groups that are not left out, anew.
func without(r *Release, out []bool) *Release {
	rest := &Release{Table: &partition.Table{Values: r.Table.Values}, Whole: make([]int64, len(r.Table.Values))}
	for i, g := range r.Table.Groups {
		if out[i] {
			continue
		}
		rest.Table.Groups, rest.Copies = append(rest.Table.Groups, g), append(rest.Copies, r.Copies[i])
		rest.Table.People += g.People * r.Copies[i]
		for _, c := range g.Counts {
			rest.Whole[c.Value] += c.N * r.Copies[i]
		}
	}
	return rest
}

func randomRequirements(t *testing.T, rng *rand.Rand) []Requirement {
	t.Helper()
	c, err := breach.NewThreshold(0.3 + 0.7*rng.Float64())
	if err != nil {
		t.Fatal(err)
	}
	point := knowledge.Point{L: int64(rng.IntN(2)), K: int64(rng.IntN(3)), M: int64(rng.IntN(2))}
	all := []Requirement{
		KAnonymity(int64(1 + rng.IntN(8))), DistinctDiversity(int64(1 + rng.IntN(3))), EntropyDiversity(1 + 2*rng.Float64()),
		RecursiveDiversity(1+3*rng.Float64(), 2), MaxShare(0.2 + 0.8*rng.Float64()), TCloseness(0.6 * rng.Float64()),
		&Skyline{Others: []Point{{Requirement: breach.Requirement{Point: point, C: c}}}},
	}
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:1+rng.IntN(3)]
}

// TestSuppress leaves groups out by the documented rounds, with Violations of each
// requirement, and asks Check about what stays.
func TestSuppress(t *testing.T) {
	several, whole := 0, 0
	for seed := range uint64(5000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		release, requirements := randomRelease(rng), randomRequirements(t, rng)
		want := make([]bool, len(release.Table.Groups)) // those that stay
		for i := range want {
			want[i] = true
		}
		left, rounds := int64(0), 0
		for again := true; again; rounds++ {
			again = false
			places, out := []int{}, make([]bool, len(want))
			for i, stays := range want {
				out[i] = !stays
				if stays {
					places = append(places, i)
				}
			}
			rest := without(release, out)
			for _, r := range requirements {
				if err := r.Violations(t.Context(), rest, func(f Finding) { want[places[f.Group]] = false }); err != nil {
					t.Fatal(err)
				}
			}
			for i, stays := range want {
				if !stays && !out[i] {
					again = true
					left += release.Table.Groups[i].People * release.Copies[i]
				}
			}
		}
		if rounds > 2 {
			several++
		}
		kept, suppressed, ok, err := Suppress(t.Context(), release, requirements, left)
		if err != nil || !ok || suppressed != left || !slices.Equal(kept, want) {
			t.Fatalf("seed %d: Suppress = %v, %d, %v, %v, want %v, %d", seed, kept, suppressed, ok, err, want, left)
		}
		if _, _, ok, _ = Suppress(t.Context(), release, requirements, left-1); ok {
			t.Fatalf("seed %d: %d people are left out, of at most %d", seed, left, left-1)
		}
		out := make([]bool, len(kept))
		for i := range kept {
			out[i] = !kept[i]
		}
		for which, candidate := range []*Release{release, without(release, out)} {
			holds := true
			for _, r := range requirements {
				findings, err := r.Check(t.Context(), candidate)
				if err != nil {
					t.Fatal(err)
				}
				holds = holds && !slices.ContainsFunc(findings, func(f Finding) bool { return !f.Holds })
			}
			if holds != (which == 1 || left == 0) {
				t.Fatalf("seed %d: the release holds %v, with %d people left out of it", seed, holds, left)
			}
		}
		if left == 0 {
			whole++
		}
	}
	t.Logf("%d tables in several rounds, %d untouched", several, whole)
	if several < 10 || whole < 100 {
		t.Fatal("these are too few")
	}
}
