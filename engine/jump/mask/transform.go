package mask

import "skyline/engine/internal/modular"

// transform evaluates polynomials in several variables at all combinations of roots of
// unity, the lengths of the axes being powers of 2, and goes back: the number theoretic
// transform (J. M. Pollard, “The fast Fourier transform in a finite field”, 1971). The
// coefficient of x^i y^j is at i·stride(x) + j·stride(y); the values are in the order that
// bit reversal makes, which does not matter when they are multiplied point by point.
type transform struct {
	*field
	axes    []axis
	size    int
	inverse uint64 // of the size
}

type axis struct {
	length, stride int
	roots, back    []uint64 // powers of a root of unity, and of its inverse
}

// newTransform takes the lengths of the axes, powers of 2 up to 2^24.
func newTransform(f *field, lengths []int) *transform {
	t := &transform{field: f, size: 1}
	root := f.Root()
	for _, n := range lengths {
		w := f.Pow(root, uint64(1<<modular.Twos/n))
		t.axes = append(t.axes, axis{length: n, stride: t.size, roots: f.powers(w, n/2), back: f.powers(f.Invert(w), n/2)})
		t.size *= n
	}
	t.inverse = f.Invert(f.From(uint64(t.size)))
	return t
}

func (f *field) powers(w uint64, n int) []uint64 {
	all := make([]uint64, n)
	x := f.One
	for i := range all {
		all[i] = x
		x = f.Mul(x, w)
	}
	return all
}

// forward replaces coefficients by values.
func (t *transform) forward(x []uint64) {
	for _, a := range t.axes {
		for half := a.length / 2; half > 0; half /= 2 {
			step := a.length / 2 / half
			for start := 0; start < t.size; start += 2 * half * a.stride {
				for j := range half {
					w := a.roots[j*step]
					at := start + j*a.stride
					low, high := x[at:at+a.stride], x[at+half*a.stride:at+(half+1)*a.stride]
					for i, u := range low {
						v := high[i]
						low[i] = t.Add(u, v)
						high[i] = t.Mul(u+t.P-v, w)
					}
				}
			}
		}
	}
}

// backward replaces values by coefficients, times the size.
func (t *transform) backward(x []uint64) {
	for _, a := range t.axes {
		for half := 1; half < a.length; half *= 2 {
			step := a.length / 2 / half
			for start := 0; start < t.size; start += 2 * half * a.stride {
				for j := range half {
					w := a.back[j*step]
					at := start + j*a.stride
					low, high := x[at:at+a.stride], x[at+half*a.stride:at+(half+1)*a.stride]
					for i, u := range low {
						v := t.Mul(high[i], w)
						low[i] = t.Add(u, v)
						high[i] = t.Sub(u, v)
					}
				}
			}
		}
	}
}
