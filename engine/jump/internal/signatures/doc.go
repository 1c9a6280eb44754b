// Package signatures computes disclosure sets exactly, by going through classes of tables
// instead of tables. It is for tables of some twenty or thirty people, about whom it knows
// everything: whatever the algorithm, the property and the generalizations are.
//
// A *cell* is a set of people whom no generalization tells apart. A *generalization* puts
// the cells into *groups*; how often each value occurs in each of its groups is its
// *signature*, and the tables with the same signature are a *permutation set*. The
// publisher's algorithm tries generalizations one after the other, which depends on the
// table by signatures only; the *disclosure set* of a generalization are the tables of a
// permutation set for which it is tried.
//
// A *class* is a signature of the common refinement of several generalizations, a matrix of
// groups and values, up to the order of the values: they are interchangeable. To find the
// disclosure set of generalization i, W(j, x) is computed for j = 2, …, i: of the tables of
// class x of the refinement of generalizations j to i, the walk by generalizations before j
// leads to how many with generalization q ≥ j as the next, and in how many of those has a
// person of a cell a value,
//
//	W(2, x) = {After: those that do not stop at generalization 1}
//	W(j, x) = Σ over classes y that refine x to generalization j−1 of m(y)·W(j−1, y),
//	          in which the entry for j−1 is moved to where the walk goes from there
//
// with m(y) = Π μ!/Π ν! the number of ways to arrange the columns of y: μ is how many equal
// columns x has, ν how many of those are equal in y too. A table stops at generalization 1 if
// every group satisfies a predicate, so W(2, x) is made from the groups' own classes instead
// of their combinations (see part). Where every generalization refines the next (*nested*), a
// class of the refinement is one of generalization j itself, and the entry of W(j, x) for j
// is its disclosure set; where they cross, that comes from an extra recursion. Every W is
// computed once for each class.
//
// The recursion goes from Disclosure to counter.count, which for j = 2 sums up over the
// parts of x, and otherwise over the classes that a composer finds, for each of which
// counter.count and counter.step are called.
//
// Source: Liu, Wang, Zhang, Zhu, “k-jump: a strategy to design publicly-known algorithms
// for privacy preserving micro-data disclosure”, Definition 3 and Table 13, by enumeration
// of tables; classes and W are our own.
package signatures
