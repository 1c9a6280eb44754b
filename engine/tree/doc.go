// Package tree learns decision trees, from rows that may be counted, incomplete or
// generalized: those that tell classes, by the C4.5 method, and those that predict
// numbers, by the method of CART (TrainRegression).
//
// A row holds a code for each feature. What a code stands for is said by the
// Feature: a number, a value of a category, or several values of a category any
// of which it may be; the row then counts for each of them with an equal part of
// its weight. So one tree can be trained on a generalized release and asked
// about exact rows. A code that stands for nothing known counts for every branch
// of a test, in the proportion of the rows that are known.
//
// The method of classification: a test has two branches (a threshold) for numbers and one for each
// value for categories; of the tests with at least average information gain, the
// one with the largest gain ratio is taken; a tree is pruned by replacing a test
// with a leaf, or with its largest branch, where the pessimistic estimate of
// errors does not rise. The settings are those that Weka's J48 has by default:
// two rows at least in two branches, confidence 0.25, subtree raising.
//
// Not the same as J48: a threshold lies halfway between two numbers, and rows
// that have been split into parts much lighter than the average row are thinned
// out, which bounds the work; see grower.distribute.
//
// Sources: Quinlan, "C4.5: Programs for Machine Learning" (1993), chapters 2-4;
// Quinlan, "Improved use of continuous attributes in C4.5", JAIR 4 (1996), for
// the penalty on thresholds; Witten, Frank, "Data Mining" (2005), Sect. 6.1, for
// the estimate of errors.
package tree
