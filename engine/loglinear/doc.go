// Package loglinear measures what several published tables tell together of the
// table they were made of.
//
// A published table is plain, the exact marginal of some attributes, or
// bucketized: people stand in groups, and within a group the values of the right
// side are independent of the others, so that the table says
//
//	p~_T(x, r) = Σ_g n(x,g)/n · n(r,g)/n_g
//
// of left values x and right values r. What is not published is how people of
// one table correspond to those of another. The estimate p~ of the original's
// distribution is the one of the largest entropy that has the marginals of all
// tables, which is the maximum likelihood estimate under the log-linear model that
// they generate. The divergence of the original from it says how much was lost;
// counts that it answers say the same of a query.
//
// # Closed form
//
// Where the tables' attributes form an acyclic hypergraph, p~ is the product of
// their distributions over the product of those of the separators in a join tree.
// The tables must agree on a separator; they do unless it spans both sides of a
// bucketized table, or has a right side that is partly suppressed.
//
// # Fit
//
// Other tables are fitted by iterative proportional fitting, which starts from a
// uniform distribution and scales it to each marginal in turn until none is off by
// 1e-10. It runs on the cells that no table rules out, the join of what has a
// positive share in each: a cell outside gets no share whatever it starts with, so
// this is the fit on the whole domain. To run it on the cells that occur in the
// original would be wrong: those are a secret that the tables do not tell, and the
// estimate would come out too good. Bucketized tables that disagree have no
// distribution with all their marginals; then the fit goes round in a cycle, and
// ends when its deviation does not change any more. That deviation is returned.
//
// Source: Jin, Zhang, Zhang, Das, "Versatile publishing for privacy preservation", KDD
// 2010, Sect. 5.1 and 6.1; Lauritzen, "Graphical models" (1996), Ch. 4, for the
// product form and the fit.
//
// A table whose labels stand for several values is another estimate: Labelled.
//
// Sums are over counts or in the order of the cells, and compensated: equal tables
// give equal results.
package loglinear
