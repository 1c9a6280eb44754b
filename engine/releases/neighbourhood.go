package releases

import (
	"context"
	"errors"
	"math"
	"math/big"

	"skyline/engine"
	"skyline/engine/internal/budget"
)

// mostAround is how many steps between states a neighbourhood has at most. They cost less to find than where there are many.
const (
	mostAround   = 1 << 12
	costFew      = 75 // of finding a step between states, in steps of about a nanosecond
	costMeans    = 4  // of adding it up, for each place before it
	costCopied   = 3  // of copying what a chooser knows of a sum or a place
	costCompared = 40 // of comparing a place with others
)

// boundAround narrows the bounds of a core that cannot be counted, by counting the neighbourhood of each cell.
//
// Take any set B of counts. Worlds that agree in all other counts are a class: in it the sums of which B has a part are
// known to lack so many people, the key, and the counts of B are any x ≥ 0 with these sums, with the weight Π 1/x!. So
// the mean of a count of B in the class depends on the key alone. P is the mean over all worlds, that is, over the classes by how
// many worlds they have: it lies between the least and the largest mean of all keys that occur. Which do is not known, but if
// keys that do not are looked at, too, the bounds become wider, and still hold.
//
// The states behind some of the places of an order are these keys (layers.go): what is left to the places to come. Those from which
// ranges leave no way on are not among them, and counts outside of the ranges are in no world. With more places, classes
// are joined, and bounds narrower; so B grows as far as the number of steps allows.
//
// Means are computed in floating-point numbers, of positive terms only, and rounded outward (see outward).
//
// Errors: the context's.
func (t *told) boundAround(ctx context.Context, c *core, limit float64) error {
	steps := budget.New(ctx, limit)
	defer func() { t.taken += min(steps.Spent(), limit) }()
	base := newChooser(c, byPlaces)
	for p := range base.places {
		if p > 0 && base.places[p].cell == base.places[p-1].cell {
			continue
		}
		b := newBuilder(base.from(int32(p)), budget.New(ctx, mostAround))
		err := b.stepOn()
		if err == nil {
			err = steps.Spend(b.took())
		}
		switch {
		case errors.Is(err, engine.ErrTooLarge):
			return nil
		case err != nil:
			return err
		}
		low, high := b.means()
		for i := range low {
			t.within(c, b.l.places[i], outward(low[i], -1), outward(high[i], 1))
		}
	}
	return nil
}

// took returns how many steps of time it takes to copy a chooser, to choose places, to find the states behind them, and
// to add them up.
func (b *builder) took() float64 {
	found, places := float64(b.l.steps), float64(len(b.l.places))
	return float64(costCopied*float64(len(b.left)+len(b.places))) + float64(costCompared*float64(b.compared)) + float64(found*(costFew+float64(costMeans*places)))
}

// stepOn takes places as long as the budget lasts.
//
// Errors: the context's.
func (b *builder) stepOn() error {
	for p := b.next(); p != none; p = b.next() {
		if err := b.step(p); errors.Is(err, engine.ErrTooLarge) {
			return nil
		} else if err != nil {
			return err
		}
	}
	return nil
}

// means returns the least and the largest mean of each place of a builder, over the states behind the last one; or none
// where weights are too small for floating-point numbers.
func (b *builder) means() (low, high []float64) {
	c, places := b.l.c, b.l.places
	weights, sums := []float64{1}, []float64(nil) // of each state: of the paths to it, and times the number of each place
	for at := range places {
		here := &b.l.of[at]
		count := b.states.len()
		if at+1 < len(places) {
			count = b.l.of[at+1].states
		}
		next, nextSums := make([]float64, count), make([]float64, count*(at+1))
		least := c.least(int(places[at].cell), int(places[at].value))
		for state, weight := range weights {
			x := int64(here.low[state])
			factor := 1.0 // least! / x!
			for y := least + 1; y <= x; y++ {
				factor /= float64(y)
			}
			for _, to := range here.to[here.start[state]:here.start[state+1]] {
				next[to] += float64(weight * factor)
				behind := nextSums[int(to)*(at+1):][:at+1]
				for i, sum := range sums[state*at:][:at] {
					behind[i] += float64(sum * factor)
				}
				behind[at] += float64(weight * factor * float64(x))
				x++
				factor /= float64(x)
			}
		}
		weights, sums = next, nextSums
	}
	for i := range places {
		low, high = append(low, math.Inf(1)), append(high, 0)
		for state, weight := range weights {
			if weight < leastWeight {
				return nil, nil
			}
			mean := sums[state*len(places)+i] / weight
			low[i], high[i] = min(low[i], mean), max(high[i], mean)
		}
	}
	return low, high
}

// leastWeight is up to where products are as exact as floating-point numbers are.
const leastWeight = 1e-250

// outward returns a fraction that is certain to be below or above a mean. The mean is a quotient of sums of positive
// products. Each path takes at most mostAround factors and sums, so that the relative error is below 10^5 · 2^-53 < 10^-11.
func outward(mean float64, direction float64) *big.Rat {
	const unit = 1 << 20
	x := mean * (1 + float64(direction*1e-9)) * unit
	if direction < 0 {
		x = math.Floor(x)
	} else {
		x = math.Ceil(x)
	}
	return new(big.Rat).SetFloat64(x / unit)
}

// within narrows the bounds of a place by those of the mean of its number.
func (t *told) within(c *core, p place, low, high *big.Rat) {
	v := t.variable(c.cells[p.cell].cell, c.values[p.value])
	people := big.NewRat(1, t.people[c.cells[p.cell].cell])
	if low.Mul(low, people).Cmp(t.low[v]) > 0 {
		t.low[v] = low
	}
	if high.Mul(high, people).Cmp(t.high[v]) < 0 {
		t.high[v] = high
	}
}
