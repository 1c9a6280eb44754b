package disclosure

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/tests/trials"
)

// minimize1 is Algorithm 1 as printed, with people that are there only: with left
// atoms for persons i, i+1, …, no more than most for each.
func minimize1(counts []int64, i, most, left int, memo map[string]*big.Rat) *big.Rat {
	n := int64(0)
	for _, c := range counts {
		n += c
	}
	if left == 0 || int64(i) >= n {
		return big.NewRat(1, 1)
	}
	key := fmt.Sprint(i, most, left)
	if known, ok := memo[key]; ok {
		return known
	}
	best, sum := big.NewRat(1, 1), int64(0)
	for j := 1; j <= min(most, left); j++ {
		if j <= len(counts) {
			sum += counts[j-1]
		}
		x := big.NewRat(max(0, n-int64(i)-sum), n-int64(i))
		if x.Mul(x, minimize1(counts, i+1, j, left-j, memo)); x.Cmp(best) < 0 {
			best = x
		}
	}
	memo[key] = best
	return best
}

// randomCounts returns falling counts.
func randomCounts(rng *rand.Rand, values int, largest int64) []int64 {
	counts := make([]int64, 1+rng.IntN(values))
	for i := range counts {
		counts[i] = 1 + rng.Int64N(largest)
	}
	slices.Sort(counts)
	slices.Reverse(counts)
	return counts
}

func groupOf(counts ...int64) Group {
	g := Group{Counts: counts, Copies: 1}
	for _, n := range counts {
		g.People += n
	}
	return g
}

// TestMinimums: the table, by floats and by fractions, and its parts, against the
// memoized recursion.
func TestMinimums(t *testing.T) {
	for seed := range uint64(1500) {
		rng := rand.New(rand.NewPCG(seed, 2))
		counts := randomCounts(rng, 10, []int64{2, 9, 1000, 1 << 40}[rng.IntN(4)])
		k := rng.IntN(14)
		g := groupOf(counts...)
		g.Counts = g.Counts[:min(len(g.Counts), k+1+rng.IntN(3))]
		m := newMinimizer(k)
		l, err := m.leafOf(&g, 0)
		if err != nil {
			t.Fatal(err)
		}
		exact, parts := exactMinimums(l.profile, k), m.parts(l.profile)
		memo := map[string]*big.Rat{}
		for h := range k + 2 {
			want := minimize1(counts, 0, h, h, memo)
			if exact[h].Cmp(want) != 0 {
				t.Fatalf("seed %d: %v: m(%d) = %v, want %v", seed, counts, h, exact[h], want)
			}
			if got := l.minimums[h]; (got == 0) != (want.Sign() == 0) || math.Abs(got-float(want)) > 1e-13*float(want) {
				t.Fatalf("seed %d: %v: m(%d) = %v, want %v", seed, counts, h, got, float(want))
			}
			numerator, denominator := l.probability(parts[h])
			// Of equal products, rounding may choose; none is off by more.
			if got := new(big.Rat).SetFrac(numerator, denominator); math.Abs(float(got)-float(want)) > 1e-13*float(want) {
				t.Fatalf("seed %d: %v: m(%d) by %v is %v, want %v", seed, counts, h, parts[h], got, want)
			}
			sum := 0
			for i, part := range parts[h] {
				sum += part
				if part < 1 || i > 0 && part > parts[h][i-1] {
					t.Fatalf("seed %d: %v: parts of %d are %v", seed, counts, h, parts[h])
				}
			}
			if sum > h {
				t.Fatalf("seed %d: %v: parts of %d are %v", seed, counts, h, parts[h])
			}
		}
	}
}

// TestUnderflow: a product of 201 factors near 2^-53 is no float, and still not 0.
func TestUnderflow(t *testing.T) {
	trials.Long(t)
	counts := []int64{1 << 61 / 2}
	for range 300 {
		counts = append(counts, 1)
	}
	groups := []Group{groupOf(counts...)}
	levels, fractions := measured(t, groups, MaxK, certainly(t))
	for k, level := range levels {
		if !level.Safe || fractions[k].Cmp(big.NewRat(1, 1)) >= 0 {
			t.Fatalf("k = %d: %v is taken for certain", k, fractions[k])
		}
	}
}
