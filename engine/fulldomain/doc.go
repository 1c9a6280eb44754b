// Package fulldomain searches for full-domain generalizations: releases in which
// all values of a column are generalized to the same level of its hierarchy.
//
// The levels of the columns are a node of a lattice, whose bottom is the table as
// it is and whose top has one label in each column. A node is safe if leaving out
// the QI groups that violate a requirement, as privacy.Suppress does, takes at most
// so many people.
//
// The search is exact, whatever the requirements. Where merging groups keeps them
// (privacy.Merging), a safe node makes all more general ones safe, and an unsafe one
// all less general ones unsafe, so that few nodes are looked at: chains from a node
// upwards are searched by halving. With people left out, that is so for requirements
// which absorb any group. For the others one thing still is: the people in groups
// below the floor of the requirements (too few people, or sensitive values) have to
// be left out, and they become fewer as groups are merged.
//
// A large lattice is searched by branch and bound for the best, and for the minimal
// generalizations that can be found in a given time: what is not decided is kept as
// boxes of nodes. Where it is stopped, it says how good anything may be at most that it
// has not decided.
//
// Where presence in the table is to be hidden too, the groups are those of a public
// table, with a value of their own for who is not in the private one (partition.Absent).
// Measures are of the people of the private table.
//
// The groups of a node are made of those of the least table that is at hand and at
// most as general, by adding up.
//
// Sources: Samarati, "Protecting respondents' identities in microdata release",
// IEEE TKDE 13 (2001); LeFevre, DeWitt, Ramakrishnan, "Incognito: efficient
// full-domain k-anonymity", SIGMOD 2005 (roll-up); Kohlmayer, Prasser, Eckert,
// Kemper, Kuhn, "Flash: efficient, stable and optimal k-anonymity", PASSAT 2012
// (chains); Martin, Kifer, Machanavajjhala, Gehrke, Halpern, "Worst-case background
// knowledge for privacy-preserving data publishing", ICDE 2007, Theorem 14
// (monotonicity where the adversary knows implications).
package fulldomain
