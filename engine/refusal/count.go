package refusal

import (
	"encoding/binary"
	"math/big"
	"slices"

	"skyline/engine/internal/budget"
	"skyline/engine/internal/combinatorics"
	"skyline/engine/partition"
)

// layer has the states after some values: what requirements look at of how these were
// divided.
type layer struct {
	states []state
	// steps lead to the states of the next layer.
	steps []step
}

// state is a class of divisions of the values so far.
type state struct {
	people []int64 // of each part so far
	values []int   // how many different ones, up to what is needed, of parts that may lack some
	counts [][]int64
	ways   *big.Int // how many divisions
	after  *big.Int // how many ways there are to go on so that all is accepted
}

// step is a division of the next value.
type step struct {
	from, to int32
	option   int32
}

// What is spent, in steps of about a nanosecond: on a product of numbers of so many words, on
// looking up a state, and on a new one, which stands for its memory too: about a byte for
// each 5 steps.
const (
	wordCost   = 4.0
	lookupCost = 300.0
	stateCost  = 1000.0
	countsCost = 5000.0 // of one that has counts
)

// count counts the accepted divisions.
func (t *table) count(b *budget.Budget) error {
	if err := t.forecast(b); err != nil {
		return err
	}
	m := len(t.parts)
	first := state{people: make([]int64, m), values: make([]int, m), ways: big.NewInt(1)}
	if len(t.of.others) > 0 {
		first.counts = make([][]int64, m)
	}
	t.layers = []layer{{states: []state{first}}}
	for i := range t.rows {
		t.rows[i].options = t.optionsOf(t.rows[i].place)
		if err := t.forward(i, b); err != nil {
			return err
		}
	}
	return t.backward(b)
}

// product is what a product of the number of ways costs.
func (t *table) product() float64 { return 50 + float64(wordCost*float64(t.group.People)/64) }

// forecast refuses what takes too many steps: of parts' people and values alone, without
// what requirements of counts keep apart.
func (t *table) forecast(b *budget.Budget) error {
	states, values, sum, total := 1.0, 1.0, int64(0), 0.0
	for j := range t.parts {
		if t.lacks[j] {
			values *= float64(t.of.values + 1)
		}
	}
	for _, r := range t.rows {
		options := 1.0
		n := t.group.Counts[r.place].N
		for j := range len(t.parts) - 1 {
			options *= float64(min(n, t.parts[j]) + 1)
		}
		total += float64(states * options * (lookupCost + float64(3*t.product())))
		sum += n
		states = values
		for j := range len(t.parts) - 1 {
			states *= float64(min(sum, t.parts[j]) + 1)
		}
	}
	// This is of all states and options. Of those that there is room for in the parts, an
	// eighth is few.
	return b.Allows(total / 8)
}

// forward makes the layer after the i-th value.
func (t *table) forward(i int, b *budget.Budget) error {
	from := &t.layers[i]
	next := layer{}
	index := map[string]int32{}
	var key []byte
	var s state
	product := new(big.Int)
	for f := range from.states {
		for o := range t.rows[i].options {
			option := &t.rows[i].options[o]
			if err := b.Spend(lookupCost + float64(3*t.product())); err != nil {
				return err
			}
			if !t.add(&from.states[f], option, &s) {
				continue
			}
			key = s.key(key[:0])
			to, found := index[string(key)]
			if !found {
				cost := stateCost
				if s.counts != nil {
					cost = countsCost
				}
				if err := b.Spend(cost); err != nil {
					return err
				}
				to = int32(len(next.states))
				index[string(key)] = to
				next.states = append(next.states, s.clone())
			}
			ways := next.states[to].ways
			ways.Add(ways, product.Mul(from.states[f].ways, option.ways))
			from.steps = append(from.steps, step{int32(f), to, int32(o)})
		}
	}
	t.layers = append(t.layers, next)
	return nil
}

// add puts the state after a division of one more value into s. It reports whether the
// parts have room for it.
func (t *table) add(from *state, option *option, s *state) bool {
	s.people, s.values = s.people[:0], s.values[:0]
	for j, n := range option.having {
		if from.people[j]+n > t.parts[j] {
			return false
		}
		s.people = append(s.people, from.people[j]+n)
		values := from.values[j]
		if n > 0 && t.lacks[j] {
			values = min(values+1, t.of.values)
		}
		s.values = append(s.values, values)
	}
	if from.counts == nil {
		return true
	}
	s.counts = slices.Grow(s.counts[:0], len(from.counts))[:len(from.counts)]
	for j, n := range option.having {
		s.counts[j] = append(s.counts[j][:0], from.counts[j]...)
		switch {
		case t.of.exactly:
			s.counts[j] = append(s.counts[j], n)
		case n > 0:
			at, _ := slices.BinarySearchFunc(s.counts[j], n, func(a, n int64) int { return int(n - a) })
			s.counts[j] = slices.Insert(s.counts[j], at, n)
		}
	}
	return true
}

// key tells states of a layer apart.
func (s *state) key(key []byte) []byte {
	for j, n := range s.people {
		key = binary.AppendUvarint(key, uint64(n))
		key = binary.AppendUvarint(key, uint64(s.values[j]))
		if s.counts != nil {
			key = binary.AppendUvarint(key, uint64(len(s.counts[j])))
			for _, n := range s.counts[j] {
				key = binary.AppendUvarint(key, uint64(n))
			}
		}
	}
	return key
}

// clone returns a state that is reached in no way yet.
func (s *state) clone() state {
	c := state{people: slices.Clone(s.people), values: slices.Clone(s.values), ways: new(big.Int)}
	if s.counts != nil {
		c.counts = make([][]int64, len(s.counts))
		for j := range s.counts {
			c.counts[j] = slices.Clone(s.counts[j])
		}
	}
	return c
}

// backward sums over the accepted divisions, from the last value to the first.
func (t *table) backward(b *budget.Budget) error {
	t.accepted, t.taken, t.restTaken = new(big.Int), make([][]*big.Int, len(t.group.Counts)), zeros(len(t.parts))
	last := &t.layers[len(t.layers)-1]
	left := make([]int64, len(t.parts))
	product := new(big.Int)
	for i := range last.states {
		if err := b.Spend(stateCost + float64(3*t.product())); err != nil {
			return err
		}
		s := &last.states[i]
		s.after = new(big.Int)
		if !t.accepts(s) {
			continue
		}
		for j, n := range t.parts {
			left[j] = n - s.people[j]
		}
		s.after = combinatorics.Multinomial(left)
		product.Mul(s.ways, s.after)
		t.accepted.Add(t.accepted, product)
		for j, n := range left {
			t.restTaken[j].Add(t.restTaken[j], new(big.Int).Mul(product, big.NewInt(n)))
		}
	}
	for i := len(t.rows) - 1; i >= 0; i-- {
		from, to, r := &t.layers[i], &t.layers[i+1], &t.rows[i]
		taken := zeros(len(t.parts))
		for f := range from.states {
			from.states[f].after = new(big.Int)
		}
		for _, step := range from.steps {
			if err := b.Spend(3 * t.product()); err != nil {
				return err
			}
			s, option := &from.states[step.from], &r.options[step.option]
			product.Mul(option.ways, to.states[step.to].after)
			s.after.Add(s.after, product)
			product.Mul(product, s.ways)
			for j, n := range option.having {
				if n > 0 {
					taken[j].Add(taken[j], new(big.Int).Mul(product, big.NewInt(n)))
				}
			}
		}
		t.taken[r.place] = taken
		t.layers[i+1] = layer{}
	}
	return nil
}

func zeros(n int) []*big.Int {
	list := make([]*big.Int, n)
	for i := range list {
		list[i] = new(big.Int)
	}
	return list
}

// accepts reports whether the parts of a state, after all values that are followed, satisfy
// the requirements that are not about each value.
func (t *table) accepts(s *state) bool {
	for j := range t.parts {
		if t.lacks[j] && s.values[j] < t.of.values {
			return false
		}
	}
	if len(t.of.others) == 0 {
		return true
	}
	groups := make([]partition.Group, len(t.parts))
	for j, n := range t.parts {
		groups[j].People = n
		for i, having := range s.counts[j] {
			if having > 0 {
				// Of requirements that look at counts only, any values will do.
				groups[j].Counts = append(groups[j].Counts, partition.Count{Value: t.group.Counts[i].Value, N: having})
			}
		}
		partition.SortCounts(groups[j].Counts)
	}
	for _, guard := range t.of.others {
		if !guard.Allows(nil, groups) {
			return false
		}
	}
	return true
}
