package signatures

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"slices"
)

// part is a set of groups of a level of generalization 2 that nothing connects with others:
// no group of the level and none of generalization 1 is in two of them. The tables of a
// class for which the algorithm stops at generalization 1 are those for which First holds in
// every part,
//
//	W(2, x) = {After: N − Π A_K},
//
// N tables of x and A_K choices for part K. So W(2, x) takes the classes of each part
// instead of their combinations, and each once for all x that are the same there.
type part struct {
	*shape
	groups []int // the level's group of each of the shape's
	finest []int // the level's finest cell of each of the shape's cells
}

// shape is what parts have in common that are divided in the same way.
type shape struct {
	catalogue
	composer *composer
	people   []int32 // of each cell
	closes   [][]int // the cells of the groups of generalization 1 of which a row is the last
}

// divide lists the parts of a level of generalization 2.
func (c *counter) divide(l *level) {
	first := partition(l.finest.into(c.in.Generalizations[0]))
	connected := join(l.groupOf, first)
	finest := make([][]int, connected.groups())
	for cell, k := range connected {
		finest[k] = append(finest[k], cell)
	}
	for _, cells := range finest {
		// In the order of their sizes, more parts are of the same shape.
		slices.SortStableFunc(cells, func(a, b int) int { return int(l.cells[a]) - int(l.cells[b]) })
		p := part{finest: cells}
		people := make([]int32, len(cells))
		for k, cell := range cells {
			people[k] = l.cells[cell]
			if !slices.Contains(p.groups, l.groupOf[cell]) {
				p.groups = append(p.groups, l.groupOf[cell])
			}
		}
		p.shape = c.shapeOf(people, l.groupOf.of(cells), first.of(cells))
		l.parts = append(l.parts, p)
	}
}

// shapeOf returns the shape of cells with so many people, the group of each, and that of
// generalization 1.
func (c *counter) shapeOf(people []int32, groupOf, first partition) *shape {
	key := fmt.Sprint(people, groupOf, first)
	if s := c.shapes[key]; s != nil {
		return s
	}
	s := &shape{catalogue: newCatalogue(c.values), composer: c.newComposer(people, groupOf), people: people}
	cells, last := make([][]int, first.groups()), make([]int, first.groups())
	for r, row := range s.composer.rows {
		g := first[row.cell]
		cells[g], last[g] = append(cells[g], row.cell), r
	}
	s.closes = make([][]int, len(people))
	for g, r := range last {
		s.closes[r] = cells[g]
	}
	s.composer.weigh, s.composer.accept = true, func(n []int32, row int) bool {
		return s.closes[row] == nil || c.passes(s.sums(n, s.closes[row]))
	}
	c.shapes[key] = s
	return s
}

// sums returns how many people of some cells have each value.
func (s *shape) sums(n []int32, cells []int) []int64 {
	sums := make([]int64, s.values)
	for v := range sums {
		for _, cell := range cells {
			sums[v] += int64(n[v*len(s.people)+cell])
		}
	}
	return sums
}

// passes is First, which is asked once for each counts: for an entropy, say, it takes longer
// than all the rest.
func (c *counter) passes(counts []int64) bool {
	key := make([]byte, 0, 64)
	for _, n := range counts {
		key = binary.AppendUvarint(key, uint64(n))
	}
	passes, ok := c.passed[string(key)]
	if !ok {
		passes = c.in.First(counts)
		c.passed[string(key)] = passes
	}
	return passes
}

// choices are those of a part for a class of the level: nil if there are none. kinds are
// those of the columns of the class.
func (c *counter) choices(l *level, x *class, p *part) (tables *tally, kinds []int, err error) {
	n := make([]int32, 0, len(p.groups)*c.values)
	for v := range c.values {
		for _, g := range p.groups {
			n = append(n, x.n[v*len(l.sizes)+g])
		}
	}
	y, kinds := p.classOf(n)
	if !y.counted {
		sums := newTally(y, len(p.people))
		err := p.composer.compose(y, func(n []int32, ways *big.Int) error {
			sums.addTables(y.kindOf, n, ways)
			return nil
		})
		if err != nil {
			return nil, nil, err
		}
		sums.average(y.equal, p.people)
		if sums.all.Sign() > 0 {
			y.results = []result{{Stop, sums}}
		}
		y.counted = true
	}
	return y.standing(Stop), slices.Clone(kinds), nil // parts of the same shape have other kinds
}

// countByParts returns W for a class of a level of generalization 2.
func (c *counter) countByParts(l *level, x *class) ([]result, error) {
	if err := c.budget.Spend(c.visit * float64(len(l.parts))); err != nil {
		return nil, err
	}
	tables := c.permutations(l, x)
	choices, kinds := make([]*tally, len(l.parts)), make([][]int, len(l.parts))
	for k := range l.parts {
		var err error
		if choices[k], kinds[k], err = c.choices(l, x, &l.parts[k]); err != nil {
			return nil, err
		}
		if choices[k] == nil { // none stops
			return []result{{c.in.After, tables}}, nil
		}
	}
	stop, others := products(choices)
	product := new(big.Int)
	tables.all.Sub(tables.all, stop)
	for k, p := range l.parts {
		for v, kind := range x.kindOf {
			if v > 0 && kind == x.kindOf[v-1] {
				continue
			}
			for cell, f := range p.finest {
				with := &tables.with[kind][f]
				with.Sub(with, product.Mul(others[k], &choices[k].with[kinds[k][v]][cell]))
			}
		}
	}
	if tables.all.Sign() == 0 {
		return nil, nil
	}
	return []result{{c.in.After, tables}}, nil
}

// permutations counts all tables of a class of a level of generalization 2.
func (c *counter) permutations(l *level, x *class) *tally {
	tables, groups := newTally(x, len(l.cells)), len(l.sizes)
	all := tables.all.SetInt64(1)
	for g, left := range l.sizes {
		for v := range c.values {
			k := x.n[v*groups+g]
			all.Mul(all, c.ways(left, k))
			left -= k
		}
	}
	n := new(big.Int)
	for v, kind := range x.kindOf {
		for cell, g := range l.groupOf {
			with := tables.with[kind][cell].Mul(all, n.SetInt64(int64(x.n[v*groups+g])))
			with.Quo(with, n.SetInt64(int64(l.sizes[g])))
		}
	}
	return tables
}

// products returns the product of all choices, and for each part that of all others.
func products(choices []*tally) (all *big.Int, others []*big.Int) {
	all = big.NewInt(1)
	for _, t := range choices {
		others = append(others, all)
		all = new(big.Int).Mul(all, t.all)
	}
	after := big.NewInt(1)
	for k := len(choices) - 1; k >= 0; k-- {
		others[k] = new(big.Int).Mul(others[k], after)
		after.Mul(after, choices[k].all)
	}
	return all, others
}
