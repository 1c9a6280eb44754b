// Package cells holds a table as counted cells: the distinct combinations of
// quasi-identifier codes and a sensitive value, each with its count. Memory grows
// with these, not with the rows of the table.
//
// They are what algorithms that make release candidates begin with. A Builder takes
// them in parts that are gathered independently, in any order; the numbers of the
// sensitive values do not depend on it, the order of the cells does.
package cells
