package breach

import (
	"math/big"
	"math/bits"

	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// factor is one of the five statistics, or a constant 1: ratioT or chanceV of a
// candidate, as a thing that can be computed to any precision.
type factor struct {
	g *candidate // nil for the constant 1
	// ofTarget distinguishes ratioT(g, k) from chanceV(g, m, k).
	ofTarget bool
	m, k     int64
}

// arithmetic multiplies and divides positive numbers: exactly, or rounded to a
// precision.
type arithmetic[T any] interface {
	integer(n int64) T
	mul(x, y T) T
	quo(x, y T) T
	sub(x, y T) T
	pow(x T, n int64) T
}

// evaluate computes a factor whose float64 value is not 0.
func evaluate[T any](a arithmetic[T], r *Release, f factor) T {
	one := a.integer(1)
	if f.g == nil {
		return one
	}
	g := f.g
	left := g.n - f.k
	switch {
	case f.ofTarget && r.constraint == knowledge.SVPI:
		return a.quo(a.integer(g.rest.people-f.k), a.integer(g.c))
	case f.ofTarget && r.constraint == knowledge.Set:
		t := a.quo(a.integer(left-g.c), a.integer(g.c))
		g.eachOther(func(c partition.Count) {
			t = a.mul(t, a.quo(a.integer(g.n-c.N), a.integer(g.n)))
		})
		return t
	case f.ofTarget:
		miss := a.pow(a.quo(a.integer(left-1), a.integer(left)), g.c)
		t := a.quo(miss, a.sub(one, miss))
		return a.mul(t, a.pow(a.quo(a.integer(g.n-1), a.integer(g.n)), g.rest.occurrences))
	case f.m == 0:
		return one
	case r.constraint == knowledge.Multiset:
		return a.pow(a.quo(a.integer(left-f.m), a.integer(left)), g.c)
	}
	q, t := max(f.m, g.c), min(f.m, g.c)
	return a.quo(falling(a, left-q, t), falling(a, left, t))
}

// falling returns b(b−1)…(b−t+1), as a balanced product.
func falling[T any](a arithmetic[T], b, t int64) T {
	if t <= 8 {
		p := a.integer(1)
		for i := range t {
			p = a.mul(p, a.integer(b-i))
		}
		return p
	}
	return a.mul(falling(a, b, t/2), falling(a, b-t/2, t-t/2))
}

// size estimates the bits of a factor's fraction.
func (r *Release) size(f factor) int64 {
	if f.g == nil {
		return 0
	}
	word := int64(bits.Len64(uint64(f.g.n)))
	switch {
	case f.ofTarget && r.constraint == knowledge.SVPI:
		return word
	case f.ofTarget && r.constraint == knowledge.Set:
		return saturatingMul(word, 2+int64(f.g.ruledOut))
	case f.ofTarget:
		return saturatingMul(word, f.g.c+f.g.rest.occurrences)
	case r.constraint == knowledge.Multiset:
		return saturatingMul(word, f.g.c)
	}
	return saturatingMul(word, min(f.m, f.g.c))
}

func saturatingMul(x, y int64) int64 {
	if high, low := bits.Mul64(uint64(x), uint64(y)); high == 0 && low < 1<<62 {
		return int64(low)
	}
	return 1 << 62
}

// rational computes with fractions.
type rational struct{}

func (rational) integer(n int64) *big.Rat   { return new(big.Rat).SetInt64(n) }
func (rational) mul(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(x, y) }
func (rational) quo(x, y *big.Rat) *big.Rat { return new(big.Rat).Quo(x, y) }
func (rational) sub(x, y *big.Rat) *big.Rat { return new(big.Rat).Sub(x, y) }

func (rational) pow(x *big.Rat, n int64) *big.Rat {
	e := big.NewInt(n)
	return new(big.Rat).SetFrac(new(big.Int).Exp(x.Num(), e, nil), new(big.Int).Exp(x.Denom(), e, nil))
}

// rounded computes with a precision in bits.
type rounded uint

func (p rounded) float() *big.Float              { return new(big.Float).SetPrec(uint(p)) }
func (p rounded) integer(n int64) *big.Float     { return p.float().SetInt64(n) }
func (p rounded) mul(x, y *big.Float) *big.Float { return p.float().Mul(x, y) }
func (p rounded) quo(x, y *big.Float) *big.Float { return p.float().Quo(x, y) }
func (p rounded) sub(x, y *big.Float) *big.Float { return p.float().Sub(x, y) }
func (p rounded) pow(x *big.Float, n int64) *big.Float {
	result := p.integer(1)
	for square := x; n > 0; n >>= 1 {
		if n&1 == 1 {
			result = p.mul(result, square)
		}
		square = p.mul(square, square)
	}
	return result
}

const (
	// workableBits is up to where fractions are computed to decide a comparison.
	workableBits = 1 << 20
	// roundableBits is up to where a breach probability is computed as a
	// fraction to be rounded once.
	roundableBits = 1 << 14
	// maxPrecision ends the search for a difference between two numbers whose
	// fractions are not workable.
	maxPrecision = 1 << 14
)

// compare returns the sign of Πxs − Πys·scale, exactly; no factor may be 0.
//
// Fractions of workable size are compared as such. Larger ones are compared at
// rising precision until they differ by more than the rounding errors. Numbers
// that agree to maxPrecision bits are taken as equal: their fractions would have
// to cancel down from millions of bits to the thousands that agree, which no
// quotient of long falling products or high powers does.
func (r *Release) compare(xs, ys []factor, scale *big.Rat) int {
	total := int64(0)
	for _, f := range append(append([]factor(nil), xs...), ys...) {
		total += r.size(f)
		total = min(total, 1<<62-1)
	}
	if total <= workableBits {
		return product(rational{}, r, xs).Cmp(rational{}.mul(product(rational{}, r, ys), scale))
	}
	for precision := rounded(128); precision <= maxPrecision; precision *= 4 {
		x := product[*big.Float](precision, r, xs)
		y := product[*big.Float](precision, r, ys)
		y = precision.mul(y, precision.float().SetRat(scale))
		difference := precision.sub(x, y)
		// Fewer than 2^62 roundings each are made, and powers double them: 2^70
		// units in the last place is beyond all of it.
		bound := new(big.Float).SetMantExp(y, 70-int(precision))
		if difference.Sign() != 0 && new(big.Float).Abs(difference).Cmp(bound) > 0 {
			return difference.Sign()
		}
	}
	return 0
}

func product[T any](a arithmetic[T], r *Release, factors []factor) T {
	p := a.integer(1)
	for _, f := range factors {
		p = a.mul(p, evaluate(a, r, f))
	}
	return p
}

// roundedBreach returns the float64 nearest to 1/(1+Πfactors), or false if the
// fraction is too large to be worth it.
func (r *Release) roundedBreach(factors []factor) (float64, bool) {
	total := int64(0)
	for _, f := range factors {
		total += min(r.size(f), roundableBits+1)
	}
	if total > roundableBits {
		return 0, false
	}
	// For a product of a few thousand quotients of whole numbers, twice the
	// precision tells nearly always; powers lose more and are left to fractions.
	if r.constraint != knowledge.Multiset {
		d := doubled{}
		one := d.integer(1)
		if b := d.quo(one, d.add(one, product(d, r, factors))); b.high > vanishing && b.roundsSurely() {
			return b.high, true
		}
	}
	ratio := product(rational{}, r, factors)
	sum := new(big.Int).Add(ratio.Num(), ratio.Denom())
	breach, _ := new(big.Rat).SetFrac(ratio.Denom(), sum).Float64()
	return breach, true
}
