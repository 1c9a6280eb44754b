// Package release has the functions that make a release, keep how it was made as a recipe,
// and search for one.
package release
