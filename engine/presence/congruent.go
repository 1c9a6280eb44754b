package presence

import (
	"context"
	"math/big"

	"skyline/engine/internal/modular"
)

// primes are the largest below 2^61 that are 1 modulo 2^24.
var primes = [...]uint64{2305843009196916737, 2305843009146585089, 2305843008777486337, 2305843008643268609}

// maxTerms is how many coefficients are computed modulo a prime at most.
const maxTerms = 1 << (modular.Twos - 1)

// isCongruent reports whether the difference whose sign [Set.exactly] returns is 0 modulo
// each of the primes. If it is not, it is not 0; if it is 0, it is. (The converse, that
// it is 0 if it is so modulo all of them, is all but certain, and no proof.) Of sets
// too large for that, it reports true.
//
// It takes O(n log² n) products for n present people, or absent ones if they are fewer.
//
// Errors: that of the context.
func (s *Set) isCongruent(ctx context.Context, class int, bound *big.Rat) (bool, error) {
	others := s.reduced()
	own := class - s.impossible
	weight := others[own].Weight
	others[own].People--
	above := 2*s.present > s.possible
	terms := s.present + 1
	if above {
		terms = s.possible - 1 - s.present + 2
	}
	if terms > maxTerms {
		return true, nil
	}
	for _, prime := range primes {
		f := modular.New(prime)
		sums, err := coefficients(ctx, f, others, int(terms), above)
		if err != nil {
			return false, err
		}
		at := func(i int) uint64 {
			if i < len(sums) {
				return sums[i]
			}
			return 0
		}
		one, all := at(int(terms)-2), at(int(terms)-1)
		if above {
			one, all = all, one
		}
		left := f.Mul(f.Mul(f.Reduce(new(big.Int).Sub(bound.Denom(), bound.Num())), f.Reduce(weight)), one)
		if left != f.Mul(f.Reduce(bound.Num()), all) {
			return false, nil
		}
	}
	return true, nil
}

// coefficients returns the first coefficients of Π (1 + w x)^people, or of Π (w + x)^people
// from above.
//
// Errors: that of the context.
func coefficients(ctx context.Context, f *modular.Field, classes []Class, terms int, above bool) ([]uint64, error) {
	most := int64(1) // that a binomial coefficient is divided by
	for _, c := range classes {
		most = max(most, min(c.People, int64(terms)))
	}
	inverses := f.Inverses(most)
	var factors [][]uint64
	for _, c := range classes {
		if c.People == 0 {
			continue
		}
		w := f.Reduce(c.Weight)
		factor := make([]uint64, 1, min(c.People+1, int64(terms)))
		factor[0] = f.One
		binomial := f.One
		// C(n, j) = C(n, j-1) (n - j + 1) / j
		for j := 1; j < cap(factor); j++ {
			binomial = f.Mul(binomial, f.Mul(f.From(uint64(c.People-int64(j)+1)%f.P), inverses[j]))
			factor = append(factor, binomial)
		}
		power := f.One
		if above {
			// The last ones have the small powers: w^(n-j).
			power = f.Pow(w, uint64(c.People)-uint64(len(factor)-1))
			for j := len(factor) - 1; j >= 0; j-- {
				factor[j] = f.Mul(factor[j], power)
				power = f.Mul(power, w)
			}
		} else {
			for j := range factor {
				factor[j] = f.Mul(factor[j], power)
				power = f.Mul(power, w)
			}
		}
		factors = append(factors, factor)
	}
	for len(factors) > 1 {
		half := 0
		for i := 0; i < len(factors); i += 2 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			factors[half] = factors[i]
			if i+1 < len(factors) {
				factors[half] = f.Product(factors[i], factors[i+1], terms)
			}
			half++
		}
		factors = factors[:half]
	}
	return factors[0], nil
}
