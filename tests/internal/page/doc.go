// Package page runs the SQL that a page of documentation shows, and keeps what stands
// under it true.
//
// A page is a markdown file. Its blocks that begin with ```sql are run in their order on
// one connection, as a reader types them. Under each stands what it returns:
//
//   - under a query, its result as a markdown table, with every value as DuckDB's own cast
//     to VARCHAR gives it;
//   - under a block that begins with ```sql error, which must fail, the first line of the
//     error, in a block of its own;
//   - under any other statement, nothing;
//   - under a block that begins with ```sql plot, a drawing of the result as well. What
//     follows is a SELECT without FROM that makes x, perhaps the name of the curve, and y
//     of it. The axes are called as its columns are.
//
// Other blocks, such as ```sql shown, are left alone.
//
// A block may have several statements; a statement ends where a line ends in a semicolon,
// and only the last may be a query. A table that stands under a block with nothing but
// empty lines between is taken for its result, so an author's own table needs a sentence
// before it. Names of files are looked for below the root of the repository.
package page
