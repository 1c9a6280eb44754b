// Package profile counts a disclosure set of the k-jump strategy that one decision stands
// before, where the generalizations are nested and the property is a largest share.
//
// Three generalizations matter, each coarser than the one before: f, e and i. A table of
// the permutation set of i is in the disclosure set if the strategy disclosed neither f
// nor e: its permutation set under f violates the property, and so does its disclosure
// set under e, which consists of the tables of its permutation set under e whose
// permutation sets under f violate the property.
//
// Whether a table's disclosure set under e satisfies the property follows from two
// numbers of each group of e: which share a of the group's tables pass in all its groups
// of f, and up to which share τ of all tables, that of those that pass everywhere, nobody
// of the group is worse off than the property allows. It does not if Π a > min τ. Where no
// group's a can exceed its τ, whatever its counts are, products over groups of i suffice.
// Else the groups of i are enumerated into profiles of these numbers, and the classes of
// all groups that go wrong together, which are few, are searched for.
//
// Everything that decides or counts is exact. Floating-point numbers cut the search only
// where they are clear.
//
// Source: Liu, Wang, Zhang, Zhu, “k-jump: a strategy to design publicly-known algorithms
// for privacy preserving micro-data disclosure”, Sect. 3 and 4; the counting is ours.
package profile
