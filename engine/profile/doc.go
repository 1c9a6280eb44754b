// Package profile says how far each subset of the columns of a table tells people apart:
// which columns single people out together, though each alone does not; and whom they do.
//
// A combination is what a person has in the columns of a subset. Where a person has several
// rows, they have each combination that one of their rows has. People who have the same
// combination are a group; somebody is alone with a subset of columns where one of their
// combinations is nobody else's.
//
// Who is alone with some columns is alone with more: the combination that nobody shares
// stays one that nobody shares when values are added to it. Three things follow from that.
// A group of a single row need not be looked at again for any superset. A subset is minimal
// for a person who is alone with it and with no smaller one if and only if they are alone
// with none of the subsets that have one column less. And it is enough to keep, for each
// subset of one column less, who is alone.
//
// Where a missing value is any value there are no groups: see Matching.
//
// Groups of one row that are left out are what Huhtala et al. call stripped partitions:
// "TANE: An Efficient Algorithm for Discovering Functional and Approximate Dependencies",
// The Computer Journal 42(2) (1999). Minimal subsets are the minimal sample uniques of
// Elliot, Manning and Ford, "A Computational Algorithm for Handling the Special Uniques
// Problem", IJUFKS 10(5) (2002); people are ranked by the number and the sizes of theirs, as
// SUDA scores do. Distinction and separation are the distinct ratio and the
// separation ratio of Motwani and Xu, "Efficient Algorithms for Masking and Finding
// Quasi-Identifiers", VLDB workshop on Management of Uncertain Data (2007).
package profile
