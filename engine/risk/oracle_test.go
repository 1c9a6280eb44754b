package risk

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/partition"
)

// The oracle computes each measure from rows, as its definition reads, with
// fractions; it shares nothing with the package but what it is called with.

type person struct {
	group  int
	values []string // one, or any number of different ones
}

type oracle struct {
	rows   []person
	values []string // in their order
}

func rat(a, b int) *big.Rat { return big.NewRat(int64(a), int64(b)) }

func near(r *big.Rat) float64 {
	x, _ := r.Float64()
	return x
}

func (o *oracle) groups() []int {
	var groups []int
	for _, p := range o.rows {
		if !slices.Contains(groups, p.group) {
			groups = append(groups, p.group)
		}
	}
	return groups
}

// having counts the people of a group, or of all with group < 0, who have a value.
func (o *oracle) having(group int, value string) (n int) {
	for _, p := range o.rows {
		if (group < 0 || p.group == group) && slices.Contains(p.values, value) {
			n++
		}
	}
	return n
}

func (o *oracle) size(group int) (n int) {
	for _, p := range o.rows {
		if group < 0 || p.group == group {
			n++
		}
	}
	return n
}

// q is the share of a value in a group, p in the whole table (group < 0).
func (o *oracle) share(group int, value string) *big.Rat {
	return rat(o.having(group, value), o.size(group))
}

func (o *oracle) distinct() int {
	least := math.MaxInt
	for _, g := range o.groups() {
		n := 0
		for _, v := range o.values {
			if o.having(g, v) > 0 {
				n++
			}
		}
		least = min(least, n)
	}
	return least
}

func (o *oracle) entropy() float64 {
	least := math.Inf(1)
	for _, g := range o.groups() {
		h := 0.0
		for _, v := range o.values {
			if q := near(o.share(g, v)); q > 0 {
				h -= q * math.Log(q)
			}
		}
		least = min(least, h)
	}
	return math.Exp(least)
}

func (o *oracle) recursive(l int) float64 {
	most := new(big.Rat)
	for _, g := range o.groups() {
		var counts []int
		for _, v := range o.values {
			counts = append(counts, o.having(g, v))
		}
		slices.Sort(counts)
		slices.Reverse(counts)
		rest := 0
		for i, n := range counts {
			if i >= l-1 {
				rest += n
			}
		}
		if rest == 0 {
			return math.Inf(1)
		}
		if c := rat(counts[0], rest); c.Cmp(most) > 0 {
			most = c
		}
	}
	return near(most)
}

// worst returns the largest of f over groups and values.
func (o *oracle) worst(f func(q, p *big.Rat) *big.Rat) *big.Rat {
	most := new(big.Rat)
	for _, g := range o.groups() {
		for _, v := range o.values {
			if x := f(o.share(g, v), o.share(-1, v)); x.Cmp(most) > 0 {
				most = x
			}
		}
	}
	return most
}

func gain(q, p *big.Rat) *big.Rat {
	x := new(big.Rat).Sub(q, p)
	return x.Quo(x, p)
}

func (o *oracle) enhanced() float64 {
	holds := true
	o.worst(func(q, p *big.Rat) *big.Rat {
		if q.Cmp(p) > 0 && near(gain(q, p)) > -math.Log(near(p)) {
			holds = false
		}
		return q
	})
	if !holds {
		return math.Inf(1)
	}
	return near(o.worst(gain))
}

// delta is over the values of each group; lacks says that a group lacks a value.
func (o *oracle) delta() (delta float64, lacks bool) {
	o.worst(func(q, p *big.Rat) *big.Rat {
		if q.Sign() == 0 {
			lacks = true
		} else {
			delta = max(delta, math.Abs(math.Log(near(q)/near(p))))
		}
		return q
	})
	return delta, lacks
}

// closeness is the earth mover's distance: ½ Σ |q-p|, or cumulative.
func (o *oracle) closeness(ordered bool) float64 {
	most := new(big.Rat)
	for _, g := range o.groups() {
		sum, running := new(big.Rat), new(big.Rat)
		for _, v := range o.values {
			d := new(big.Rat).Sub(o.share(g, v), o.share(-1, v))
			if ordered {
				d = running.Add(running, d)
			}
			sum.Add(sum, new(big.Rat).Abs(d))
		}
		if sum.Cmp(most) > 0 {
			most = sum
		}
	}
	switch {
	case !ordered:
		return near(most.Mul(most, rat(1, 2)))
	case len(o.values) == 1:
		return 0
	}
	return near(most.Mul(most, rat(1, len(o.values)-1)))
}

// release gives the package what the plan would have counted, in random order.
func (o *oracle) release(t *testing.T, rng *rand.Rand) *Release {
	t.Helper()
	table := &partition.Table{}
	numbers := map[string]int32{}
	for _, i := range rng.Perm(len(o.values)) {
		numbers[o.values[i]] = int32(len(table.Values))
		table.Values = append(table.Values, partition.Value{Text: o.values[i]})
	}
	var times []int64
	position := map[string]int{}
	groups := o.groups()
	for _, i := range rng.Perm(len(groups)) {
		g := partition.Group{People: int64(o.size(groups[i]))}
		for _, v := range o.values {
			if n := o.having(groups[i], v); n > 0 {
				g.Counts = append(g.Counts, partition.Count{Value: numbers[v], N: int64(n)})
			}
		}
		slices.SortStableFunc(g.Counts, func(a, b partition.Count) int { return int(b.N - a.N) })
		key := fmt.Sprint(g)
		if at, ok := position[key]; ok {
			times[at]++
			continue
		}
		position[key] = len(times)
		table.Groups = append(table.Groups, g)
		times = append(times, 1)
	}
	r, err := NewRelease(t.Context(), table, times)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// randomPeople makes few or many groups and values, with one value each or sets.
func randomPeople(rng *rand.Rand, sets bool) *oracle {
	o := &oracle{}
	groups, values := 1+rng.IntN(6), 1+rng.IntN(6)
	for range 1 + rng.IntN(40) {
		p := person{group: rng.IntN(groups)}
		for range 1 + 2*rng.IntN(2) {
			v := fmt.Sprint("v", min(rng.IntN(values), rng.IntN(values)))
			if !slices.Contains(p.values, v) && (sets || p.values == nil) {
				p.values = append(p.values, v)
			}
		}
		if sets && rng.IntN(5) == 0 {
			p.values = nil
		}
		o.rows = append(o.rows, p)
		for _, v := range p.values {
			if !slices.Contains(o.values, v) {
				o.values = append(o.values, v)
			}
		}
	}
	slices.Sort(o.values)
	return o
}
