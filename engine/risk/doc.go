// Package risk measures the disclosure risk of a table as it stands: how easily
// its people can be told apart (k-anonymity, re-identification risk under the
// prosecutor, journalist and marketer models, distinctness and separation) and
// how much a QI group says about a sensitive value (l-diversity in its forms,
// (α,k)-anonymity, t-closeness, β-likeness, δ-disclosure).
//
// It works on counts alone: the sizes of QI groups, with those of the same
// groups in a population where one is known, the counts of the values of single
// columns, and the histograms of sensitive values. Groups that have the same
// sizes or the same histogram come once, with their number.
//
// In formulas, f_j is the number of people in group j, F_j that of the same
// group in the population, n = Σ f_j, and |J| the number of groups; q_v is the
// share of a sensitive value v in a group and p_v its share in the whole table.
//
// Counts are integers and quotients of them are compared exactly; what is
// rational comes out correctly rounded, and logarithms are within 1e-12. No
// result depends on the order in which groups are given. All sums of people may
// reach 2^61.
//
// A measure is a fact about the table, not a promise: k says nothing about
// sensitive values, and none of them bounds what an adversary with background
// knowledge learns, for which see package breach.
package risk
