// Package palm makes releases that hide who is in a private table, with
// distributions that say as much as δ-presence allows.
//
// The QI groups are those of a public table whose people are partly in the private
// one. At first a group's cells say no more than that each of their values is equally
// likely: the groups are those of the full-domain generalization of the smallest KL
// cost whose shares of present people are within the bounds (SPALM), or of any other
// partition that keeps them. Then each group's distributions are shifted toward the
// utility-optimal ones (Eqn 3): in equal steps, as long as all existence probabilities
// keep the bounds (WPALM) or Theorem 5 certifies that they do (PPALM), or each column by
// itself as far as the existence probabilities allow (Exact).
//
// Whether a release keeps the bounds is decided exactly. Existence probabilities are
// not monotone in the shift, so a search may not conclude from one shift that smaller
// ones keep the bounds, or that larger ones do not; see line.go for what it may.
//
// Source: Nergiz, Cetintas, Akova, "Generalizations with Probability Distributions
// for Data Anonymization", Purdue CSD TR 08-001 (2008), Sect. V.
package palm
