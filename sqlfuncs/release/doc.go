// Package release has the functions that make a release and search for one, and what plans
// of other packages that make releases have in common with them.
package release
