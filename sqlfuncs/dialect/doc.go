// Package dialect writes statements for the engines that people have: one small syntax
// tree, and one file for each dialect. It reads no table and knows no connection.
//
// # Equality
//
// Two values are the same in every engine exactly if they are the same in DuckDB by
// Skyline's rules (package sqltext): texts by their bytes, -0.0 as 0.0, NaN and NULL equal
// to themselves. What engines make of a value by collations, blanks at the end of a text,
// or NaN must not count. Three expressions of a column say so; Kind says what of:
//
//   - Group: what is grouped by, NULL where the column is.
//   - Show: what a cell shows of a Group, in the column's own type.
//   - Key and State: what is joined by plain equality, which is what engines can hash. The
//     state is 0 for a value, 1 for NULL and 2 for NaN; the key of those two is a neutral value.
//
// None of them casts where a cast could lose something: a new value must not be taken for
// one that is known. Where nothing is known of a column's type, Group is the column itself,
// and the engine's own equality holds.
//
// # Quoting
//
// Every name is quoted, and every text is a literal that the dialect reads back byte by
// byte whatever its settings are. What it cannot hold, such as the character NUL, is an error.
package dialect
