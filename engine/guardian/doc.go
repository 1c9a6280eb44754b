// Package guardian says which tables may be published side by side when an
// adversary who knows some attributes of a person must not learn others.
//
// A privacy rule Q -/-> S asks that whoever knows the attributes Q of a person,
// and sees all published tables, does not learn the attribute S. A schema is a
// list of tables, each a projection of the same original table, and each
// enforcing at most one right side: L -> S enforced says that the table is
// anonymised with L as quasi-identifier and S as sensitive attribute.
//
// Two attributes are reachable from each other if a chain of tables, each
// sharing an attribute with the next, leads from one to the other. A table is
// the guardian table of a rule Q -/-> S if
//
//	(i)   it contains S,
//	(ii)  it enforces W -> S, where W is every attribute of it, other than S,
//	      that is in Q or reachable from Q through the other tables, and
//	(iii) once S is removed from it, S is not reachable from Q.
//
// A schema is in Guardian Normal Form (GNF) if for each rule either S is not
// reachable from any attribute of Q, or the rule has a guardian table. [Check]
// decides it, and shows the leak where it fails. [Reduce] brings rules into the
// form that is checked; [UAD] and [GD] decompose a table into a schema in GNF.
//
// The package is about schemas only. That a schema in GNF protects the rules
// rests on how each table is anonymised: in each table the sensitive attribute
// must be spread as the privacy guarantee asks, for every rule, reachable or
// not; the tables must be bucketized independently of each other, and published
// in unrelated orders. The adversary it holds against knows persons' attributes
// Q, and takes all matchings of the tables' rows as equally likely; it says
// nothing of an adversary who knows how attributes are correlated.
//
// Source: Jin, Zhang, Zhang, Das, "Versatile Publishing for Privacy
// Preservation", KDD 2010. Where this package departs from the paper, the
// departure is said where it happens.
package guardian
