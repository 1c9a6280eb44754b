// Package releases computes what several releases of the same people tell together.
//
// Each release puts people into groups and publishes the histogram of each group: how many of its people have each
// sensitive value. The adversary knows who is in which group of which release, or in none. A world gives one value to
// each person; all worlds that agree with every histogram are equally likely, so that
//
//	P(person has s) = worlds in which he has it / worlds
//
// People who are in the same group of every release are a cell, and interchangeable. With x[j,s] of the n_j people of
// cell j having value s, and h[g,s] people of group g,
//
//	worlds = Σ Π_j n_j! / Π_s x[j,s]!   over all x with Σ_s x[j,s] = n_j and Σ_{j in g} x[j,s] = h[g,s]
//
// and the probability of a person of cell j is E[x[j,s]]/n_j. In one release each group is one cell, and P its share. With
// more of them, what one group tells may be subtracted from another; where that does not lead on, worlds are counted.
//
// [Shares] has the probabilities of each cell, [Check] those of each value and who is at risk. Both are exact where the
// worlds can be counted within a limit of steps, and certified bounds where they cannot: never an estimate.
//
// What callers may rely on: bounds hold always, low ≤ P ≤ high, and are equal where P is known exactly. Results depend on
// nothing but the table and the limit: not on chance, time or the number of processors. A number of steps is about as many
// nanoseconds.
//
// How it is found, in this order; each makes what is left to the next one smaller:
//
//   - [system.peel]: a sum of which one count is left tells it, and of a sum of which nothing is left all counts are 0.
//   - [system.reduce]: sums that others contain are left out; bridges follow, and blocks do not depend on each other.
//   - [told.narrow]: bounds of each count, as flows between the groups of two releases; what they leave one number for is known.
//   - [core.classes]: values that all groups have equally often have equal probabilities.
//   - [told.solveCores]: what remains is counted, part by part, if that is feasible.
//   - [told.boundAround]: if not, bounds become narrower by counting a few counts, whatever the others are.
//
// What is not promised: nothing is assumed about what else the adversary knows, nor about how the releases were chosen. Who
// knows that one world is likelier than another, or that a publisher refuses some releases, may be surer.
//
// Special cases of it are m-invariance, X. Xiao and Y. Tao, “m-Invariance: towards privacy preserving re-publication of
// dynamic datasets”, SIGMOD 2007, where all values of a group are interchangeable and each has 1/m; and the intersection
// of groups, S. R. Ganta, S. P. Kasiviswanathan and A. Smith, “Composition attacks and auxiliary information in data
// privacy”, KDD 2008, which looks at the values that are possible and not at their probabilities.
package releases
