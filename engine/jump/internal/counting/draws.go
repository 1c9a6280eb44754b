package counting

import "skyline/engine/internal/budget"

// factorials are those up to a number, every so many of which are kept.
type factorials struct {
	stride int64
	kept   []Interval
	taken  float64 // steps since the budget was asked
}

// keptAtMost is how many factorials are kept.
const keptAtMost = 1 << 16

func newFactorials(n int64, b *budget.Budget) (*factorials, error) {
	f := &factorials{stride: 1 + n/keptAtMost}
	x := around(1)
	for k := range n + 1 {
		if err := b.Spend(1); err != nil {
			return nil, err
		}
		if k > 1 {
			x = x.times(around(k))
		}
		if k%f.stride == 0 {
			f.kept = append(f.kept, x)
		}
	}
	return f, nil
}

// of returns n!.
func (f *factorials) of(n int64) Interval {
	at := n / f.stride
	x := f.kept[at]
	for k := at*f.stride + 1; k <= n; k++ {
		x = x.times(around(k))
	}
	f.taken += float64(n - at*f.stride + 1)
	return x
}

// spend accounts for the steps that have been taken.
func (f *factorials) spend(b *budget.Budget) error {
	taken := f.taken
	f.taken = 0
	return b.Spend(taken)
}

// draw is a number with a hypergeometric distribution: of so many people so many are
// special; how many of a sample are?
type draw struct{ people, special, sample int64 }

// span returns the least and the greatest number.
func (d draw) span() (from, to int64) {
	return max(0, d.sample+d.special-d.people), min(d.special, d.sample)
}

// odds returns two numbers whose ratio is Pr(k + 1) / Pr(k), which falls with k.
func (d draw) odds(k int64) (up, down int64) {
	return (d.special - k) * (d.sample - k), (k + 1) * (d.people - d.special - d.sample + k + 1)
}

// at returns how likely k are:
//
//	C(special, k)·C(people − special, sample − k) / C(people, sample).
func (f *factorials) at(d draw, k int64) Interval {
	if from, to := d.span(); k < from || k > to {
		return Interval{}
	}
	other := d.people - d.special
	x := f.of(d.special).times(f.of(other)).times(f.of(d.sample)).times(f.of(d.people - d.sample))
	y := f.of(k).times(f.of(d.special - k)).times(f.of(d.sample - k)).times(f.of(other - d.sample + k)).times(f.of(d.people))
	return x.over(y).chance()
}

// above returns how likely more than k are, from how likely k + 1 are.
func (f *factorials) above(d draw, k int64, next Interval) Interval {
	from, to := d.span()
	switch {
	case k < from:
		return around(1)
	case k >= to:
		return Interval{}
	}
	t := d.upwards(k+1, to)
	f.taken += float64(len(t.ratios))
	all := around(1).plus(t.sum)
	all.high = all.high.plus(t.rest, true)
	return next.times(all).chance()
}

// tail is how likely the numbers on one side of another one are, relative to that: upper
// bounds of those that matter, their sum, and an upper bound of all others together.
type tail struct {
	ratios []number
	sum    Interval
	rest   number
}

func (d draw) upwards(from, to int64) tail {
	return newTail(to-from, func(i int64) Interval {
		up, down := d.odds(from + i)
		return fraction(up, down)
	})
}

func (d draw) downwards(from, to int64) tail {
	return newTail(from-to, func(i int64) Interval {
		up, down := d.odds(from - i - 1)
		return fraction(down, up)
	})
}

// negligible: what has less than 2^−negligible, relative to where it starts, is bounded, not
// added up.
const negligible = 60

// newTail goes so many numbers away, the ratios of one to the one before falling: once one
// is q < 1, all that follow together are at most 1/(1 − q) times the next.
func newTail(steps int64, ratio func(i int64) Interval) (t tail) {
	x := around(1)
	for i := range steps {
		q := ratio(i)
		x = x.times(q)
		if x.high.exponent < -negligible && q.high.cmp(one) < 0 {
			t.rest = x.high.over(one.plus(q.high.minus(), false), true)
			return t
		}
		t.ratios = append(t.ratios, x.high)
		t.sum = t.sum.plus(x)
	}
	return t
}
