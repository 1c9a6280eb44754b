package population

import (
	"math"

	"skyline/engine"
)

// IndividualRisk returns E[1/F | f]: how likely somebody is found who has to be one of
// the F people of their group in the population, of whom f are in the sample. Each person
// of the population has got into the sample with probability p, and nothing else is known
// of F, which is then f and a negative binomial number of others:
//
//	P(F = h | f) = C(h-1, f-1) p^f (1-p)^(h-f),  h = f, f+1, …
//	E[1/F | f]   = ∫₀¹ w^(f-1) p / (p + (1-p) w) dw
//
// which is -p ln p / (1-p) for f = 1. It is in [p/f, 1/f], and within 1e-13, relatively.
// f is at least 1 and p in (0, 1].
//
// Source: Benedetti and Franconi, "Statistical and technological solutions for controlled
// data dissemination" (1998); Hundepool et al., "Statistical Disclosure Control", Wiley
// (2012). The integral is theirs with w = p s / (1 - (1-p) s).
//
// It takes at most some hundred steps.
//
// Errors: *engine.ParamError.
func IndividualRisk(f int64, p float64) (float64, error) {
	if f < 1 {
		return 0, engine.NewParamError("population", "f", "at least 1", f)
	}
	if !(p > 0 && p <= 1) {
		return 0, engine.NewParamError("population", "p", "in (0, 1]", p)
	}
	return individualRisk(f, p), nil
}

// individualRisk is IndividualRisk for arguments in their domain.
func individualRisk(f int64, p float64) float64 {
	if p < seriesFrom && f < seriesAt {
		return riskByRecurrence(f, p)
	}
	return riskBySeries(float64(f), p)
}

// From which p, or f, on the series is used. Below, it takes too many terms; above, the
// recurrence loses digits.
const (
	seriesFrom = 0.1
	seriesAt   = 10
)

// riskByRecurrence takes the integral of w^(f-1) (p + q w) / (p + q w), which is 1/f, in two
// parts: r_f + (q/p) r_(f+1) = 1/f. An error of r_f goes on by a factor of p/q, below 1/9.
func riskByRecurrence(f int64, p float64) float64 {
	q := 1 - p
	r := -math.Log(p) * p / q
	for i := int64(1); i < f; i++ {
		r = (1/float64(i) - r) * p / q
	}
	return r
}

// riskBySeries expands 1/(1 - q(1-w)) in powers of q, all of whose terms are positive:
//
//	(p/f) Σ_k q^k k! / ((f+1) (f+2) … (f+k))
func riskBySeries(f, p float64) float64 {
	q := 1 - p
	sum, term := 1.0, 1.0
	for k := 1.0; term > sum*1e-18; k++ {
		term = float64(term * (q * k / (f + k)))
		sum += term
	}
	return sum * p / f
}
