// Package digits makes sure that sums and products have the same digits on every
// processor. Those of the standard library's logarithms, exponentials and sines may differ
// in the last one, since it promises no more.
package digits
