package fulldomain

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/bits"

	"skyline/engine/cells"
	"skyline/engine/hierarchy"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/engine/privacy"
)

// problem is what is asked of generalizations, and what all of them share.
type problem struct {
	constraint   knowledge.Constraint
	values       []partition.Value
	absent       int32   // the number of the value of people who are not in the table, or -1
	whole        []int64 // the histogram of the table
	requirements []privacy.Requirement
	limit        int64
	floor        privacy.Floor
	// bare says that the requirements are nothing but the floor, and apart that they
	// look at each group by itself.
	bare, apart bool
	looks       interest
	columns     []column
	scale       *scale
	base        *table
}

// newProblem reads the table.
//
// Errors: *engine.ParamError, ErrTooLarge.
func newProblem(c *cells.Cells, trees []*hierarchy.Tree, options *Options) (*problem, error) {
	if len(c.N) > math.MaxInt32-1 {
		return nil, fmt.Errorf("%w: of %d cells, limit %d", ErrTooLarge, len(c.N), math.MaxInt32-1)
	}
	columns, err := newColumns(c, trees)
	if err != nil {
		return nil, err
	}
	whole := c.Whole()
	p := &problem{
		constraint: c.Constraint, values: c.Values, absent: c.Absent(), whole: make([]int64, len(c.Values)),
		requirements: options.Requirements, limit: max(0, options.Limit),
		floor: privacy.FloorOf(options.Requirements, whole), apart: privacy.Apart(options.Requirements), columns: columns,
	}
	for _, n := range whole.Group.Counts {
		p.whole[n.Value] = n.N
	}
	if p.absent >= 0 {
		// What has fewer people may have nobody of the table; privacy.Suppress tells.
		p.floor = privacy.Floor{}
	}
	bare, isBare := privacy.Bare(options.Requirements)
	if p.bare = isBare; isBare {
		p.floor = bare
	}
	switch {
	case !p.bare || p.absent >= 0 || p.floor.Values > 0 && len(c.Values) > 64:
		p.looks = ofCounts
	case p.floor.Values > 0:
		p.looks = ofSets
	}
	// Cells that are alike become one group.
	source := ofCells(c, columns, p.looks)
	r := p.roller()
	r.roll(source, source.levels)
	r.fill(source)
	p.base = r.out.clone()
	p.scale = newScale(columns, p.base, p.there(p.base, nil))
	return p, nil
}

func (p *problem) roller() *roller {
	return &roller{columns: p.columns, last: make([]int32, len(p.values))}
}

// checker decides about generalizations: one worker's memory for it.
type checker struct {
	*problem
	roller *roller
	kept   []bool
	people []int64 // scratch
	slab   []partition.Count
	groups []partition.Group
	places []int // of groups in the table
	saved  []wide
}

func (p *problem) checker() *checker { return &checker{problem: p, roller: p.roller()} }

// verdict is what a check finds.
type verdict struct {
	// below says that more people than may be left out are in groups below the floor.
	below bool
	safe  bool
	node  Node // if it is safe
	// groups and squares are the number of groups of somebody, and the sum of their
	// squared sizes, before anybody is left out; 0 where that was not counted.
	groups  int64
	squares wide
	// table is worth to be kept: the groups, with all that is looked at.
	table *table
}

// check decides whether a generalization is safe, given one that is at most as
// general in every column.
//
// Errors: those of ctx and of the requirements.
func (c *checker) check(ctx context.Context, from *table, levels []int) (verdict, error) {
	v, t := verdict{}, c.roller.roll(from, levels)
	kept := resize(c.kept, t.groups())
	c.kept = kept
	suppressed := int64(0)
	for g, n := range t.people {
		kept[g] = n >= c.floor.People
		if !kept[g] {
			suppressed += n
		}
	}
	if c.absent < 0 {
		v.measure(t.people)
	}
	if suppressed > c.limit && c.looks == ofCounts {
		v.below = true // without a look at histograms
		return v, nil
	}
	c.roller.fill(from)
	if c.floor.Values > 0 {
		for g, n := range t.people {
			if kept[g] && t.different(g) < c.floor.Values {
				kept[g] = false
				suppressed += n
			}
		}
	}
	v.table = t
	v.below = suppressed > c.limit
	if v.below {
		return v, nil
	}
	v.safe = true
	if !c.bare {
		var err error
		if suppressed, v.safe, err = c.suppress(ctx, t, suppressed); err != nil {
			return v, err
		}
	}
	if v.safe {
		v.node = c.node(t, suppressed)
	}
	if c.absent >= 0 {
		c.people = c.there(t, c.people)
		v.measure(c.people)
	}
	return v, nil
}

// measure counts groups of so many people.
func (v *verdict) measure(people []int64) {
	for _, n := range people {
		v.squares.add(n, n)
		if n > 0 {
			v.groups++
		}
	}
}

// suppress leaves groups of t out, in kept, of which it has those that are below the
// floor. It returns how many people there are, and whether they are few enough.
func (c *checker) suppress(ctx context.Context, t *table, below int64) (suppressed int64, safe bool, err error) {
	c.slab = resize(c.slab, len(t.values))[:0]
	groups, places := resize(c.groups, t.groups())[:0], resize(c.places, t.groups())[:0]
	for g, n := range t.people {
		// What is below the floor violates a requirement, and where groups are looked at
		// one by one it does not matter whether others do.
		if c.apart && !c.kept[g] {
			continue
		}
		begin := len(c.slab)
		for e := t.starts[g]; e < t.starts[g+1]; e++ {
			c.slab = append(c.slab, partition.Count{Value: t.values[e], N: t.counts[e]})
		}
		counts := c.slab[begin:len(c.slab):len(c.slab)]
		cells.SortCounts(counts)
		groups, places = append(groups, partition.Group{People: n, Counts: counts}), append(places, g)
	}
	c.groups, c.places = groups, places
	release := &privacy.Release{
		Constraint: c.constraint, Table: &partition.Table{Values: c.values, People: c.scale.people, Groups: groups}, Whole: c.whole,
	}
	if !c.apart {
		below = 0
	}
	kept, more, ok, err := privacy.Suppress(ctx, release, c.requirements, c.limit-below)
	if err != nil {
		return 0, false, fmt.Errorf("fulldomain: %w", err)
	}
	for i, g := range places {
		c.kept[g] = kept[i] > 0
	}
	return below + more, ok, nil
}

// different returns how many different sensitive values a group has.
func (t *table) different(g int) int {
	if t.sets != nil {
		return bits.OnesCount64(t.sets[g])
	}
	return int(t.starts[g+1] - t.starts[g])
}

// there returns how many people of each group are in the table, in the memory that it
// is given.
func (p *problem) there(t *table, people []int64) []int64 {
	if p.absent < 0 {
		return t.people
	}
	people = append(people[:0], t.people...)
	for g := range people {
		for e := t.starts[g]; e < t.starts[g+1]; e++ {
			if t.values[e] == p.absent {
				people[g] -= t.counts[e]
			}
		}
	}
	return people
}

// node measures a generalization of which kept says what stays.
func (c *checker) node(t *table, suppressed int64) Node {
	n := Node{Levels: append([]int{}, t.levels...), Suppressed: suppressed, AverageGroup: math.NaN()}
	c.saved = resize(c.saved, len(c.columns))
	clear(c.saved)
	var squares wide
	c.people = c.there(t, c.people)
	for g, people := range c.people {
		if people == 0 {
			continue // all of its people are absent
		}
		if !c.kept[g] {
			for d := range c.columns {
				column := &c.columns[d]
				c.saved[d].add(people, column.leaves[t.levels[d]][column.labelOf(t.keys[column.word][g])])
			}
			continue
		}
		squares.add(people, people)
		if n.Groups == 0 || people < n.Smallest {
			n.Smallest = people
		}
		n.Groups++
	}
	squares.add(suppressed, c.scale.people)
	n.Discernibility = squares.float()
	n.Loss = c.scale.loss(t.levels, suppressed, c.saved)
	n.Precision = c.scale.precision(t.levels, suppressed)
	if n.Groups > 0 {
		n.AverageGroup = quotient(big.NewInt(c.scale.people-suppressed), big.NewInt(n.Groups))
	}
	return n
}
