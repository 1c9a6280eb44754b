// Package rules finds the association rules and class rules of a table, and says how likely a
// reconstruction of a release has them.
//
// A rule X ⇒ Y has a value of one column on the right, Y, and values of other columns on the left,
// X. Its support is the share of people who have X and Y, its confidence the share of those with X
// who have Y. A table respects a rule that has at least a given support and a given confidence.
//
// A release shows a distribution for each person and column: of one value, of the values of a label
// in equal parts, or of any values. A reconstruction has one of the values in its place, drawn for
// each person and column independently (Definition 7 of the source). So the number of people with
// X and Y and the number with X alone are sums of independent draws, one for each person; their
// joint distribution gives the probability that a rule is respected, as a fraction.
//
// The distance of two sets of rules is the sum of what confidences differ by, a rule that only one
// of them has counting in the other with the least confidence (Eqn 5). Expectations add up: the
// expected distance is the sum of what is expected of each rule.
//
// Callers rely on this: thresholds are compared as fractions. What is marked exact was counted as
// fractions and rounded once; the rest is the share of draws. Nothing depends on the order of rows.
//
// Source: Nergiz, Cetintas, Akova, "Generalizations with Probability Distributions for Data
// Anonymization", Purdue CSD TR 08-001 (2008), Sect. IV-C and VI-A.
package rules
