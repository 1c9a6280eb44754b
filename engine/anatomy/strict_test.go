package anatomy

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func randomClasses(rng *rand.Rand) ([]Histogram, int64) {
	values := 1 + rng.IntN(12)
	classes := make([]Histogram, 1+rng.IntN(40))
	for i := range classes {
		for _, v := range rng.Perm(values)[:1+rng.IntN(min(values, 1+rng.IntN(4)))] {
			classes[i] = append(classes[i], Count{int32(v), 1 + rng.Int64N(1+rng.Int64N(6))})
		}
	}
	return classes, 2 + rng.Int64N(3)
}

// diverse tells by the definition whether the groups of classes are l-diverse.
func diverse(classes []Histogram, groups []int32, l int64) bool {
	for g := range slices.Max(groups) + 1 {
		people, counts := int64(0), map[int32]int64{}
		for i, class := range classes {
			if groups[i] == g {
				for _, c := range class {
					people += c.N
					counts[c.Value] += c.N
				}
			}
		}
		if people == 0 {
			return false // a number without a group
		}
		for _, n := range counts {
			if n*l > people {
				return false
			}
		}
	}
	return true
}

func TestStrict(t *testing.T) {
	t.Parallel()
	eligible, several := 0, 0
	for seed := range uint64(5000) {
		rng := rand.New(rand.NewPCG(seed, 8))
		classes, l := randomClasses(rng)
		whole := make([]int64, 20)
		for _, class := range classes {
			for _, c := range class {
				whole[c.Value] += c.N
			}
		}
		groups, err := Strict(t.Context(), classes, l, rand.New(rand.NewPCG(seed, 9)))
		if isEligible(whole, l) != (err == nil) {
			t.Fatalf("seed %d: eligible: %v, error: %v", seed, isEligible(whole, l), err)
		}
		if err != nil {
			continue
		}
		eligible++
		if slices.Max(groups) > 0 {
			several++
		}
		if !diverse(classes, groups, l) {
			t.Fatalf("seed %d: the groups are not %d-diverse", seed, l)
		}
		if err := VerifyStrict(classes, groups, l); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		again, err := Strict(t.Context(), classes, l, rand.New(rand.NewPCG(seed, 9)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(groups, again); diff != "" {
			t.Fatalf("seed %d: it is not repeatable:\n%s", seed, diff)
		}
		// Verify agrees with the definition on other groups, too.
		for i := range groups {
			groups[i] = int32(rng.IntN(3))
		}
		numbers := slices.Compact(slices.Sorted(slices.Values(groups)))
		if int(numbers[len(numbers)-1])+1 == len(numbers) && diverse(classes, groups, l) != (VerifyStrict(classes, groups, l) == nil) {
			t.Fatalf("seed %d: VerifyStrict is wrong on %v", seed, groups)
		}
	}
	t.Logf("%d eligible, %d with several groups", eligible, several)
	if eligible < 1000 || several < eligible/2 {
		t.Errorf("%d eligible, %d with several groups say little", eligible, several)
	}
}

// TestStrictOfSingles has classes of one person: groups must be about as small as
// those of Anatomy.
func TestStrictOfSingles(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 10))
	classes := make([]Histogram, 20_000)
	for i := range classes {
		classes[i] = Histogram{{int32(rng.IntN(50)), 1}}
	}
	for _, l := range []int64{2, 5, 20} {
		groups, err := Strict(t.Context(), classes, l, rng)
		if err != nil {
			t.Fatal(err)
		}
		if n := int64(slices.Max(groups)) + 1; n < int64(len(classes))/l-1 {
			t.Errorf("l = %d: %d groups of %d people", l, n, len(classes))
		}
	}
}

// TestStrictTight has a value at its limit, classes of different sizes and none of
// them l-diverse.
func TestStrictTight(t *testing.T) {
	t.Parallel()
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 11))
		var classes []Histogram
		most, others := int64(0), int64(0)
		for range 30 {
			n := 1 + rng.Int64N(9)
			classes = append(classes, Histogram{{0, n}})
			most += n
		}
		for others < 2*most {
			n := min(1+rng.Int64N(3), 2*most-others)
			classes = append(classes, Histogram{{1 + int32(rng.IntN(7)), n}})
			others += n
		}
		groups, err := Strict(t.Context(), classes, 3, rng)
		if err != nil {
			t.Fatal(err)
		}
		if !diverse(classes, groups, 3) {
			t.Fatalf("seed %d: not diverse", seed)
		}
	}
}
