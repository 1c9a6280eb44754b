// Package tables tests hierarchies, and both tables of Anatomy together, on random
// people.
package tables
