package presence

import "math"

// The number of successes T of independent trials has the characteristic function
//
//	φ(t) = E e^{itT} = Π (1 - q + q e^{it})
//
// and, since T is a whole number, the mean of φ(t) e^{-int} over M equidistant points t is
// Pr[T = n], plus Pr[T = n + jM] for j ≠ 0. With M beyond spread times the standard
// deviation and then some, those are below 1e-30 (Bernstein's inequality). And since
//
//	|φ(t)|² = Π (1 - 4q(1-q) sin²(t/2)) <= exp(-4 σ² sin²(t/2))
//
// no more than about 60 points count, however many the trials.
//
// A trial with q > 1/2 is counted by its failures instead, which only moves n by one: so
// the phases that are added up are not larger than those that the result depends on,
// and neither is their rounding.
const (
	spread = 12
	margin = 40
	// negligible is the exponent beyond which points do not count: exp(-50) < 2e-22.
	negligible = 50
)

// spectrum is φ(t) e^{-int} of some trials at the points that count.
type spectrum struct {
	points int       // M, odd
	cosine []float64 // of t
	sine   []float64
	half   []float64 // 2 sin²(t/2) = 1 - cos t, without cancellation
	re, im []float64 // of φ(t) e^{-int}, t and -t together, divided by M
}

// transform computes the spectrum of the trials that have e.odds, e.people of each. It
// takes some 60 complex multiplications for each class.
func (e *Estimator) transform(n int64, variance float64) {
	s := &e.spectrum
	total, moved := 0.0, float64(n)
	e.rare = e.rare[:0]
	for i, o := range e.odds {
		total += e.people[i]
		q := rarer(o)
		if o > 1 {
			moved -= e.people[i]
			q = -q // its failures count
		}
		e.rare = append(e.rare, q)
	}
	points := math.Min(total+1, math.Ceil(float64(spread*math.Sqrt(variance))+margin))
	points += 1 - math.Mod(points, 2)
	s.points = int(points)
	s.cosine, s.sine, s.half, s.re, s.im = s.cosine[:0], s.sine[:0], s.half[:0], s.re[:0], s.im[:0]
	for j := 0; 2*j < s.points; j++ {
		angle := 2 * math.Pi * float64(j) / points
		h := math.Sin(angle / 2)
		h = 2 * h * h
		if variance*h > negligible {
			break
		}
		sin, cos := math.Sincos(angle)
		re, im, logarithm, phase := e.factors(h, sin)
		phase -= float64(moved * angle)
		size := math.Exp(logarithm) / points
		if j > 0 {
			size *= 2 // and its conjugate at -t
		}
		psin, pcos := math.Sincos(phase)
		s.cosine, s.sine, s.half = append(s.cosine, cos), append(s.sine, sin), append(s.half, h)
		re, im = times(re, im, pcos, psin)
		s.re, s.im = append(s.re, size*re), append(s.im, size*im)
	}
}

const (
	// block is of how many classes the factors are multiplied at a time, as their
	// difference from 1.
	block = 64
	// multiplied is how many equal factors are cheaper to multiply than a logarithm and
	// a phase are to compute.
	multiplied = 8
)

// factors returns the product of all factors 1 - q + q e^{±it}, given 1 - cos t and
// sin t, as re + i im times what has a logarithm and a phase. The factors of many are
// added up as logarithms; those of one or a few are multiplied.
func (e *Estimator) factors(half, sin float64) (re, im, logarithm, phase float64) {
	re = 1
	for start := 0; start < len(e.rare); start += block {
		end := min(start+block, len(e.rare))
		people := e.people[start:end]
		x, y := 0.0, 0.0 // the product of the block less 1
		for i, q := range e.rare[start:end] {
			a, b := float64(-math.Abs(q)*half), float64(q*sin)
			if people[i] > multiplied {
				logarithm += float64(people[i] / 2 * math.Log1p(2*a*(1-math.Abs(q))))
				phase += float64(people[i] * math.Atan2(b, 1+a))
				continue
			}
			for range int(people[i]) {
				u, v := times(x, y, a, b)
				x, y = x+(a+u), y+(b+v)
			}
		}
		re, im = times(re, im, 1+x, y)
	}
	return re, im, logarithm, phase
}

// times returns (a + bi)(c + di).
func times(a, b, c, d float64) (re, im float64) {
	return float64(a*c) - float64(b*d), float64(a*d) + float64(b*c)
}

// near returns Pr[T = n-2], Pr[T = n-1] and Pr[T = n] for the spectrum of n; what
// rounding makes negative is 0.
func (s *spectrum) near() (p [3]float64) {
	for j, re := range s.re {
		x, y, cos, sin := re, s.im[j], s.cosine[j], s.sine[j]
		p[2] += x
		x, y = times(x, y, cos, sin)
		p[1] += x
		x, _ = times(x, y, cos, sin)
		p[0] += x
	}
	for i := range p {
		p[i] = max(p[i], 0)
	}
	return p
}

// other returns the probability of the rarer outcome of one trial, given that of all
// trials n succeed, where that outcome has probability q (negative if it is failure):
// for success, with the others counting to n - 1,
//
//	q Pr[T - 1 of the others] / Pr[T = n],   φ of the others = φ / (1 - q + q e^{it})
//
// so that no class costs more than the points that count. all is Pr[T = n].
func (s *spectrum) other(q, all float64) float64 {
	a := math.Abs(q)
	sign := math.Copysign(1, q)
	sum := 0.0
	for j, x := range s.re {
		y, cos, sin, half := s.im[j], s.cosine[j], sign*s.sine[j], s.half[j]
		// (x + iy) e^{±it} / (zr + i zi)
		zr, zi := 1-float64(a*half), a*sin
		br, bi := times(x, y, cos, sin)
		sum += (float64(br*zr) + float64(bi*zi)) / (1 - float64(2*a*(1-a)*half))
	}
	return min(max(a*sum/all, 0), 1)
}
