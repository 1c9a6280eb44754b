package modular

// Transform evaluates polynomials in several variables at all combinations of roots of
// unity, the lengths of the axes being powers of 2, and goes back: the number theoretic
// transform (J. M. Pollard, “The fast Fourier transform in a finite field”, 1971). The
// coefficient of x^i y^j is at i·Stride(0) + j·Stride(1); the values are in the order that
// bit reversal makes, which does not matter when they are multiplied point by point.
type Transform struct {
	field   *Field
	axes    []axis
	size    int
	inverse uint64 // of the size
}

type axis struct {
	length, stride int
	roots, back    []uint64 // powers of a root of unity, and of its inverse: see powers
}

// NewTransform takes the lengths of the axes, powers of 2 up to 2^[Twos].
func (f *Field) NewTransform(lengths ...int) *Transform {
	t := &Transform{field: f, size: 1}
	root := f.Root()
	for _, n := range lengths {
		w := f.Pow(root, uint64(1<<Twos/n))
		t.axes = append(t.axes, axis{length: n, stride: t.size, roots: f.powers(w, n), back: f.powers(f.Invert(w), n)})
		t.size *= n
	}
	t.inverse = f.Invert(f.From(uint64(t.size)))
	return t
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

// Size returns the number of coefficients, and of values.
func (t *Transform) Size() int { return t.size }

// Length returns the length of an axis.
func (t *Transform) Length(axis int) int { return t.axes[axis].length }

// Stride returns how far apart the coefficients of neighbouring powers of a variable are.
func (t *Transform) Stride(axis int) int { return t.axes[axis].stride }

// Scale returns the reciprocal of the size.
func (t *Transform) Scale() uint64 { return t.inverse }

// Forward replaces coefficients by values.
func (t *Transform) Forward(x []uint64) {
	f := t.field
	for _, a := range t.axes {
		for half := a.length / 2; half > 0; half /= 2 {
			roots := a.roots[half : 2*half]
			if a.stride == 1 {
				for start := 0; start < t.size; start += 2 * half {
					low, high := x[start:start+half], x[start+half:start+2*half]
					for j, w := range roots {
						u, v := low[j], high[j]
						low[j] = f.Add(u, v)
						high[j] = f.Mul(u+f.P-v, w)
					}
				}
				continue
			}
			for start := 0; start < t.size; start += 2 * half * a.stride {
				for j, w := range roots {
					at := start + j*a.stride
					low, high := x[at:at+a.stride], x[at+half*a.stride:at+(half+1)*a.stride]
					for i, u := range low {
						v := high[i]
						low[i] = f.Add(u, v)
						high[i] = f.Mul(u+f.P-v, w)
					}
				}
			}
		}
	}
}

// Backward replaces values by coefficients, times the size.
func (t *Transform) Backward(x []uint64) {
	f := t.field
	for _, a := range t.axes {
		for half := 1; half < a.length; half *= 2 {
			roots := a.back[half : 2*half]
			if a.stride == 1 {
				for start := 0; start < t.size; start += 2 * half {
					low, high := x[start:start+half], x[start+half:start+2*half]
					for j, w := range roots {
						u, v := low[j], f.Mul(high[j], w)
						low[j] = f.Add(u, v)
						high[j] = f.Sub(u, v)
					}
				}
				continue
			}
			for start := 0; start < t.size; start += 2 * half * a.stride {
				for j, w := range roots {
					at := start + j*a.stride
					low, high := x[at:at+a.stride], x[at+half*a.stride:at+(half+1)*a.stride]
					for i, u := range low {
						v := f.Mul(high[i], w)
						low[i] = f.Add(u, v)
						high[i] = f.Sub(u, v)
					}
				}
			}
		}
	}
}
