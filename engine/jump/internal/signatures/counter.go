package signatures

import (
	"math"
	"math/big"
	"slices"

	"skyline/engine/internal/budget"
	"skyline/engine/internal/combinatorics"
	"skyline/engine/jump/beliefs"
)

// counter computes disclosure sets of an instance, for tables in which values are had by the
// same numbers of people, and keeps what it has computed.
type counter struct {
	in     *Instance
	values int
	levels [][]*level // by j
	shapes map[string]*shape
	passed map[string]bool // what First said of counts
	chosen [][]*big.Int    // C(n, k), once it is needed
	budget *budget.Budget
	visit  float64 // steps that it takes to visit a class
}

func newCounter(in *Instance, counts [][]int64, b *budget.Budget) *counter {
	sums := sumsOf(counts)
	return &counter{
		in: in, values: len(sums), levels: make([][]*level, len(in.Generalizations)+1),
		shapes: make(map[string]*shape), passed: make(map[string]bool),
		chosen: make([][]*big.Int, in.people()+1), budget: b, visit: in.visit(sums),
	}
}

// sumsOf returns how many people have each value.
func sumsOf(counts [][]int64) []int64 {
	var sums []int64
	for _, row := range counts {
		sums = append(sums, make([]int64, len(row)-len(sums))...)
		for v, n := range row {
			sums[v] += n
		}
	}
	return sums
}

// people returns how many there are.
func (in *Instance) people() int64 {
	people := int64(0)
	for _, n := range in.Cells {
		people += n
	}
	return people
}

// visit is about how many steps it takes to visit a class: each further word of the numbers
// of tables is gone through for each person, to count the ways to choose the people of a
// value, and for each cell and value.
func (in *Instance) visit(sums []int64) float64 {
	more := math.Floor(combinatorics.LogMultinomial(sums) / math.Ln2 / 64)
	return 1000 + float64(more*(float64(10*float64(in.people()))+float64(len(in.Cells)*len(sums))))
}

// ways returns in how many ways k of n people can be chosen.
func (c *counter) ways(n, k int32) *big.Int {
	row := &c.chosen[n]
	if *row == nil {
		*row = make([]*big.Int, n+1)
	}
	ways := &(*row)[k]
	if *ways == nil {
		*ways = combinatorics.Binomial(int64(n), int64(k))
	}
	return *ways
}

// count computes W for a class of a level.
func (c *counter) count(l *level, x *class) error {
	if x.counted {
		return nil
	}
	count := c.countByClasses
	if l.j == 2 {
		count = c.countByParts
	}
	results, err := count(l, x)
	if err != nil {
		return err
	}
	x.results, x.counted = results, true
	return nil
}

// countByClasses returns W for a class of a level above generalization 2: the sum over the
// classes of the level below that refine it.
func (c *counter) countByClasses(l *level, x *class) ([]result, error) {
	var sums []result
	err := l.composer.compose(x, func(n []int32, ways *big.Int) error {
		y, kinds := l.below.classOf(n)
		if err := c.count(l.below, y); err != nil {
			return err
		}
		if err := c.step(l.below, y); err != nil {
			return err
		}
		for _, r := range y.results {
			next := r.next
			if next == l.below.j {
				next = y.next
			}
			if next == Stop {
				continue
			}
			k := slices.IndexFunc(sums, func(s result) bool { return s.next == next })
			if k < 0 {
				k = len(sums)
				sums = append(sums, result{next, newTally(x, len(l.cells))})
			}
			sums[k].tables.addClass(x.kindOf, r.tables, kinds, ways)
		}
		return nil
	})
	for _, r := range sums {
		// People of a cell are the same in the classes below.
		r.tables.average(x.equal, slices.Repeat([]int32{1}, len(l.cells)))
	}
	return sums, err
}

// step finds out where those tables of a class of a level go that stand at its
// generalization, if there are any.
func (c *counter) step(l *level, x *class) error {
	if x.stepped || x.standing(l.j) == nil {
		return nil
	}
	y := x
	if l.own != l {
		y, _ = l.own.classOf(project(x.n, l.ownGroup, l.own.of.groups(), c.values))
	}
	if !y.stepped {
		next, err := c.ask(l.own, y)
		if err != nil {
			return err
		}
		y.next, y.stepped = next, true
	}
	x.next, x.stepped = y.next, true
	return nil
}

// project adds up the rows of a matrix that go to the same of so many groups.
func project(n []int32, to []int, groups, values int) []int32 {
	sums := make([]int32, groups*values)
	for v := range values {
		for g, h := range to {
			sums[v*groups+h] += n[v*len(to)+g]
		}
	}
	return sums
}

// stepsOfNumber is about how many steps it takes to look at a number of a disclosure set.
const stepsOfNumber = 100

// ask asks the algorithm where tables with a signature of generalization j go from there.
func (c *counter) ask(l *level, x *class) (next int, err error) {
	if err := c.budget.Spend(c.visit + float64(stepsOfNumber*float64(len(l.of)*c.values))); err != nil {
		return 0, err
	}
	counts := make([][]int64, l.of.groups())
	for g := range counts {
		counts[g] = make([]int64, c.values)
		for v := range c.values {
			counts[g][v] = int64(x.n[v*len(counts)+g])
		}
	}
	return c.in.Step(l.j, counts, func() (*beliefs.Set, error) { return c.set(l, x, x.kindOf) })
}

// set returns the disclosure set of generalization j for a signature, with the values in an
// order in which their columns have the given kinds. Equal numbers are shared.
func (c *counter) set(l *level, x *class, kinds []int) (*beliefs.Set, error) {
	kinds = slices.Clone(kinds) // before they are needed for another class
	if err := c.count(l, x); err != nil {
		return nil, err
	}
	tables := x.standing(l.j)
	if tables == nil {
		return beliefs.NewSet(len(l.finest), c.values), nil
	}
	set := &beliefs.Set{Tables: tables.all}
	for _, cell := range l.finest {
		row := make([]*big.Int, c.values)
		for v, kind := range kinds {
			row[v] = &tables.with[kind][cell]
		}
		set.With = append(set.With, row)
	}
	return set, nil
}
