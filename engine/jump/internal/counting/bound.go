package counting

import (
	"fmt"
	"math/big"
	"slices"

	"skyline/engine/jump/beliefs"
)

// Bound returns an upper bound on the share of the tables that Count counts, and false if
// it knows none below 1. It is quick for any number of people.
//
// A set that satisfies the property has no value more often than some bound b. In a random
// table, n people of the set have a value v; this is a sum of hypergeometric numbers, one
// for each group that the set lies in. The result is the least, over sets and values, of
//
//	Pr(n ≤ b),
//
// and over sets in which two values cannot both exceed b, of 1 − Σ_v Pr(n > b), rounded
// upwards. How sets depend on each other is not looked at.
func (c *Component) Bound(p beliefs.Property) (*big.Rat, bool) {
	if c.Possible(p) == beliefs.No {
		return new(big.Rat), true
	}
	people := make([]int64, len(c.Counts))
	for i, h := range c.In {
		people[h] += c.Cells[i]
	}
	sets, _ := c.doubtful(p)
	bound, effort := one, 0
	known := map[string]bool{}
	for _, cells := range sets {
		shares, size := c.shape(cells, nil)
		key := fmt.Sprint(shares)
		if known[key] {
			continue
		}
		known[key] = true
		most := c.mostOf(p, size)
		var exceeded number // how likely any of the values so far is above it, at least
		for v := range c.values() {
			n := dispersion{chances: []number{one}}
			for _, s := range shares {
				x := draw{people[s.group], c.Counts[s.group][v], s.people}.disperse()
				if effort += len(x.chances) * (1 + len(n.chances)); effort > effortAtMost {
					return ratio(bound)
				}
				n = n.plus(x)
			}
			chance := least(n.upTo(most), one)
			bound = least(bound, chance)
			exceeded = exceeded.plus(one.plus(chance.minus(), false), false)
		}
		if 2*(most+1) > size {
			bound = least(bound, one.plus(exceeded.minus(), true))
		}
	}
	return ratio(bound)
}

// effortAtMost is how many probabilities Bound multiplies.
const effortAtMost = 1 << 24

// ratio returns a chance, and false if it is not below 1.
func ratio(chance number) (*big.Rat, bool) {
	if chance.cmp(one) >= 0 {
		return nil, false
	}
	return largest(chance, number{}).rat(), true
}

// mostOf returns a number of people with the same value that no set of so many people that
// satisfies the property exceeds: even if all others were spread evenly, it would not.
func (c *Component) mostOf(p beliefs.Property, size int64) int64 {
	if n, ok := most(p, size); ok {
		return n
	}
	values := int64(c.values())
	histogram := make([]int64, values)
	holds := func(n int64) bool {
		histogram[0] = n
		rest := size - n
		for v := int64(1); v < values; v++ {
			histogram[v] = rest / (values - v)
			rest -= histogram[v]
		}
		return rest == 0 && p.HoldsGroup(histogram)
	}
	// From an even share on, more people with a value are worse.
	low, high := (size+values-1)/values, size
	for low < high {
		if middle := (low + high + 1) / 2; holds(middle) {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return low
}

// dispersion bounds the probabilities of a number from above: chances[i] of first+i, and
// outside of all other numbers together.
type dispersion struct {
	first   int64
	chances []number
	outside number
}

// upTo bounds the probability that the number is at most n.
func (d dispersion) upTo(n int64) number {
	sum := d.outside
	for i, x := range d.chances {
		if d.first+int64(i) > n {
			break
		}
		sum = sum.plus(x, true)
	}
	return sum
}

// plus adds independent numbers.
func (d dispersion) plus(e dispersion) dispersion {
	sum := dispersion{first: d.first + e.first, outside: d.outside.plus(e.outside, true)}
	sum.chances = make([]number, len(d.chances)+len(e.chances)-1)
	for i, x := range d.chances {
		for j, y := range e.chances {
			sum.chances[i+j] = sum.chances[i+j].plus(x.times(y, true), true)
		}
	}
	return sum
}

// disperse finds the probabilities of a draw relative to that of the likeliest number, and
// divides by their sum.
func (d draw) disperse() dispersion {
	from, to := d.span()
	mode := (d.sample + 1) * (d.special + 1) / (d.people + 2)
	below, above := d.downwards(mode, from), d.upwards(mode, to)
	sum := below.sum.low.plus(above.sum.low, false).plus(one, false)
	slices.Reverse(below.ratios)
	x := dispersion{first: mode - int64(len(below.ratios)), outside: below.rest.plus(above.rest, true).over(sum, true)}
	x.chances = slices.Concat(below.ratios, []number{one}, above.ratios)
	for i, ratio := range x.chances {
		x.chances[i] = ratio.over(sum, true)
	}
	return x
}
