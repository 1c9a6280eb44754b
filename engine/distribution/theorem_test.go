package distribution

import (
	"math"
	"math/rand/v2"
	"testing"
)

// matching is the probability that people who draw from f have values that occur so
// often, but for a factor that does not depend on f: Π f(v)^c.
func matching(f []float64, counts []int64) float64 {
	p := 1.0
	for v, n := range counts {
		p *= math.Pow(f[v], float64(n))
	}
	return p
}

func optimal(counts []int64) []float64 {
	var some []Count
	for code, n := range counts {
		if n > 0 {
			some = append(some, Count{int32(code), n})
		}
	}
	d := Optimal(some)
	f := make([]float64, len(counts))
	for v := range f {
		f[v] = d.Probability(int32(v))
	}
	return f
}

// TestTheorem2: no distribution is better than the group's shares: none on a grid, and
// none of many random ones, near and far.
func TestTheorem2(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	const rounding = 1 + 1e-12
	for range 300 {
		counts := []int64{random.Int64N(6), 1 + random.Int64N(6), random.Int64N(6)}
		best := optimal(counts)
		want := matching(best, counts)
		better := func(f []float64) {
			if got := matching(f, counts); got > want*rounding {
				t.Fatalf("%v: %v has %v, the shares %v have %v", counts, f, got, best, want)
			}
		}
		const steps = 20
		for x := range steps + 1 {
			for y := range steps + 1 - x {
				better([]float64{float64(x) / steps, float64(y) / steps, float64(steps-x-y) / steps})
			}
		}
		for range 100 {
			f, sum := make([]float64, 3), 0.0
			near := random.Float64()
			for v := range f {
				f[v] = (1-near)*random.ExpFloat64() + near*best[v]
				sum += f[v]
			}
			for v := range f {
				f[v] /= sum
			}
			better(f)
		}
	}
}

// TestTheorem3: as stated it is false. Of nine and one, a distribution that is nearer to
// the shares in every value than another may match with a smaller probability.
func TestTheorem3(t *testing.T) {
	counts := []int64{1, 9}
	best, near, far := optimal(counts), []float64{0.06, 0.94}, []float64{0.15, 0.85}
	for v := range best {
		if math.Abs(near[v]-best[v]) >= math.Abs(far[v]-best[v]) {
			t.Fatalf("value %d of the first is not nearer", v)
		}
	}
	p1, p2 := matching(near, counts), matching(far, counts)
	if p1 >= p2 {
		t.Errorf("%v has %v, %v has %v: the theorem would hold", near, p1, far, p2)
	}
	// The numbers, computed with fractions.
	if math.Abs(p1-0.034380) > 6e-7 || math.Abs(p2-0.034743) > 6e-7 {
		t.Errorf("matching probabilities %v, %v", p1, p2)
	}
}

// TestSegment: Theorem 3 holds on the segment from any distribution to the shares
// (Eqn 3), since the matching probability is log-concave.
func TestSegment(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for range 1000 {
		counts := []int64{1 + random.Int64N(9), random.Int64N(9), random.Int64N(9), random.Int64N(9)}
		best, from, sum := optimal(counts), make([]float64, 4), 0.0
		for v := range from {
			from[v] = random.ExpFloat64()
			sum += from[v]
		}
		const steps = 10
		last := 0.0
		for k := range steps + 1 {
			f := make([]float64, 4)
			for v := range f {
				f[v] = from[v]/sum + float64(k)*(best[v]-from[v]/sum)/steps
			}
			p := matching(f, counts)
			if p < last*(1-1e-12) {
				t.Fatalf("%v: step %d has %v, the one before %v", counts, k, p, last)
			}
			last = p
		}
	}
}

// TestCostIsMatching: the KL cost is minus the logarithm of the matching probability
// (Theorem 1).
func TestCostIsMatching(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	for range 1000 {
		counts := []int64{1 + random.Int64N(5), 1 + random.Int64N(5), 1 + random.Int64N(5)}
		d := Distribution{Codes: []int32{0, 1, 2}, Weights: []int64{1 + random.Int64N(9), 1 + random.Int64N(9), 1 + random.Int64N(9)}}
		var some []Count
		f := make([]float64, 3)
		for v := range f {
			d.Total += d.Weights[v]
			some = append(some, Count{int32(v), counts[v]})
		}
		for v := range f {
			f[v] = float64(d.Weights[v]) / float64(d.Total)
		}
		want := -math.Log(matching(f, counts))
		if got := d.Cost(some); math.Abs(got-want) > 1e-12*want {
			t.Fatalf("%v of %v: cost %v, want %v", counts, d, got, want)
		}
	}
}
