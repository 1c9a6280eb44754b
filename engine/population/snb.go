package population

import "math"

// slide is a slide negative binomial model: each of K groups of the population has one person
// and X others,
//
//	P(X = x) = Γ(x+α) / (Γ(α) x!) β^α (1-β)^x
type slide struct{ groups, alpha, logBeta float64 }

// uniques is the expected number of groups of one person.
func (m slide) uniques() float64 { return m.groups * math.Exp(m.alpha*m.logBeta) }

// slideOf fits the model to the numbers of sample uniques and of groups of two, of which
// there are some: each person is in the sample with probability π, so that with q = 1-π and
// d = q (1-β)
//
//	c_1 = K π (β/(1-d))^α (1 + α d/(1-d))
//	c_2 = K π²/2 α (1-β) β^α (2 - (1-α) d) / (1-d)^(α+2)
//
// K is the third of Shlosser's estimators. It reports whether there is a solution: there is
// none where the sizes of groups differ less than those of a Poisson distribution.
//
// Source: Chen and Keller-McNulty, "Estimation of identification disclosure risk in
// microdata", J. Official Statistics 14 (1998).
//
// ARX (2025-09) multiplies by (1-d)^(α+2) where c_2 must be divided by it, and subtracts 1
// from each term of K's second sum instead of from (1+π)^i; its solver then finds nothing.
func (s *sample) slideOf() (slide, bool) {
	m := slide{groups: s.shlosser()}
	q := 1 - s.fraction
	first := float64(s.singles) / (m.groups * s.fraction)
	ratio := float64(s.pairs) / float64(s.singles) / s.fraction
	// With y = (1-β)/(1-d) the equations are
	//	first         = (1-πy)^α (1 + q α y)
	//	ratio · first = (1-πy)^α (α y + q α (1+α) y²/2)
	// Their quotient is a quadratic equation of α, with one positive solution, for each y. What
	// is left of the first falls as y grows, from the Poisson model's at 0 to 0 at 1/π, where
	// it is so steep that -ln(1-πy) is looked for in the place of y.
	missing := func(logSteepness float64) float64 {
		steepness := math.Exp(logSteepness)
		y := -math.Expm1(-steepness) / s.fraction
		a := float64(q * y * y / 2)
		b := y + a - float64(ratio*q*y)
		w := math.Sqrt(float64(b*b) + float64(4*a*ratio))
		if m.alpha = 2 * ratio / (b + w); b < 0 {
			m.alpha = (w - b) / (2 * a)
		}
		m.logBeta = -steepness - math.Log1p(q*y)
		return float64(math.Exp(-steepness*m.alpha)*(1+float64(q*m.alpha*y))) - first
	}
	if !(missing(-mostLogSteepness) > 0) || !(missing(mostLogSteepness) < 0) {
		return m, false
	}
	missing(root(-mostLogSteepness, mostLogSteepness, missing))
	return m, true
}

// mostLogSteepness bounds |ln(-ln(1-πy))|: below, the model is Poisson's, and above, all
// groups but a few have one person.
const mostLogSteepness = 30

// shlosser returns the third of Shlosser's estimators of the number of groups in the
// population, which is at least that of the sample:
//
//	u + c_1 (Σ i π² (1-π²)^(i-1) c_i / Σ (1-π)^i ((1+π)^i - 1) c_i) (Σ (1-π)^i c_i / Σ i π (1-π)^(i-1) c_i)²
//
// Source: Haas and Stokes (1998), Eqn for D_Sh3.
func (s *sample) shlosser() float64 {
	pi := s.fraction
	left, square := math.Log1p(-pi), math.Log1p(-pi*pi)
	var a, b, c, d float64
	for _, size := range s.sizes {
		i, groups := float64(size.People), float64(size.Groups)
		a += float64(groups * i * pi * pi * math.Exp((i-1)*square))
		b += float64(groups * math.Exp(i*left) * math.Expm1(i*math.Log1p(pi)))
		c += float64(groups * math.Exp(i*left))
		d += float64(groups * i * pi * math.Exp((i-1)*left))
	}
	return float64(s.groups) + float64(float64(s.singles)*(a/b)*(c/d)*(c/d))
}
