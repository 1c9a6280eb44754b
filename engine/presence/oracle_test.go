package presence

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/tests/trials"
	"skyline/tests/worlds"
)

// randomWeight is small, zero, or of any size, so that ties and extremes occur.
func randomWeight(rng *rand.Rand, kind int) *big.Int {
	w := big.NewInt(rng.Int64N(6))
	switch kind {
	case 1:
		w.Lsh(big.NewInt(1+rng.Int64N(1000)), uint(rng.IntN(1000)))
	case 2:
		w.SetInt64(1 + rng.Int64N(1e6))
	case 3: // a few sizes, very far apart
		w.Lsh(big.NewInt(1), 600*uint(rng.IntN(3)))
	}
	return w
}

func TestEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(2008, 4))
	var e Estimator
	for range trials.Number(1500, 4000) {
		people, kind := 1+rng.IntN(9), rng.IntN(4)
		weights, classes := make([]*big.Int, people), make([]Class, people)
		for k := range weights {
			weights[k] = randomWeight(rng, kind)
			classes[k] = Class{weights[k], 1}
		}
		present := rng.IntN(people + 1)
		likelihoods := make([]*big.Rat, people)
		for k, w := range weights {
			likelihoods[k] = new(big.Rat).SetInt(w)
		}
		want := worlds.Existence(likelihoods, present)
		s, err := NewSet(classes, int64(present))
		if (err != nil) != (want == nil) {
			t.Fatalf("NewSet(%v, %d) = %v, want existence %v", weights, present, err, want)
		}
		if err != nil {
			continue
		}
		least, most := want[0], want[0]
		for k, got := range existenceOf(t, s, classes) {
			if math.Abs(got-value(want[k])) > 2e-15 {
				t.Fatalf("%v, %d present: existence of %d = %v, want %v", weights, present, k, got, value(want[k]))
			}
			if want[k].Cmp(least) < 0 {
				least = want[k]
			}
			if want[k].Cmp(most) > 0 {
				most = want[k]
			}
		}
		low, high := s.Range()
		if !isAccurate(low, least) || !isAccurate(high, most) {
			t.Fatalf("Range(%v, %d) = %v, %v, want %v, %v", weights, present, low, high, value(least), value(most))
		}
		if kind != 1 && kind != 3 { // floats hold the others, too
			floats, counts := make([]float64, people), make([]int64, people)
			for k, w := range weights {
				floats[k], counts[k] = float64(w.Int64()), 1
			}
			low, high = e.Range(floats, counts, int64(present))
			if !isAccurate(low, least) || !isAccurate(high, most) {
				t.Fatalf("Estimator.Range(%v, %d) = %v, %v, want %v, %v", weights, present, low, high, value(least), value(most))
			}
		}
		// At the ends, and next to them.
		bit := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 9000))
		for _, step := range []int{-1, 0, 1} {
			d := new(big.Rat).Mul(bit, big.NewRat(int64(step), 1))
			atLeast, atMost := s.Within(new(big.Rat).Add(least, d), new(big.Rat).Add(most, d))
			if atLeast != (step <= 0) || atMost != (step >= 0) {
				t.Fatalf("%v, %d present: Within() its range and %d = %v, %v", weights, present, step, atLeast, atMost)
			}
		}
		a, b, ok := s.Bounds()
		if a > low+1e-15 || ok && b < high-1e-15 {
			t.Fatalf("%v, %d present: Bounds() = %v, %v, but Range() = %v, %v", weights, present, a, b, low, high)
		}
	}
}

// isAccurate holds a result to a relative error, down to where floats end.
func isAccurate(got float64, want *big.Rat) bool {
	w := value(want)
	return math.Abs(got-w) <= 1e-14*w+1e-300
}
