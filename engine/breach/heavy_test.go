package breach

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/tests/trials"
)

// heavy returns the table of groups whose value v occurs counts[group][v] times.
func heavy(t testing.TB, constraint knowledge.Constraint, counts [][]int64) *Release {
	t.Helper()
	table := &partition.Table{}
	for v := range counts[0] {
		table.Values = append(table.Values, partition.Value{Text: valueName(v)})
	}
	for i, of := range counts {
		g := partition.Group{Histogram: fmt.Sprint(i)}
		for v, n := range of {
			if n > 0 {
				g.Counts = append(g.Counts, partition.Count{Value: int32(v), N: n})
				g.People += n
			}
		}
		slices.SortStableFunc(g.Counts, func(a, b partition.Count) int { return int(min(max(b.N-a.N, -1), 1)) })
		table.People += g.People
		table.Groups = append(table.Groups, g)
	}
	r, err := NewRelease(table, constraint)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// heavyKinds are weights that make products close to each other, or long.
var heavyKinds = map[string]func(*rand.Rand) int64{
	"equal": func(*rand.Rand) int64 { return 1 << 50 },
	"few":   func(rng *rand.Rand) int64 { return (1 + rng.Int64N(4)) << 50 },
	"near":  func(rng *rand.Rand) int64 { return 1<<50 + rng.Int64N(3) },
	"wide":  func(rng *rand.Rand) int64 { return 1 + rng.Int64N(1<<rng.Int64N(51)) },
	"small": func(rng *rand.Rand) int64 { return rng.Int64N(30) },
	"long":  func(rng *rand.Rand) int64 { return 200 + rng.Int64N(900) },
}

func heavyCounts(rng *rand.Rand, kind string, groups, values int) [][]int64 {
	counts := make([][]int64, groups)
	for i := range counts {
		counts[i] = []int64{1 + heavyKinds[kind](rng)}
		for range values - 1 {
			counts[i] = append(counts[i], heavyKinds[kind](rng))
		}
	}
	return counts
}

// exactBreach is the breach probability of value 0, by Theorem 2 and the closed forms in
// fractions, over all groups. For SVPI and Set.
func exactBreach(constraint knowledge.Constraint, counts [][]int64, p knowledge.Point) *big.Rat {
	whole := func(n int64) *big.Rat { return new(big.Rat).SetInt64(n) }
	var none *big.Rat // of no groups, or not yet
	least := func(x, y *big.Rat) *big.Rat {
		if x == none || y.Cmp(x) < 0 {
			return y
		}
		return x
	}
	chance := func(n, c, k int64) *big.Rat {
		v := fraction{big.NewInt(1), big.NewInt(1)}
		for i := range min(p.M, n-c-k+1) {
			v = rational{}.mul(v, rational{}.quo(rational{}.integer(max(n-c-k-i, 0)), rational{}.integer(n-k-i)))
		}
		if p.M > 0 && k >= n {
			return whole(0)
		}
		return new(big.Rat).SetFrac(v.above, v.below)
	}
	var together, target0, targetK, familyOf0, familyOfK *big.Rat
	for _, of := range counts {
		others := slices.Clone(of[1:])
		slices.SortFunc(others, func(a, b int64) int { return int(min(max(b-a, -1), 1)) })
		n, c := of[0], of[0]
		for _, o := range others {
			n += o
		}
		others = others[:min(p.L, int64(len(others)))]
		target := func(k int64) *big.Rat {
			rest, share := n-c-k, whole(1)
			for _, o := range others {
				if constraint == knowledge.Set {
					share.Mul(share, big.NewRat(n-o, n))
				} else {
					rest -= o
				}
			}
			return share.Mul(share, big.NewRat(max(rest, 0), c))
		}
		together = least(together, new(big.Rat).Mul(target(p.K), chance(n, c, min(p.K+1, n))))
		target0, targetK = least(target0, target(0)), least(targetK, target(p.K))
		familyOf0, familyOfK = least(familyOf0, chance(n, c, 0)), least(familyOfK, chance(n, c, min(p.K, n)))
	}
	ratio := targetK
	if p.M > 0 {
		ratio = least(least(together, new(big.Rat).Mul(target0, familyOfK)), new(big.Rat).Mul(targetK, familyOf0))
	}
	return ratio.Inv(new(big.Rat).Add(ratio, whole(1)))
}

// TestSurfaceHeavy compares some points of surfaces over few and many people with the
// breach probability in fractions: they are rounded correctly.
func TestSurfaceHeavy(t *testing.T) {
	trials.Long(t)
	rng := rand.New(rand.NewPCG(50, 1))
	for kind := range heavyKinds {
		for range trials.Number(1, 4) {
			for _, constraint := range []knowledge.Constraint{knowledge.SVPI, knowledge.Set} {
				counts := heavyCounts(rng, kind, 1+rng.IntN(4), 2+rng.IntN(4))
				r := heavy(t, constraint, counts)
				err := r.Surface(context.Background(), 0, point(2, 20, 100), func(p knowledge.Point, got float64) {
					if rng.IntN(40) > 0 {
						return
					}
					if want, _ := exactBreach(constraint, counts, p).Float64(); got != want {
						t.Fatalf("%v, %v: breach at %+v = %v, want %v", constraint, counts, p, got, want)
					}
				})
				if err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// TestSurfaceIsCheck: the points of a surface are those of Check, also where V has more
// factors than are multiplied one by one.
func TestSurfaceIsCheck(t *testing.T) {
	trials.Long(t)
	rng := rand.New(rand.NewPCG(50, 2))
	one, _ := NewThreshold(1)
	for kind := range heavyKinds {
		for _, constraint := range constraints {
			r := heavy(t, constraint, heavyCounts(rng, kind, 3, 4))
			err := r.Surface(context.Background(), 0, point(1, 2, 700), func(p knowledge.Point, got float64) {
				if rng.IntN(trials.Number(50, 20)) > 0 {
					return
				}
				want, err := r.Check(context.Background(), 0, []Requirement{{Point: p, C: one}})
				if err != nil {
					t.Fatal(err)
				}
				if got != want[0].Breach {
					t.Fatalf("%s, %v: breach at %+v = %v, Check says %v", kind, constraint, p, got, want[0].Breach)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestCheckLong compares with fractions where V has hundreds of factors: at thresholds
// that are reached exactly, and missed by very little on either side.
func TestCheckLong(t *testing.T) {
	trials.Long(t)
	rng := rand.New(rand.NewPCG(50, 3))
	for range 60 {
		counts := heavyCounts(rng, "long", 1+rng.IntN(3), 2+rng.IntN(3))
		for i := range counts { // so many people that V does not vanish
			counts[i][1] += rng.Int64N(1 << 20)
		}
		r := heavy(t, knowledge.SVPI, counts)
		p := point(rng.Int64N(2), rng.Int64N(4), 150+rng.Int64N(500))
		exact := exactBreach(knowledge.SVPI, counts, p)
		for _, add := range []*big.Rat{new(big.Rat), big.NewRat(1, 1<<62), new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 300))} {
			for _, c := range []*big.Rat{new(big.Rat).Add(exact, add), new(big.Rat).Sub(exact, add)} {
				if c.Sign() > 0 && c.Cmp(big.NewRat(1, 1)) <= 0 {
					check(t, r, 0, p, c, exact)
				}
			}
		}
	}
}

// counting is a context that counts how often it is asked whether to go on, and ends
// when it has been asked most times, if that is not 0.
type counting struct {
	context.Context
	asked, most int
}

func (c *counting) Err() error {
	c.asked++
	if c.most > 0 && c.asked > c.most {
		return context.Canceled
	}
	return nil
}

// TestFindHeavy decides with fractions that all points of a skyline are safe, and that
// the ones beside them are not: what they leave out is unsafe. It asks for few decisions
// a point, though there are 2^50 people and more for a step.
func TestFindHeavy(t *testing.T) {
	trials.Long(t)
	rng := rand.New(rand.NewPCG(50, 4))
	for _, c := range []*big.Rat{big.NewRat(9, 10), big.NewRat(1, 2), big.NewRat(99_999, 100_000)}[:trials.Number(2, 3)] {
		for _, kind := range []string{"equal", "few", "near", "small"} {
			counts := heavyCounts(rng, kind, 1+rng.IntN(5), 6)
			r := heavy(t, knowledge.SVPI, counts)
			threshold, err := NewThresholdRat(c)
			if err != nil {
				t.Fatal(err)
			}
			ctx := &counting{Context: context.Background()}
			points, err := r.Find(ctx, 0, threshold, 1000)
			if err != nil {
				t.Fatal(err)
			}
			// 8 for a middle, and two searches of at most 3·61, mostly far fewer.
			if most := 60*len(points) + 400; ctx.asked > most {
				t.Errorf("c = %v, %v: %d decisions for %d points, want at most %d", c, kind, ctx.asked, len(points), most)
			}
			safe := func(p knowledge.Point) bool { return exactBreach(knowledge.SVPI, counts, p).Cmp(c) < 0 }
			byL := map[int64][]knowledge.Point{}
			for _, p := range points {
				if p.M > 2000 {
					continue // too long for fractions here
				}
				if !safe(p) {
					t.Fatalf("c = %v, %v: %+v is unsafe", c, counts, p)
				}
				for _, q := range []knowledge.Point{{L: p.L + 1, K: p.K, M: p.M}, {L: p.L, K: p.K + 1, M: p.M}, {L: p.L, K: p.K, M: p.M + 1}} {
					if p.L == r.MaxL(0) && q.L > p.L || q.K > r.table.People || q.M > r.table.People {
						continue // stands for all that is larger
					}
					if safe(q) {
						t.Fatalf("c = %v, %v: %+v is safe beside %+v", c, counts, q, p)
					}
				}
				byL[p.L] = append(byL[p.L], p)
			}
			// Of neighbours at the largest l, the corner between them is unsafe.
			last := byL[r.MaxL(0)]
			for i := 1; i < len(last); i++ {
				corner := knowledge.Point{L: last[i].L, K: last[i-1].K + 1, M: last[i].M + 1}
				if safe(corner) {
					t.Fatalf("c = %v, %v: %+v is safe", c, counts, corner)
				}
			}
		}
	}
}

// TestFindEnds: a search that is cancelled ends, and so does one for more points than
// allowed.
func TestFindEnds(t *testing.T) {
	r := heavy(t, knowledge.SVPI, [][]int64{{1 << 20, 1 << 50, 1 << 50}, {1 << 21, 1 << 50, 1 << 51}})
	c, _ := NewThreshold(0.5)
	ctx := &counting{Context: context.Background()}
	if _, err := r.Find(ctx, 0, c, 1000); !errors.Is(err, ErrTooLarge) {
		t.Errorf("Find = %v, want ErrTooLarge", err)
	}
	if ctx.asked > 100*1000 {
		t.Errorf("%d decisions to find 1000 points", ctx.asked)
	}
	ctx = &counting{Context: context.Background(), most: 500}
	if _, err := r.Find(ctx, 0, c, 1000); !errors.Is(err, context.Canceled) {
		t.Errorf("Find = %v, want context.Canceled", err)
	}
	if ctx.asked > 1000 {
		t.Errorf("asked %d times after the end", ctx.asked-500)
	}
}

// TestTooClose decides about thresholds that agree with a probability in 24 digits, as
// long as the numbers can be multiplied, and refuses beyond.
func TestTooClose(t *testing.T) {
	for _, test := range []struct {
		m       int64
		refused bool
	}{{1 << 12, false}, {1<<15 + 1, false}, {1 << 19, true}, {1 << 29, true}} {
		r := heavy(t, knowledge.SVPI, [][]int64{{1 << 30, 1 << 60}})
		p := point(0, 0, test.m)
		s := r.gather(r.frontierOf(0, 0), p)
		ratio := r.negatedRatio(&s, p)
		near := product(doubled{}, r, ratio.factors)
		odds := new(big.Rat).Add(new(big.Rat).SetFloat64(near.high), new(big.Rat).SetFloat64(near.low))
		c, err := NewThresholdRat(new(big.Rat).Inv(odds.Add(odds, big.NewRat(1, 1))))
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.Check(context.Background(), 0, []Requirement{{Point: p, C: c}})
		if test.refused {
			if !errors.Is(err, ErrTooClose) {
				t.Errorf("Check at m = %d = %v, want ErrTooClose", p.M, err)
			}
			if _, err := r.marginAt(r.frontierOf(0, 0), p, c); !errors.Is(err, ErrTooClose) {
				t.Errorf("marginAt at m = %d = %v, want ErrTooClose", p.M, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		precise := product[*big.Float](rounded(400), r, ratio.factors)
		want := precise.Cmp(new(big.Float).SetPrec(400).SetRat(c.odds)) > 0
		if got[0].Safe != want {
			t.Errorf("safe at m = %d is %v, want %v", p.M, got[0].Safe, want)
		}
		margin, err := r.marginAt(r.frontierOf(0, 0), p, c)
		if err != nil || (margin > 0) != want || math.IsInf(margin, 0) {
			t.Errorf("marginAt at m = %d = %v, %v; want %v", p.M, margin, err, want)
		}
	}
}

// TestCheckHugeFamilies: groups that differ by one person in 2^50 have their products
// of 2^40 factors compared.
func TestCheckHugeFamilies(t *testing.T) {
	r := heavy(t, knowledge.SVPI, [][]int64{{1 << 40, 1 << 55}, {1 << 40, 1<<55 + 1}, {1<<40 + 1, 1<<55 + 2}})
	c, _ := NewThreshold(0.5)
	got, err := r.Check(context.Background(), 0, []Requirement{{Point: point(0, 3, 1<<14), C: c}, {Point: point(0, 3, 1<<16), C: c}, {Point: point(0, 0, 1<<40), C: c}})
	if err != nil {
		t.Fatal(err)
	}
	// Odds of about 2^15·e^(−m/2^15).
	for i, want := range []float64{1 / (1 + (1<<15)*math.Exp(-0.5)), 1 / (1 + (1<<15)*math.Exp(-2)), 1} {
		if math.Abs(got[i].Breach-want) > 1e-4*want {
			t.Errorf("breach = %v, want about %v", got[i].Breach, want)
		}
	}
	if !got[0].Safe || !got[1].Safe || got[2].Safe || got[0].Witness.Target != 2 {
		t.Errorf("Check = %+v", got)
	}
}

// TestLargest compares with a look at every number, for margins of many shapes.
func TestLargest(t *testing.T) {
	rng := rand.New(rand.NewPCG(50, 5))
	for range 20000 {
		most, answer := rng.Int64N(300)-1, rng.Int64N(400)-1
		shape := rng.IntN(4)
		margin := func(x int64) float64 {
			by := float64(answer-x) + 0.5
			switch shape {
			case 0:
				return math.Copysign(math.Inf(1), by)
			case 1:
				return by
			case 2:
				return by * by * by
			}
			return math.Copysign(1, by)
		}
		if got := largest(most, rng.Int64N(300), margin); got != min(answer, most) {
			t.Fatalf("largest up to %d = %d, want %d", most, got, min(answer, most))
		}
	}
	for range 2000 {
		answer, calls := rng.Int64N(1<<61), 0
		got := largest(1<<61, rng.Int64N(1<<rng.Int64N(61)), func(x int64) float64 {
			calls++
			return math.Log(float64(1<<61-x)) - math.Log(float64(1<<61-answer)) + math.Copysign(1e-30, float64(answer-x)+0.5)
		})
		if got > answer || calls > 250 {
			t.Fatalf("largest = %d, want %d, in %d steps", got, answer, calls)
		}
	}
}
