package presence

import (
	"context"
	"math/big"
)

// point is a complex number in fixed-point arithmetic.
type point struct{ re, im big.Int }

// workspace multiplies points of so many binary digits, and keeps its memory.
type workspace struct {
	digits     uint
	a, b, c, d big.Int
	z          point
}

func newWorkspace(digits uint) *workspace { return &workspace{digits: digits} }

// mul sets r to x times y, rounded down, and returns it. r may be x or y.
func (w *workspace) mul(r, x, y *point) *point {
	w.a.Mul(&x.re, &y.re)
	w.b.Mul(&x.im, &y.im)
	w.c.Mul(&x.re, &y.im)
	w.d.Mul(&x.im, &y.re)
	r.re.Rsh(r.re.Sub(&w.a, &w.b), w.digits)
	r.im.Rsh(r.im.Add(&w.c, &w.d), w.digits)
	return r
}

// product returns Π (1 - q + q e^{it})^people.
//
// Errors: that of the context.
func (w *workspace) product(ctx context.Context, classes []Class, q []*big.Int, turn *point, unit *big.Int) (*point, error) {
	result := &point{}
	result.re.Set(unit)
	turned := new(big.Int).Sub(unit, &turn.re) // 1 - cos t
	for i, c := range classes {
		if i%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if c.People == 0 {
			continue
		}
		w.a.Mul(q[i], turned)
		w.z.re.Sub(unit, w.a.Rsh(&w.a, w.digits))
		w.a.Mul(q[i], &turn.im)
		w.z.im.Rsh(&w.a, w.digits)
		for left := c.People; ; {
			if left&1 == 1 {
				w.mul(result, result, &w.z)
			}
			if left >>= 1; left == 0 {
				break
			}
			w.mul(&w.z, &w.z, &w.z)
		}
	}
	return result, nil
}

// turnGuard is by how many more binary digits roots of unity are computed, so that
// those of 2^64 products in a row are right to the last digit.
const turnGuard = 128

// turn is a root of unity in fixed-point arithmetic.
type turn struct {
	point
	digits uint
}

// whole returns the root of unity that is 1.
func whole(digits uint) *turn {
	t := &turn{digits: digits}
	t.re.SetInt64(1)
	t.re.Lsh(&t.re, digits)
	return t
}

// newTurn returns e^{2πi/m}, m >= 3, by its power series.
func newTurn(m int64, digits uint) *turn {
	x := pi(digits)
	x.Lsh(x, 1).Quo(x, big.NewInt(m))
	t := whole(digits)
	term := new(big.Int).Set(&t.re)
	for k := int64(1); term.Sign() != 0; k++ {
		term.Mul(term, x).Rsh(term, digits).Quo(term, big.NewInt(k))
		switch k % 4 {
		case 0:
			t.re.Add(&t.re, term)
		case 1:
			t.im.Add(&t.im, term)
		case 2:
			t.re.Sub(&t.re, term)
		case 3:
			t.im.Sub(&t.im, term)
		}
	}
	return t
}

// pi returns π, by Machin's formula 16 arctan(1/5) - 4 arctan(1/239).
func pi(digits uint) *big.Int {
	arctan := func(inverse int64) *big.Int {
		power := big.NewInt(1)
		power.Lsh(power, digits).Quo(power, big.NewInt(inverse))
		square, sum := big.NewInt(inverse*inverse), new(big.Int)
		for k := int64(1); power.Sign() != 0; k += 2 {
			term := new(big.Int).Quo(power, big.NewInt(k))
			if k%4 == 1 {
				sum.Add(sum, term)
			} else {
				sum.Sub(sum, term)
			}
			power.Quo(power, square)
		}
		return sum
	}
	a, b := arctan(5), arctan(239)
	return a.Sub(a.Lsh(a, 4), b.Lsh(b, 2))
}

func (t *turn) times(other *turn) *turn {
	result := &turn{digits: t.digits}
	newWorkspace(t.digits).mul(&result.point, &t.point, &other.point)
	return result
}

func (t *turn) power(n int64) *turn {
	result, square := whole(t.digits), t
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			result = result.times(square)
		}
		square = square.times(square)
	}
	return result
}

// rounded returns the root with fewer digits.
func (t *turn) rounded(fewer uint) *point {
	p := &point{}
	p.re.Rsh(&t.re, fewer)
	p.im.Rsh(&t.im, fewer)
	return p
}
