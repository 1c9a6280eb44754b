package palm

import (
	"math"
	"slices"
)

// Existence probabilities are not monotone in the shift, so the points of a
// line that keep the bounds may be several intervals. What can be relied on is this.
// Let log p change from one point to another by g_j for person j. On the straight way
// between the two vectors of log p, d ex_k / dt = Cov(I_k, Σ_j g_j I_j), I_j saying that j is
// among the people who are present. Covariances of different people are not positive
// (Theorem 7), and sum to 0 with the variance ex_k (1 - ex_k), so
//
//	d logit(ex_k) / dt = g_k - Σ_{j≠k} w_j g_j,   w_j >= 0, Σ w_j = 1
//
// and logit(ex_k) changes by at most max g - min g. A point that misses a bound by more
// than that, in log-odds, so rules out all points between.

const (
	// margin is how far inside the bounds a float64 estimate must be to be believed: far
	// beyond its error, and beyond that of the float64 numbers in which the
	// distributions are published.
	margin = 2e-9
	// stride is the longest way between two points that are looked at where one does not
	// rule out more: of what keeps the bounds, only intervals that are shorter may be
	// overlooked.
	stride = 1.0 / 16
	// closeness is how close to the end of an interval a line search comes.
	closeness = 1.0 / (1 << 12)
	// fineness is the largest denominator of a shift.
	fineness = 1 << 20
)

// line shifts columns together, as far toward their utility-optimal distributions as the
// bounds allow; at is where they keep them. Unless it is to be thorough, it looks no
// further where the bounds are not kept close by.
//
// Errors: those of ctx and of presence.NewSet.
func (s *solver) line(p *problem, at []shift, columns []int, thorough bool) ([]shift, error) {
	best := at
	if !thorough {
		if ok, _, err := s.judge(p, p.toward(at, columns, closeness)); err != nil || !ok {
			return at, err
		}
	}
	inside, outside := 0.0, 1.0
	slackInside, slackOutside := 0.0, 0.0
	// From the end, past what is ruled out, to the first point inside.
	for t := 1.0; t > 0; {
		next := p.toward(at, columns, t)
		ok, slack, err := s.judge(p, next)
		if err != nil {
			return nil, err
		}
		if ok {
			best, inside, slackInside = next, t, slack
			break
		}
		outside, slackOutside = t, slack
		t = min(p.ruledOut(at, columns, t, -slack), t-stride)
	}
	if inside == 1 {
		return best, nil
	}
	// Then toward what is outside: by regula falsi, halving a side that stays (Illinois).
	for side := 0; outside-inside > closeness; {
		t := (inside + outside) / 2
		if slackInside > 0 && slackOutside < 0 && !math.IsInf(slackInside-slackOutside, 0) {
			t = inside + (outside-inside)*slackInside/(slackInside-slackOutside)
			t = min(max(t, inside+closeness/2), outside-closeness/2)
		}
		next := p.toward(at, columns, t)
		ok, slack, err := s.judge(p, next)
		if err != nil {
			return nil, err
		}
		if ok {
			best, inside, slackInside = next, t, slack
			if side == 1 {
				slackOutside /= 2
			}
			side = 1
		} else {
			outside, slackOutside = t, slack
			if side == -1 {
				slackInside /= 2
			}
			side = -1
		}
	}
	return best, nil
}

// toward returns at with some columns shifted by the part t of what is left for them.
func (p *problem) toward(at []shift, columns []int, t float64) []shift {
	next := slices.Clone(at)
	for _, d := range columns {
		x := at[d].float()
		if to := p.columns[d].near(x + float64(t*(1-x))); to.float() > x {
			next[d] = to
		}
	}
	return next
}

// judge reports whether a shift keeps the bounds, and how far inside them it is, in
// log-odds; a negative number for how far outside. What is close to a bound is outside,
// but for the distributions at both ends, whose probabilities are published exactly.
//
// Errors: those of ctx and of presence.NewSet.
func (s *solver) judge(p *problem, at []shift) (ok bool, slack float64, err error) {
	low, high := p.estimate(at)
	slack = math.Inf(1)
	ok, isClose := true, false
	if s.bounds.low > 0 {
		slack = logit(low) - logit(s.bounds.low)
		ok = low >= s.bounds.low+margin
		isClose = !ok && low >= s.bounds.low-margin
	}
	if s.bounds.high < 1 {
		slack = min(slack, logit(s.bounds.high)-logit(high))
		if high > s.bounds.high-margin {
			isClose = (ok || isClose) && high <= s.bounds.high+margin
			ok = false
		}
	}
	if isClose && !slices.ContainsFunc(at, func(s shift) bool { return s.num > 0 && s.num < s.den }) {
		ok, err = s.keeps(p, at)
		return ok, slack, err
	}
	return ok, slack, s.ctx.Err()
}

func logit(x float64) float64 { return math.Log(x) - math.Log1p(-x) }

// ruledOut returns the smallest point of a line from which to t all points miss the
// bounds, if t does by so much.
func (p *problem) ruledOut(at []shift, columns []int, t, gap float64) float64 {
	if !(gap > 0) || math.IsInf(gap, 1) {
		return t
	}
	low, high := 0.0, t
	for range 20 {
		middle := (low + high) / 2
		if p.oscillation(at, columns, middle, t) < gap {
			high = middle
		} else {
			low = middle
		}
	}
	return high
}

// oscillation bounds by how much the changes of people's log-likelihoods from one point
// of a line to another differ. The further the points are apart, the more it is.
func (p *problem) oscillation(at []shift, columns []int, from, to float64) float64 {
	sum := 0.0
	for _, d := range columns {
		c, x := &p.columns[d], at[d].float()
		begin, end := x+float64(from*(1-x)), x+float64(to*(1-x))
		least, most := math.Inf(1), math.Inf(-1)
		for i := range c.kinds {
			if !c.kinds[i].occurs {
				continue
			}
			change := math.Log(c.probability(&c.kinds[i], begin)) - math.Log(c.probability(&c.kinds[i], end))
			least, most = min(least, change), max(most, change)
		}
		sum += most - least
	}
	return sum
}
