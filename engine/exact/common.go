package exact

import "math/big"

// maxCommon is how many binary digits a common denominator may have.
const maxCommon = 4096

// Common returns finite numbers that are not negative as fractions with a common
// denominator: each as [Simplest] reads it. Where that denominator would be beyond
// 2^4096, as for thousands of numbers that are no simple fractions, each is the binary
// fraction that the float64 is.
func Common(xs []float64) (numerators []*big.Int, denominator *big.Int) {
	fractions := make([]*big.Rat, len(xs))
	denominator = big.NewInt(1)
	for i, x := range xs {
		fractions[i] = Simplest(x)
		include(denominator, fractions[i])
		if denominator.BitLen() > maxCommon {
			return binary(xs)
		}
	}
	return over(fractions, denominator), denominator
}

func binary(xs []float64) (numerators []*big.Int, denominator *big.Int) {
	fractions := make([]*big.Rat, len(xs))
	denominator = big.NewInt(1)
	for i, x := range xs {
		fractions[i] = new(big.Rat).SetFloat64(x)
		if d := fractions[i].Denom(); d.Cmp(denominator) > 0 { // both are powers of two
			denominator.Set(d)
		}
	}
	return over(fractions, denominator), denominator
}

// include multiplies a denominator by what a fraction needs.
func include(denominator *big.Int, x *big.Rat) {
	if rest := new(big.Int).Rem(denominator, x.Denom()); rest.Sign() == 0 {
		return
	}
	common := new(big.Int).GCD(nil, nil, denominator, x.Denom())
	denominator.Mul(denominator, common.Quo(x.Denom(), common))
}

func over(fractions []*big.Rat, denominator *big.Int) []*big.Int {
	numerators := make([]*big.Int, len(fractions))
	for i, x := range fractions {
		n := new(big.Int).Quo(denominator, x.Denom())
		numerators[i] = n.Mul(n, x.Num())
	}
	return numerators
}
