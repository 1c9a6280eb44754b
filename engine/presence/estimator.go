package presence

import (
	"math"
	"slices"
)

// Estimator computes ranges of existence probabilities for a search: it keeps its
// memory, so that a call allocates nothing once it has seen sets as large. It serves
// one goroutine at a time. The zero value is ready.
type Estimator struct {
	// The classes with positive weights: how many people, and the odds of their trials.
	weights []weight
	people  []float64
	odds    []float64
	rare    []float64 // the probability of the rarer outcome, negative if it is failure
	spectrum
	// For sums of products.
	scaled   []float64
	products []float64
}

// Range returns the smallest and the largest existence probability of a projected set,
// as [Set.Range], with the same accuracy, for weights that are floats: finite, not
// negative, one for each number of people, in any order. present is from 0 to the number
// of people with positive weight.
//
// For what is no such set it returns 0 and 1, which say nothing.
//
// It takes O(people · present) steps where that is little, else some hundred for each
// class.
func (e *Estimator) Range(weights []float64, people []int64, present int64) (low, high float64) {
	if len(weights) != len(people) || present < 0 {
		return 0, 1
	}
	e.weights, e.people = e.weights[:0], e.people[:0]
	var possible, impossible int64
	for i, w := range weights {
		n := people[i]
		if n < 0 || n > maxPeople-possible-impossible || !(w >= 0) || math.IsInf(w, 1) {
			return 0, 1
		}
		switch {
		case n == 0:
		case w == 0:
			impossible += n
		default:
			possible += n
			e.weights, e.people = append(e.weights, weightOf(w)), append(e.people, float64(n))
		}
	}
	switch {
	case present > possible:
		return 0, 1
	case present == 0:
		return 0, 0
	case present == possible:
		low, high = 1, 1
	default:
		low, high = e.extremes(possible, present)
	}
	if impossible > 0 {
		low = 0
	}
	return low, high
}

// extremes returns the smallest and the largest existence probability of the classes in
// e.weights and e.people, which have positive weights; possible is the number of all
// people, present is positive and smaller.
func (e *Estimator) extremes(possible, present int64) (low, high float64) {
	least, most := 0, 0
	for i, w := range e.weights {
		if w.less(e.weights[least]) {
			least = i
		}
		if e.weights[most].less(w) {
			most = i
		}
	}
	ratio := e.weights[most].over(e.weights[least])
	if ratio == 1 {
		same := float64(present) / float64(possible)
		return same, same
	}
	few := float64(min(present, possible-present))
	if factor, ok := e.isSmall(float64(possible), few, ratio); ok {
		return e.small(least, most, possible, present, factor)
	}
	return chance(e.own(least, present)), chance(e.own(most, present))
}

// chance returns the probability that has the odds.
func chance(odds float64) float64 {
	if math.IsInf(odds, 1) {
		return 1
	}
	return odds / (1 + odds)
}

// own returns the odds that one person of a class is present:
//
//	p Pr[T = n-1] / Pr[T = n],   T of everybody else at the odds θ, p = θ times the weight
//
// With a mean of n - 1/2 neither is rare: T is log-concave, and its variance at least
// 1/4. So the odds are accurate relative to themselves, however small or large.
func (e *Estimator) own(class int, present int64) float64 {
	e.odds = slices.Grow(e.odds[:0], len(e.weights))[:len(e.weights)]
	e.people[class]--
	factor, variance := e.tilt(float64(present) - 0.5)
	e.transform(present, variance)
	e.people[class]++
	p := e.near()
	w := e.weights[class]
	return math.Ldexp(w.mantissa*factor.mantissa*(p[1]/p[2]), w.exponent+factor.exponent)
}

// What counts as a small set: sums of products over it have a relative error below
// 2·smallPeople·2^-53 < 5e-13, and neither vanish nor overflow.
const (
	smallPeople = 2000
	smallRange  = 1500 // powers of two
	cheapPerson = 400  // steps of the sums that cost as much as a class in a transform
	cheapAnyway = 4000 // and as much as its points
)

// isSmall reports whether a set is small, and if so by which power of two to multiply
// weights of which the largest is 1. few is the number of those who are present, or of
// the others if they are less.
//
// A product of j <= few weights is at least ratio^-j, and there are C(people, j) of them.
// With the factor, the sums are at least 2^-(few (down+up)/2) and, since C(N, j) is at
// most N^j and x^j C(N, j) at most (1+x)^N, at most 2^(1.17 few (down+up)/2): within
// 2^±1000.
func (e *Estimator) isSmall(people, few, ratio float64) (factor float64, ok bool) {
	if people > smallPeople || people*few > cheapAnyway+float64(cheapPerson*float64(len(e.weights))) {
		return 0, false
	}
	down, up := math.Log2(ratio), min(people/few, math.Log2(people))
	return (down - up) / 2, few*(down+up) <= smallRange
}

// small returns the range by sums of products: of the others, all but one person of
// each extreme class, E_{n-2}, E_{n-1} and E_n. With the weights v and w of the extremes
//
//	odds of the one with v = v (E_{n-1} + w E_{n-2}) / (E_n + w E_{n-1})
//
// Nothing is ever subtracted. Where most are present, it counts who is absent: that is a
// set of the same kind with the inverse weights.
func (e *Estimator) small(least, most int, possible, present int64, factor float64) (low, high float64) {
	n, inverse := int(present), 2*present > possible
	unit := e.weights[most]
	if inverse {
		n, unit = int(possible-present), e.weights[least]
	}
	shift := int(math.Floor(factor))
	factor = math.Exp2(factor - float64(shift))
	if inverse {
		factor *= unit.mantissa
	} else {
		factor /= unit.mantissa
	}
	e.scaled = e.scaled[:0]
	for _, w := range e.weights {
		if inverse {
			e.scaled = append(e.scaled, scaled(factor/w.mantissa, shift+unit.exponent-w.exponent))
		} else {
			e.scaled = append(e.scaled, scaled(factor*w.mantissa, shift+w.exponent-unit.exponent))
		}
	}
	e.people[least]--
	e.people[most]--
	e.products = append(e.products[:0], 0, 0, 1) // E_{-2}, E_{-1}, E_0
	for range n {
		e.products = append(e.products, 0)
	}
	// Only what can still come to n - 2 or more counts.
	products, left, done := e.products[2:], int(possible)-2, 0
	for i, v := range e.scaled {
		for range int(e.people[i]) {
			left--
			done++
			lowest := max(n-2-left, 1)
			for j := min(done, n); j >= lowest; j-- {
				products[j] += float64(v * products[j-1])
			}
		}
	}
	e.people[least]++
	e.people[most]++
	a, b, c := e.products[n], e.products[n+1], e.products[n+2]
	v, w := e.scaled[least], e.scaled[most]
	one := float64(v * ((b + float64(w*a)) / (c + float64(w*b))))
	other := float64(w * ((b + float64(v*a)) / (c + float64(v*b))))
	if inverse {
		return 1 / (1 + one), 1 / (1 + other)
	}
	return chance(one), chance(other)
}
