package disclosure

import (
	"math/big"
	"testing"

	"skyline/engine/breach"
)

// certainly is the threshold that certainty alone misses.
func certainly(t testing.TB) breach.Threshold { return thresholdAt(t, big.NewRat(1, 1)) }

func thresholdAt(t testing.TB, c *big.Rat) breach.Threshold {
	t.Helper()
	threshold, err := breach.NewThresholdRat(c)
	if err != nil {
		t.Fatal(err)
	}
	return threshold
}
