package cube

import (
	"math"
	"math/big"
	"testing"
)

// TestWide compares with whole numbers of any size.
func TestWide(t *testing.T) {
	numbers := []int64{math.MinInt64, math.MinInt64 + 1, -1 << 32, -3, -1, 0, 1, 2, 7, 1 << 31, 1<<62 + 5, math.MaxInt64}
	large := func(w wide) *big.Int {
		x := new(big.Int).Lsh(big.NewInt(w.high), 64)
		return x.Add(x, new(big.Int).SetUint64(w.low))
	}
	for _, x := range numbers {
		for _, y := range numbers {
			xy := new(big.Int).Mul(big.NewInt(x), big.NewInt(y))
			if got := large(product(x, y)); got.Cmp(xy) != 0 {
				t.Errorf("%d·%d = %v, want %v", x, y, got, xy)
			}
			fits := xy.IsInt64() && xy.Int64() != math.MinInt64
			if got, ok := times(x, y); ok != fits || ok && got != xy.Int64() {
				t.Errorf("%d·%d = %d, fits: %v", x, y, got, ok)
			}
			sum := new(big.Int).Add(big.NewInt(x), big.NewInt(y))
			fits = sum.IsInt64() && sum.Int64() != math.MinInt64
			if got, ok := plus(x, y); ok != fits || ok && got != sum.Int64() {
				t.Errorf("%d+%d = %d, fits: %v", x, y, got, ok)
			}
			if got := large(product(x, y).sub(widen(x))); got.Cmp(new(big.Int).Sub(xy, big.NewInt(x))) != 0 {
				t.Errorf("%d·%d-%d = %v", x, y, x, got)
			}
			if got := product(x, y).cmp(widen(y)); got != xy.Cmp(big.NewInt(y)) {
				t.Errorf("%d·%d compared with %d: %d", x, y, y, got)
			}
			if y > 0 {
				quotient := new(big.Rat).SetFrac64(x, y)
				below, above := new(big.Rat).SetInt64(floor(x, y)), new(big.Rat).SetInt64(ceil(x, y))
				one := big.NewRat(1, 1)
				if below.Cmp(quotient) > 0 || new(big.Rat).Add(below, one).Cmp(quotient) <= 0 || above.Cmp(quotient) < 0 || new(big.Rat).Sub(above, one).Cmp(quotient) >= 0 {
					t.Errorf("%d/%d is between %v and %v", x, y, below, above)
				}
			}
		}
	}
}
