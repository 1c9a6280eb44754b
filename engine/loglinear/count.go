package loglinear

import "math"

// Predicate says which values of an attribute are asked for; values behind the end
// of Allowed are not.
type Predicate struct {
	Attribute int
	Allowed   []bool
	// Counts is what a person with each value counts, which turns a number of people into a sum; nil: 1.
	Counts []float64
}

// of returns what a person with a value counts, 0 if the value is not asked for.
func (p *Predicate) of(value int32) float64 {
	switch {
	case int(value) >= len(p.Allowed) || !p.Allowed[value]:
		return 0
	case p.Counts != nil:
		return p.Counts[value]
	}
	return 1
}

// factor is what the rows of a side are multiplied by.
type factor struct {
	ids    []int32 // by row; -1 for 0
	values []float64
}

// evidence is the factors of a node's sides.
type evidence struct {
	left, right []factor
	parts       int // how many parts with predicates it is of
	only        int // the attribute of the one factor, -1 if there are others
}

func (e *evidence) add(right bool, f factor) {
	if right {
		e.right = append(e.right, f)
	} else {
		e.left = append(e.left, f)
	}
}

// Count returns how many people are expected to satisfy all predicates: their
// share in the estimate times the number of people, or the sum of what they count. It is NaN for a predicate on
// an attribute that there is not.
//
// The share is a product over the trees of the join forest that have an attribute
// of the query. In each, what satisfies the query is added up from the leaves
// towards the root, over the tables on the paths between the query's attributes; a
// table is looked at once, at its different rows in each group.
//
// It must not be called by several goroutines at a time.
func (m *Model) Count(predicates []Predicate) float64 {
	found := make([]evidence, len(m.parts))
	of := make([]int, len(m.parts)) // by root, the parts with predicates
	for _, p := range predicates {
		if p.Attribute < 0 || p.Attribute >= len(m.homes) {
			return math.NaN()
		}
		home := m.homes[p.Attribute]
		e := &found[home]
		if len(e.left)+len(e.right) > 0 {
			e.only = -1
		} else {
			e.only = p.Attribute
			e.parts = 1
			of[m.tops[home]]++
		}
		n := m.parts[home].node
		s := n.sideOf(p.Attribute)
		e.add(s == n.right, factor{s.columns[position(s.attributes, p.Attribute)], p.values()})
	}
	share := 1.0
	for i := len(m.parts) - 1; i >= 0; i-- {
		p, e := &m.parts[i], &found[i]
		switch e.parts {
		case 0:
		case of[m.tops[i]]: // all predicates of the tree are below
			share *= p.total(e)
		default:
			up := &found[p.parent]
			up.add(p.theirs.right, factor{p.theirs.ids, p.message(e)})
			up.parts += e.parts
			up.only = -1
		}
	}
	return share * float64(m.people)
}

// values are what a person with each value counts.
func (p *Predicate) values() []float64 {
	values := make([]float64, len(p.Allowed))
	for v := range values {
		values[v] = p.of(int32(v))
	}
	return values
}

// message returns, for each value of what the part has in common with its parent,
// the share of the people with it who satisfy the predicates. If the part has
// nobody with it, which happens where tables have lost different people, it is
// the share among all.
func (p *part) message(e *evidence) []float64 {
	values := p.onto(p.mine, p.values, e)
	overall := -1.0
	for v := range values {
		if p.base[v] > 0 {
			values[v] /= p.base[v]
			continue
		}
		if overall < 0 {
			overall = p.total(e)
		}
		values[v] = overall
	}
	return values
}

// total returns the share of the people who satisfy the predicates.
func (p *part) total(e *evidence) float64 {
	if e.only >= 0 {
		return p.single(e)
	}
	n := p.node
	if n.right == nil || len(e.right) == 0 {
		return n.left.total(0, len(n.left.weight), e.left)
	}
	var total float64
	for g := range len(n.left.starts) - 1 {
		if share := n.left.group(g, e.left); share != 0 {
			total += float64(share * n.right.group(g, e.right))
		}
	}
	return total
}

// single is total for a predicate on one attribute.
func (p *part) single(e *evidence) float64 {
	marginal, ok := p.marginals[e.only]
	f := append(e.left, e.right...)[0]
	if !ok {
		s := p.sideOf(e.only)
		column := s.columns[position(s.attributes, e.only)]
		size := int32(0)
		for _, v := range column {
			size = max(size, v+1)
		}
		marginal = p.onto(link{s == p.right, column}, int(size), nil)
		p.marginals[e.only] = marginal
	}
	var total float64
	for v, share := range marginal[:min(len(marginal), len(f.values))] {
		total += float64(share * f.values[v])
	}
	return total
}

// onto returns the shares of the people who satisfy the predicates, by the numbers
// of rows on a side.
func (n *node) onto(l link, numbers int, e *evidence) []float64 {
	out := make([]float64, numbers)
	if e == nil {
		e = &evidence{}
	}
	this, other, factors, others := &n.left, n.right, e.left, e.right
	if l.right {
		this, other, factors, others = n.right, &n.left, e.right, e.left
	}
	for g := range len(n.left.starts) - 1 {
		share := 1.0
		if other != nil && (l.right || len(others) > 0) {
			share = other.group(g, others)
		}
		if share == 0 {
			continue
		}
		for i := this.starts[g]; i < this.starts[g+1]; i++ {
			if id := l.ids[i]; id >= 0 {
				out[id] += float64(share * this.row(i, factors))
			}
		}
	}
	return out
}

// group returns the weight of a group's rows times their factors.
func (s *side) group(g int, factors []factor) float64 {
	return s.total(int(s.starts[g]), int(s.starts[g+1]), factors)
}

func (s *side) total(from, to int, factors []factor) float64 {
	var total float64
	switch len(factors) {
	case 1:
		f := &factors[0]
		for i := from; i < to; i++ {
			total += float64(s.weight[i] * f.at(i))
		}
	case 2:
		f, g := &factors[0], &factors[1]
		for i := from; i < to; i++ {
			total += float64(s.weight[i] * f.at(i) * g.at(i))
		}
	default:
		for i := from; i < to; i++ {
			total += s.row(int32(i), factors)
		}
	}
	return total
}

func (s *side) row(i int32, factors []factor) float64 {
	w := s.weight[i]
	for k := range factors {
		if w == 0 {
			break
		}
		w *= factors[k].at(int(i))
	}
	return w
}

// at returns the factor of a row, 0 for numbers without one.
func (f *factor) at(i int) float64 {
	if id := f.ids[i]; uint(id) < uint(len(f.values)) {
		return f.values[id]
	}
	return 0
}
