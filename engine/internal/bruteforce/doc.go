// Package bruteforce computes breach probabilities and knowledge skylines from
// their definitions, by enumerating every reconstruction of the release
// candidate and every grounding of the adversary's knowledge. It is the oracle
// that tests hold the closed forms against, so it contains none of their
// formulas: it only builds possible original datasets, evaluates literals on
// them, and counts.
//
// # What is enumerated
//
// A reconstruction assigns the sensitive values of each QI group to its people
// (Sect. 2.1 of the paper):
//
//	SVPI      every person gets exactly one of the group's values
//	Set       each value goes to a set of people, as many as it occurs
//	Multiset  each occurrence of each value goes to a person
//
// All reconstructions are equally likely. A grounding chooses the target t, the
// values x, the other people u with, in SVPI, their values y, and the people v,
// under the grounding constraints u ≠ t, v ≠ t and v ≠ u (Definitions 1 and 2).
// Its probability is a quotient of two numbers of reconstructions,
//
//	Pr(σ ∈ t | K) = |{R : R satisfies K, and t has σ in R}| / |{R : R satisfies K}|
//
// and a grounding whose K no reconstruction satisfies is undefined and skipped
// (end of Sect. 2.1). The bounds of a knowledge point are read as "at most"
// (Sect. 4.2): the breach probability of (l, k, m) is the largest probability of
// a grounding with at most l values x, k people u and m people v.
//
// # What is left out
//
// Four reductions keep the enumeration small. None of them relies on anything
// but the definitions:
//
//   - In SVPI and Set the occurrences of one value are not numbered. Numbering
//     multiplies the number of reconstructions that satisfy any expression by
//     the same factor, the product of the factorials of the counts.
//   - Variables of one kind take distinct values. Two that coincide repeat a
//     literal, and then fewer variables say the same, or contradict each other
//     (one person u with two values y in SVPI), and then Pr(K) = 0.
//   - The x and y range over the values of the table. Another x makes its
//     literal true in all reconstructions, another y in none.
//   - People of one QI group are interchangeable: renaming them turns
//     reconstructions into reconstructions, one to one. So one target per group
//     is enough, and of the groundings that differ by such a renaming of the
//     others only one is tried. Not so where people are related to some
//     and not to others.
//
// The tests repeat the enumeration without any of the four on tiny tables.
//
// # Limits
//
// Results are exact fractions. The work grows exponentially with the table, so
// a table is refused with [ErrTooLarge] beyond [MaxReconstructions], [MaxSize]
// or [MaxSteps].
//
// Source: Chen, LeFevre, Ramakrishnan, "Adversarial-knowledge dimensions in
// data privacy", VLDB Journal 18 (2009), Sect. 2.1, 4.1, 4.2 and Definition 5.
package bruteforce
