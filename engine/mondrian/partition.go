package mondrian

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"skyline/engine/internal/parallel"
	"skyline/engine/partition"
	"skyline/engine/privacy"
	"skyline/engine/progress"
)

// ErrUnsafe reports that not even the table as one QI group is safe, or, where a column has a
// Coarsest, as the blocks that must not be merged.
var ErrUnsafe = errors.New("mondrian: the table as one QI group does not satisfy the requirements")

// Options say how to partition.
type Options struct {
	Strategy     Strategy
	Requirements []privacy.Requirement
	// Workers is how many goroutines may work; 0 means 1. The result does not depend
	// on it.
	Workers int
}

// Partition splits the cells' table into QI groups, as long as a split is allowed.
// It reorders the cells.
//
// It takes O(d·N) time for each level of splits of a table of N cells and d
// columns, less where some columns are much wider in a group than others, and for each
// split that is refused after the first few O(V) more, V being the number of sensitive
// values of the group. Beside the cells it takes memory for one column of the largest
// group for each worker.
//
// Of cells with absent people (cells.Cells.Absent) the groups are those of the public
// table, and the requirements those that privacy.Presence and privacy.Among return. What a split is worth is measured on the people of the table, and the release
// has the groups that have any.
//
// Of cells from NewCellsBeside the groups and the earlier releases together keep bounds on what anybody may be sure of: see
// [Earlier].
//
// Errors: ErrUnsafe, those of ctx; with earlier releases ErrEarlier, ErrEarlierUndecided and ErrEarlierBlocks.
func Partition(ctx context.Context, cells *Cells, options Options) (*Release, error) {
	return newPartitioner(ctx, cells, options).run()
}

func newPartitioner(ctx context.Context, cells *Cells, options Options) *partitioner {
	p := &partitioner{ctx: ctx, cells: cells, strategy: options.Strategy, release: &Release{Tree: newTree(cells), cells: cells}}
	for _, r := range options.Requirements {
		p.guards = append(p.guards, r.Watch(cells.Whole()))
	}
	total := int64(0)
	p.absent = cells.Absent()
	p.together = p.absent >= 0
	p.weigh()
	if cells.earlier != nil {
		p.joint = newJoint(ctx, cells)
		p.release.Tree.combinations = cells.combinations
	}
	for _, c := range cells.Total.Counts {
		if c.Value != p.absent {
			total += c.N
		}
	}
	if cells.Unit != nil { // the groups together may have more
		for i, value := range cells.Value {
			if value >= 0 {
				total += cells.N[i]
			}
		}
	}
	p.information = newInformation(total)
	for _, guard := range p.guards {
		floor := guard.Floor()
		p.floor.People, p.floor.Values = max(p.floor.People, floor.People), max(p.floor.Values, floor.Values)
	}
	cells.list(p.floor.People, !p.together)
	for range max(1, options.Workers) {
		p.searches = append(p.searches, newSearch(p))
	}
	return p
}

// partitioner is a partition in the making.
type partitioner struct {
	ctx         context.Context //nolint:containedctx // of one call
	cells       *Cells
	strategy    Strategy
	public      bool  // see public.go
	tries       Tries // nil: everything is tried
	guards      []privacy.Guard
	floor       privacy.Floor
	information *information
	absent      int32 // the number of the value of people who are not in the table, or -1
	together    bool  // all children of a node stand, or it is not split
	weighted    bool  // some columns are more important than others
	// notMiddle puts cuts behind those in the middle of their columns, whose scores are
	// between minus the largest weight and 0.
	notMiddle float64
	searches  []*search
	release   *Release
	leaves    []leaf
	joint     *joint // with earlier releases; nil: there are none
}

// open is a group that may still be split: the cells begin..end-1.
type open struct {
	group      *partition.Group
	begin, end int
	node       int // of the release's tree
	// low and high bound the codes that occur, by column. They are the first and the
	// last where the group has been looked at.
	low, high []int32

	// With earlier releases, its number among all groups that there have been, and its pieces.
	number int32
	pieces []int32
	stuck  bool // it cannot be split along earlier groups
}

// choice is the split that was found for an open group.
type choice struct {
	candidate
	found bool
	parts []partition.Group
	// stand are the children that stand, of a split at a node of a hierarchy, by their places
	// among all of its children; the rest, if there is one, is the last of the parts.
	stand   []int32
	hasRest bool
	// With earlier releases, the number of the first part, and the pieces of each.
	number int32
	pieces [][]int32
	// refused is the candidate that the requirements did not allow, where the algorithm is public.
	refused *Refused
	// undecided is, where none was found, how many were refused since it is not known what they tell beside earlier releases.
	undecided int64
	err       error
}

func (p *partitioner) run() (*Release, error) {
	if p.cells.Total.People == 0 {
		return p.release, p.ctx.Err()
	}
	groups := p.cells.blocks(p.release.Tree)
	first := make([]partition.Group, len(groups))
	for i, o := range groups {
		first[i] = *o.group
	}
	if !p.allows(nil, first) {
		return nil, ErrUnsafe
	}
	p.split(nil, first)
	if err := p.beginJoint(groups); err != nil {
		return nil, err
	}
	for len(groups) > 0 {
		p.report(groups)
		choices, err := p.round(groups)
		if err != nil {
			return nil, err
		}
		groups = p.divide(groups, choices)
	}
	p.release.number(p.leaves)
	return p.release, nil
}

// report tells how much is done: to split a group in halves until nothing is left to
// split takes as many rounds as the logarithm of its people, and each looks at all.
func (p *partitioner) report(groups []*open) {
	left := 0.0
	for _, o := range groups {
		left += p.rounds(o.group.People)
	}
	all := p.rounds(p.cells.Total.People)
	progress.Report(p.ctx, all-left, all)
}

func (p *partitioner) rounds(people int64) float64 {
	return float64(float64(people) * math.Log2(1+float64(people)/float64(max(1, p.floor.People))))
}

// whole returns the table as an open group.
func (c *Cells) whole() *open {
	o := &open{group: &c.Total, end: len(c.Value)}
	for d := range c.columns {
		o.low = append(o.low, 0)
		o.high = append(o.high, int32(c.columns[d].Size-1))
	}
	if c.combinations != nil {
		o.low, o.high = append(o.low, 0), append(o.high, int32(max(1, len(c.combinations))-1))
	}
	return o
}

// largeGroup is from how many cells on the columns of a group are looked at by
// different workers.
const largeGroup = 1 << 15

// round finds a split for each group, and then confirms them in order: the
// requirements may know more by then than when it was found.
func (p *partitioner) round(groups []*open) ([]choice, error) {
	choices := make([]choice, len(groups))
	var small []int
	for i, o := range groups {
		if o.end-o.begin < largeGroup {
			small = append(small, i)
		} else if p.ctx.Err() == nil {
			choices[i] = p.find(o, p.searches)
		}
	}
	parallel.For(len(p.searches), len(small), func(worker, i int) {
		if p.ctx.Err() == nil {
			choices[small[i]] = p.find(groups[small[i]], p.searches[worker:worker+1])
		}
	})
	coupled := slices.ContainsFunc(p.guards, privacy.Guard.Coupled)
	for i, o := range groups {
		if err := cmp.Or(p.ctx.Err(), choices[i].err); err != nil {
			return nil, fmt.Errorf("mondrian: %w", err)
		}
		if coupled && choices[i].found && !p.allows(o.group, choices[i].parts) || !p.allowsJoint(o, &choices[i]) {
			choices[i] = p.find(o, p.searches)
		}
		if choices[i].found {
			p.split(o.group, choices[i].parts)
			p.splitJoint(o, &choices[i])
		}
	}
	return choices, nil
}

func (p *partitioner) allows(group *partition.Group, parts []partition.Group) bool {
	return !slices.ContainsFunc(p.guards, func(g privacy.Guard) bool { return !g.Allows(group, parts) })
}

func (p *partitioner) split(group *partition.Group, parts []partition.Group) {
	for _, g := range p.guards {
		g.Split(group, parts)
	}
}

// fewTries is how many candidates are tried one by one, each in a pass over the
// group, before the rest is looked at in one pass for each column.
const fewTries = 3

// find returns the first candidate split of a group that is allowed.
func (p *partitioner) find(o *open, searches []*search) choice {
	switch absent := o.group.Of(p.absent); {
	case absent == o.group.People:
		return choice{} // nobody whom a release would show
	case absent == 0 && o.group.People < 2*p.floor.People && p.cells.Unit == nil:
		return choice{} // too few for two parts
	}
	if p.public {
		return p.only(o, searches)
	}
	c := p.firstAllowed(o, searches)
	undecided, refused := p.undecided(searches)
	if !c.found && refused && p.cells.earlier.Follow {
		c = searches[0].followEarlier(o)
		p.undecided(searches[:1]) // of these splits nobody asks
		if !c.found && !o.stuck {
			o.stuck = true
			c = p.firstAllowed(o, searches)
			undecided, _ = p.undecided(searches)
		}
	}
	if !c.found {
		c.undecided = undecided
	}
	return c
}

// firstAllowed is find for a group in which there may be something to be found.
func (p *partitioner) firstAllowed(o *open, searches []*search) choice {
	first := searches[0]
	if c, ok := p.first(o, searches); !ok {
		return choice{}
	} else if parts := first.parts(o, c); first.allows(o, c, parts) {
		return first.choose(c, parts)
	}
	lists := make([][]candidate, len(p.cells.columns))
	parallel.For(len(searches), len(lists), func(worker, d int) {
		if p.ctx.Err() == nil {
			// The list belongs to the worker, and the worker may look at the column again.
			lists[d] = searches[worker].candidates(o, d)
		}
	})
	heap := first.heap[:0]
	for _, list := range lists {
		heap = append(heap, list...)
	}
	first.heap = heap
	heapify(heap)
	for range fewTries {
		if len(heap) == 0 {
			return choice{}
		}
		var c candidate
		c, heap = pop(heap)
		if parts := first.parts(o, c); first.allows(o, c, parts) {
			return first.choose(c, parts)
		}
		if c.at == bySizes {
			if safer, ok := first.safer(o, c); ok {
				heap = push(heap, safer)
			}
		}
	}
	if len(heap) == 0 {
		return choice{}
	}
	best, found := make([]candidate, len(lists)), make([]bool, len(lists))
	parallel.For(len(searches), len(lists), func(worker, d int) {
		if p.ctx.Err() == nil {
			best[d], found[d] = searches[worker].best(o, d)
		}
	})
	at := -1
	for d := range best {
		if found[d] && (at < 0 || less(best[d], best[at])) {
			at = d
		}
	}
	if at < 0 {
		return choice{}
	}
	return first.choose(best[at], first.parts(o, best[at]))
}
