// Package audit estimates a disclosure set that is too large to count, with a stated
// confidence.
//
// Tables are drawn from the permutation set of a generalization, each equally likely, by
// shuffling the values within its groups. Those that are in the disclosure set, too, are
// then independent draws from it. From them follow two intervals: of the share that the
// disclosure set is of the permutation set, and of the largest share of its tables in
// which anybody has any value, the adversary's best guess. With at least the stated
// confidence both are right.
//
// An audit says something about a release that was decided on otherwise. It cannot decide:
// the decision would depend on the draws, and a share exactly at a threshold, such as 1/2,
// is never found out. What the intervals leave open is left open.
package audit
