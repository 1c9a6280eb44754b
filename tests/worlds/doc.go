// Package worlds runs publicly known algorithms as their definitions have it: it lists all
// tables that people and values allow, runs the algorithm on each, and looks at which of
// them come to a generalization, or to the same release. It is the oracle of everything
// that counts such tables without listing them, in Go and through SQL, and knows nothing
// of it: it imports only the standard library. Beside it are two oracles of other
// questions that several packages ask: Space, what is known of people with some knowledge,
// and Existence, who is in a table.
//
// A table gives each person a value: table[person] is a number from 0. Generalizations are
// numbered from 1, as in the source; what one shows of a table is the multiset of values
// in each of its groups of people. Tables that show the same are a permutation set
// (Definition 1); those of them with which the algorithm comes to the generalization are
// the disclosure set (Definition 3).
//
// Time and memory grow exponentially with the people: some ten of them are many.
//
// Source: Liu et al., "k-jump: a strategy to design publicly-known algorithms for privacy
// preserving micro-data disclosure".
package worlds
