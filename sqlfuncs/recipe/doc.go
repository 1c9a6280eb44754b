// Package recipe has the functions that keep what was chosen for a release, and make a
// release of other rows by it.
//
// A recipe is a table that a user keeps (recipe.go says what its rows are). What applies
// one knows it in codes of the new rows: application.go says how it gets there.
package recipe
