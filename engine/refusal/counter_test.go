package refusal_test

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/engine/privacy"
	"skyline/engine/refusal"
	"skyline/tests/trials"
)

const limit = 1e9

// random is a group that was not cut into parts of so many people.
type random struct {
	rules                []rule
	parts, counts, whole []int
}

func randomRefusal(rng *rand.Rand) *random {
	r := &random{rules: randomRules(rng), counts: make([]int, 2+rng.IntN(3))}
	n := 2 + rng.IntN(7)
	for range n {
		r.counts[rng.IntN(len(r.counts))]++
	}
	r.whole = slices.Clone(r.counts)
	for v := range r.whole {
		r.whole[v] += rng.IntN(4)
	}
	for left := n; left > 0; {
		part := 1 + rng.IntN(left)
		if len(r.parts) == 0 {
			part = 1 + rng.IntN(n-1)
		} else if len(r.parts) == 2 {
			part = left
		}
		r.parts, left = append(r.parts, part), left-part
	}
	return r
}

func sizes(parts []int) (all []int64) {
	for _, n := range parts {
		all = append(all, int64(n))
	}
	return all
}

// TestByDefinition compares with all assignments of small groups, of two and three parts. The
// largest posterior is at most h_s/min n_j.
func TestByDefinition(t *testing.T) {
	kinds := map[string]int{}
	for seed := range trials.Seeds(t, 1500, 12000) {
		r := randomRefusal(rand.New(rand.NewPCG(seed, 24)))
		requirements, names, _ := requirementsOf(r.rules)
		counter, err := refusal.New(requirements, wholeOf(r.whole))
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		group, want := groupOf(r.counts), believed(r.rules, r.parts, r.counts, r.whole)
		got, err := counter.Posterior(t.Context(), &group, sizes(r.parts), limit)
		isEven := slices.Max(r.parts) == slices.Min(r.parts)
		switch {
		case errors.Is(err, refusal.ErrNever):
			kinds["never"]++
			if want != nil {
				t.Fatalf("seed %d: %v: never refused, want %v", seed, names, want)
			}
		case err != nil:
			t.Fatalf("seed %d: %v", seed, err)
		case isEven && want == nil:
			continue // which is not looked at
		case want == nil:
			t.Fatalf("seed %d: %v: a posterior where nothing is refused", seed, names)
		}
		kinds["refused"]++
		largest := new(big.Rat)
		for j := range want {
			for i, count := range group.Counts {
				p := want[j][count.Value]
				if got[j][i].Cmp(p) != 0 {
					t.Fatalf("seed %d: %v, counts %v of %v, parts %v: P(part %d, value %d) = %v, want %v", seed, names, r.counts, r.whole, r.parts, j, count.Value, got[j][i], p)
				}
				if p.Cmp(largest) > 0 {
					largest = p
				}
				if p.Cmp(big.NewRat(count.N, int64(slices.Min(r.parts)))) > 0 || isEven && p.Cmp(big.NewRat(count.N, group.People)) != 0 {
					t.Fatalf("seed %d: %v of %d people in parts %v who have the value %d times", seed, p, group.People, r.parts, count.N)
				}
				if p.Cmp(big.NewRat(count.N, group.People)) != 0 {
					kinds["told"]++
				}
			}
		}
		for _, c := range []*big.Rat{big.NewRat(1, 2), largest, new(big.Rat).Add(largest, big.NewRat(1, 1000))} {
			below, err := counter.Below(t.Context(), &group, sizes(r.parts), c, limit)
			// Without a refusal, even parts are decided by shares, which may be above c.
			if want != nil && (err != nil || below != (largest.Cmp(c) < 0)) {
				t.Fatalf("seed %d: %v: below %v is %v, %v; the largest is %v", seed, names, c, below, err, largest)
			}
		}
	}
	if kinds["never"] == 0 || kinds["told"] < kinds["refused"]/4 {
		t.Errorf("%v: too few cases of a kind", kinds)
	}
}

// TestByHand: four people, of whom one has value 0. Parts of one and of three people.
func TestByHand(t *testing.T) {
	group := groupOf([]int{1, 3})
	parts := []int64{1, 3}
	counter, err := refusal.New([]privacy.Requirement{privacy.MaxShare(0.9), privacy.DistinctDiversity(1)}, wholeOf([]int{1, 3}))
	if err != nil {
		t.Fatal(err)
	}
	// Somebody alone has some value for certain, so that all is refused.
	posterior, err := counter.Posterior(t.Context(), &group, parts, limit)
	if err != nil || posterior[0][0].RatString() != "3/4" {
		t.Errorf("%v, %v", posterior, err)
	}
	// A value may have twice its share in the table, so value 0 half of a part, and value 1 all of
	// it. If the first person has value 1, both parts are well: so it was refused for value 0.
	counter, err = refusal.New([]privacy.Requirement{privacy.BetaLikeness(1, false)}, wholeOf([]int{1, 3}))
	if err != nil {
		t.Fatal(err)
	}
	posterior, err = counter.Posterior(t.Context(), &group, parts, limit)
	if err != nil || posterior[0][1].RatString() != "1" || posterior[1][1].Sign() != 0 {
		t.Errorf("%v, %v", posterior, err)
	}
}

// TestLarge: what is told of large groups is 0 or next to nothing, and counted all the same;
// what would take too long is refused with how long.
func TestLarge(t *testing.T) {
	counts := []int{300, 200, 100, 100, 50, 50, 30, 20}
	group, whole := groupOf(counts), wholeOf(counts)
	parts := []int64{400, 450}
	counter, err := refusal.New([]privacy.Requirement{privacy.KAnonymity(10), privacy.MaxShare(0.4), privacy.DistinctDiversity(3)}, whole)
	if err != nil {
		t.Fatal(err)
	}
	posterior, err := counter.Posterior(t.Context(), &group, parts, limit)
	if err != nil {
		t.Fatal(err)
	}
	// n_1·P_1 + n_2·P_2 is how many have the value.
	for i, count := range group.Counts {
		total := new(big.Rat)
		for j, n := range parts {
			total.Add(total, new(big.Rat).Mul(posterior[j][i], big.NewRat(n, 1)))
		}
		if total.Cmp(big.NewRat(count.N, 1)) != 0 {
			t.Errorf("%v people have a value, want %d", total, count.N)
		}
	}
	if posterior[0][0].Cmp(posterior[1][0]) <= 0 {
		t.Errorf("the smaller half has it with %v, the larger one with %v", posterior[0][0], posterior[1][0])
	}
	for _, r := range []privacy.Requirement{privacy.MaxShare(0.4), privacy.EntropyDiversity(5)} {
		counter, err := refusal.New([]privacy.Requirement{r}, whole)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := counter.Posterior(t.Context(), &group, parts, 1e6); !errors.Is(err, engine.ErrTooLarge) || !errors.Is(err, refusal.ErrTooLarge) {
			t.Errorf("too large: %v", err)
		}
	}
	counter, err = refusal.New([]privacy.Requirement{privacy.EntropyDiversity(5)}, whole)
	if err != nil {
		t.Fatal(err)
	}
	if below, err := counter.Below(t.Context(), &group, parts, big.NewRat(1, 2), 1e6); below || err != nil {
		t.Errorf("below, where it takes too long: %v, %v", below, err)
	}
}

func TestErrors(t *testing.T) {
	whole := wholeOf([]int{2, 2})
	several := *whole
	several.Constraint = knowledge.Set
	for _, c := range []struct {
		requirement privacy.Requirement
		whole       *privacy.Whole
	}{{privacy.KAnonymity(2), &several}, {&privacy.Skyline{}, whole}, {privacy.AverageRisk(0.5), whole}} {
		if _, err := refusal.New([]privacy.Requirement{c.requirement}, c.whole); !errors.Is(err, &engine.ParamError{Package: "refusal"}) {
			t.Errorf("%T: %v", c.requirement, err)
		}
	}
	counter, err := refusal.New([]privacy.Requirement{privacy.KAnonymity(2)}, whole)
	if err != nil {
		t.Fatal(err)
	}
	group := groupOf([]int{2, 2})
	lacking := partition.Group{People: 4}
	for _, c := range []struct {
		group *partition.Group
		parts []int64
	}{{&group, []int64{4}}, {&group, []int64{2, 3}}, {&group, []int64{4, 0}}, {&lacking, []int64{2, 2}}} {
		if _, err := counter.Posterior(t.Context(), c.group, c.parts, limit); !errors.Is(err, &engine.ParamError{Package: "refusal", Param: "parts"}) {
			t.Errorf("parts %v: %v", c.parts, err)
		}
		if _, err := counter.Below(t.Context(), c.group, c.parts, big.NewRat(1, 2), limit); err == nil {
			t.Errorf("parts %v: no error", c.parts)
		}
	}
}
