// Package modular is arithmetic modulo primes of 62 bits that have roots of unity, and the
// product of polynomials whose coefficients are such numbers.
package modular

import "math/bits"

// Field is arithmetic modulo a prime p = k·2^Twos + 1 below 2^62, in which there are roots
// of unity of all orders up to 2^Twos. A number x is represented by x·2^64 mod p (P. L.
// Montgomery, “Modular multiplication without trial division”, 1985), so that a product
// takes three multiplications.
type Field struct {
	P       uint64 // the prime
	One     uint64 // what represents 1: 2^64 mod p
	inverse uint64 // of p modulo 2^64
	square  uint64 // 2^128 mod p
}

const (
	// Twos is how often 2 divides p - 1, at least.
	Twos = 24
	// Bits is what a prime of NextPrime is worth: all that are ever reached are above 2^61.
	Bits = 61
)

// New returns the field of a prime of that form.
func New(p uint64) *Field {
	f := &Field{P: p, inverse: p}
	for range 5 {
		f.inverse *= 2 - p*f.inverse
	}
	_, f.One = bits.Div64(1, 0, p)
	_, f.square = bits.Div64(f.One, 0, p)
	return f
}

// NextPrime returns the largest prime below p that is of the form.
func NextPrime(p uint64) uint64 {
	for {
		p -= 1 << Twos
		if isPrime(p) {
			return p
		}
	}
}

// FirstPrime is where NextPrime starts.
const FirstPrime = 1<<62 + 1

// isPrime is the test of Miller and Rabin, which has no exceptions below 2^64 for these
// bases (J. Sorenson, J. Webster, 2017).
func isPrime(p uint64) bool {
	f := New(p)
	minus := p - f.One
	odd, halvings := (p-1)>>Twos, Twos
	for odd%2 == 0 {
		odd, halvings = odd/2, halvings+1
	}
bases:
	for _, base := range []uint64{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37} {
		x := f.Pow(f.From(base), odd)
		if x == f.One || x == minus {
			continue
		}
		for range halvings - 1 {
			if x = f.Mul(x, x); x == minus {
				continue bases
			}
		}
		return false
	}
	return true
}

// From returns the representation of any number.
func (f *Field) From(x uint64) uint64 { return f.Mul(x, f.square) }

// Plain returns the number that is represented.
func (f *Field) Plain(x uint64) uint64 { return f.Mul(x, 1) }

// Mul returns the product.
func (f *Field) Mul(x, y uint64) uint64 {
	high, low := bits.Mul64(x, y)
	back, _ := bits.Mul64(low*f.inverse, f.P)
	r := high - back
	if high < back {
		r += f.P
	}
	return r
}

// Add returns the sum.
func (f *Field) Add(x, y uint64) uint64 {
	r := x + y
	if r >= f.P {
		r -= f.P
	}
	return r
}

// Sub returns the difference.
func (f *Field) Sub(x, y uint64) uint64 {
	r := x - y
	if x < y {
		r += f.P
	}
	return r
}

// Pow returns the n-th power of x.
func (f *Field) Pow(x, n uint64) uint64 {
	r := f.One
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			r = f.Mul(r, x)
		}
		x = f.Mul(x, x)
	}
	return r
}

// Invert returns the reciprocal of what is not 0.
func (f *Field) Invert(x uint64) uint64 { return f.Pow(x, f.P-2) }

// root returns a root of unity of order 2^Twos: a power of a number that is not a square.
func (f *Field) root() uint64 {
	for base := uint64(2); ; base++ {
		x := f.Pow(f.From(base), (f.P-1)>>Twos)
		if f.Pow(x, 1<<(Twos-1)) == f.P-f.One {
			return x
		}
	}
}
