// Package sqltext builds the statements of plans as values.
//
// A piece of a statement is an SQL. Pieces come from constants in the source, from Text,
// Ident and their like, which quote what they are given, and from Fill, which puts pieces
// into the placeholders of a template. Nothing else makes one: a text of a user's does not
// become SQL by accident, and a test sees to it that no package converts one. A Plan
// gathers the CTEs of a statement and writes it.
//
// # How pieces are written
//
// Functions are written without their catalog, and our own names without a suffix. Finish
// puts both in, at the end, so that no macro or column of a user's is taken for what is
// meant. It goes by these rules:
//
//   - A word directly followed by a parenthesis is a call of a function of DuckDB's or of
//     ours. So there is a blank between a word and a parenthesis that is none: FILTER (…),
//     IN (…), AS v (a, b). Words that DuckDB's grammar reads in its own way, such as
//     CAST(…), are no calls.
//   - A word that begins with __skyline_ and is no call is a name of the plan's own.
//   - What is in quotes, in a comment, or a user's text (User) stays as it is.
//
// Comments are those from -- to the end of the line; the others, strings in dollars, and
// strings with escapes are not known here, and not needed.
//
// # Layout
//
// A piece of several lines reads as it is meant to wherever it is put; no layout changes
// what stands in quotes, or in a user's text.
//
//   - A template or an argument that begins with a line feed loses it, and the blanks that
//     all its lines begin with; a tab in front of a line is four blanks. Blanks and line
//     feeds at the end of a piece of several lines go.
//   - The further lines of an argument are indented like the line of its placeholder, and
//     by one level more where something stands in front of it in that line.
//   - An argument of several lines that fills a pair of parentheses, ({query}), has lines
//     of its own between them, one level further in.
//   - A line with placeholders of which nothing comes goes.
package sqltext
