package presence

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/tests/trials"
)

// summed returns the odds that one person of a class is present, by sums of products of
// non-negative numbers with 200 binary digits, one person after the other.
func summed(classes []Class, own int, present int64) *big.Float {
	const digits = 200
	float := func() *big.Float { return new(big.Float).SetPrec(digits) }
	sums := make([]*big.Float, present+1)
	for j := range sums {
		sums[j] = float()
	}
	sums[0].SetInt64(1)
	term := float()
	left := int64(-1)
	for _, c := range classes {
		left += c.People
	}
	for i, c := range classes {
		w := float().SetInt(c.Weight)
		people := c.People
		if i == own {
			people--
		}
		for range people {
			// What cannot come to present - 1 any more does not count.
			left--
			for j := present; j >= max(1, present-1-left); j-- {
				addTo(sums[j], term.Mul(sums[j-1], w))
			}
		}
	}
	odds := float().SetInt(classes[own].Weight)
	return odds.Mul(odds, sums[present-1]).Quo(odds, sums[present])
}

// addTo adds to a sum what is not below its last digit by far: a big.Float would be
// shifted by as many digits as lie between the two.
func addTo(sum, term *big.Float) {
	if sum.Sign() == 0 || term.MantExp(nil) > sum.MantExp(nil)-400 {
		sum.Add(sum, term)
	}
}

// chances turns odds into a probability.
func chances(odds *big.Float) float64 {
	all := new(big.Float).SetPrec(200).Add(odds, big.NewFloat(1))
	p, _ := all.Quo(odds, all).Float64()
	return p
}

// TestManyClasses holds what is computed by Fourier sums to sums of products, for some
// of many people, all different.
func TestManyClasses(t *testing.T) {
	trials.Long(t)
	rng := rand.New(rand.NewPCG(3, 14))
	for _, test := range []struct {
		name            string
		people, present int64
		size            uint // the exponents of the weights are below it
	}{
		{"alike", 2100, 200, 1},
		{"few present", 2100, 3, 40},
		{"most present", 2100, 2090, 40},
		{"half", 2100, 1000, 60},
		{"from 1e-300 to 1", 2100, 300, 997},
		{"beyond floats", 2100, 300, 9970},
	} {
		classes := make([]Class, test.people)
		for i := range classes {
			w := big.NewInt(1 + rng.Int64N(1<<40))
			classes[i] = Class{w.Lsh(w, uint(rng.IntN(int(test.size)))), 1}
		}
		s, err := NewSet(classes, test.present)
		if err != nil {
			t.Fatal(err)
		}
		classes = s.Classes()
		existence, err := s.Existence(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for i, ex := range existence {
			sum += ex * float64(classes[i].People)
			if i > 0 && ex < existence[i-1] {
				t.Errorf("%s: existence falls from %v to %v", test.name, existence[i-1], ex)
			}
		}
		if math.Abs(sum-float64(test.present)) > 1e-14*float64(test.people) {
			t.Errorf("%s: existence adds up to %v, want %d", test.name, sum, test.present)
		}
		low, high := s.Range()
		last := len(classes) - 1
		for _, i := range []int{0, last, last - int(test.present)} {
			i = max(i, 0)
			want := chances(summed(classes, i, test.present))
			if got := existence[i]; math.Abs(got-want) > 1e-14 {
				t.Errorf("%s: existence of %d = %v, want %v: off by %g", test.name, i, got, want, got-want)
			}
			got, extreme := high, i == 0 || i == last
			if i == 0 {
				got = low
			}
			if extreme && math.Abs(got-want) > 1e-13*want+1e-300 {
				t.Errorf("%s: extreme existence of %d = %v, want %v: off by %g of it", test.name, i, got, want, (got-want)/want)
			}
		}
	}
}

// TestFewClasses does so for 10^5 people in few classes, where a sum has one term for
// each number of present people of the first class.
func TestFewClasses(t *testing.T) {
	const digits = 300
	float := func() *big.Float { return new(big.Float).SetPrec(digits) }
	// E_n of two classes: Σ_i C(a, i) v^i C(b, n-i) w^(n-i), as E_n / (C(b, n) w^n) where
	// n <= b, from one term to the next.
	sum := func(a, b, n int64, v, w *big.Float) *big.Float {
		term, total := float().SetInt64(1), float().SetInt64(1)
		for i := int64(1); i <= min(a, n); i++ {
			term.Mul(term, float().SetInt64((a-i+1)*(n-i+1)))
			term.Mul(term, v)
			term.Quo(term, float().SetInt64(i*(b-n+i)))
			term.Quo(term, w)
			addTo(total, term)
		}
		return total
	}
	for _, test := range []struct {
		a, b, n int64
		v, w    int64
		shift   uint // of w
	}{
		{30000, 70000, 50000, 3, 1, 0},
		{50000, 50000, 1957, 1, 9, 0},
		{99000, 1000, 1000, 1, 1, 20},
		{40000, 60000, 60000, 1, 1, 990},
		{40000, 60000, 30, 1, 1, 990},
		{1, 99999, 5000, 1, 1, 997},
		{1, 99999, 5000, 1 << 40, 1, 0},
	} {
		lighter, heavier := big.NewInt(test.v), new(big.Int).Lsh(big.NewInt(test.w), test.shift)
		s, err := NewSet([]Class{{lighter, test.a}, {heavier, test.b}}, test.n)
		if err != nil {
			t.Fatal(err)
		}
		existence, err := s.Existence(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		// For one of the first class: odds v E_{n-1}(a-1, b) / E_n(a-1, b), and
		// C(b, n-1) w^(n-1) / (C(b, n) w^n) = n / ((b - n + 1) w).
		v, w := float().SetInt(lighter), float().SetInt(heavier)
		odds := sum(test.a-1, test.b, test.n-1, v, w)
		odds.Mul(odds, v).Mul(odds, float().SetInt64(test.n))
		odds.Quo(odds, w).Quo(odds, float().SetInt64(test.b-test.n+1))
		odds.Quo(odds, sum(test.a-1, test.b, test.n, v, w))
		want := chances(odds)
		at := 0
		if s.Classes()[0].Weight.Cmp(lighter) != 0 {
			at = 1
		}
		if got := existence[at]; math.Abs(got-want) > 1e-14 || math.Abs(got-want) > 1e-13*want {
			t.Errorf("%+v: existence = %v, want %v: off by %g", test, got, want, got-want)
		}
		// The others share what is left.
		left := (float64(test.n) - float64(test.a)*want) / float64(test.b)
		if got := existence[1-at]; math.Abs(got-left) > 1e-11 {
			t.Errorf("%+v: existence of the other class = %v, want %v", test, got, left)
		}
	}
}

// TestHundredThousand encloses existence probabilities of 10^5 people, with likelihoods
// from 1e-300 to 1, with proof: 1e-12 below what was computed is too small, 1e-12 above
// too large.
func TestHundredThousand(t *testing.T) {
	trials.OnlySlow(t)
	rng := rand.New(rand.NewPCG(10, 5))
	classes := make([]Class, 100000)
	for i := range classes {
		w := big.NewInt(1 + rng.Int64N(1<<50))
		classes[i] = Class{w.Lsh(w, uint(rng.IntN(947))), 1}
	}
	s, err := NewSet(classes, 40000)
	if err != nil {
		t.Fatal(err)
	}
	existence, err := s.Existence(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	low, high := s.Range()
	t.Log("range", low, high)
	for _, i := range []int{60100} {
		if existence[i] < 0.01 || existence[i] > 0.99 {
			t.Errorf("existence of %d is %v: nothing is tested", i, existence[i])
		}
		for _, sign := range []int{-1, 1} {
			bound := new(big.Rat).SetFloat64(existence[i] + 1e-12*float64(sign))
			got, err := s.enclosed(t.Context(), i, bound, 192)
			if err != nil || got != -sign {
				t.Errorf("existence of %d is %v; enclosed at %+d·1e-12: %d, %v", i, existence[i], sign, got, err)
			}
		}
	}
}
