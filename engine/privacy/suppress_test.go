package privacy

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/breach"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/tests/trials"
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

// fiveTens are the numbers of values, of which the last has none.
var fiveTens = []*big.Rat{big.NewRat(0, 1), big.NewRat(10, 1), big.NewRat(20, 1), big.NewRat(30, 1), nil}

func randomRequirements(t *testing.T, rng *rand.Rand, values int) []Requirement {
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
		Implications(int64(rng.IntN(3)), 0.3+0.7*rng.Float64()),
		TClosenessOrdered(0.6*rng.Float64(), []int32{0, 1, 2, 3, 4}[:values]), BetaLikeness(0.2+2*rng.Float64(), rng.IntN(2) == 0),
		DeltaDisclosure(0.2+2*rng.Float64(), rng.IntN(2) == 0),
		Proximity(float64(10*rng.IntN(3)), 0.3+0.7*rng.Float64(), fiveTens[:values]), Variance(1+100*rng.Float64(), fiveTens[:values]),
	}
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:1+rng.IntN(3)]
}

// satisfies reports whether Check of all requirements holds.
func satisfies(t *testing.T, release *Release, requirements []Requirement) bool {
	t.Helper()
	for _, r := range requirements {
		findings, err := r.Check(t.Context(), release)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(findings, func(f Finding) bool { return !f.Holds }) {
			return false
		}
	}
	return true
}

// leave leaves groups out by rounds, with Violations of each requirement, and with Check
// of each group by itself where those that violate one so come first. It returns which
// stay, how many people are left out, and after how many rounds.
func leave(t *testing.T, release *Release, requirements []Requirement, aloneFirst bool) (stay []bool, left int64, rounds int) {
	t.Helper()
	stay = slices.Repeat([]bool{true}, len(release.Table.Groups))
	for again := true; again; rounds++ {
		again = false
		places, out := []int{}, make([]bool, len(stay))
		for i := range stay {
			if out[i] = !stay[i]; stay[i] {
				places = append(places, i)
			}
		}
		if aloneFirst {
			for _, i := range places {
				others := slices.Repeat([]bool{true}, len(stay))
				others[i] = false
				alone := without(release, others)
				alone.Copies = []int64{1}
				stay[i] = satisfies(t, alone, requirements)
			}
		}
		if !aloneFirst || !slices.ContainsFunc(places, func(i int) bool { return !stay[i] }) {
			rest := without(release, out)
			for _, r := range requirements {
				if err := r.Violations(t.Context(), rest, func(f Finding) { stay[places[f.Group]] = false }); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, i := range places {
			if !stay[i] {
				again = true
				left += release.Table.Groups[i].People * release.Copies[i]
			}
		}
	}
	return stay, left, rounds
}

// allOrNone returns which groups stay, with all of their copies.
func allOrNone(t *testing.T, release *Release, copies []int64) []bool {
	t.Helper()
	kept := make([]bool, len(copies))
	for i, n := range copies {
		kept[i] = n > 0
		if n != 0 && n != release.copies(i) {
			t.Fatalf("%d of %d copies of group %d stay", n, release.copies(i), i)
		}
	}
	return kept
}

// TestSuppress leaves groups out by the documented rounds, and asks Check about what
// stays. Nobody is left out who would stay if all that violate a requirement were left out
// at once, as where closeness is required, or who is in some safe release candidate by
// themselves only.
func TestSuppress(t *testing.T) {
	several, whole, more := 0, 0, 0
	for seed := range uint64(5000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		release := randomRelease(rng)
		requirements := randomRequirements(t, rng, len(release.Whole))
		close := slices.ContainsFunc(requirements, func(r Requirement) bool {
			local, ok := r.(*Local)
			return ok && local.ofWhole
		})
		atOnce, leftAtOnce, rounds := leave(t, release, requirements, false)
		want, left := atOnce, leftAtOnce
		if !close {
			want, left, rounds = leave(t, release, requirements, true)
			for i, stays := range atOnce {
				if stays && !want[i] {
					t.Fatalf("seed %d: group %d stays where all that violate a requirement are left out at once, and is left out here", seed, i)
				}
			}
			if rounds > 3 {
				t.Fatalf("seed %d: groups are left out in %d rounds", seed, rounds-1)
			}
		}
		if rounds > 2 {
			several++
		}
		if left < leftAtOnce {
			more++
		}
		copies, suppressed, ok, err := Suppress(t.Context(), release, requirements, left)
		kept := allOrNone(t, release, copies)
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
			if holds := satisfies(t, candidate, requirements); holds != (which == 1 || left == 0) {
				t.Fatalf("seed %d: the release holds %v, with %d people left out of it", seed, holds, left)
			}
		}
		if left == 0 {
			whole++
		}
	}
	t.Logf("%d tables in several rounds, %d untouched, %d with more people than if all went at once", several, whole, more)
	if several < 10 || whole < 100 || more < 10 {
		t.Fatal("these are too few")
	}
}

// TestAlone: what violates a requirement by itself is in no release candidate that
// satisfies it, of all that have some of the groups; closeness aside, to which it is as
// close as can be.
func TestAlone(t *testing.T) {
	trials.Long(t)
	alone, together := 0, 0
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 2))
		release := randomRelease(rng)
		requirements := randomRequirements(t, rng, len(release.Whole))
		for _, r := range requirements {
			var named []int
			if err := r.Alone(t.Context(), release, func(group int) { named = append(named, group) }); err != nil {
				t.Fatal(err)
			}
			n := len(release.Table.Groups)
			for set := range 1 << n {
				out := make([]bool, n)
				for i := range out {
					out[i] = set>>i&1 == 0
				}
				has := slices.ContainsFunc(named, func(i int) bool { return !out[i] })
				switch holds := satisfies(t, without(release, out), []Requirement{r}); {
				case has && holds:
					t.Fatalf("seed %d: %v are not safe by themselves, and a release candidate without %v holds", seed, named, out)
				case has:
					alone++
				case !holds:
					together++
				}
			}
		}
	}
	t.Logf("%d release candidates with groups that are not safe by themselves, %d that are not safe for others", alone, together)
	if alone < 1000 || together < 100 {
		t.Fatal("these are too few")
	}
}

// TestSuppressCertain: a group in which everybody has a value makes everybody unsafe who
// has it, through one relative. By hand, without that group: two of four have the value, so
// that the odds against the target are 1; that a relative lacks it, who is one of the other
// three, is 1/3. So the negated ratio is 1/3, and the breach probability 3/4.
func TestSuppressCertain(t *testing.T) {
	c, err := breach.NewThreshold(0.8)
	if err != nil {
		t.Fatal(err)
	}
	group := func(counts ...int64) partition.Group {
		g := partition.Group{}
		for v, n := range counts {
			if n > 0 {
				g.People += n
				g.Counts = append(g.Counts, partition.Count{Value: int32(v), N: n})
			}
		}
		return g
	}
	release := without(&Release{
		Table:  &partition.Table{Values: make([]partition.Value, 2), Groups: []partition.Group{group(2, 2), group(1), group(2, 2)}},
		Copies: []int64{1, 1, 1},
	}, make([]bool, 3))
	relative := &Skyline{Others: []Point{{Requirement: breach.Requirement{Point: knowledge.Point{M: 1}, C: c}}}}
	copies, left, ok, err := Suppress(t.Context(), release, []Requirement{relative}, 9)
	kept := allOrNone(t, release, copies)
	if want := []bool{true, false, true}; err != nil || !ok || left != 1 || !slices.Equal(kept, want) {
		t.Errorf("Suppress = %v, %d, %v, %v, want %v, 1", kept, left, ok, err, want)
	}
}
