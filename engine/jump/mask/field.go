package mask

import "math/bits"

// field is arithmetic modulo a prime p = k·2^twos + 1 below 2^62, in which there are roots
// of unity of all orders up to 2^twos. A number x is represented by x·2^64 mod p (P. L.
// Montgomery, “Modular multiplication without trial division”, 1985), so that a product
// takes three multiplications.
type field struct {
	p       uint64
	inverse uint64 // of p modulo 2^64
	one     uint64 // 2^64 mod p
	square  uint64 // 2^128 mod p
}

const (
	twos   = 24
	bitsOf = 61 // what a prime is worth: all are above 2^61
)

func newField(p uint64) *field {
	f := &field{p: p, inverse: p}
	for range 5 {
		f.inverse *= 2 - p*f.inverse
	}
	_, f.one = bits.Div64(1, 0, p)
	_, f.square = bits.Div64(f.one, 0, p)
	return f
}

// nextPrime returns the largest prime below p that is of the form.
func nextPrime(p uint64) uint64 {
	for {
		p -= 1 << twos
		if isPrime(p) {
			return p
		}
	}
}

// firstPrime is where nextPrime starts.
const firstPrime = 1<<62 + 1

// isPrime is the test of Miller and Rabin, which has no exceptions below 2^64 for these
// bases (J. Sorenson, J. Webster, 2017).
func isPrime(p uint64) bool {
	f := newField(p)
	minus := p - f.one
	odd, halvings := (p-1)>>twos, twos
	for odd%2 == 0 {
		odd, halvings = odd/2, halvings+1
	}
bases:
	for _, base := range []uint64{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37} {
		x := f.pow(f.from(base), odd)
		if x == f.one || x == minus {
			continue
		}
		for range halvings - 1 {
			if x = f.mul(x, x); x == minus {
				continue bases
			}
		}
		return false
	}
	return true
}

// from returns the representation of any number.
func (f *field) from(x uint64) uint64 { return f.mul(x, f.square) }

// plain returns the number that is represented.
func (f *field) plain(x uint64) uint64 { return f.mul(x, 1) }

func (f *field) mul(x, y uint64) uint64 {
	high, low := bits.Mul64(x, y)
	back, _ := bits.Mul64(low*f.inverse, f.p)
	r := high - back
	if high < back {
		r += f.p
	}
	return r
}

func (f *field) add(x, y uint64) uint64 {
	r := x + y
	if r >= f.p {
		r -= f.p
	}
	return r
}

func (f *field) sub(x, y uint64) uint64 {
	r := x - y
	if x < y {
		r += f.p
	}
	return r
}

func (f *field) pow(x, n uint64) uint64 {
	r := f.one
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			r = f.mul(r, x)
		}
		x = f.mul(x, x)
	}
	return r
}

func (f *field) invert(x uint64) uint64 { return f.pow(x, f.p-2) }

// root returns a root of unity of order 2^twos: a power of a number that is not a square.
func (f *field) root() uint64 {
	for base := uint64(2); ; base++ {
		x := f.pow(f.from(base), (f.p-1)>>twos)
		if f.pow(x, 1<<(twos-1)) == f.p-f.one {
			return x
		}
	}
}

// factorials returns n! and 1/n! for all n up to the given one.
func (f *field) factorials(n int64) (factorial, reciprocal []uint64) {
	factorial, reciprocal = make([]uint64, n+1), make([]uint64, n+1)
	factorial[0] = f.one
	for i := int64(1); i <= n; i++ {
		factorial[i] = f.mul(factorial[i-1], f.from(uint64(i)))
	}
	reciprocal[n] = f.invert(factorial[n])
	for i := n; i > 0; i-- {
		reciprocal[i-1] = f.mul(reciprocal[i], f.from(uint64(i)))
	}
	return factorial, reciprocal
}
