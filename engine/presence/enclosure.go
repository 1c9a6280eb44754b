package presence

import (
	"context"
	"math"
	"math/big"
)

// enclosed returns the sign of the existence probability of a class minus a bound in
// (0, 1), or 0 if so many bits do not tell. It is Eqn 4 as in [Estimator], in fixed-point
// numbers with so many binary digits, with a proven bound of the error.
//
// With the odds θ p, T the successes of everybody but one person of the class, N of
// them, and the bound a/b, the sign is that of
//
//	(b - a) θp Pr[T = n-1] - a Pr[T = n]
//
// θ has 53 bits, so θp is a fraction without error. With u = 2^-digits,
//
//   - each factor 1 - q + q e^{it} is at most 1 in modulus, and off by 5u: by u in q, in
//     cos t and in sin t, and by u for each product;
//   - the error of a product of two numbers of at most 1 is the sum of theirs and 2u
//     for rounding, (and the product of the two, which is smaller than that), so that of
//     c equal factors is below 7c u, and that of φ(t) e^{-int} below (7N + 8) u;
//   - points left out have |φ| < u, and what the whole mean takes for T = n though it is
//     T = n + jM is less than u, both as in transform, with more bits.
//
// Together that is below 16 (N + 2) u for each of the two probabilities, which are about
// as large as 1/σ.
//
// Errors: that of the context.
func (s *Set) enclosed(ctx context.Context, class int, bound *big.Rat, digits uint) (int, error) {
	others := s.reduced()
	own := class - s.impossible
	weight := others[own].Weight
	others[own].People--
	e := &Estimator{}
	people := int64(0)
	for _, c := range others {
		people += c.People
		e.weights, e.people = append(e.weights, weightOfInt(c.Weight)), append(e.people, float64(c.People))
	}
	e.odds = make([]float64, len(e.weights))
	factor, variance := e.tilt(float64(s.present) - 0.5)
	theta := newRatio(factor)
	one, all, err := theta.near(ctx, others, people, s.present, variance, digits)
	if err != nil {
		return 0, err
	}
	yes, no := theta.odds(weight)
	yes.Mul(yes, new(big.Int).Sub(bound.Denom(), bound.Num()))
	no.Mul(no, bound.Num())
	slack := new(big.Int).Add(yes, no)
	slack.Mul(slack, big.NewInt(people+2)).Lsh(slack, 4)
	difference := new(big.Int).Sub(yes.Mul(yes, one), no.Mul(no, all))
	if difference.CmpAbs(slack) <= 0 {
		return 0, nil
	}
	return difference.Sign(), nil
}

// ratio is the factor θ as a fraction, numerator / denominator.
type ratio struct{ numerator, denominator *big.Int }

func newRatio(factor weight) ratio {
	r := ratio{big.NewInt(int64(math.Ldexp(factor.mantissa, 52))), big.NewInt(1)}
	if shift := factor.exponent - 52; shift >= 0 {
		r.numerator.Lsh(r.numerator, uint(shift))
	} else {
		r.denominator.Lsh(r.denominator, uint(-shift))
	}
	return r
}

// odds returns θ times a weight, as a fraction.
func (r ratio) odds(weight *big.Int) (yes, no *big.Int) {
	return new(big.Int).Mul(r.numerator, weight), new(big.Int).Set(r.denominator)
}

// near returns Pr[T = n-1] and Pr[T = n], in units of 2^-digits.
func (r ratio) near(ctx context.Context, classes []Class, people, n int64, variance float64, digits uint) (one, all *big.Int, err error) {
	// The exponents of what is left out, with a margin for the floats here.
	bits := float64(1.01 * math.Ln2 * float64(digits+2))
	points := math.Min(float64(people+1), math.Ceil(bits/3+math.Sqrt(bits*bits/9+float64(2*bits*variance)))+2)
	m := int64(points)
	m += 1 - m%2
	unit := big.NewInt(1)
	unit.Lsh(unit, digits)
	q := make([]*big.Int, len(classes))
	for i, c := range classes {
		yes, no := r.odds(c.Weight)
		no.Add(no, yes)
		q[i] = yes.Lsh(yes, digits)
		q[i].Quo(q[i], no)
	}
	root := newTurn(m, digits+turnGuard)
	back := root.power(m - n%m)
	angle, rotation := whole(digits+turnGuard), whole(digits+turnGuard)
	one, all = new(big.Int), new(big.Int)
	w := newWorkspace(digits)
	for j := int64(0); 2*j < m; j++ {
		if h := math.Sin(math.Pi * float64(j) / float64(m)); variance*2*h*h > bits {
			break
		}
		t := angle.rounded(turnGuard)
		product, err := w.product(ctx, classes, q, t, unit)
		if err != nil {
			return nil, nil, err
		}
		w.mul(product, product, rotation.rounded(turnGuard))
		at, before := new(big.Int).Set(&product.re), w.mul(product, product, t)
		if j > 0 {
			at.Lsh(at, 1)
			before.re.Lsh(&before.re, 1)
		}
		all.Add(all, at)
		one.Add(one, &before.re)
		angle, rotation = angle.times(root), rotation.times(back)
	}
	divisor := big.NewInt(m)
	return one.Div(one, divisor), all.Div(all, divisor), nil
}
