// Package papers lists what the papers behind Skyline define, claim and show: each definition,
// algorithm, theorem, table, figure and worked example, with the statement or command that does
// it, what that returns, and the tests that hold it.
//
// What a statement returns is a number of the paper, or one that follows from it by hand, and
// never our own output. Where a paper is wrong, Says says so.
//
// The pages in sql/papers are made of it. tests/papers_test.go runs the statements, looks for
// the tests, and asks that nothing that a paper numbers is left out.
package papers
