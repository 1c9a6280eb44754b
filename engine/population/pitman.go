package population

import (
	"context"
	"math"
)

// pitman is Pitman's sampling formula with its parameters: how likely a sample of n people
// falls apart into groups of given sizes,
//
//	Π_(i=1)^(u-1) (θ + i α) / Π_(i=1)^(n-1) (θ + i) · Π_groups Π_(j=1)^(f-1) (j - α)
//
// up to a factor without parameters. It is a distribution for α in [0, 1) and θ > -α, and
// there are ever more groups the more people there are. For α < 0 it is one only where -θ/α
// is a whole number, of all groups there can be: elsewhere a split into more groups has a
// negative factor. A likelihood of probabilities that may be negative is none, so that α is
// looked for from 0 on.
//
// Source: Pitman, "Exchangeable and partially exchangeable random partitions", Probability
// Theory and Related Fields 102 (1995).
type pitman struct {
	alpha, rest float64 // rest is 1 - α, which may be small
	over        float64 // θ + α: how far θ is above what is too little
}

// newPitman returns the model with ln(1-α), at most 0.
func newPitman(logRest float64) pitman {
	return pitman{alpha: -math.Expm1(logRest), rest: math.Exp(logRest)}
}

func (m *pitman) theta() float64 { return m.over - m.alpha }

// pitmanOf returns the parameters for which the sample is likeliest. There must be more than
// one group, and one of several people. Where groups are about equally large, the likelihood
// grows as α falls: then α = 0 is the likeliest.
//
// Source: Hoshino, "Applying Pitman's sampling formula to microdata disclosure risk
// assessment", J. Official Statistics 17 (2001). Instead of his Newton iteration, which
// starts from a guess and may leave the domain, the equation of θ is solved for each α,
// where it has one solution, and then that of α: both by halving.
//
// It takes O(distinct sizes) steps for each of some hundred values of α.
func (s *sample) pitmanOf(ctx context.Context) pitman {
	slope := func(logRest float64) float64 {
		if ctx.Err() != nil {
			return math.NaN()
		}
		return s.slope(s.likeliest(logRest))
	}
	// Next to α = 1 the slope is negative; where it changes its sign is the maximum.
	for low := -mostLogRest; low < 0; low += logRestStep {
		if slope(low) < 0 && slope(low+logRestStep) >= 0 {
			return s.likeliest(root(low, low+logRestStep, slope))
		}
	}
	return s.likeliest(0)
}

// ln(1-α) is looked for from -mostLogRest to 0, in these steps.
const (
	mostLogRest = 20.0
	logRestStep = 0.25
)

// likeliest returns the model of the likeliest θ for an α: where
//
//	Σ_(i=1)^(u-1) 1/(θ + i α) = Σ_(i=1)^(n-1) 1/(θ + i)
//
// The left side falls from infinity, at θ = -α, to below the right one, since u < n.
func (s *sample) likeliest(logRest float64) pitman {
	m := newPitman(logRest)
	excess := func(logOver float64) float64 {
		m.over = math.Exp(logOver)
		return s.inverses(&m) - digammaRise(m.theta()+1, float64(s.people-1))
	}
	m.over = math.Exp(root(-mostLogTheta, mostLogTheta, excess))
	return m
}

// mostLogTheta bounds the logarithm of θ + α.
const mostLogTheta = 100

// inverses returns Σ_(i=1)^(u-1) 1/(θ + i α).
func (s *sample) inverses(m *pitman) float64 {
	n := float64(s.groups - 1)
	if m.alpha == 0 {
		return n / m.over
	}
	return digammaRise(m.over/m.alpha, n) / m.alpha
}

// slope returns the derivative of the log-likelihood by α:
//
//	Σ_(i=1)^(u-1) i/(θ + i α) - Σ_groups Σ_(j=1)^(f-1) 1/(j - α)
func (s *sample) slope(m pitman) float64 {
	sum := s.weightedInverses(&m)
	for _, size := range s.sizes {
		sum -= float64(float64(size.Groups) * digammaRise(m.rest, float64(size.People-1)))
	}
	return sum
}

// weightedInverses returns Σ_(i=1)^(u-1) i/(θ + i α).
func (s *sample) weightedInverses(m *pitman) float64 {
	n, theta := float64(s.groups-1), m.theta()
	if x := m.alpha / theta; math.Abs(x)*n < 1e-4 {
		// The first four powers of x: the sums of i, i², i³ and i⁴.
		one, two := float64(n*(n+1)/2), n*(n+1)*(float64(2*n)+1)/6
		last := float64(one*one) - x*two*(float64(3*n*n)+float64(3*n)-1)/5
		return (one - float64(x*(two-float64(x*last)))) / theta
	}
	return (n - float64(theta*s.inverses(m))) / m.alpha
}

// uniques returns how many of N people are expected to be alone,
//
//	Γ(θ+1)/Γ(θ+α) N^α
//
// which is for a large N, and what that is to be multiplied by for any N:
//
//	N^(1-α) Γ(θ+α+N-1) / Γ(θ+N)
//
// Source: Hoshino (2001).
func (m *pitman) uniques(population float64) (number, correction float64) {
	logN := math.Log(population)
	number = math.Exp(logGammaRise(m.over, m.rest) + float64(m.alpha*logN))
	return number, math.Exp(float64(m.rest*logN) - logGammaRise(m.over+population-1, m.rest))
}
