package modular

// transform evaluates polynomials at all roots of unity of an order that is a power of 2,
// and goes back: the number theoretic transform (J. M. Pollard, “The fast Fourier transform
// in a finite field”, 1971). The values are in the order that bit reversal makes, which does
// not matter when they are multiplied point by point.
type transform struct {
	field       *Field
	roots, back []uint64 // powers of a root of unity, and of its inverse: see powers
	inverse     uint64   // of the order
}

// transform takes a power of 2 up to 2^[Twos].
func (f *Field) transform(order int) *transform {
	w := f.Pow(f.root(), uint64(1<<Twos/order))
	return &transform{field: f, roots: f.powers(w, order), back: f.powers(f.Invert(w), order), inverse: f.Invert(f.From(uint64(order)))}
}

// powers returns the powers that a step of a transform of length n multiplies with, n being
// the order of w: for parts of 2·half, from half on, those of a root of order 2·half.
func (f *Field) powers(w uint64, n int) []uint64 {
	all := make([]uint64, n)
	x := f.One
	for i := n / 2; i < n; i++ {
		all[i] = x
		x = f.Mul(x, w)
	}
	for i := n/2 - 1; i > 0; i-- {
		all[i] = all[2*i]
	}
	return all
}

// forward replaces coefficients by values.
func (t *transform) forward(x []uint64) {
	f := t.field
	for half := len(x) / 2; half > 0; half /= 2 {
		roots := t.roots[half : 2*half]
		for start := 0; start < len(x); start += 2 * half {
			low, high := x[start:start+half], x[start+half:start+2*half]
			for j, w := range roots {
				u, v := low[j], high[j]
				low[j] = f.Add(u, v)
				high[j] = f.Mul(u+f.P-v, w)
			}
		}
	}
}

// backward replaces values by coefficients.
func (t *transform) backward(x []uint64) {
	f := t.field
	for half := 1; half < len(x); half *= 2 {
		roots := t.back[half : 2*half]
		for start := 0; start < len(x); start += 2 * half {
			low, high := x[start:start+half], x[start+half:start+2*half]
			for j, w := range roots {
				u, v := low[j], f.Mul(high[j], w)
				low[j] = f.Add(u, v)
				high[j] = f.Sub(u, v)
			}
		}
	}
	for i, y := range x {
		x[i] = f.Mul(y, t.inverse)
	}
}
