// Package presence computes how likely it is that a person is in a private table, for
// who knows a public table and has seen a release of the private one.
//
// The people of a QI group of the public table form a projected set: the adversary
// knows that so many of them are present (are in the private table), and how likely
// the release makes the quasi-identifier values of each of them. With likelihoods p and
// n present people, the existence probability of a person k (Eqn 4) is the share of the
// subsets of n people that hold k, each weighed by the product of its likelihoods:
//
//	ex_k = p_k e_{n-1}(p without p_k) / e_n(p)
//
// where e_j is the sum of the products of j likelihoods, the elementary symmetric
// polynomial. A factor common to all likelihoods changes nothing, so they are whole
// numbers here, the weights. A release is (low, high)-present if every existence
// probability is in [low, high] (Definition 3; inclusive, where Algorithms 2 and 3 of
// the source are not).
//
// The source computes Eqn 4 by enumeration and skips what is too large for that. It is
// the conditional distribution of independent trials (conditional Bernoulli sampling):
// person k succeeds with the odds θ p_k, and n of all trials do. That gives every
// existence probability of a set of 10^5 people in a fraction of a second, to the
// last digits of a float64, whatever the range of the likelihoods ([Set.Existence]).
// Nothing is decided by a float64, though: [Set.Within] goes on with exact arithmetic
// where one is close to a bound.
//
// Source: Nergiz, Cetintas, Akova, "Generalizations with Probability Distributions for
// Data Anonymization", Purdue CSD TR 08-001 (2008), Sect. V; Chen, Dempster, Liu,
// "Weighted finite population sampling to maximize entropy", Biometrika 81 (1994), for
// the odds. The adversary is the one of the source: nothing is assumed about what else
// is known of a person, nor about how the release was chosen.
package presence
