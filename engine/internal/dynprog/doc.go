// Package dynprog computes breach probabilities with the dynamic program that
// the closed form replaced: it tries all ways to distribute the adversary's
// knowledge over the QI groups, where the closed form knows that concentrating
// it is worst (the congregation property). It is the opponent in benchmarks of
// the closed form, and, exactly, an oracle for tables that are too large to
// enumerate.
//
// For target value σ and at most l, k, m pieces of knowledge (see
// skyline/engine/knowledge) the breach probability is 1/(1 + NR), where the
// negated ratio NR is the least value of
//
//	V(1, m₁, k₁) ⋯ [T(g, l, k_g) · V(g, m_g, k_g+1)] ⋯ V(B, m_B, k_B)
//
// over the group g of the target and over k₁ + … + k_B ≤ k, m₁ + … + m_B ≤ m.
// T is the negated odds that the target has σ, V the probability that m people
// of a group all lack σ, both given what is known.
//
// # Boundaries
//
// The printed T and V divide by zero, or let a negative numerator count as zero,
// where they should not. The values used here agree with the definition at every
// point that was enumerated:
//
//   - A group without σ has T = +∞ and V = 1, however large k and m are. +∞
//     times 0 is +∞: somebody in such a group cannot be disclosed.
//   - In a group with σ, V(g, 0, k) = 1. Otherwise T and V are 0 as soon as one
//     numerator is 0 or negative, which is tested before anything is divided.
//   - l larger than the number of other values excludes all of them.
//   - Bounds are "at most", so k and m above the number of people are cut down
//     to it; more people are not there to be known about.
//
// The groups must have a reconstruction: in SVPI as many values as people, in
// Set no value more often than there are people. For others the result is still
// in [0, 1], but has no meaning.
//
// Source: Chen, LeFevre, Ramakrishnan, "Adversarial-knowledge dimensions in
// data privacy", VLDB Journal 18 (2009), Appendix A.3; T and V from Sect. 7.1.
package dynprog
