package counting

import (
	"math/big"
	"slices"

	"skyline/engine/internal/modular"
)

// primes returns how many primes tell apart the numbers from 0 up to the bound.
func primes(bound *big.Int) int { return bound.BitLen()/modular.Bits + 1 }

// numbers returns n integers, each from 0 to bound, of which residues are computed modulo
// so many primes that no two have the same. There is no rounding, and no harm in
// differences of large numbers.
func numbers(bound *big.Int, n int, residues func(f *modular.Field, out []uint64) error) ([]*big.Int, error) {
	fields := make([]*modular.Field, primes(bound))
	digits := make([][]uint64, len(fields)) // of the numbers, to the mixed base p₀, p₁, …
	p := uint64(modular.FirstPrime)
	for i := range fields {
		p = modular.NextPrime(p)
		f := modular.New(p)
		fields[i] = f
		digits[i] = make([]uint64, n)
		if err := residues(f, digits[i]); err != nil {
			return nil, err
		}
		// x = d₀ + p₀·(d₁ + p₁·(d₂ + …)): the next digit is what the others leave of the
		// residue, divided by p₀·p₁·….
		places := make([]uint64, i)
		place := f.One
		for j := range places {
			places[j] = place
			place = f.Mul(place, f.From(fields[j].P))
		}
		inverse := f.Invert(place)
		for k := range n {
			x := digits[i][k]
			for j := range places {
				x = f.Sub(x, f.Mul(f.From(digits[j][k]), places[j]))
			}
			digits[i][k] = f.Plain(f.Mul(x, inverse))
		}
	}
	all := make([]*big.Int, n)
	word := new(big.Int)
	for k := range all {
		x := new(big.Int)
		for i, f := range slices.Backward(fields) {
			x.Mul(x, word.SetUint64(f.P))
			x.Add(x, word.SetUint64(digits[i][k]))
		}
		all[k] = x
	}
	return all, nil
}
