// Package breach computes how sure an adversary can become of somebody's
// sensitive value, given a release candidate and a bounded amount of knowledge:
// the breach probability of Chen, LeFevre and Ramakrishnan.
//
// For a sensitive value σ and a knowledge point (l, k, m), the breach
// probability is the largest Pr(σ ∈ t[S] | K) over all people t and all
// groundings of at most that much knowledge K, when every reconstruction of the
// table is equally likely. By Lemma 1 of the paper it is 1/(1+NR), where NR, the
// negated ratio, is a minimum over groundings; by Theorem 2 (congregation) the
// minimum needs only five numbers, each a minimum over QI groups:
//
//	NR = min(SS1, SS2·SS5, SS3·SS4)
//	SS1 = min_g T(g,l,k)·V(g,m,k+1)    SS2 = min_g T(g,l,0)    SS3 = min_g T(g,l,k)
//	SS4 = min_g V(g,m,0)               SS5 = min_g V(g,m,k)
//
// T and V are closed forms (Sect. 7.1) that depend on a group only through its
// number of people n, the number c of occurrences of σ, and what its l most
// frequent other values add up to. All are monotone in these three: a group with
// fewer people, more occurrences of σ and a smaller rest is never safer. So for
// each value and each l only the groups that no other dominates can matter. They
// are found in one pass over the counted cells, and are few; a point then costs
// a glance at each of them.
//
// With D distinct histograms that have σ, F of them undominated, and r points
// with λ distinct l: O(λ·D·log F + r·F) time for a value, O(F) memory
// beside the table.
//
// Exactness: minima are taken in float64 with relative errors below 1e-12. Whatever
// comes closer to each other than 1e-9 is computed with twice the precision, long
// products by Stirling's series with a proven error, and what agrees in 22 digits even
// then as fractions or with more digits; so "safe" is decided exactly, or, where that
// would take products of very many numbers, not at all (ErrTooClose). A breach
// probability is the correctly rounded quotient where the fraction is of workable size,
// and within 1e-12 elsewhere.
//
// The boundary rules (σ missing from a group, groups smaller than the knowledge,
// more values ruled out than there are) are those for which the closed forms
// agree with the definition at every point; where they differ from the paper's
// text, the code says so at the line.
//
// Where it is known who is related, a family is relatives of the target and not anybody:
// CheckRelated, whose proof stands in related.go.
//
// What is not promised: the model takes all reconstructions as equally likely
// and knows three kinds of knowledge. An adversary with other knowledge may
// become surer. In the multi-value cases merging groups can lower safety
// (Theorem 3 holds for SVPI only), so nothing here may be used to prune a search
// there.
package breach
