package beliefs

import (
	"math"
	"math/big"
)

// Entropy is entropy ℓ-diversity: exp(−Σ q ln q) ≥ ℓ, q being the shares of a person's
// values.
type Entropy struct {
	// L is at least 1.
	L *big.Rat
}

// exactUpTo is how many bits the numbers may have by which entropies that are close are
// compared. Beyond, they count as equal if they agree in so many bits.
const exactUpTo = 1 << 16

// Holds implements Property.
func (p Entropy) Holds(counts []*big.Int) bool {
	// n·ln n − Σ nᵢ·ln nᵢ ≥ n·ln ℓ, after division by what the counts have in common.
	divisor, n := new(big.Int), new(big.Int)
	var present []*big.Int
	for _, c := range counts {
		if c.Sign() > 0 {
			divisor.GCD(nil, nil, divisor, c)
			present = append(present, c)
			n.Add(n, c)
		}
	}
	n.Quo(n, divisor)
	reduced := make([]*big.Int, len(present))
	entropy := 0.0
	for i, c := range present {
		reduced[i] = new(big.Int).Quo(c, divisor)
		share, _ := new(big.Rat).SetFrac(reduced[i], n).Float64()
		if share > 0 {
			entropy -= float64(share * math.Log(share))
		}
	}
	l, _ := p.L.Float64()
	if gap := entropy - math.Log(l); math.Abs(gap) > 1e-9 {
		return gap > 0
	}
	return p.compare(reduced, n)
}

// compare decides n^n·den(ℓ)^n ≥ num(ℓ)^n · Π nᵢ^nᵢ.
func (p Entropy) compare(counts []*big.Int, n *big.Int) bool {
	if n.IsInt64() && float64(n.Int64())*float64(n.BitLen()+p.L.Num().BitLen()) < exactUpTo {
		left := new(big.Int).Exp(new(big.Int).Mul(n, p.L.Denom()), n, nil)
		right := new(big.Int).Exp(p.L.Num(), n, nil)
		for _, c := range counts {
			right.Mul(right, new(big.Int).Exp(c, c, nil))
		}
		return left.Cmp(right) >= 0
	}
	const bits = 256
	sum := new(big.Float).SetPrec(bits)
	for _, c := range counts {
		share := new(big.Float).SetPrec(bits).Quo(new(big.Float).SetPrec(bits).SetInt(c), new(big.Float).SetPrec(bits).SetInt(n))
		sum.Sub(sum, share.Mul(share, logarithm(share)))
	}
	l := new(big.Float).SetPrec(bits).SetRat(p.L)
	gap := sum.Sub(sum, logarithm(l))
	return gap.Sign() >= 0 || gap.MantExp(nil) < -bits*3/4
}

// logarithm returns ln x to nearly the precision of x, for x > 0: from that of its
// mantissa m in [1/2, 1) as −2·artanh((1−m)/(1+m)).
func logarithm(x *big.Float) *big.Float {
	mantissa := new(big.Float)
	exponent := x.MantExp(mantissa)
	ln := lnOfMantissa(mantissa)
	two := lnOfMantissa(new(big.Float).SetPrec(x.Prec()).SetFloat64(0.5)) // −ln 2
	two.Mul(two, new(big.Float).SetPrec(x.Prec()).SetInt64(int64(-exponent)))
	return ln.Add(ln, two)
}

func lnOfMantissa(m *big.Float) *big.Float {
	prec := m.Prec()
	one := new(big.Float).SetPrec(prec).SetInt64(1)
	z := new(big.Float).SetPrec(prec).Quo(new(big.Float).SetPrec(prec).Sub(one, m), new(big.Float).SetPrec(prec).Add(one, m))
	square := new(big.Float).SetPrec(prec).Mul(z, z)
	sum := new(big.Float).SetPrec(prec)
	for k := int64(1); z.Sign() > 0 && z.MantExp(nil) > -int(prec); k += 2 {
		sum.Add(sum, new(big.Float).SetPrec(prec).Quo(z, new(big.Float).SetPrec(prec).SetInt64(k)))
		z.Mul(z, square)
	}
	return sum.Mul(sum, new(big.Float).SetPrec(prec).SetInt64(-2))
}

// HoldsGroup implements Property.
func (p Entropy) HoldsGroup(counts []int64) bool { return p.Holds(bigs(counts)) }

// Between implements Property. The entropy is at least that of the largest share alone.
func (p Entropy) Between(_, high []*big.Rat) Verdict {
	for _, share := range high {
		if new(big.Rat).Mul(share, p.L).Cmp(big.NewRat(1, 1)) > 0 {
			return Unknown
		}
	}
	return Yes
}

// SetMonotonic implements Property.
func (Entropy) SetMonotonic() bool { return false }
