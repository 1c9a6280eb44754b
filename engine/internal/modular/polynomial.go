package modular

import "math/bits"

// short is up to how many coefficients a factor of a product may have that is made term by
// term.
const short = 32

// Product returns the first terms of the product of two polynomials, a coefficient each,
// the constant ones first: as many as there are, at most so many. Neither may be empty.
//
// It takes O(len(a)·len(b)) products where one of them is short, and O(n log n) for n
// coefficients of both otherwise.
func (f *Field) Product(a, b []uint64, terms int) []uint64 {
	length := min(len(a)+len(b)-1, terms)
	size := 1 << bits.Len(uint(len(a)+len(b)-2))
	if min(len(a), len(b)) <= short || size > 1<<Twos {
		product := make([]uint64, length)
		for i, x := range a[:min(len(a), length)] {
			for j, y := range b[:min(len(b), length-i)] {
				product[i+j] = f.Add(product[i+j], f.Mul(x, y))
			}
		}
		return product
	}
	t := f.transform(size)
	x, y := make([]uint64, size), make([]uint64, size)
	copy(x, a)
	copy(y, b)
	t.forward(x)
	t.forward(y)
	for i := range x {
		x[i] = f.Mul(x[i], y[i])
	}
	t.backward(x)
	return x[:length]
}
