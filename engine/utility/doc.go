// Package utility measures what a release has lost of the table it was made of.
//
// Both tables are counted cells of the same columns. A Column holds the values
// of the original, in order, and the labels that the release has for them; a
// label stands for a Region, a set of values: a single one, an interval, a set, a
// node of a hierarchy, or all. A QI group of the release says of its people that
// each is in one of the regions of its rows, and how often each sensitive value
// occurs among them.
//
// Measures: the sizes of the QI groups (Sizes), how much of a column's domain the
// labels leave open (Loss), the divergence of the distribution that a reader of
// the release would assume from that of the original (Divergence), the means,
// deviations and correlations of numbers (Mean, Deviation, Correlation), and how well
// a decision tree that was trained on the release does on exact rows: Accuracy for
// classes, Regression for numbers. Examples hands out the same rows for other models.
//
// Nothing depends on the order of the cells.
package utility
