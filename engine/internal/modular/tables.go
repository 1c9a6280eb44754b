package modular

import "math/big"

// Reduce returns the representation of any whole number.
func (f *Field) Reduce(x *big.Int) uint64 {
	return f.From(new(big.Int).Mod(x, new(big.Int).SetUint64(f.P)).Uint64())
}

// Factorials returns n! and 1/n! for all n up to the given one, which is below the prime.
func (f *Field) Factorials(n int64) (factorial, reciprocal []uint64) {
	factorial, reciprocal = make([]uint64, n+1), make([]uint64, n+1)
	factorial[0] = f.One
	for i := int64(1); i <= n; i++ {
		factorial[i] = f.Mul(factorial[i-1], f.From(uint64(i)))
	}
	reciprocal[n] = f.Invert(factorial[n])
	for i := n; i > 0; i-- {
		reciprocal[i-1] = f.Mul(reciprocal[i], f.From(uint64(i)))
	}
	return factorial, reciprocal
}

// Inverses returns 1/j for all j from 1 to n, which is at least 1 and below the prime. What
// is at 0 means nothing.
func (f *Field) Inverses(n int64) []uint64 {
	inverses := make([]uint64, n+1)
	inverses[1] = f.One
	for j := uint64(2); j <= uint64(n); j++ {
		// p = (p / j) j + p mod j, so 1/j = -(p / j) / (p mod j).
		inverses[j] = f.Mul(f.Sub(0, f.From(f.P/j)), inverses[f.P%j])
	}
	return inverses
}
