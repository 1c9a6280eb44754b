package population

import (
	"errors"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"

	"skyline/engine"
)

const precision = 1300 // bits of the oracles

func number(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }

// near reports whether got is within a relative distance of want.
func near(got, want, relative float64) bool {
	return math.Abs(got-want) <= relative*math.Abs(want)
}

func riskOf(t *testing.T, f int64, p float64) float64 {
	t.Helper()
	r, err := IndividualRisk(f, p)
	if err != nil {
		t.Fatalf("IndividualRisk(%d, %v): %v", f, p, err)
	}
	return r
}

// TestIndividualRiskByDefinition sums P(F = h | f) / h until nothing is left.
func TestIndividualRiskByDefinition(t *testing.T) {
	for _, p := range []float64{1, 0.999999, 0.9, 0.5, 0.2, 0.1000001, 0.1, 0.0999999, 0.05, 0.01, 0.003} {
		for _, f := range []int64{1, 2, 3, 4, 9, 10, 11, 50} {
			q := new(big.Float).Sub(number(1), number(p))
			term := number(1) // P(F = h | f)
			for range f {
				term.Mul(term, number(p))
			}
			sum, mass := new(big.Float).SetPrec(precision), new(big.Float).SetPrec(precision)
			for h := f; ; h++ {
				mass.Add(mass, term)
				sum.Add(sum, new(big.Float).SetPrec(precision).Quo(term, number(float64(h))))
				if left, _ := new(big.Float).Sub(number(1), mass).Float64(); left < 1e-18 {
					break
				}
				term.Mul(term, q)
				term.Mul(term, number(float64(h)))
				term.Quo(term, number(float64(h+1-f)))
			}
			want, _ := sum.Float64()
			if got := riskOf(t, f, p); !near(got, want, 1e-13) {
				t.Errorf("IndividualRisk(%d, %v) = %v, want %v", f, p, got, want)
			}
		}
	}
}

// TestIndividualRiskOfAllSamples draws every sample of every population of up to 18 people,
// which beforehand has F people with a probability in proportion to 1/F, and takes the mean
// of 1/F over those with f people. With p = 0.9 and f = 1, 2 larger ones add less than 1e-12.
func TestIndividualRiskOfAllSamples(t *testing.T) {
	const p = 0.9
	for f := 1; f <= 2; f++ {
		sum, mass := 0.0, 0.0
		for F := 1; F <= 18; F++ {
			for sample := range 1 << F {
				if bits.OnesCount(uint(sample)) == f {
					probability := math.Pow(p, float64(f)) * math.Pow(1-p, float64(F-f)) / float64(F)
					mass += probability
					sum += probability / float64(F)
				}
			}
		}
		if got := riskOf(t, int64(f), p); !near(got, sum/mass, 1e-12) {
			t.Errorf("IndividualRisk(%d, %v) = %v, want %v", f, p, got, sum/mass)
		}
	}
}

// TestIndividualRiskClosedForms has the formulas that are printed for the smallest groups, in
// Hundepool et al., and in the μ-ARGUS manual.
func TestIndividualRiskClosedForms(t *testing.T) {
	for p := 0.01; p < 0.95; p += 0.01 {
		q, log := 1-p, math.Log(p)
		for f, want := range []float64{-p / q * log, p / (q * q) * (p*log + q), p / (2 * q * q * q) * (q*(3*q-2) - 2*p*p*log)} {
			if got := riskOf(t, int64(f+1), p); !near(got, want, 1e-9) {
				t.Errorf("IndividualRisk(%d, %v) = %v, want %v", f+1, p, got, want)
			}
		}
	}
}

// TestIndividualRiskPublished: the riskiest groups of a household survey, with their people,
// sums of weights and risks to four digits, as sdcMicro wrote them into the anonymization
// report that Statistics Sierra Leone publishes with it (microdata.statistics.sl, catalog 16).
func TestIndividualRiskPublished(t *testing.T) {
	for _, c := range []struct {
		f         int64
		sum, want float64
	}{
		{12, 1316.701, 0.0008278},
		{10, 2595.686, 0.0004279},
		{10, 2760.185, 0.0004024},
		{7, 5079.996, 0.0002296},
		{15, 5300.859, 0.0002021},
		{42, 5343.714, 0.0001917},
		{17, 5576.081, 0.0001905},
		{23, 10681.032, 0.0000979},
		{52, 12679.477, 0.0000804},
		{41, 15809.289, 0.0000648},
	} {
		if got := riskOf(t, c.f, float64(c.f)/c.sum); math.Abs(got-c.want) > 0.5e-7 {
			t.Errorf("f = %d, F = %v: %v, want %v", c.f, c.sum, got, c.want)
		}
	}
}

// logTwo is ln 2 = Σ 1/(k 2^k).
func logTwo() *big.Float {
	sum := new(big.Float).SetPrec(precision)
	for k := 1; k < precision+50; k++ {
		sum.Add(sum, new(big.Float).SetMantExp(new(big.Float).SetPrec(precision).Quo(number(1), number(float64(k))), -k))
	}
	return sum
}

// TestIndividualRiskExtremes: p is a power of 2, so that its logarithm is known to so many
// digits, of which the recurrence r_f + (q/p) r_(f+1) = 1/f loses some at each step.
func TestIndividualRiskExtremes(t *testing.T) {
	ln2 := logTwo()
	for _, k := range []int{1, 2, 3, 4, 5, 10, 30, 60, 200, 1000} {
		p := math.Ldexp(1, -k)
		q := new(big.Float).Sub(number(1), number(p))
		odds := new(big.Float).Quo(number(p), q)
		r := new(big.Float).Mul(odds, new(big.Float).Mul(ln2, number(float64(k))))
		for f := int64(1); f <= 3000; f++ {
			want, _ := r.Float64()
			if got := riskOf(t, f, p); !near(got, want, 1e-13) {
				t.Fatalf("IndividualRisk(%d, 2^-%d) = %v, want %v", f, k, got, want)
			}
			r.Sub(new(big.Float).Quo(number(1), number(float64(f))), r)
			r.Mul(r, odds)
		}
	}
	// Of very many people the share is p, but for 1/f².
	for _, p := range []float64{1e-300, 1e-15, 1e-9, 0.09, 0.3, 1} {
		if got := riskOf(t, 1<<60, p); !near(got, p/(1<<60), 1e-13) {
			t.Errorf("IndividualRisk(2^60, %v) = %v", p, got)
		}
	}
}

func TestIndividualRiskProperties(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	for range 20_000 {
		f := 1 + int64(math.Exp(rng.Float64()*12))
		p := math.Exp(-rng.Float64() * 12)
		r := riskOf(t, f, p)
		if r < p/float64(f)*(1-1e-13) || r > 1/float64(f) {
			t.Fatalf("IndividualRisk(%d, %v) = %v, out of [p/f, 1/f]", f, p, r)
		}
		if more := riskOf(t, f, min(1, p*1.01)); more < r*(1-1e-13) {
			t.Fatalf("IndividualRisk(%d, …) falls from %v to %v at p = %v", f, r, more, p)
		}
		if larger := riskOf(t, f+1, p); larger > r*(1+1e-13) {
			t.Fatalf("IndividualRisk(…, %v) grows from %v to %v at f = %d", p, r, larger, f)
		}
	}
}

func TestIndividualRiskErrors(t *testing.T) {
	for _, c := range []struct {
		f int64
		p float64
	}{{0, 0.5}, {-1, 0.5}, {1, 0}, {1, -1}, {1, 1.5}, {1, math.NaN()}, {1, math.Inf(1)}} {
		if _, err := IndividualRisk(c.f, c.p); !errors.Is(err, &engine.ParamError{Package: "population"}) {
			t.Errorf("IndividualRisk(%d, %v): error %v", c.f, c.p, err)
		}
	}
}
