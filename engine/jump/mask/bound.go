package mask

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"skyline/engine/jump/tables"
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
// upwards to a multiple of 2^−62. How sets depend on each other is not looked at.
func (c *Component) Bound(p tables.Property) (*big.Rat, bool) {
	if c.Check() != nil {
		return nil, false
	}
	r := c.reduce(p)
	if r.impossible {
		return new(big.Rat), true
	}
	for _, part := range r.parts() {
		if part.possible() == tables.No {
			return new(big.Rat), true
		}
	}
	people := make([]int64, len(c.Counts))
	for i, h := range c.In {
		people[h] += c.Cells[i]
	}
	least, effort := uint64(whole), 0
	known := map[string]bool{}
	for _, cells := range r.sets {
		inGroup := c.inGroup(cells)
		size := int64(0)
		for _, s := range inGroup {
			size += s.people
		}
		shape := fmt.Sprint(inGroup)
		if known[shape] {
			continue
		}
		known[shape] = true
		most := c.mostOf(p, size)
		exceeded := uint64(0) // how likely any of the values so far is above it
		for v := range c.values() {
			n := dispersion{chances: []uint64{whole}}
			for _, s := range inGroup {
				x := hypergeometric(people[s.group], c.Counts[s.group][v], s.people)
				effort += len(x.chances)
				if n = n.plus(x, &effort); effort > effortAtMost {
					return ratio(least)
				}
			}
			chance := min(n.upTo(most), whole)
			least = min(least, chance)
			exceeded += whole - chance
		}
		if 2*(most+1) > size {
			least = min(least, whole-min(whole, exceeded))
		}
	}
	return ratio(least)
}

// whole is the probability 1: all are multiples of 2^−62, rounded upwards.
const whole = 1 << 62

// effortAtMost is how many probabilities Bound multiplies.
const effortAtMost = 1 << 24

func ratio(chance uint64) (*big.Rat, bool) {
	if chance >= whole {
		return nil, false
	}
	return new(big.Rat).SetFrac(new(big.Int).SetUint64(chance), big.NewInt(whole)), true
}

// mostOf returns a number of people with the same value that no set of so many people that
// satisfies the property exceeds: even if all others were spread evenly, it would not.
func (c *Component) mostOf(p tables.Property, size int64) int64 {
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

// dispersion bounds the probabilities of a number: chances[i] of first+i, and outside of
// all other numbers together.
type dispersion struct {
	first   int64
	chances []uint64
	outside uint64
}

// upTo bounds the probability that the number is at most n.
func (d dispersion) upTo(n int64) uint64 {
	sum := d.outside
	for i, x := range d.chances {
		if d.first+int64(i) > n || sum >= whole {
			break
		}
		sum += x
	}
	return sum
}

// plus adds independent numbers.
func (d dispersion) plus(e dispersion, effort *int) dispersion {
	*effort += len(d.chances) * len(e.chances)
	sum := dispersion{first: d.first + e.first, outside: min(whole, d.outside+e.outside)}
	if *effort > effortAtMost {
		return sum
	}
	sum.chances = make([]uint64, len(d.chances)+len(e.chances)-1)
	for i, x := range d.chances {
		for j, y := range e.chances {
			high, low := bits.Mul64(x, y)
			z := high<<2 | low>>62
			if low<<2 != 0 {
				z++
			}
			sum.chances[i+j] = min(whole, sum.chances[i+j]+z)
		}
	}
	return sum
}

// hypergeometric returns how many of a sample are special, out of so many people of which
// so many are.
//
// Each probability is that of the likeliest number times quotients of integers, all at
// most 1, which are rounded upwards for it and downwards for the sum of all, by which it
// is divided. The quotients fall; where rounding keeps the product from falling, what is
// beyond is bounded by a geometric series.
func hypergeometric(people, special, sample int64) dispersion {
	from, to := max(0, special+sample-people), min(special, sample)
	if people >= 1<<31 {
		return dispersion{first: from, outside: whole} // products would not fit a word
	}
	mode := (sample + 1) * (special + 1) / (people + 2)
	w := walk{people: people, special: special, sample: sample, low: whole}
	below := w.away(mode, from, -1)
	above := w.away(mode, to, 1)
	slices.Reverse(below)
	d := dispersion{first: mode - int64(len(below)), chances: slices.Concat(below, []uint64{whole}, above)}
	// x·2^62/sum is (x·2^46)/(sum/2^16): the sum is that of a bell whose deviation is less
	// than 2^15, so that it is less than 2^78.
	sum := w.high<<48 | w.low>>16
	for i, x := range d.chances {
		d.chances[i] = fraction(x, sum)
	}
	d.outside = fraction(w.beyond, sum)
	return d
}

// fraction returns x·2^46/sum, rounded upwards.
func fraction(x, sum uint64) uint64 {
	high, low := bits.Mul64(x, 1<<46)
	if high >= sum {
		return whole
	}
	quotient, _ := bits.Div64(high, low, sum)
	return min(whole, quotient+1)
}

// walk goes through hypergeometric probabilities from the mode on, that having 2^62.
type walk struct {
	people, special, sample int64
	high, low               uint64 // the sum of all, rounded downwards
	beyond                  uint64 // the sum of those not gone through, rounded upwards
}

// away returns them in one direction, rounded upwards.
func (w *walk) away(from, to, step int64) []uint64 {
	var all []uint64
	up, down := uint64(whole), uint64(whole)
	for k := from; k != to; k += step {
		num, denom := uint64(w.special-k)*uint64(w.sample-k), uint64(k+1)*uint64(w.people-w.special-w.sample+k+1)
		if step < 0 {
			num, denom = uint64(k)*uint64(w.people-w.special-w.sample+k), uint64(w.special-k+1)*uint64(w.sample-k+1)
		}
		high, low := bits.Mul64(up, num)
		next, rest := bits.Div64(high, low, denom)
		if rest > 0 {
			next++
		}
		if next == up && num < denom {
			if rest := denom - num; high < rest {
				beyond, _ := bits.Div64(high, low, rest)
				w.beyond += min(whole, beyond+1)
			} else {
				w.beyond = whole
			}
			break
		}
		high, low = bits.Mul64(down, num)
		down, _ = bits.Div64(high, low, denom)
		var carry uint64
		w.low, carry = bits.Add64(w.low, down, 0)
		w.high += carry
		up = next
		all = append(all, up)
	}
	return all
}
