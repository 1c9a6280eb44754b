// Package joint evaluates k-jump algorithms by listing tables, for privacy properties
// that look at several people together: (c,k)-safety against basic implications, and
// knowledge skylines. It serves the others too, through Marginal.
//
// The people have one sensitive value each, and a generalization puts them into groups.
// The signature of a generalization says how many people of each of its groups have
// each value; all tables with a signature are its permutation set. Knowing the
// algorithm, an adversary who sees generalization i disclosed leaves out those tables
// with which the algorithm would not have come to i: the rest is the disclosure set.
// Both are sets of equally likely tables. On a permutation set a property is what the
// project computes for a release candidate with those groups (engine/disclosure,
// engine/breach); on any other set it has a meaning by the same definition, and is
// found by search over a List.
//
// What all this rests on is that no set of tables is safer than the permutation set
// that it is a part of (Property). So where a permutation set violates a property,
// nobody needs the disclosure set.
//
// Exactness: tables are counted, and thresholds compared as fractions. Everything is
// decided exactly, or refused with ErrTooLarge. Work grows with the number of tables,
// which is exponential in the number of people: this is for tables of up to about 15
// people, more where groups are small.
//
// Source: Liu, Wang, Zhang, Zhu, “k-jump: a strategy to design publicly-known algorithms
// for privacy preserving micro-data disclosure”, Sect. 3, 4; Martin et al., “Worst-Case
// Background Knowledge for Privacy-Preserving Data Publishing”, ICDE 2007; Chen, LeFevre,
// Ramakrishnan, “Adversarial-knowledge dimensions in data privacy”, VLDB Journal 18
// (2009).
package joint
