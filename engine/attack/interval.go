package attack

import "math"

// Estimate is a share, and an interval that has what it would be of everybody alike.
type Estimate struct{ Value, Low, High float64 }

// Wilson returns the share of right among people, and Wilson's score interval for the
// probability of being right, of some confidence in (0, 1), if people are independent draws:
//
//	(p + z²/2n ± z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n)
//
// where z is the normal quantile of (1 + confidence)/2. Without people all three are NaN.
//
// Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
// JASA 22 (1927).
func Wilson(right float64, people int64, confidence float64) Estimate {
	if people == 0 {
		return Estimate{math.NaN(), math.NaN(), math.NaN()}
	}
	n := float64(people)
	z := math.Sqrt2 * math.Erfinv(confidence) // the normal distribution's, at (1 + confidence)/2
	p, z2 := right/n, float64(z*z)/n
	centre := (p + float64(z2/2)) / (1 + z2)
	half := math.Sqrt(float64(float64(p*(1-p))*z2)+float64(float64(z2*z2)/4)) / (1 + z2)
	e := Estimate{p, max(0, centre-half), min(1, centre+half)}
	// The ends are exact here, but for rounding.
	if right == 0 {
		e.Low = 0
	}
	if right == n {
		e.High = 1
	}
	return e
}

// Added returns what a release adds to what is true of the world: of the guesses that fail
// without it, the share that it sets right, (s−c)/(1−c), for a share s of right guesses on the
// people of the release and c on those of a control. It is negative where the control is easier
// to guess, and NaN where c is 1. Low is -Inf where c may be 1.
//
// The interval goes from the worst to the best of what the intervals of the two leave open,
// each of confidence 1−(1−confidence)/2, so that both hold at once with at least confidence.
//
// Source: Giomi et al., PoPETs 2023, Sect. 3, whose interval is of the first order instead.
func Added(right float64, people int64, controlRight float64, controlPeople int64, confidence float64) Estimate {
	both := (1 + confidence) / 2
	s, c := Wilson(right, people, both), Wilson(controlRight, controlPeople, both)
	if c.Value >= 1 || math.IsNaN(s.Value) || math.IsNaN(c.Value) {
		return Estimate{math.NaN(), math.NaN(), math.NaN()}
	}
	return Estimate{added(s.Value, c.Value), added(s.Low, c.High), added(s.High, c.Low)}
}

func added(s, c float64) float64 {
	if c >= 1 {
		return math.Inf(-1)
	}
	return (s - c) / (1 - c)
}
