// Package distribution generalizes the values of a QI group to probability
// distributions, measures what that costs, and draws tables from them.
//
// A generalized cell is a distribution over the column's domain (pdf
// generalization): the one that says most is that of the group's own values, and the
// older kinds of generalization are uniform distributions: over a set, over an
// interval of the domain's order, over the leaves of a hierarchy's node.
//
// Probabilities are fractions of whole numbers, so what is built on them can be
// decided exactly.
//
// Source: Nergiz, Cetintas, Akova, "Generalizations with Probability Distributions
// for Data Anonymization", Purdue CSD TR 08-001 (2008), Sect. III and IV.
package distribution
