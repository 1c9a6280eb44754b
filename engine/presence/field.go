package presence

import (
	"math/bits"

	"skyline/engine/internal/modular"
)

// field is arithmetic modulo a prime, with polynomials.
type field struct {
	modular.Field
	root uint64 // of unity, of order 2^modular.Twos
}

// primes are the largest below 2^61 that are 1 modulo 2^24.
var primes = [...]uint64{2305843009196916737, 2305843009146585089, 2305843008777486337, 2305843008643268609}

func newField(prime uint64) *field {
	f := &field{Field: *modular.New(prime)}
	f.root = f.Root()
	return f
}

// transform evaluates a polynomial at the powers of a root of unity whose order is the
// number of its coefficients, a power of 2; or, inverse, interpolates it.
func (f *field) transform(a []uint64, inverse bool) {
	n := len(a)
	for i, j := 1, 0; i < n; i++ {
		bit := n >> 1
		for ; j&bit != 0; bit >>= 1 {
			j ^= bit
		}
		if j ^= bit; i < j {
			a[i], a[j] = a[j], a[i]
		}
	}
	roots := make([]uint64, n/2)
	for size := 2; size <= n; size *= 2 {
		step := f.Pow(f.root, 1<<modular.Twos/uint64(size))
		if inverse {
			step = f.Invert(step)
		}
		half := size / 2
		roots[0] = f.One
		for i := 1; i < half; i++ {
			roots[i] = f.Mul(roots[i-1], step)
		}
		for start := 0; start < n; start += size {
			low, high := a[start:start+half], a[start+half:start+size]
			for i, r := range roots[:half] {
				x, y := low[i], f.Mul(high[i], r)
				low[i], high[i] = f.Add(x, y), f.Sub(x, y)
			}
		}
	}
	if inverse {
		scale := f.Invert(f.From(uint64(n)))
		for i := range a {
			a[i] = f.Mul(a[i], scale)
		}
	}
}

// multiply returns the product of two polynomials up to so many terms.
func (f *field) multiply(a, b []uint64, terms int) []uint64 {
	length := min(len(a)+len(b)-1, terms)
	if min(len(a), len(b)) <= 32 {
		product := make([]uint64, length)
		for i, x := range a[:min(len(a), length)] {
			for j, y := range b[:min(len(b), length-i)] {
				product[i+j] = f.Add(product[i+j], f.Mul(x, y))
			}
		}
		return product
	}
	size := 1 << bits.Len(uint(len(a)+len(b)-2))
	x, y := make([]uint64, size), make([]uint64, size)
	copy(x, a)
	copy(y, b)
	f.transform(x, false)
	f.transform(y, false)
	for i := range x {
		x[i] = f.Mul(x[i], y[i])
	}
	f.transform(x, true)
	return x[:length]
}
