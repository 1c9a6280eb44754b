package profile

import (
	"math"
	"math/big"
	"slices"
)

// weights is by how many classes of the other groups an entry of a group goes wrong
// together with, weighted by their tables and by their passing tables. nil stands for 0.
type weights struct {
	tables, passing []*big.Int
}

// wrong finds the classes of all groups with Π a > min τ: those of which the disclosure
// set under e violates the property though they pass in e. It returns the sums, over
// these, of their tables and of those that pass in f, and for every group the weights of
// its entries.
//
// Depth first, group by group, largest a first; the rest of the groups can contribute at
// most, and at least, the product of their largest, smallest, a. Before, every τ is
// dropped that not even the largest a of the other groups exceed, and every entry too
// small for the least τ left: of these only few remain.
func wrong(groups []*profile, b *budget) (all sums, by []weights, err error) {
	s := &search{budget: b, by: make([]weights, len(groups)), epsilon: margin(len(groups))}
	for k, p := range groups {
		s.by[k] = weights{tables: make([]*big.Int, len(p.entries)), passing: make([]*big.Int, len(p.entries))}
	}
	if !s.prepare(groups) {
		return all, s.by, nil
	}
	s.levels[0].before = one()
	if all, err = s.walk(0, 1, math.Inf(1)); err != nil {
		return all, nil, err
	}
	s.settle()
	return all, s.by, nil
}

// sums is over tables and over those that pass in f; nil for 0.
type sums struct {
	tables, passing *big.Int
}

func one() sums { return sums{tables: big.NewInt(1), passing: big.NewInt(1)} }

// addProduct adds a·b, with a scratch number.
func (s *sums) addProduct(a, b sums, scratch *big.Int) {
	if s.tables == nil {
		s.tables, s.passing = new(big.Int), new(big.Int)
	}
	s.tables.Add(s.tables, scratch.Mul(a.tables, b.tables))
	s.passing.Add(s.passing, scratch.Mul(a.passing, b.passing))
}

// setProduct makes it a·b.
func (s *sums) setProduct(a, b sums) {
	if s.tables == nil {
		s.tables, s.passing = new(big.Int), new(big.Int)
	}
	s.tables.Mul(a.tables, b.tables)
	s.passing.Mul(a.passing, b.passing)
}

// choice is entries of a group that differ in nothing that matters.
type choice struct {
	verdict
	members []int
	sums
	weight sums
}

// level is the choices of a group.
type level struct {
	group   int
	choices []choice
	// Of this level and those after it: the products of the largest and of the smallest
	// alphas, the least tau, the sums of everything.
	high, low, t float64
	total        sums
	// pending is the prefixes after which everything from this level on goes wrong.
	pending sums
	// For the walk: the prefix, and what was found after it.
	before, found sums
}

type search struct {
	budget  *budget
	epsilon float64 // more than the relative error of a product of all alphas
	levels  []level
	path    []*choice
	by      []weights
	scratch big.Int
}

// margin is more than the relative error of a product of so many rounded numbers.
func margin(factors int) float64 { return float64(factors+8) * 0x1p-50 }

// tiny is more than the absolute error of a product near the least positive number.
const tiny = 1e-290

// below reports that x is less than y, surely, above that it is more.
func (s *search) below(x, y float64) bool { return x+tiny < y*(1-s.epsilon) }
func (s *search) above(x, y float64) bool { return x > y*(1+s.epsilon)+tiny }

// prepare makes the levels and reports whether anything may go wrong.
func (s *search) prepare(groups []*profile) bool {
	highest := make([]float64, len(groups))
	for k, p := range groups {
		if len(p.entries) == 0 {
			return false
		}
		for i := range p.entries {
			highest[k] = max(highest[k], p.entries[i].a)
		}
	}
	rest := others(highest)
	spark := math.Inf(1) // the least τ that can be exceeded
	for k, p := range groups {
		l := level{group: k}
		for i := range p.entries {
			e := &p.entries[i]
			c := choice{verdict: e.verdict, members: []int{i}, sums: sums{tables: e.tables, passing: e.passing}}
			if s.below(c.a*rest[k], c.t) {
				c.tau, c.t = nil, math.Inf(1)
			}
			spark = min(spark, c.t)
			l.choices = append(l.choices, c)
		}
		s.levels = append(s.levels, l)
	}
	if math.IsInf(spark, 1) {
		return false
	}
	for k := range s.levels {
		l := &s.levels[k]
		l.choices = slices.DeleteFunc(l.choices, func(c choice) bool { return s.below(c.a*rest[l.group], spark) })
		if len(l.choices) == 0 {
			return false
		}
		slices.SortStableFunc(l.choices, compare)
		l.choices = merge(l.choices)
	}
	s.arrange()
	return true
}

// others returns for each number the product of all others.
func others(numbers []float64) []float64 {
	products := make([]float64, len(numbers))
	before := 1.0
	for i, x := range numbers {
		products[i] = before
		before *= x
	}
	after := 1.0
	for i := len(numbers) - 1; i >= 0; i-- {
		products[i] *= after
		after *= numbers[i]
	}
	return products
}

// compare orders by descending alpha, then by tau.
func compare(x, y choice) int {
	if order := y.alpha.Cmp(x.alpha); order != 0 {
		return order
	}
	switch {
	case x.tau == nil && y.tau == nil:
		return 0
	case x.tau == nil:
		return 1
	case y.tau == nil:
		return -1
	}
	return x.tau.Cmp(y.tau)
}

func merge(choices []choice) []choice {
	merged := choices[:0]
	for _, c := range choices {
		if n := len(merged); n > 0 && compare(merged[n-1], c) == 0 {
			last := &merged[n-1]
			last.members = append(last.members, c.members...)
			last.tables = new(big.Int).Add(last.tables, c.tables)
			last.passing = new(big.Int).Add(last.passing, c.passing)
			continue
		}
		merged = append(merged, c)
	}
	return merged
}

// arrange orders the levels, those without a choice first, then those that have a τ, then
// those of which the a differ most, and sums them up from the end.
func (s *search) arrange() {
	rank := func(l *level) int {
		if len(l.choices) == 1 {
			return 0
		}
		for _, c := range l.choices {
			if c.tau != nil {
				return 1
			}
		}
		return 2
	}
	slices.SortStableFunc(s.levels, func(x, y level) int {
		if order := rank(&x) - rank(&y); order != 0 {
			return order
		}
		low := x.choices[len(x.choices)-1].a * y.choices[0].a
		other := y.choices[len(y.choices)-1].a * x.choices[0].a
		switch {
		case low < other:
			return -1
		case low > other:
			return 1
		}
		return 0
	})
	s.levels = append(s.levels, level{high: 1, low: 1, t: math.Inf(1), total: one()})
	for k := len(s.levels) - 2; k >= 0; k-- {
		l, next := &s.levels[k], &s.levels[k+1]
		l.high = l.choices[0].a * next.high
		l.low = l.choices[len(l.choices)-1].a * next.low
		l.t = next.t
		for i := range l.choices {
			l.t = min(l.t, l.choices[i].t)
		}
		var here sums
		for i := range l.choices {
			here.addProduct(l.choices[i].sums, one(), &s.scratch)
		}
		l.total.setProduct(here, next.total)
	}
	s.path = make([]*choice, 0, len(s.levels))
}

// nodeSteps is about what a choice takes in the walk.
const nodeSteps = 4

// walk returns the sums over what goes wrong from level k on, after choices with product
// a, least tau t and the level's prefix of sums. They are valid until the next call.
func (s *search) walk(k int, a, t float64) (sums, error) {
	l := &s.levels[k]
	if k == len(s.levels)-1 {
		if s.exceeds(a, t) {
			return l.total, nil
		}
		return sums{}, nil
	}
	next, found := &s.levels[k+1], false
	for i := range l.choices {
		c := &l.choices[i]
		high := a * c.a
		if s.below(high*next.high, min(t, l.t)) {
			break
		}
		least := min(t, c.t)
		if s.below(high*next.high, min(least, next.t)) {
			continue
		}
		if err := s.budget.spend(nodeSteps); err != nil {
			return sums{}, err
		}
		var rest sums
		if s.above(high*next.low, least) {
			rest = next.total
			next.pending.addProduct(l.before, c.sums, &s.scratch)
		} else {
			s.path = append(s.path, c)
			next.before.setProduct(l.before, c.sums)
			var err error
			rest, err = s.walk(k+1, high, least)
			s.path = s.path[:len(s.path)-1]
			if err != nil {
				return sums{}, err
			}
		}
		if rest.tables == nil {
			continue
		}
		c.weight.addProduct(l.before, rest, &s.scratch)
		if found {
			l.found.addProduct(c.sums, rest, &s.scratch)
		} else {
			l.found.setProduct(c.sums, rest)
			found = true
		}
	}
	if !found {
		return sums{}, nil
	}
	return l.found, nil
}

// exceeds decides the path's Π a > min τ.
func (s *search) exceeds(a, t float64) bool {
	if s.above(a, t) {
		return true
	}
	if s.below(a, t) {
		return false
	}
	all := verdict{alpha: big.NewRat(1, 1)}
	for _, c := range s.path {
		all.alpha.Mul(all.alpha, c.alpha)
		if c.tau != nil && (all.tau == nil || c.tau.Cmp(all.tau) < 0) {
			all.tau = c.tau
		}
	}
	return all.tau != nil && all.alpha.Cmp(all.tau) > 0
}

// settle adds to the weights what is pending, and tells the entries.
func (s *search) settle() {
	var before sums // of what goes wrong whatever comes from level k on
	for k := range len(s.levels) - 1 {
		l, next := &s.levels[k], &s.levels[k+1]
		if l.pending.tables != nil {
			before.addProduct(l.pending, one(), &s.scratch)
		}
		var here sums
		for i := range l.choices {
			c := &l.choices[i]
			here.addProduct(c.sums, one(), &s.scratch)
			if before.tables != nil {
				c.weight.addProduct(before, next.total, &s.scratch)
			}
			for _, i := range c.members {
				s.by[l.group].tables[i], s.by[l.group].passing[i] = c.weight.tables, c.weight.passing
			}
		}
		if before.tables != nil {
			before.setProduct(before, here)
		}
	}
}
