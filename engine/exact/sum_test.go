package exact

import (
	"math"
	"testing"
)

func TestSum(t *testing.T) {
	var s Sum
	for range 1_000_000 {
		s.Add(0.1)
	}
	if got := s.Value(); got != 100_000 {
		t.Errorf("a million times 0.1 is %v", got)
	}
	s = Sum{}
	for _, x := range []float64{1, 1e100, 1, -1e100} {
		s.Add(x)
	}
	if got := s.Value(); got != 2 {
		t.Errorf("what is lost comes back: %v", got)
	}
	s.Add(math.Inf(1))
	if got := s.Value(); !math.IsInf(got, 1) {
		t.Errorf("infinity: %v", got)
	}
}
