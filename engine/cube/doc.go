// Package cube computes what follows from published sums: tables of counts or amounts in which some cells are left out,
// rounded or masked, and totals are shown.
//
// A [System] is the published numbers: each is a sum of unknowns, the cells, and is known exactly or within a range. A table
// agrees with it where each unknown is within its range, is whole if it is said to be, and each sum is within its range.
// [System.Bounds] returns for any sum of unknowns, the targets,
//
//	min Σ c_j x_j and max Σ c_j x_j over all tables x that agree
//
// Both are exact, or certain outer bounds where the limit of steps ended before: no table that agrees is outside of them.
// What no table agrees with is a [*Contradiction].
//
// The same tables can be written as several systems. The best one has an unknown for each cell that is not published, totals
// too, and a sum for each way in which a cell is the sum of others, for example of those one level below in one hierarchy: Σ of
// the unknown parts - the unknown total = what is known of both. Sums are short then, and blocks small. With unknowns for the
// finest cells only, each published total is a long sum of them, and most of a cube is one block.
//
// [Problem.Protect] finds cells to hide such that what must not be known does not follow.
//
// What callers may rely on: all numbers are whole numbers or fractions of them, and overflow is looked for; nothing is decided
// by a floating-point number. Results depend on nothing but the system, the targets and the limit.
//
// How it is found, in this order; each makes what is left to the next one smaller:
//
//   - Ranges are tightened: what the other unknowns of a sum leave for one. This goes on until nothing moves.
//   - Sums that hold whatever the unknowns are within their ranges are left out. What remains falls into blocks that share no
//     unknown.
//   - In a block, equations are eliminated by a fraction-free Gauss-Jordan elimination: what they determine is known.
//   - The simplex method for variables with ranges, in whole numbers, finds the least and the largest value of each target
//     (B. Dutertre, L. de Moura, “A fast linear-arithmetic solver for DPLL(T)”, CAV 2006, is how tables that agree are found;
//     R. G. Bland, “New finite pivoting rules for the simplex method”, 1977, is why it ends). Each table found on the way is a
//     witness for all targets: where one reaches the outer bound, nothing is left to compute.
//   - Where unknowns must be whole and are not, branch and bound.
//
// Memory: about 100 bytes for each term of a sum, and for one block after the other 8 bytes for each number that is not 0 while
// equations are eliminated and 4 bytes for each row times column of the tableau: at most 256 MB each. A block that takes more is
// not solved: its ranges as tightened are returned.
package cube
