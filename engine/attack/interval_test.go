package attack

import (
	"math"
	"testing"
)

// TestWilson has the intervals of method 3 of R. G. Newcombe, "Two-sided confidence intervals for
// the single proportion", Statistics in Medicine 17 (1998), Table I, to four digits.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		right     float64
		people    int64
		low, high float64
	}{{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718}} {
		e := Wilson(c.right, c.people, 0.95)
		if math.Abs(e.Low-c.low) > 5e-5 || math.Abs(e.High-c.high) > 5e-5 || e.Value != c.right/float64(c.people) {
			t.Errorf("Wilson(%v, %d) = %v, want %v to %v", c.right, c.people, e, c.low, c.high)
		}
	}
	if e := Wilson(0, 0, 0.95); !math.IsNaN(e.Value) || !math.IsNaN(e.Low) || !math.IsNaN(e.High) {
		t.Errorf("of nobody: %v, want NaN", e)
	}
	// It is where the hypothesis is just not refused: |p̂−p| = z·√(p(1−p)/n).
	for people := int64(1); people <= 40; people++ {
		for right := range people + 1 {
			e := Wilson(float64(right), people, 0.9)
			for _, p := range []float64{e.Low, e.High} {
				z := math.Abs(e.Value-p) / math.Sqrt(p*(1-p)/float64(people))
				if p > 0 && p < 1 && math.Abs(z-1.6448536269514722) > 1e-6 {
					t.Errorf("Wilson(%d, %d, 0.9) has an end %v at %v standard errors", right, people, p, z)
				}
			}
		}
	}
}

// TestAdded: it is the share of failures that is set right, within its interval, which has that
// of every pair of shares within the two intervals.
func TestAdded(t *testing.T) {
	for _, c := range []struct {
		right, control, want float64
	}{{8, 6, 0.5}, {6, 6, 0}, {10, 0, 1}, {5, 6, -0.25}} {
		e := Added(c.right, 10, c.control, 10, 0.95)
		if math.Abs(e.Value-c.want) > 1e-12 || !(e.Low <= e.Value && e.Value <= e.High) {
			t.Errorf("Added(%v, %v) = %v, want %v", c.right, c.control, e, c.want)
		}
		s, k := Wilson(c.right, 10, 0.975), Wilson(c.control, 10, 0.975)
		for i := range 11 {
			for j := range 11 {
				x, y := s.Low+(s.High-s.Low)*float64(i)/10, k.Low+(k.High-k.Low)*float64(j)/10
				if a := (x - y) / (1 - y); y < 1 && (a < e.Low-1e-12 || a > e.High+1e-12) {
					t.Errorf("Added(%v, %v) = %v, which leaves %v out", c.right, c.control, e, a)
				}
			}
		}
	}
	if e := Added(10, 10, 10, 10, 0.95); !math.IsNaN(e.Value) {
		t.Errorf("where nothing is left to add: %v, want NaN", e)
	}
}
