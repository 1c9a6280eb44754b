// Package hierarchy holds a generalization hierarchy: a tree above the values of
// a column's domain, in which each value is generalized step by step to labels
// that say less.
//
// A value itself is at level 0. At each level from 1 to the height of the tree
// it has one label; a label at a level stands for the same set of values for
// all of them, and lies within one label of the next level. So the values under
// the labels of a level are a partition of the domain, and each level's is a
// refinement of the next one's. A node is told by its level and its label: the
// same text at two levels makes two nodes. Above a top level of several labels
// stands a root labelled "*". That label stands for any value wherever it is: a value that
// nobody has said more about may have it from level 1 on.
//
// The values are put in an order of ranks in which each node covers a run of
// consecutive ranks, which is the depth-first order of the leaves with siblings
// ordered by the smallest value below them. Where the order of the values agrees
// with the tree, as with intervals of numbers, the rank of a value is its number.
// The tree does not depend on the order of what it was built of.
//
// Source of the model: Samarati, "Protecting respondents' identities in microdata
// release", IEEE TKDE 13 (2001), Sect. 3: domain and value generalization
// hierarchies; here every path has the same number of levels, which full-domain
// generalization asks for.
package hierarchy
