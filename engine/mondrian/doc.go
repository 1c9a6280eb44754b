// Package mondrian makes a release candidate that is as detailed as requirements
// allow: it splits the table, as one QI group, again and again along its
// quasi-identifiers (strict multidimensional generalization).
//
// The input are counted cells: the distinct combinations of quasi-identifier
// codes and a sensitive value, each with its count. Memory grows with these, not
// with the rows of the table (the idea of the Rothko-tree).
//
// A column is cut between two of its codes, or, where it has a hierarchy, into all
// children of the lowest node that covers the group. Candidate splits are ordered
// by a Strategy; the first that all requirements allow is taken. All of them are
// tried before a group is left as it is. So for requirements that merging groups
// never breaks (all of package privacy for one value a person but
// EstimatedUniqueness) the result is minimal: no group of it has a candidate split
// that is still safe (Theorem 4). In the other cases it is safe.
//
// Where presence in the table is to be hidden too, the cells are those of a public
// table, with a value of their own for who is not in the private one (partition.Absent);
// that the release is minimal stays true.
//
// Groups are split in rounds. In a round, each open group looks for its split, in
// parallel, against what the requirements know at the beginning of the round; then
// the splits are confirmed one by one, in order. So the result is the same for any
// number of workers, and for any order of the cells.
//
// Sources: LeFevre, DeWitt, Ramakrishnan, "Mondrian multidimensional
// k-anonymity", ICDE 2006; Chen, LeFevre, Ramakrishnan, "Adversarial-knowledge
// dimensions in data privacy", VLDB Journal 18 (2009), Sect. 6.2.
package mondrian
