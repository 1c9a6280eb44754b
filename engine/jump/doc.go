// Package jump publishes tables by algorithms that everybody may know.
//
// A publisher tries generalizations from the most useful to the least, and releases the
// first that satisfies a privacy property. Who knows that rules out all tables for which
// an earlier one would have been released; what remains is the disclosure set. The naive
// algorithm looks only at the permutation set, all tables with the same generalization,
// and its releases may be unsafe. The others look at the disclosure set, which makes them
// safe, and costs a recursion: whether a table is ruled out depends on its own disclosure
// sets.
//
// Nothing here lists tables. The people of a cell, who agree in all generalizations, can
// be exchanged, so tables are counted; and most of the recursion is not needed:
//
//   - An earlier generalization that no table of the permutation set passes says nothing,
//     nor does one that is coarser, which all of them pass, or none.
//   - Of the others, only those matter from which a jump leads back to the generalization
//     in question; elsewhere to satisfy the property on the permutation set is to be
//     ruled out. Where none matters, the set is counted by inclusion and exclusion
//     (package counting).
//   - Where everybody in a group stands alike to all of them, beliefs are those of the
//     permutation set.
//   - Bounds from the tables that pass nothing at all, and from those that do not pass the
//     first, often decide; so does a bound on how many there are, or, for the tables that
//     pass nothing finer, bounds on what each group can do.
//   - What then remains is counted by classes of tables (any recursion, package
//     signatures), if that is feasible.
//
// What each of these buys is counted by go run ./tests/experiments jump_methods.
//
// What is not feasible is refused, and never guessed: see Undecided. The certified
// strategy is the variant without a recursion.
//
// Source: Liu, Wang, Zhang, Zhu, “k-jump: a strategy to design publicly-known algorithms
// for privacy preserving micro-data disclosure”. Its algorithms are Tables 6 (naive), 7
// (safe) and 9 (jump); Table 13 has j + k[i] in line 10 where j + k[j] is meant.
package jump
