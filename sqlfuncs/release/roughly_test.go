package release

import (
	"math"
	"testing"
)

// TestRoughly: what an error says of a number is true of it, misses the requirement as it
// does, and has one digit, or the requirement's.
func TestRoughly(t *testing.T) {
	for _, test := range []struct {
		achieved, required float64
		want               string
	}{
		{0.444444, 0.1, "at least 0.4"},
		{0.714286, 0.7, "more than 0.7"}, // 0.7 is not more
		{0.7, 0.7, "at least 0.7"},       // of a bound that must not be reached
		{0.555556, 0.55, "more than 0.55"},
		{0.6, 0.5, "at least 0.6"},
		{0.023, 0.01, "at least 0.02"},
		{1, 0.8, "at least 1"},
		{0, 0.6, "at most 0"},
		{2, 3, "at most 2"},
		{18, 19, "less than 19"}, // 20 is not less
		{180, 1000, "at most 200"},
		{0.36, 0.6, "at most 0.4"},
		{math.Inf(1), 5, "infinity"},
	} {
		if got := Roughly(test.achieved, test.required); got != test.want {
			t.Errorf("Roughly(%v, %v) = %q, want %q", test.achieved, test.required, got, test.want)
		}
	}
}
