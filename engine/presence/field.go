package presence

import "math/bits"

// field is the whole numbers modulo a prime below 2^62 that is 1 modulo 2^maxOrder, so
// that it has roots of unity to multiply polynomials with. Its elements are kept as
// multiples of 2^64 (Montgomery's representation).
type field struct {
	prime, inverse uint64 // inverse · prime = 1 modulo 2^64
	one, square    uint64 // 2^64 and 2^128
	root           uint64 // of order 2^maxOrder
}

const maxOrder = 24

// primes are the largest below 2^61 that are 1 modulo 2^24.
var primes = [...]uint64{2305843009196916737, 2305843009146585089, 2305843008777486337, 2305843008643268609}

func newField(prime uint64) *field {
	f := &field{prime: prime, inverse: prime}
	for range 5 { // Newton's method, from 3 right bits to 96
		f.inverse *= 2 - prime*f.inverse
	}
	f.one = bits.Rem64(1, 0, prime)
	f.square = f.one
	for range 64 {
		f.square = f.add(f.square, f.square)
	}
	// The power of anything that is not a square is a root of the full order.
	for x := uint64(2); f.root == 0; x++ {
		if y := f.from(x); f.power(y, (prime-1)/2) != f.one {
			f.root = f.power(y, (prime-1)>>maxOrder)
		}
	}
	return f
}

func (f *field) add(x, y uint64) uint64 {
	if x += y; x >= f.prime {
		x -= f.prime
	}
	return x
}

func (f *field) sub(x, y uint64) uint64 {
	if x < y {
		x += f.prime
	}
	return x - y
}

// mul returns x y / 2^64: the product, in the representation.
func (f *field) mul(x, y uint64) uint64 {
	high, low := bits.Mul64(x, y)
	carry, _ := bits.Mul64(low*f.inverse, f.prime)
	return f.sub(high, carry)
}

func (f *field) power(x, n uint64) uint64 {
	result := f.one
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			result = f.mul(result, x)
		}
		x = f.mul(x, x)
	}
	return result
}

// from returns the element of a number below the prime.
func (f *field) from(x uint64) uint64 { return f.mul(x, f.square) }

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
		step := f.power(f.root, 1<<maxOrder/uint64(size))
		if inverse {
			step = f.power(step, f.prime-2)
		}
		half := size / 2
		roots[0] = f.one
		for i := 1; i < half; i++ {
			roots[i] = f.mul(roots[i-1], step)
		}
		for start := 0; start < n; start += size {
			low, high := a[start:start+half], a[start+half:start+size]
			for i, r := range roots[:half] {
				x, y := low[i], f.mul(high[i], r)
				low[i], high[i] = f.add(x, y), f.sub(x, y)
			}
		}
	}
	if inverse {
		scale := f.power(f.from(uint64(n)), f.prime-2)
		for i := range a {
			a[i] = f.mul(a[i], scale)
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
				product[i+j] = f.add(product[i+j], f.mul(x, y))
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
		x[i] = f.mul(x[i], y[i])
	}
	f.transform(x, true)
	return x[:length]
}
