package privacy

import (
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// thereByHand removes the people with a value, and says where groups were.
func thereByHand(r *Release, absent int32) (rest *Release, at []int) {
	rest = &Release{Table: &partition.Table{Values: r.Table.Values}, Whole: make([]int64, len(r.Whole))}
	for i, g := range r.Table.Groups {
		left := partition.Group{}
		for _, c := range g.Counts {
			if c.Value != absent {
				left.People += c.N
				left.Counts = append(left.Counts, c)
				rest.Whole[c.Value] += c.N * r.Copies[i]
			}
		}
		if left.People > 0 {
			rest.Table.Groups, rest.Copies = append(rest.Table.Groups, left), append(rest.Copies, r.Copies[i])
			rest.Table.People += left.People * r.Copies[i]
			at = append(at, i)
		}
	}
	return rest, at
}

func same(a, b Finding) bool {
	equal := a.Achieved == b.Achieved || math.IsNaN(a.Achieved) && math.IsNaN(b.Achieved)
	equal = equal && reflect.DeepEqual(a.Witness, b.Witness)
	a.Achieved, b.Achieved, a.Witness, b.Witness = 0, 0, nil, nil
	return equal && a == b
}

// TestAmong compares with the requirement on the people who are there.
func TestAmong(t *testing.T) {
	violations := 0
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 31))
		r := randomRelease(rng)
		absent := int32(rng.IntN(len(r.Table.Values)))
		there, at := thereByHand(r, absent)
		requirements := append(randomRequirements(t, rng, len(r.Whole)), Implications(int64(rng.IntN(3)), 0.3+0.7*rng.Float64()))
		for _, requirement := range requirements {
			wrapped := Among(absent, requirement)
			want, err := requirement.Check(t.Context(), there)
			if err != nil {
				t.Fatal(err)
			}
			got, err := wrapped.Check(t.Context(), r)
			if err != nil || len(got) != len(want) {
				t.Fatalf("seed %d: Check = %v, %v", seed, got, err)
			}
			for i := range want {
				if want[i].Group >= 0 {
					want[i].Group = at[want[i].Group]
				}
				if !same(got[i], want[i]) {
					t.Fatalf("seed %d: Check = %+v, want %+v", seed, got[i], want[i])
				}
			}
			var found, wanted []Finding
			if err := requirement.Violations(t.Context(), there, func(f Finding) {
				wanted = append(wanted, f)
			}); err != nil {
				t.Fatal(err)
			}
			if err := wrapped.Violations(t.Context(), r, func(f Finding) { found = append(found, f) }); err != nil || len(found) != len(wanted) {
				t.Fatalf("seed %d: %d violations, %v, want %d", seed, len(found), err, len(wanted))
			}
			for i := range wanted {
				group := r.Table.Groups[rng.IntN(len(r.Table.Groups))]
				left := group.Without(absent)
				ok, err := wrapped.Meets(r, &found[i], NewMerged(r, &group, nil))
				expected := left.People == 0
				if !expected {
					if expected, err = requirement.Meets(there, &wanted[i], NewMerged(there, &left, nil)); err != nil {
						t.Fatal(err)
					}
				}
				wanted[i].Group = at[wanted[i].Group]
				if err != nil || ok != expected || !same(found[i], wanted[i]) {
					t.Fatalf("seed %d: violation %+v, Meets %v, want %+v, %v", seed, found[i], ok, wanted[i], expected)
				}
			}
			violations += len(wanted)
			checkGuard(t, seed, rng, r, absent, requirement)
		}
	}
	if violations < 1000 {
		t.Fatalf("only %d violations", violations)
	}
}

// checkGuard splits a group by the guards of a requirement and of that among the people
// who are there.
func checkGuard(t *testing.T, seed uint64, rng *rand.Rand, r *Release, absent int32, requirement Requirement) {
	t.Helper()
	if len(r.Table.Groups) == 0 {
		return
	}
	group := r.Table.Groups[0]
	left := group.Without(absent)
	guard := Among(absent, requirement).Watch(&Whole{Group: group, Values: len(r.Table.Values)})
	plain := requirement.Watch(&Whole{Group: left, Values: len(r.Table.Values)})
	if guard.Floor() != plain.Floor() || guard.Coupled() != plain.Coupled() {
		t.Fatalf("seed %d: floor %v, coupled %v", seed, guard.Floor(), guard.Coupled())
	}
	first := left.People == 0 || plain.Allows(nil, []partition.Group{left})
	if got := guard.Allows(nil, []partition.Group{group}); got != first {
		t.Fatalf("seed %d: Allows = %v, want %v, of %v without %d", seed, got, first, group, absent)
	}
	if !first {
		return // what is not safe is not split
	}
	guard.Split(nil, []partition.Group{group})
	if left.People > 0 {
		plain.Split(nil, []partition.Group{left})
	}
	for range 4 {
		parts := halves(rng, group)
		var rest []partition.Group
		for i := range parts {
			if part := parts[i].Without(absent); part.People > 0 {
				rest = append(rest, part)
			}
		}
		want := len(rest) == 0 || plain.Allows(&left, rest)
		if got := guard.Allows(&group, parts); got != want {
			t.Fatalf("seed %d: Allows = %v, want %v, of %v without %d", seed, got, want, parts, absent)
		}
	}
}

// TestAmongMerging: no group absorbs one that it does not look at; and -1 is nobody.
func TestAmongMerging(t *testing.T) {
	skyline := &Skyline{}
	for _, c := range []struct {
		requirement Requirement
		constraint  knowledge.Constraint
		want        Merging
	}{{KAnonymity(3), knowledge.SVPI, Keeps}, {MaxShare(0.5), knowledge.SVPI, Keeps}, {skyline, knowledge.SVPI, Keeps}, {skyline, knowledge.Set, MayBreak}} {
		if got := Among(0, c.requirement).Merging(c.constraint); got != c.want {
			t.Errorf("Merging = %v, want %v", got, c.want)
		}
	}
	if r := Among(-1, skyline); r != Requirement(skyline) {
		t.Errorf("Among nobody absent = %v", r)
	}
}

// TestPresence compares with fractions, at the bounds and next to them.
func TestPresence(t *testing.T) {
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 32))
		r := randomRelease(rng)
		if len(r.Table.Groups) == 0 {
			continue
		}
		absent := int32(rng.IntN(len(r.Table.Values)+1)) - 1
		shares := make([]*big.Rat, len(r.Table.Groups))
		for i, g := range r.Table.Groups {
			n := g.People
			for _, c := range g.Counts {
				if c.Value == absent {
					n -= c.N
				}
			}
			shares[i] = big.NewRat(n, g.People)
		}
		compare := func(a, b *big.Rat) int { return a.Cmp(b) }
		least, most := slices.MinFunc(shares, compare), slices.MaxFunc(shares, compare)
		low, _ := least.Float64()
		high, _ := most.Float64()
		for _, step := range []float64{-1, 0, 2} {
			bound := func(x float64) float64 {
				if step == 0 {
					return x
				}
				return math.Nextafter(x, step)
			}
			atLeast, atMost := Presence(bound(low), bound(high), absent)
			for _, c := range []struct {
				requirement Requirement
				achieved    float64
				holds       bool
			}{{atLeast, low, step <= 0}, {atMost, high, step >= 0}} {
				findings, err := c.requirement.Check(t.Context(), r)
				if err != nil || findings[0].Achieved != c.achieved || findings[0].Holds != c.holds {
					t.Fatalf("seed %d: %+v, %v, want %v, %v", seed, findings[0], err, c.achieved, c.holds)
				}
				if c.requirement.Merging(knowledge.SVPI) != Keeps {
					t.Fatal("merging does not keep presence")
				}
			}
		}
	}
}
