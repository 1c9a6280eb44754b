package worlds

import (
	"math/big"
	"math/bits"
)

// Existence returns how likely it is for each of some people to be in a private table that
// has so many of them, given the likelihoods with which each would have become what was
// released: the share of the subsets of so many people that have the person, each weighed
// by the product of its likelihoods. It is nil where all weights are 0.
//
// Source: Nergiz, Cetintas, Akova, "Generalizations with Probability Distributions for
// Data Anonymization", Purdue CSD TR 08-001 (2008), Definition 10 and Eqn 4.
func Existence(likelihoods []*big.Rat, present int) []*big.Rat {
	with, all := make([]*big.Rat, len(likelihoods)), new(big.Rat)
	for i := range with {
		with[i] = new(big.Rat)
	}
	for subset := range uint(1) << len(likelihoods) {
		if bits.OnesCount(subset) != present {
			continue
		}
		product := big.NewRat(1, 1)
		for i, p := range likelihoods {
			if subset>>i&1 == 1 {
				product.Mul(product, p)
			}
		}
		all.Add(all, product)
		for i := range with {
			if subset>>i&1 == 1 {
				with[i].Add(with[i], product)
			}
		}
	}
	if all.Sign() == 0 {
		return nil
	}
	for i := range with {
		with[i].Quo(with[i], all)
	}
	return with
}
