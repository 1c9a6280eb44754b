package mask

import "context"

// factorials are those up to a number, every so many of which are kept.
type factorials struct {
	stride int64
	kept   []Interval
	// steps counts what is multiplied.
	steps float64
}

// keptAtMost is how many factorials are kept.
const keptAtMost = 1 << 16

func newFactorials(ctx context.Context, n int64) (*factorials, error) {
	f := &factorials{stride: 1 + n/keptAtMost}
	x := exactly(1)
	for k := int64(0); k <= n; k++ {
		if k > 1 {
			x = x.times(exactly(k))
		}
		if k%f.stride == 0 {
			f.kept = append(f.kept, x)
		}
		if k%(1<<16) == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	f.steps = float64(n)
	return f, nil
}

// of returns n!.
func (f *factorials) of(n int64) Interval {
	at := n / f.stride
	x := f.kept[at]
	for k := at*f.stride + 1; k <= n; k++ {
		x = x.times(exactly(k))
	}
	f.steps += float64(n - at*f.stride + 1)
	return x
}

// draw is a number with a hypergeometric distribution: of so many people so many are
// special; how many of a sample are?
type draw struct{ people, special, sample int64 }

// at returns how likely k are:
//
//	C(special, k)·C(people − special, sample − k) / C(people, sample).
func (f *factorials) at(d draw, k int64) Interval {
	other := d.people - d.special
	if k < max(0, d.sample-other) || k > min(d.special, d.sample) {
		return Interval{}
	}
	x := f.of(d.special).times(f.of(other)).times(f.of(d.sample)).times(f.of(d.people - d.sample))
	y := f.of(k).times(f.of(d.special - k)).times(f.of(d.sample - k)).times(f.of(other - d.sample + k)).times(f.of(d.people))
	return x.over(y).chance()
}

// negligible: terms of a sum that are, with all that follow, less than 2^−negligible of it
// are bounded, not added up.
const negligible = 60

// above returns how likely more than k are, from how likely k + 1 are.
//
// The quotients of successive probabilities fall. Once one is q < 1, all that follow
// together are at most q/(1 − q) times the last one.
func (f *factorials) above(d draw, k int64, next Interval) Interval {
	from, to := max(0, d.sample+d.special-d.people), min(d.special, d.sample)
	switch {
	case k < from:
		return exactly(1)
	case k >= to:
		return Interval{}
	}
	sum, x := next, next
	for k++; k < to; k++ {
		up, down := whole64((d.special-k)*(d.sample-k)), whole64((k+1)*(d.people-d.special-d.sample+k+1))
		x.low = x.low.times(up, false).over(down, false)
		x.high = x.high.times(up, true).over(down, true)
		sum = sum.plus(x)
		if f.steps++; x.high.exponent+negligible < sum.low.exponent && up.cmp(down) < 0 {
			rest := down.plus(up.minus(), false)
			sum.high = sum.high.plus(x.high.times(up, true).over(rest, true), true)
			break
		}
	}
	return sum.chance()
}
