package presence

import (
	"math"
	"math/big"
	"math/bits"
)

// weight is a positive number, mantissa · 2^exponent with a mantissa in [1/2, 1), to
// the precision of a float64 but of any size.
type weight struct {
	mantissa float64
	exponent int
}

func weightOf(x float64) weight {
	mantissa, exponent := math.Frexp(x)
	return weight{mantissa, exponent}
}

// weightOfInt returns the weight next to an integer, within an ulp.
func weightOfInt(x *big.Int) weight {
	words := x.Bits()
	length := x.BitLen()
	top := uint64(words[len(words)-1])
	if free := bits.LeadingZeros64(top); len(words) > 1 && free > 0 {
		top = top<<free | uint64(words[len(words)-2])>>(64-free)
	} else {
		top <<= free
	}
	w := weightOf(float64(top))
	w.exponent += length - 64
	return w
}

// over returns the quotient of two weights; beyond the range of a float64, infinity or
// 0.
func (w weight) over(v weight) float64 {
	return math.Ldexp(w.mantissa/v.mantissa, w.exponent-v.exponent)
}

func (w weight) less(v weight) bool {
	if w.exponent != v.exponent {
		return w.exponent < v.exponent
	}
	return w.mantissa < v.mantissa
}

// scaled returns x 2^n; what is beyond 2^±1000 is infinite or 0, which is as good for
// odds.
func scaled(x float64, n int) float64 {
	switch {
	case n > 1000:
		return math.Inf(1)
	case n < -1000:
		return 0
	}
	return x * math.Float64frombits(uint64(n+1023)<<52)
}

// tilt sets the odds of the trials to θ times the weights, with a θ for which the
// expected number of successes is mean, or near it: what follows is exact for any θ,
// but accurate only if the number in question is no rare one. It also returns the
// variance, and the factor θ as a weight.
//
// mean is at least 1/2 and at most the number of people less 1/2, that number is
// below 2^62. It takes O(classes · log(range of the exponents)) time.
func (e *Estimator) tilt(mean float64) (factor weight, variance float64) {
	lowest, highest := e.weights[0].exponent, e.weights[0].exponent
	for _, w := range e.weights {
		lowest, highest = min(lowest, w.exponent), max(highest, w.exponent)
	}
	// With θ = 2^lo, all odds are below 2^-65, and the mean below 2^62·2^-65 < 1/2. With
	// θ = 2^hi, all are at least 2^65, and the mean is above the people less 1/2.
	lo, hi := -highest-65, -lowest+66
	for hi-lo > 1 {
		middle := lo + (hi-lo)/2
		sum := 0.0
		for i, w := range e.weights {
			o := scaled(w.mantissa, w.exponent+middle)
			sum += float64(e.people[i] * success(o))
		}
		if sum < mean {
			lo = middle
		} else {
			hi = middle
		}
	}
	for i, w := range e.weights {
		e.odds[i] = scaled(w.mantissa, w.exponent+lo)
	}
	// θ is in [1, 2] times 2^lo. Newton's method on log θ, bisection where that leaves
	// the bracket.
	theta, least, most := 1.5, 1.0, 2.0
	for range 60 {
		sum := 0.0
		variance = 0
		for i, o := range e.odds {
			sum += float64(e.people[i] * success(float64(theta*o)))
			variance += float64(e.people[i] * doubt(float64(theta*o)))
		}
		missing := mean - sum
		if math.Abs(missing) <= nearMean {
			break
		}
		if missing > 0 {
			least = theta
		} else {
			most = theta
		}
		next := theta * math.Exp(missing/variance)
		if !(next > least && next < most) {
			next = (least + most) / 2
		}
		theta = next
	}
	variance = 0
	for i := range e.odds {
		e.odds[i] = float64(e.odds[i] * theta)
		variance += float64(e.people[i] * doubt(e.odds[i]))
	}
	return weight{theta, lo}, variance
}

// nearMean is how far from the mean asked for the odds may be: little against the
// standard deviation, which is at least 1/2 where the mean is half-way between two
// numbers.
const nearMean = 0.01

// success returns the probability of success at odds, o / (1+o).
func success(o float64) float64 {
	if o > 1 {
		return 1 / (1 + 1/o)
	}
	return o / (1 + o)
}

// rarer returns the probability of the rarer outcome at odds.
func rarer(o float64) float64 {
	if o > 1 {
		o = 1 / o
	}
	return o / (1 + o)
}

// doubt returns the variance of a trial at odds, o / (1+o)².
func doubt(o float64) float64 {
	q := rarer(o)
	return q * (1 - q)
}
