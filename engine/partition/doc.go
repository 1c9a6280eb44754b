// Package partition holds a release candidate as counted cells: for each QI
// group, how many people it has and how often each sensitive value occurs.
//
// QI groups that have the same histogram of sensitive values differ in nothing
// that a privacy criterion looks at, so a Table keeps each distinct histogram
// once, with the number of groups that have it. The cost of every algorithm
// above follows the number of distinct histograms, not of groups or rows.
//
// Source of the model: Chen, LeFevre, Ramakrishnan, "Adversarial-knowledge
// dimensions in data privacy", VLDB Journal 18 (2009), Sect. 2.1: a release
// candidate is a set of groups (G_i, X_i) of people and sensitive values.
package partition
