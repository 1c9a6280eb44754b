// Package beliefs holds what is said of sets of tables when the publisher's algorithm is
// known: how many tables there are, and in how many of them a person has a value; and
// the privacy properties of such sets.
//
// All tables of a set have the same people and the same multiset of sensitive values;
// who has which value differs. Somebody who knows that the original is one of them
// holds each for equally likely.
//
// Source: Liu, Wang, Zhang, Zhu, “k-jump: a strategy to design publicly-known algorithms
// for privacy preserving micro-data disclosure”, Sect. 3.
package beliefs
