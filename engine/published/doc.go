// Package published computes what everybody can compute of published tables of counts and sums: of one table with its totals, or
// of several tables of the same people.
//
// A published cell is about all people whose values have its labels. In each dimension a label stands for some of the values: one
// value, those of a label of a hierarchy, or all of them, which is a total. The labels of a level divide the values; hierarchies
// that do not nest are levels, too. Cells whose labels are of the same levels are a grid: the cells of sex by region, or the totals
// by region. A row that is not published of a grid is zero, hidden, or not published: see [Absent].
//
// All cells are sums of atoms, the cells of the finest grid. Atoms that are published as one number are constants, and only the
// others are unknowns: package cube has the system, and says what follows. What is left to be done here is to write few sums, with
// few unknowns in each. A total whose parts are published in a grid between says no more than how its parts add up to it; so the
// grid is taken that leaves the fewest unknowns, and nothing else is written of the total. That is equivalent, as each part has
// its own sum.
//
// Where no grid is the finest, as with tables of other dimensions, each of the finest grids has unknowns of its own. They agree on
// what they have in common. If the grids can be put together one by one (they are an acyclic hypergraph, and levels nest), that is
// all that can be known: for any numbers that agree there is a table of people, by gluing the grids together cell by cell. If they
// cannot, the unknowns are the cells of all dimensions, unless these are too many: then what is found are certain outer bounds.
package published
