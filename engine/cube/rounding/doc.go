// Package rounding rounds the counts of a table to multiples of a base: each by itself, or so
// that rounded cells still add up to rounded totals (controlled rounding; M. Bacharach, “Matrix
// rounding problems”, Management Science 1966; L. H. Cox, “A constructive procedure for unbiased
// controlled rounding”, JASA 1987).
//
// In a table of two dimensions without hierarchies there is always a way in which every cell
// and every total moves by less than the base. In three there need not be, and then some totals
// move by more: a Rounding says which.
package rounding
