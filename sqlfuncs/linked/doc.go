// Package linked has the functions on releases in which the rows of a person stay linked.
package linked
