// Package rows computes how sure an adversary can become of a sensitive value of somebody
// who has several rows, in one QI group or in several: the breach probability where each row
// has a value of its own, such as the diagnosis of a visit.
//
// # The model
//
// A release candidate is a set of QI groups, each with n rows and the multiset of their n
// values. Everybody knows which person has how many rows in which group. Within a group all
// ways to hand its values to its rows are equally likely, independently of other groups. A
// person has a value if one of their rows has it.
//
// An adversary at a knowledge point (l, k, m) knows about a target t and a value σ at most
//
//	l  values other than σ that t has in none of their rows
//	k  rows of other people who are none of the m, each with its value
//	m  other people of whom it is known that if any of them has σ, so has t
//
// (Somebody who knew that one of the m has σ would know it of t.) Knowledge that contradicts the
// release candidate is none. The breach probability is the largest Pr(σ ∈ t | K) over all people
// t and all such knowledge K. Where everybody has one row it is that of package breach for one
// value a person.
//
// # Formulas
//
// Let t have r_g rows in group g, where σ occurs c_g times. Let S_g be how often the values
// ruled out occur there, k_g how many rows are known, and d_g how many rows relatives have.
// Rows known are best neither of σ nor of a value ruled out: one of σ makes σ rarer, and one
// of the others says no more than one of these. Then
//
//	Pr(σ ∈ t | K) = 1/(1+NR),  NR = Π D_g / (Π R_g − 1)
//	R_g = C(y_g+c_g, r_g) / C(y_g, r_g),            y_g = n_g − c_g − S_g − k_g
//	D_g = C(N_g−c_g, d_g) / C(N_g, d_g),            N_g = n_g − r_g − k_g
//
// R_g is the ratio of the chances that t's rows have none of the values ruled out, and that
// they have none of σ either; D_g is the chance that no row of a relative has σ if none of t's
// has. A group without σ counts for nothing, but may not be filled with values ruled out: n_g −
// S_g >= r_g in each group of the target. Where y_g < r_g some row of t must have σ, and where
// N_g − c_g < d_g some row of t or of a relative: NR is 0. With k_g lowered to where that
// begins there are enough rows for it to be known.
//
// # All rows that are known are in one group
//
// Given the values ruled out and the relatives, NR is least with all k rows known in one group.
// Let k be spread over groups along a line. log D_g is a sum of log(1 − c/(N−i)), concave in
// k. R_g − 1 is a sum, over the nonempty sets I of numbers below r, of Π_{i∈I} c/(y−i), each
// log-convex in k; so R_g − 1 is log-convex, and Π R_g − 1, a sum of products of these, is
// so, too. Hence log NR is concave on the simplex of all spreads, and least at a corner.
//
// So for each place of the known rows there are two searches that do not depend on each
// other: for the values ruled out, which make Π R_g largest, and for the relatives, who make
// Π D_g least. Both are the choice of few out of many by a sum of convex functions of sums, which
// is hard in general; they are done by branch and bound, with a limit (ErrTooLarge).
//
// Minima are taken in float64; whatever comes closer than 1e-9 is compared as fractions. So
// "safe" is decided exactly, or not at all (breach.ErrTooClose).
//
// What is not promised: merging groups may make somebody less safe, and more rows of a
// person in one group as well, so nothing here may be used to prune a search for a release.
package rows
