package fulldomain

import (
	"context"
	"fmt"
	"math"
	"slices"

	"skyline/engine/cells"
	"skyline/engine/hierarchy"
	"skyline/engine/privacy"
)

// Search returns the generalizations of a table that are asked for. Columns are
// generalized by the trees, level 0 being the values themselves. All generalizations
// of a table of nobody are safe.
//
// It takes memory of one byte for each node of the lattice, and for some tables of
// QI groups. A check takes time proportional to the groups that the next larger
// table at hand has; how many there are depends on the requirements: few where
// merging groups keeps them, up to all nodes otherwise.
//
// Errors: ErrTooLarge; cells.ErrColumns; those of ctx and of the requirements.
func Search(ctx context.Context, table *cells.Cells, trees []*hierarchy.Tree, options Options) (*Result, error) {
	if size := LatticeSize(trees); size > MaxNodes || options.MaxChecks > 0 && size > options.MaxChecks && options.Stop == nil {
		return nil, fmt.Errorf("%w: %d", ErrTooLarge, size)
	}
	p, err := newProblem(table, trees, &options)
	if err != nil {
		return nil, err
	}
	s := newSearch(ctx, p, &options)
	if err := s.run(); err != nil {
		return nil, err
	}
	return s.result(), nil
}

// At measures one generalization, and reports whether it is safe. Of one that is
// not, the numbers are those with nobody left out.
//
// Errors: ErrLevels; cells.ErrColumns; those of ctx and of the requirements.
func At(ctx context.Context, table *cells.Cells, trees []*hierarchy.Tree, levels []int, options Options) (*Node, bool, error) {
	p, err := newProblem(table, trees, &options)
	if err != nil {
		return nil, false, err
	}
	if len(levels) != len(trees) {
		return nil, false, ErrLevels
	}
	for d, level := range levels {
		if level < 0 || level > p.columns[d].height {
			return nil, false, ErrLevels
		}
	}
	c := p.checker()
	v, err := c.check(ctx, p.base, levels)
	if err != nil {
		return nil, false, err
	}
	if !v.safe {
		for g := range c.kept {
			c.kept[g] = true
		}
		v.node = c.node(&c.roller.out, 0)
	}
	return &v.node, v.safe, nil
}

// search is under way.
type search struct {
	*problem
	*lattice
	ctx     context.Context //nolint:containedctx // of one call
	options *Options
	// monotone says that what is above a safe node is safe.
	monotone bool
	cache    *cache
	checker  *checker
	count    int64
	stopped  bool
	found    map[int64]*Node // the safe nodes that were checked; of Best, the best
	best     int64
	levels   []int // scratch
}

func newSearch(ctx context.Context, p *problem, options *Options) *search {
	s := &search{
		problem: p, ctx: ctx, options: options, monotone: true, cache: newCache(p.base), checker: p.checker(),
		found: map[int64]*Node{}, best: -1, levels: make([]int, len(p.columns)),
	}
	for _, r := range options.Requirements {
		merging := r.Merging(p.constraint)
		s.monotone = s.monotone && (merging == privacy.Absorbs || merging == privacy.Keeps && p.limit == 0)
	}
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

// run decides about all nodes, or until it is stopped.
func (s *search) run() error {
	for node := range int64(len(s.tags)) {
		if node%(1<<16) == 0 {
			if err := s.ctx.Err(); err != nil {
				return fmt.Errorf("fulldomain: %w", err)
			}
		}
		if s.isOpen(node) {
			if err := s.searchChain(s.chain(node)); err != nil || s.stopped {
				return err
			}
		}
	}
	if s.options.Which != Safe {
		return nil
	}
	// Safe nodes that were not looked at, because others told.
	for node := range int64(len(s.tags)) {
		if s.tags[node]&(safe|checked) == safe {
			if _, err := s.check(node); err != nil || s.stopped {
				return err
			}
		}
	}
	return nil
}

// isOpen reports whether a node is to be looked for.
func (s *search) isOpen(node int64) bool {
	if s.tags[node]&(s.done|safe) != 0 {
		return s.options.Which == Best && s.tags[node]&s.done == 0 && !s.cannotWin(node)
	}
	return s.options.Which != Best || !s.cannotWin(node)
}

// cannotWin reports whether neither a node nor one above it is better than the best,
// and remembers it.
func (s *search) cannotWin(node int64) bool {
	if s.best < 0 {
		return false
	}
	s.levelsOf(node, s.levels)
	best := s.found[s.best]
	bound, cost := s.bound(s.levels), s.cost(best)
	if bound < cost-margin || bound <= cost+margin && s.beatsBest(s.exactBound(s.levels), s.levels) {
		return false
	}
	s.set(node, beaten)
	return true
}

// chain returns nodes that are open, each a step above the one before.
func (s *search) chain(node int64) []int64 {
	chain := []int64{node}
	levels := make([]int, len(s.heights))
	s.levelsOf(node, levels)
	for {
		best, least := -1, math.Inf(1)
		for d, level := range levels {
			if level == s.heights[d] || !s.isOpen(node+s.strides[d]) {
				continue
			}
			if step := s.scale.losses[d][level+1] - s.scale.losses[d][level]; best < 0 || step < least {
				best, least = d, step
			}
		}
		if best < 0 {
			return chain
		}
		node += s.strides[best]
		levels[best]++
		chain = append(chain, node)
	}
}

// searchChain finds, by halving, where the nodes of a chain become safe, or are above
// the floor.
func (s *search) searchChain(chain []int64) error {
	first, end := 0, len(chain)
	for first < end {
		middle := (first + end) / 2
		up := false
		if s.isOpen(chain[middle]) {
			v, err := s.check(chain[middle])
			if err != nil || s.stopped {
				return err
			}
			up = v.below || s.monotone && !v.safe
		}
		if up {
			first = middle + 1
		} else {
			end = middle
		}
	}
	return nil
}

// check decides about a node, and draws conclusions. It checks nothing if the search
// is to stop.
func (s *search) check(node int64) (verdict, error) {
	if err := s.ctx.Err(); err != nil {
		return verdict{}, fmt.Errorf("fulldomain: %w", err)
	}
	if s.options.Stop != nil && s.options.Stop() {
		s.stopped = true
		return verdict{}, nil
	}
	levels := make([]int, len(s.heights))
	s.levelsOf(node, levels)
	from := s.cache.finest(levels)
	v, err := s.checker.check(s.ctx, from, levels)
	if err != nil {
		return v, err
	}
	if v.table != nil {
		s.cache.add(v.table, from)
	}
	s.count++
	s.conclude(node, &v)
	if s.options.Progress != nil {
		s.options.Progress(s.decided, int64(len(s.tags)))
	}
	return v, nil
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
			s.best, s.found[node] = node, &v.node
		}
		if v.node.Suppressed == 0 {
			s.up(node, beaten) // all measures grow as groups are merged
			return
		}
	}
	if s.best >= 0 && s.leastAbove(v) > s.cost(s.found[s.best]) {
		s.up(node, beaten)
	}
}

// result orders what was found.
func (s *search) result() *Result {
	r := &Result{Complete: !s.stopped, Checked: s.count, Bound: math.NaN()}
	for node, n := range s.found {
		n.Minimal = s.tags[node]&above == 0
		if s.options.Which != Minimal || n.Minimal {
			r.Nodes = append(r.Nodes, *n)
		}
	}
	slices.SortFunc(r.Nodes, func(a, b Node) int { return s.compare(s.cost(&a), a.Levels, s.cost(&b), b.Levels) })
	if s.stopped {
		r.Bound = s.leastOpen()
	}
	return r
}
