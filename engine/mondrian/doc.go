// Package mondrian makes a release candidate that is as detailed as requirements
// allow: it splits the table, as one QI group, again and again along its
// quasi-identifiers (strict multidimensional generalization).
//
// The input are counted cells: the distinct combinations of quasi-identifier
// codes and a sensitive value, each with its count. Memory grows with these, not
// with the rows of the table (the idea of the Rothko-tree).
//
// A column is cut between two of its codes, or, where it has a hierarchy, at the lowest node
// that covers the group: children of it stand as parts by themselves, and the others are one
// part together, the rest (children.go); or there is a cut between two children that follow each
// other, and sets of them show the parts (siblings.go). Candidate splits are ordered by a Strategy; the
// first that all requirements allow is taken. All of them are tried before a group is left as
// it is. So for requirements that merging groups never breaks (privacy.Merging) the result is
// minimal: no group of it has a split that is still safe, between two codes or at a node,
// whichever of its children stand (Theorem 4). For the others it is safe.
//
// What no set can show is shown by the lowest node that covers it, so labels of two groups may
// be nested: Europe, of a rest, and Germany, which stands. Otherwise they are apart. No two
// groups agree on the labels of all columns: groups that a node parts are those of two
// children, which are apart, or of a child and of the rest, or of two sides of a cut, of
// which the node shows one at most.
//
// PartitionPublic looks at one candidate of each group, which follows from quasi-identifiers alone.
// What somebody who knows that learns from its refusal is the subject of package refusal.
//
// A column may have limits (Limit). It is not cut within a block of its Finest; and the table is
// cut, whatever the requirements, into the blocks of every Coarsest before anything else. These
// must satisfy the requirements; LeaveOut leaves out people so that they do.
//
// Where presence in the table is to be hidden too, the cells are those of a public
// table, with a value of their own for who is not in the private one (partition.Absent);
// that the release is minimal stays true.
//
// A person may have several cells (cells.Cells.Unit), and counts once in every group that has one of them.
// So parts may have more people together than their group, each part is counted by itself, and
// whether a split is safe is decided by the people of its parts.
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
