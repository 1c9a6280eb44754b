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
	// ofOwn says of a chanceV that the relatives are in the target's group: the target is one
	// of the k.
	ofOwn bool
	m, k  int64
}

// arithmetic multiplies and divides positive numbers: exactly, or rounded to a
// precision.
type arithmetic[T any] interface {
	multiplication[T]
	quo(x, y T) T
	sub(x, y T) T
	pow(x T, n int64) T
	// fallingRatio returns Π_{i<t} (b−q−i)/(b−i), for b − q >= t.
	fallingRatio(b, q, t int64) T
}

type multiplication[T any] interface {
	integer(n int64) T
	mul(x, y T) T
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
	return a.fallingRatio(left, max(f.m, g.c), min(f.m, g.c))
}

// falling returns b(b−1)…(b−t+1), as a balanced product.
func falling[T any](a multiplication[T], b, t int64) T {
	if t <= 8 {
		p := a.integer(1)
		for i := range t {
			p = a.mul(p, a.integer(b-i))
		}
		return p
	}
	return a.mul(falling(a, b, t/2), falling(a, b-t/2, t-t/2))
}

// numbers estimates how many whole numbers are multiplied for a factor's fraction.
func (r *Release) numbers(f factor) int64 {
	switch {
	case f.g == nil:
		return 0
	case f.ofTarget && r.constraint == knowledge.SVPI:
		return 1
	case f.ofTarget && r.constraint == knowledge.Set:
		return 2 + int64(f.g.ruledOut)
	case f.ofTarget:
		return f.g.c + f.g.rest.occurrences
	case r.constraint == knowledge.Multiset:
		return f.g.c
	}
	return min(f.m, f.g.c)
}

// size estimates the bits of a factor's fraction.
func (r *Release) size(f factor) int64 {
	if f.g == nil {
		return 0
	}
	return saturatingMul(int64(bits.Len64(uint64(f.g.n))), r.numbers(f))
}

func saturatingMul(x, y int64) int64 {
	if high, low := bits.Mul64(uint64(x), uint64(y)); high == 0 && low < 1<<62 {
		return int64(low)
	}
	return 1 << 62
}

// fraction is a fraction that is not reduced: to look for common divisors takes longer
// than to multiply by them.
type fraction struct{ above, below *big.Int }

// rational computes with fractions.
type rational struct{}

func (rational) integer(n int64) fraction { return fraction{big.NewInt(n), big.NewInt(1)} }
func (rational) mul(x, y fraction) fraction {
	return fraction{new(big.Int).Mul(x.above, y.above), new(big.Int).Mul(x.below, y.below)}
}

func (rational) quo(x, y fraction) fraction {
	return fraction{new(big.Int).Mul(x.above, y.below), new(big.Int).Mul(x.below, y.above)}
}

func (rational) sub(x, y fraction) fraction {
	above := new(big.Int).Mul(x.above, y.below)
	return fraction{above.Sub(above, new(big.Int).Mul(y.above, x.below)), new(big.Int).Mul(x.below, y.below)}
}

func (rational) pow(x fraction, n int64) fraction {
	e := big.NewInt(n)
	return fraction{new(big.Int).Exp(x.above, e, nil), new(big.Int).Exp(x.below, e, nil)}
}

func (rational) fallingRatio(b, q, t int64) fraction {
	return fraction{falling(whole{}, b-q, t), falling(whole{}, b, t)}
}

// compare returns the sign of x − y, for positive denominators.
func (rational) compare(x, y fraction) int {
	return new(big.Int).Mul(x.above, y.below).Cmp(new(big.Int).Mul(y.above, x.below))
}

// whole multiplies whole numbers.
type whole struct{}

func (whole) integer(n int64) *big.Int   { return big.NewInt(n) }
func (whole) mul(x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) }

// rounded computes with a precision in bits.
type rounded uint

func (p rounded) float() *big.Float              { return new(big.Float).SetPrec(uint(p)) }
func (p rounded) integer(n int64) *big.Float     { return p.float().SetInt64(n) }
func (p rounded) mul(x, y *big.Float) *big.Float { return p.float().Mul(x, y) }
func (p rounded) quo(x, y *big.Float) *big.Float { return p.float().Quo(x, y) }
func (p rounded) sub(x, y *big.Float) *big.Float { return p.float().Sub(x, y) }
func (p rounded) fallingRatio(b, q, t int64) *big.Float {
	return p.quo(falling(p, b-q, t), falling(p, b, t))
}

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
	// MaxNumbers is up to how many whole numbers are multiplied one by one to decide a
	// comparison, at the lowest precision; that takes some hundredths of a second.
	MaxNumbers     = 1 << 18
	leastPrecision = 1 << 8
)

// compare returns the sign of Πxs − Πys·scale, exactly where it is sure; no factor
// may be 0.
//
// Most products differ in their first 22 digits, or 50. Fractions of workable size are
// compared as such where these agree. Larger ones are compared at rising precision
// until they differ by more than the rounding errors, as far as that can be borne. It
// is not sure of what is closer still: of products of more than MaxNumbers numbers,
// powers apart, where they agree in 22 digits.
func (r *Release) compare(xs, ys []factor, scale *big.Rat) (sign int, sure bool) {
	total, numbers := int64(0), int64(0)
	for _, f := range append(append([]factor(nil), xs...), ys...) {
		total = min(total+r.size(f), 1<<62-1)
		numbers = min(numbers+r.numbers(f), 1<<62-1)
	}
	if r.constraint == knowledge.Multiset {
		numbers = 1 // a power takes few multiplications
	} else {
		d := doubled{}
		if sign, sure := d.compare(product(d, r, xs), d.mul(product(d, r, ys), d.fraction(scale))); sure {
			return sign, true
		}
	}
	isWorkable := total <= workableBits
	for precision := rounded(leastPrecision); precision <= maxPrecision; precision *= 4 {
		if isWorkable && total <= 8*int64(precision) {
			break // fractions take no longer
		}
		if saturatingMul(numbers, int64(precision)) > MaxNumbers*leastPrecision {
			break
		}
		x := product[*big.Float](precision, r, xs)
		y := product[*big.Float](precision, r, ys)
		y = precision.mul(y, precision.float().SetRat(scale))
		difference := precision.sub(x, y)
		// Fewer than 2^62 roundings each are made, and powers double them: 2^70
		// units in the last place is beyond all of it.
		bound := new(big.Float).SetMantExp(y, 70-int(precision))
		if difference.Sign() != 0 && new(big.Float).Abs(difference).Cmp(bound) > 0 {
			return difference.Sign(), true
		}
		if isWorkable {
			break
		}
	}
	if !isWorkable {
		return 0, false
	}
	a := rational{}
	return a.compare(product(a, r, xs), a.mul(product(a, r, ys), fraction{scale.Num(), scale.Denom()})), true
}

func product[T any](a arithmetic[T], r *Release, factors []factor) T {
	p := a.integer(1)
	for _, f := range factors {
		p = a.mul(p, evaluate(a, r, f))
	}
	return p
}

// roundedBreach returns the float64 nearest to 1/(1+Πfactors), or false if only the
// fraction could tell and is too large to be worth it.
func (r *Release) roundedBreach(factors []factor) (float64, bool) {
	// Twice the precision tells nearly always; powers lose more and are left to
	// fractions.
	if r.constraint != knowledge.Multiset {
		if b, sure := (doubled{}).breach(product(doubled{}, r, factors)); sure {
			return b, true
		}
	}
	total := int64(0)
	for _, f := range factors {
		total += min(r.size(f), roundableBits+1)
	}
	if total > roundableBits {
		return 0, false
	}
	ratio := product(rational{}, r, factors)
	sum := new(big.Int).Add(ratio.above, ratio.below)
	breach, _ := new(big.Rat).SetFrac(ratio.below, sum).Float64()
	return breach, true
}
