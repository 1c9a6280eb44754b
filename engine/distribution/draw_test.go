package distribution

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

func TestDraw(t *testing.T) {
	last := math.Nextafter(1, 0)
	for _, test := range []struct {
		probabilities []float64
		u             float64
		want          int
	}{
		{[]float64{1}, 0, 0},
		{[]float64{1}, last, 0},
		{[]float64{0.25, 0.75}, 0, 0},
		{[]float64{0.25, 0.75}, math.Nextafter(0.25, 0), 0},
		{[]float64{0.25, 0.75}, 0.25, 1},
		{[]float64{0.25, 0.75}, last, 1},
		{[]float64{0, 1, 0}, 0, 1}, // 0 is never drawn
		{[]float64{0, 1, 0}, last, 1},
		{[]float64{0.5, 0, 0.5}, 0.5, 2},
		// Ten times 0.1, added up, is less than 1, as is the last.
		{[]float64{0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1}, last, 9},
		{[]float64{0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0}, last, 9},
		{[]float64{0.5, 0.4999999999, 0}, last, 1},
	} {
		if got := Draw(test.probabilities, test.u); got != test.want {
			t.Errorf("Draw(%v, %v) = %d, want %d", test.probabilities, test.u, got, test.want)
		}
	}
}

func TestValid(t *testing.T) {
	for _, test := range []struct {
		probabilities []float64
		want          bool
	}{
		{nil, false},
		{[]float64{1}, true},
		{[]float64{0}, false},
		{[]float64{0, 1}, true},
		{[]float64{0.1, 0.2, 0.7}, true},
		{[]float64{0.5, 0.5 + 0.9e-9}, true},
		{[]float64{0.5, 0.5 + 1.1e-9}, false},
		{[]float64{0.5, 0.5 - 1.1e-9}, false},
		{[]float64{-0.5, 1.5}, false},
		{[]float64{math.NaN(), 1}, false},
		{[]float64{1, math.NaN()}, false},
		{[]float64{math.Inf(1)}, false},
		{[]float64{math.Inf(1), math.Inf(-1)}, false},
	} {
		if got := Valid(test.probabilities); got != test.want {
			t.Errorf("Valid(%v) = %t", test.probabilities, got)
		}
	}
}

// TestDrawFollows counts draws and compares them with their distribution by a
// chi-squared test. The seed is fixed, so it fails always or never; of all seeds, one in
// 10,000 would fail.
func TestDrawFollows(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	probabilities := []float64{0.05, 0, 0.5, 0.2, 0.25}
	const draws = 200_000
	counts := make([]int, len(probabilities))
	for range draws {
		counts[Draw(probabilities, random.Float64())]++
	}
	chi := 0.0
	for i, p := range probabilities {
		if p == 0 {
			if counts[i] > 0 {
				t.Fatal("a value of probability 0 was drawn")
			}
			continue
		}
		chi += (float64(counts[i]) - draws*p) * (float64(counts[i]) - draws*p) / (draws * p)
	}
	const critical = 21.11 // of 3 degrees of freedom, at 1 in 10,000
	if chi > critical {
		t.Errorf("chi-squared %v of %v", chi, counts)
	}
}

func FuzzDraw(f *testing.F) {
	f.Add(0.5, 0.25, 0.25, 0.3)
	f.Add(0.0, 1.0, 0.0, 0.9999999999999999)
	f.Fuzz(func(t *testing.T, a, b, c, u float64) {
		probabilities := []float64{a, b, c}
		if !Valid(probabilities) || !(u >= 0 && u < 1) {
			return
		}
		if i := Draw(probabilities, u); i < 0 || i > 2 || probabilities[i] <= 0 {
			t.Fatalf("Draw(%v, %v) = %d", probabilities, u, i)
		}
	})
}

func BenchmarkDraw(b *testing.B) {
	for _, n := range []int{2, 16, 128} {
		b.Run(fmt.Sprintf("values=%d", n), func(b *testing.B) {
			probabilities := make([]float64, n)
			for i := range probabilities {
				probabilities[i] = 1 / float64(n)
			}
			random := rand.New(rand.NewPCG(13, 14))
			b.ReportAllocs()
			for b.Loop() {
				Draw(probabilities, random.Float64())
			}
		})
	}
}
