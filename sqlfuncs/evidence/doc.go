// Package evidence has the functions that say what a table's columns tell about people,
// before anything is decided.
package evidence
