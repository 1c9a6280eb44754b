package fulldomain

import (
	"context"
	"fmt"
	"math"
	"slices"

	"skyline/engine/cells"
	"skyline/engine/hierarchy"
)

// noted is the size of the largest lattice of which a note about each node is kept
// whatever is asked for.
const noted = 1 << 16

// Search returns the generalizations of a table that are asked for. Columns are
// generalized by the trees, level 0 being the values themselves. All generalizations
// of a table of nobody are safe.
//
// A larger lattice is searched best first for the best, and where the search may be
// stopped for the minimal ones too, however large it is: see branching. Otherwise it
// takes memory of one byte for each node, and the lattice must not have more than
// MaxNodes. Either takes memory for some tables of QI groups. A check takes time
// proportional to the groups that the next larger table at hand has; how many there are
// depends on the requirements: few where merging groups keeps them, up to all nodes
// otherwise.
//
// Errors: ErrTooLarge; *engine.ParamError; those of ctx and of the requirements.
func Search(ctx context.Context, table *cells.Cells, trees []*hierarchy.Tree, options Options) (*Result, error) {
	size := LatticeSize(trees)
	branches := size > noted && (options.Which == Best || options.Which == Minimal && options.Stop != nil)
	if err := checkSize(size, branches, trees, &options); err != nil {
		return nil, err
	}
	p, err := newProblem(table, trees, &options)
	if err != nil {
		return nil, err
	}
	var s interface {
		run() error
		result() *Result
	}
	if branches {
		s = newBranching(ctx, p, &options)
	} else {
		s = newSearch(ctx, p, &options)
	}
	if err := s.run(); err != nil {
		return nil, err
	}
	return s.result(), nil
}

// checkSize refuses lattices that are too large to be searched.
func checkSize(size int64, branches bool, trees []*hierarchy.Tree, options *Options) error {
	limit := int64(MaxNodes)
	if branches {
		limit = math.MaxInt64
		for _, t := range trees {
			if t.Height() > MostLevels {
				return fmt.Errorf("%w: %d, of a hierarchy of %d levels, limit %d", ErrTooLarge, size, t.Height(), MostLevels)
			}
		}
	}
	if options.MaxChecks > 0 && options.Stop == nil {
		limit = min(limit, options.MaxChecks)
	}
	if size > limit {
		return fmt.Errorf("%w: %d, limit %d", ErrTooLarge, size, limit)
	}
	return nil
}

// search of all nodes of a lattice is under way.
type search struct {
	*examiner
	*lattice
	found  map[int64]*Node // the safe nodes that were checked; of Best, the best
	levels []int           // scratch
}

func newSearch(ctx context.Context, p *problem, options *Options) *search {
	s := &search{examiner: newExaminer(ctx, p, options), found: map[int64]*Node{}, levels: make([]int, len(p.columns))}
	done := low | refused | checked
	switch options.Which {
	case Minimal:
		done |= safe | above
	case Best:
		done |= beaten
	case Safe:
	}
	s.lattice = newLattice(p.columns, done)
	return s
}

// strands is how many chains are searched at a time, and batch how many nodes are
// checked together where it is known which. They do not depend on the number of
// workers, so that the checks do not.
const (
	strands = 4
	batch   = 32
)

// run decides about all nodes, or until it is stopped.
func (s *search) run() error {
	if s.options.Stop != nil {
		// The most general node first, for an answer in any case.
		if _, err := s.check([]int64{int64(len(s.tags) - 1)}); err != nil || s.stopped {
			return err
		}
	}
	if err := s.searchChains(); err != nil || s.stopped || s.options.Which != Safe {
		return err
	}
	// Safe nodes that were not looked at, because others told.
	var nodes []int64
	for node, t := range s.tags {
		if t&(safe|checked) == safe {
			nodes = append(nodes, int64(node))
		}
		if len(nodes) == batch || node == len(s.tags)-1 {
			if _, err := s.check(nodes); err != nil || s.stopped {
				return err
			}
			nodes = nodes[:0]
		}
	}
	return nil
}

// chain is a way up the lattice, of which the nodes first..end-1 are to be searched,
// by halving, for where they become safe, or are above the floor.
type chain struct {
	nodes      []int64
	first, end int
}

// searchChains decides about all nodes, but in a search for the safe ones not about
// those that others tell to be safe. It takes the nodes in order, and from each that
// is open a chain.
func (s *search) searchChains() error {
	var chains []chain
	for next := int64(0); ; {
		for size := int64(len(s.tags)); next < size && len(chains) < s.strands(); next++ {
			if next%(1<<16) == 0 && s.ctx.Err() != nil {
				return fmt.Errorf("fulldomain: %w", s.ctx.Err())
			}
			if !s.isOpen(next) {
				continue
			}
			if s.tags[next]&claimed != 0 {
				break // it may stay open when its chain has been searched
			}
			chains = append(chains, s.chain(next))
		}
		var nodes []int64
		left := chains[:0]
		for _, c := range chains {
			if s.narrow(&c) {
				nodes, left = append(nodes, c.nodes[c.middle()]), append(left, c)
				continue
			}
			for _, node := range c.nodes {
				s.tags[node] &^= claimed
			}
		}
		if chains = left; len(chains) == 0 {
			if next == int64(len(s.tags)) {
				return nil
			}
			continue
		}
		verdicts, err := s.check(nodes)
		if err != nil || s.stopped {
			return err
		}
		for i := range chains {
			chains[i].halve(verdicts[i].below || s.monotone && !verdicts[i].safe)
		}
	}
}

// strands returns how many chains are searched at a time: for the best one only, until
// there is something to beat.
func (s *search) strands() int {
	if s.options.Which == Best && s.best == nil {
		return 1
	}
	return strands
}

func (c *chain) middle() int { return (c.first + c.end) / 2 }

// halve goes on above the middle of a chain, or below.
func (c *chain) halve(up bool) {
	if up {
		c.first = c.middle() + 1
	} else {
		c.end = c.middle()
	}
}

// narrow halves a chain as long as its middle is decided. It reports whether anything
// is left.
func (s *search) narrow(c *chain) bool {
	for c.first < c.end && !s.isOnWay(c.nodes[c.middle()]) {
		c.halve(s.tags[c.nodes[c.middle()]]&low != 0)
	}
	return c.first < c.end
}

// chain claims nodes that are open, each a step above the one before.
func (s *search) chain(node int64) chain {
	levels := make([]int, len(s.heights))
	s.levelsOf(node, levels)
	c := chain{}
	for best := 0; best >= 0; {
		s.tags[node] |= claimed
		c.nodes = append(c.nodes, node)
		best = -1
		least := math.Inf(1)
		for d, level := range levels {
			if level == s.heights[d] || s.tags[node+s.strides[d]]&claimed != 0 || !s.isOnWay(node+s.strides[d]) {
				continue
			}
			if step := s.scale.losses[d][level+1] - s.scale.losses[d][level]; best < 0 || step < least {
				best, least = d, step
			}
		}
		if best >= 0 {
			node += s.strides[best]
			levels[best]++
		}
	}
	c.end = len(c.nodes)
	return c
}

// isOpen reports whether a node is to be looked for.
func (s *search) isOpen(node int64) bool {
	t := s.tags[node]
	if s.options.Which == Best {
		return t&s.done == 0 && !s.cannotWin(node)
	}
	return t&(s.done|safe) == 0
}

// isOnWay reports whether a node is worth a check on the way up from one that is open.
// Where unsafe nodes tell of those below, nodes that cannot win are too.
func (s *search) isOnWay(node int64) bool {
	if s.monotone && s.limit == 0 {
		return s.tags[node]&(low|safe) == 0
	}
	return s.isOpen(node)
}

// cannotWin reports whether neither a node nor one above it is better than the best,
// and remembers it.
func (s *search) cannotWin(node int64) bool {
	if s.best == nil {
		return false
	}
	s.levelsOf(node, s.levels)
	if s.mayWin(s.levels) {
		return false
	}
	s.set(node, beaten)
	return true
}

// check decides about nodes, and draws conclusions. It checks only the first of them
// if the search is to stop.
func (s *search) check(nodes []int64) ([]verdict, error) {
	levels := make([][]int, len(nodes))
	for i, node := range nodes {
		levels[i] = make([]int, len(s.heights))
		s.levelsOf(node, levels[i])
	}
	verdicts, err := s.examine(levels)
	if err != nil {
		return nil, err
	}
	for i := range verdicts {
		s.conclude(nodes[i], &verdicts[i])
	}
	if s.options.Progress != nil {
		s.options.Progress(s.decided, int64(len(s.tags)))
	}
	return verdicts, nil
}

// conclude tags the node, and those about which it tells something.
func (s *search) conclude(node int64, v *verdict) {
	s.set(node, checked)
	switch {
	case v.safe && s.monotone:
		s.set(node, safe)
		s.up(node, safe|above)
	case v.safe:
		s.set(node, safe)
		s.up(node, above)
	case v.below || s.monotone:
		s.down(node, low)
		return
	default:
		s.set(node, refused)
	}
	if s.options.Which != Best {
		if v.safe {
			s.found[node] = &v.node
		}
		return
	}
	if v.safe {
		if s.beatsBest(s.cost(&v.node), v.node.Levels) {
			clear(s.found)
			s.best, s.found[node] = &v.node, &v.node
		}
		if s.endsAt(v) {
			s.up(node, beaten)
			return
		}
	}
	if s.best != nil && s.leastAbove(v) > s.cost(s.best) {
		s.up(node, beaten)
	}
}

// result orders what was found.
func (s *search) result() *Result {
	r := &Result{Complete: !s.stopped || s.decided == int64(len(s.tags)), Checked: s.count, Bound: math.NaN()}
	for node, n := range s.found {
		n.Minimal = s.tags[node]&above == 0
		if s.options.Which != Minimal || n.Minimal {
			r.Nodes = append(r.Nodes, *n)
		}
	}
	slices.SortFunc(r.Nodes, func(a, b Node) int { return s.compare(s.cost(&a), a.Levels, s.cost(&b), b.Levels) })
	if !r.Complete {
		r.Bound = s.leastOpen()
	}
	return r
}
