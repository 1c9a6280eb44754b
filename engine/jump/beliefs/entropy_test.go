package beliefs

import (
	"math/big"
	"testing"
)

// TestEntropyNearThreshold: of two values that n and n + 1 people have, the entropy is below ln 2, by
// about 1/(8 n²), and one more person with a third value lifts it above: with a share ε of those, it is
// h(ε) + (1 - ε)·H, and h(ε) > ε·ln 2. All of these differ by less than floats tell; numbers of more
// bits than are compared count as equal.
func TestEntropyNearThreshold(t *testing.T) {
	power := func(digits int64) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(digits), nil) }
	plus := func(n *big.Int, more int64) *big.Int { return new(big.Int).Add(n, big.NewInt(more)) }
	for _, c := range []struct {
		name   string
		counts []*big.Int
		want   bool
	}{
		{"equal shares", []*big.Int{power(12), power(12)}, true},
		{"10⁶ and one more", []*big.Int{power(6), plus(power(6), 1)}, false},
		{"10¹² and one more", []*big.Int{power(12), plus(power(12), 1)}, false},
		{"10²⁰ and one more", []*big.Int{power(20), plus(power(20), 1)}, false},
		{"10¹² twice and one", []*big.Int{power(12), power(12), big.NewInt(1)}, true},
		{"10¹², one more and one", []*big.Int{power(12), plus(power(12), 1), big.NewInt(1)}, true},
		{"10⁴⁰ and one more: beyond the bits", []*big.Int{power(40), plus(power(40), 1)}, true},
	} {
		if got := (Entropy{L: big.NewRat(2, 1)}).Holds(c.counts); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	// Three equal shares and ℓ a little off 3.
	three := []*big.Int{power(6), power(6), plus(power(6), 1)}
	for _, c := range []struct {
		off  int64
		want bool
	}{{-1, true}, {0, false}, {1, false}} {
		l := new(big.Rat).SetFrac(plus(new(big.Int).Mul(big.NewInt(3), power(11)), c.off), power(11))
		if got := (Entropy{L: l}).Holds(three); got != c.want {
			t.Errorf("ℓ = %s: %v, want %v", l.FloatString(12), got, c.want)
		}
	}
}
