package refusal

import "math"

// scaled is a number m·2^e, 0 or with m in [1/2, 1): far smaller and larger than a float64 can
// be. A product has a relative error of 2^-53, as a sum of two that are not negative.
type scaled struct {
	m float64
	e int
}

func scale(x float64) scaled {
	m, e := math.Frexp(x)
	return scaled{m, e}
}

func (x scaled) times(y scaled) scaled {
	z := scale(x.m * y.m)
	z.e += x.e + y.e
	return z
}

func (x scaled) by(y scaled) scaled {
	z := scale(x.m / y.m)
	z.e += x.e - y.e
	return z
}

func (x scaled) plus(y scaled) scaled {
	switch {
	case x.m == 0:
		return y
	case y.m == 0:
		return x
	case x.e < y.e:
		x, y = y, x
	}
	z := scale(x.m + math.Ldexp(y.m, max(y.e-x.e, -1100)))
	z.e += x.e
	return z
}

// minus returns x - y, or 0 where that is negative. Its error is that of x and y.
func (x scaled) minus(y scaled) scaled {
	if !y.below(x) {
		return scaled{}
	}
	z := scale(x.m - math.Ldexp(y.m, max(y.e-x.e, -1100)))
	z.e += x.e
	return z
}

func (x scaled) below(y scaled) bool {
	if x.m == 0 || y.m == 0 || x.e == y.e {
		return x.m < y.m
	}
	return x.e < y.e
}

// float returns the float64 next to x, infinity beyond all.
func (x scaled) float() float64 { return math.Ldexp(x.m, min(max(x.e, -2000), 2000)) }

// factorials has n! for n from 0 on. Its relative errors are below n·2^-53.
type factorials []scaled

func newFactorials(n int64) factorials {
	f := make(factorials, n+1)
	f[0] = scale(1)
	for i := int64(1); i <= n; i++ {
		f[i] = f[i-1].times(scale(float64(i)))
	}
	return f
}

// choose returns the number of subsets of k of n things, 0 where k is not from 0 to n.
func (f factorials) choose(n, k int64) scaled {
	if k < 0 || k > n {
		return scaled{}
	}
	return f[n].by(f[k]).by(f[n-k])
}
