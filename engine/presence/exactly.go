package presence

import (
	"context"
	"math/big"
)

// exactly returns the sign of the existence probability of a class minus a bound a/b
// in (0, 1), in whole numbers: with the sums of products of everybody but one person of
// the class, it is the sign of
//
//	(b - a) p E_{n-1} - a E_n
//
// It takes O(people · present) products of a whole number with a likelihood.
//
// Errors: that of the context.
func (s *Set) exactly(ctx context.Context, class int, bound *big.Rat) (int, error) {
	others := s.reduced()
	weight := others[class-s.impossible].Weight
	others[class-s.impossible].People--
	one, all, err := products(ctx, others, s.present)
	if err != nil {
		return 0, err
	}
	left := new(big.Int).Sub(bound.Denom(), bound.Num())
	left.Mul(left, weight).Mul(left, one)
	return left.Cmp(all.Mul(all, bound.Num())), nil
}

// affordable is how many products of machine words a decision in whole numbers may take.
const affordable = 2e8

// isAffordable reports whether [Set.exactly] takes at most that many. The sums of the
// products of n weights have about n times their digits.
func (s *Set) isAffordable() bool {
	few := float64(min(s.present, s.possible-s.present))
	digits := float64(s.classes[len(s.classes)-1].Weight.BitLen())
	perPerson := float64(few * (digits + 1) / 128 * (1 + float64(digits/64)))
	return float64(s.possible)*few*(4+perPerson) <= affordable
}

// reduced returns the classes with positive weights, the weights divided by what they
// have in common.
func (s *Set) reduced() []Class {
	classes := append([]Class(nil), s.classes[s.impossible:]...)
	common := new(big.Int)
	for _, c := range classes {
		common.GCD(nil, nil, common, c.Weight)
	}
	for i, c := range classes {
		classes[i].Weight = new(big.Int).Quo(c.Weight, common)
	}
	return classes
}

// products returns E_{n-1} and E_n, the sums of the products of n-1 and of n weights:
// the coefficients of Π (1 + w x), from below or, where those are fewer, from above.
// n is from 1 to the number of people.
func products(ctx context.Context, classes []Class, n int64) (one, all *big.Int, err error) {
	var people int64
	for _, c := range classes {
		people += c.People
	}
	above := 2*n > people
	terms := n + 1 // of degrees 0 to n
	if above {
		terms = people - n + 2 // of degrees people down to n - 1
	}
	sums := make([]big.Int, terms)
	sums[0].SetInt64(1)
	var term big.Int
	done := int64(0)
	for _, c := range classes {
		for range c.People {
			if err := ctx.Err(); err != nil {
				return nil, nil, err
			}
			done++
			for j := min(done, terms-1); j >= 1; j-- {
				if above { // times w + 1/x
					sums[j].Add(sums[j].Mul(&sums[j], c.Weight), &sums[j-1])
				} else {
					sums[j].Add(&sums[j], term.Mul(&sums[j-1], c.Weight))
				}
			}
			if above {
				sums[0].Mul(&sums[0], c.Weight)
			}
		}
	}
	if above {
		return &sums[terms-1], &sums[terms-2], nil
	}
	return &sums[terms-2], &sums[terms-1], nil
}
