package cube_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"skyline/engine/cube"
	"skyline/tests/trials"
)

// random returns a small system: any sums of few unknowns, most of which some table agrees with.
func random(rng *rand.Rand) *cube.System {
	s := &cube.System{}
	n := 2 + rng.IntN(5)
	x := make([]int64, n)
	for j := range x {
		least := int64(rng.IntN(4)) - 1
		largest := least + int64(rng.IntN(5))
		s.Unknowns = append(s.Unknowns, cube.Unknown{Range: cube.Range{Least: least, Largest: largest}, Whole: true})
		x[j] = least + rng.Int64N(largest-least+1)
	}
	factors := []int64{1, 1, 1, 1, -1, 2, 3, -2}
	if rng.IntN(2) == 0 {
		factors = factors[:1]
	}
	for range 1 + rng.IntN(6) {
		sum := cube.Sum{Terms: randomTerms(rng, n, factors)}
		v := value(sum.Terms, x)
		if rng.IntN(20) == 0 {
			v++
		}
		sum.Least, sum.Largest = v, v
		switch rng.IntN(4) {
		case 0:
			sum.Least -= rng.Int64N(3)
			sum.Largest += rng.Int64N(3)
		case 1:
			sum.NoLeast = rng.IntN(2) == 0
			sum.NoLargest = rng.IntN(4) == 0
		}
		s.Sums = append(s.Sums, sum)
	}
	return s
}

func randomTerms(rng *rand.Rand, unknowns int, factors []int64) (terms []cube.Term) {
	for j := range int32(unknowns) {
		if rng.IntN(2) == 0 {
			terms = append(terms, cube.Term{Unknown: j, Times: factors[rng.IntN(len(factors))]})
		}
	}
	return terms
}

// TestByTables compares with all tables that agree.
func TestByTables(t *testing.T) {
	contradictions, follow, wide := 0, 0, 0
	for seed := range trials.Seeds(t, 1500, 100000) {
		rng := rand.New(rand.NewPCG(seed, 40))
		s := random(rng)
		targets := each(len(s.Unknowns))
		for range 3 {
			targets = append(targets, randomTerms(rng, len(s.Unknowns), []int64{1, 1, -1, 2}))
		}
		c, f, w := compare(t, seed, s, targets)
		contradictions, follow, wide = contradictions+c, follow+f, wide+w
	}
	if contradictions < 25 || follow < 500 || wide < 500 {
		t.Errorf("%d contradictions, %d targets that follow, %d that do not: too few", contradictions, follow, wide)
	}
}

// each returns a target for each unknown.
func each(unknowns int) (targets [][]cube.Term) {
	for j := range int32(unknowns) {
		targets = append(targets, []cube.Term{{Unknown: j, Times: 1}})
	}
	return targets
}

// compare compares the bounds of targets with all tables that agree. It returns how many contradictions there are, targets
// that follow and targets that do not.
func compare(t *testing.T, seed uint64, s *cube.System, targets [][]cube.Term) (contradictions, follow, wide int) {
	t.Helper()
	agree := tables(s)
	bounds, err := s.Bounds(t.Context(), targets, 1e8)
	if c, ok := errors.AsType[*cube.Contradiction](err); ok {
		if len(agree) > 0 {
			t.Fatalf("seed %d: %v, but %d tables agree: %+v", seed, err, len(agree), s)
		}
		few := &cube.System{Unknowns: s.Unknowns}
		for _, i := range c.Sums {
			few.Sums = append(few.Sums, s.Sums[i])
		}
		if some := tables(few); len(some) > 0 {
			t.Fatalf("seed %d: %d tables agree with sums %v: %+v", seed, len(some), c.Sums, s)
		}
		for i := range few.Sums {
			fewer := &cube.System{Unknowns: s.Unknowns}
			fewer.Sums = append(append(fewer.Sums, few.Sums[:i]...), few.Sums[i+1:]...)
			if len(tables(fewer)) == 0 {
				t.Fatalf("seed %d: of sums %v, number %d is not needed: %+v", seed, c.Sums, i, s)
			}
		}
		return 1, 0, 0
	}
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	if len(agree) == 0 {
		t.Fatalf("seed %d: no table agrees, and nothing is said: %+v", seed, s)
	}
	for i, b := range bounds {
		least, largest := ends(targets[i], agree)
		if !b.Exact || b.Least == nil || b.Largest == nil || b.Least.Cmp(least) != 0 || b.Largest.Cmp(largest) != 0 {
			t.Fatalf("seed %d: target %v in [%v, %v], exact: %v, want [%v, %v]: %+v", seed, targets[i], b.Least, b.Largest, b.Exact, least, largest, s)
		}
		if equations := fromEquations(s, targets[i]); (b.Steps != nil) != (equations && len(targets[i]) > 0) || b.Steps != nil && !steps(s, targets[i], &b) {
			t.Fatalf("seed %d: target %v follows from equations: %v, steps %+v: %+v", seed, targets[i], equations, b.Steps, s)
		}
		if b.Known() != nil {
			follow++
		} else {
			wide++
		}
	}
	return 0, follow, wide
}
