package releases

import (
	"errors"

	"skyline/engine"
	"skyline/engine/internal/budget"
)

// ranges returns bounds of the count of each value in each cell of a core, certified: in every world the count is in
// its range. When the steps are used up, the bounds that were found until then are returned, which are wider, and hold as
// well.
//
// Take two releases and one value. Each cell is in one group of each, and the value's counts x[j] add up, over the cells
// of a group, to what the group has published. That is a transportation problem: cells are the edges of a graph whose
// nodes are the groups, x is a flow that brings the counts of one release's groups to those of the other's, and each
// edge carries at least its range's low and at most its high. People who are absent from a release have their edge end
// in one further node that stands for all who are absent: what the groups' nodes receive and pass on is balanced, so
// that node is, too, and asks for nothing.
//
// The counts of every world are such a flow, since they are in the ranges and agree with the groups. So the least and the
// largest flow of an edge are bounds of its count. They are found by augmenting, from the true counts, which are a flow
// at hand. Flows are integral, so for two releases, and as far as one value alone is concerned, nothing is lost. What is
// given away is how the other values share the room: it comes in by the ranges only, as the counts of a cell add up to
// its people. So each value is looked at again when another has narrowed one of its ranges, until nothing changes.
// With two releases and two values nothing is given away, as one value is the complement of the other.
//
// With three releases or more there is no transportation problem: each pair is looked at without the others, whose groups
// only add conditions, and the ranges of all pairs hold together.
//
// What is forced is found first, for all values in time proportional to the ranges that are open (see [network.forced]),
// then the bounds of one count after another: each takes at most as many augmenting paths as it can change, and a path
// the time of a search in a graph as large as the part of the core in which the value can move.
//
// Errors: the context's.
func (c *core) ranges(steps *budget.Budget) ([][]countRange, error) {
	s := newSweep(c, steps)
	err := s.run()
	if err != nil && !errors.Is(err, engine.ErrTooLarge) {
		return nil, err
	}
	return s.box.ranges, nil
}

// A sweep looks at each pair of releases and value again as long as ranges change.
type sweep struct {
	box      *box
	steps    *budget.Budget
	networks []*network // of the pairs of releases
	stale    []bool     // of each network and value, whether a range has changed since it was looked at
	fresh    int        // the number that is looked at, which knows its own changes
}

func newSweep(c *core, steps *budget.Budget) *sweep {
	s := &sweep{steps: steps, fresh: -1}
	s.box = newBox(c, func(_ int32, value int) {
		for i := range s.networks {
			if at := i*len(c.values) + value; at != s.fresh {
				s.stale[at] = true
			}
		}
	})
	s.networks = newNetworks(s.box)
	s.stale = make([]bool, len(s.networks)*len(c.values))
	return s
}

// run narrows the ranges as far as the steps reach. Cheap things come first, so that they are done if not all can be.
func (s *sweep) run() error {
	if err := s.box.propagate(s.steps); err != nil {
		return err
	}
	for _, find := range []func(*network, int, *budget.Budget) error{(*network).forced, (*network).bounds} {
		for i := range s.stale {
			s.stale[i] = true
		}
		for changed := true; changed; {
			changed = false
			for i := range s.stale {
				if !s.stale[i] {
					continue
				}
				changed, s.stale[i], s.fresh = true, false, i
				if err := find(s.networks[i/len(s.box.values)], i%len(s.box.values), s.steps); err != nil {
					return err
				}
				s.fresh = -1
				if err := s.box.propagate(s.steps); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
