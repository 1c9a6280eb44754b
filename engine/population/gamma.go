package population

import "math"

// Differences of gamma functions: each function for itself would be huge, and the
// difference lost in its rounding.

// farOut is from where on the asymptotic series are exact to the last digits.
const farOut = 20

// digammaRise returns ψ(x+m) - ψ(x), which is Σ_(i<m) 1/(x+i), for x > 0 and a whole m ≥ 0.
func digammaRise(x, m float64) float64 {
	sum := 0.0
	for ; x < farOut && m >= 1; m-- {
		sum += 1 / x
		x++
	}
	if m == 0 {
		return sum
	}
	y := x + m
	a, b := 1/(x*x), 1/(y*y)
	d := m * (x + y) * a * b // a - b
	// ψ(z) = ln z - 1/2z - 1/12z² + 1/120z⁴ - 1/252z⁶ + 1/240z⁸ - 1/132z¹⁰ …
	aa, ab, bb := float64(a*a), float64(a*b), float64(b*b)
	fourth := float64(aa*a*a) + float64(aa*a*b) + float64(aa*b*b) + float64(ab*b*b) + float64(bb*b*b)
	tail := 1.0/12 - (a+b)/120 + (aa+ab+bb)/252 - (a+b)*(aa+bb)/240 + fourth/132
	return sum + math.Log1p(m/x) + m/(2*x*y) + float64(d*tail)
}

// logGammaRise returns ln Γ(x+d) - ln Γ(x) for x > 0 and d ≥ 0.
func logGammaRise(x, d float64) float64 {
	y, sum := x+d, 0.0
	for x < farOut {
		sum += math.Log1p(d / x)
		x, y = x+1, y+1
	}
	return float64(d*math.Log(x)) + float64((y-0.5)*math.Log1p(d/x)) - d + stirling(y) - stirling(x) - sum
}

// stirling returns ln Γ(x) - ((x - 1/2) ln x - x + ln 2π / 2).
func stirling(x float64) float64 {
	a := 1 / (x * x)
	rest := 1.0/1188 - a*691.0/360360
	for _, next := range [...]float64{1.0 / 1680, 1.0 / 1260, 1.0 / 360, 1.0 / 12} {
		rest = next - float64(a*rest)
	}
	return rest / x
}
