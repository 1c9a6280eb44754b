// Package partition holds a release candidate as counted cells: for each QI
// group, how many people it has and how often each sensitive value occurs.
//
// QI groups that have the same histogram of sensitive values differ in nothing
// that a privacy criterion looks at. A Summary reduces a table further, to the
// groups that can matter for questions about one sensitive value at a time; the
// cost of the algorithms above follows the number of those, not of groups or rows.
//
// Source of the model: Chen, LeFevre, Ramakrishnan, "Adversarial-knowledge
// dimensions in data privacy", VLDB Journal 18 (2009), Sect. 2.1: a release
// candidate is a set of groups (G_i, X_i) of people and sensitive values.
package partition
