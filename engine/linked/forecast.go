package linked

import "skyline/engine/internal/budget"

// probeSteps is how many steps may be taken to find out how many steps there are: a second.
const probeSteps = 1e9

// Steps, of about a nanosecond, for each record that contains what is known.
const (
	stepsOfRecord = 60.0
	stepsOfValue  = 15.0 // in any row of it
	stepsOfKnown  = 60.0 // for each known row
)

// stepsIn is what it takes to look at a record among those that contain what is known.
func (s *search) stepsIn(c *class) float64 {
	if !s.q.Values || s.probe != nil {
		return stepsOfRecord
	}
	return stepsOfRecord + stepsOfValue*float64(c.last-c.first) + stepsOfKnown*float64(s.depth)
}

func (s *search) stepsOf(entries []entry) (steps float64) {
	for i := range entries {
		steps += s.stepsIn(&s.t.classes[entries[i].class])
	}
	return steps
}

// forecast makes sure that the search takes no more steps than are allowed. It begins with a
// bound that is easily had, and as long as that is too much looks deeper, if it may.
func (s *search) forecast() error {
	allowed := s.q.MaxSteps
	steps := s.bound(s.depth)
	for depth := 2; steps > allowed && depth < s.depth; depth++ {
		p := newSearch(s.ctx, s.t, s.q, depth)
		p.probe = &probe{of: s}
		if depth == 2 && p.bound(2) > probeSteps {
			break
		}
		if err := p.each(); err != nil {
			return err
		}
		steps = p.probe.above + p.probe.below
		if p.budget.Spent()+p.probe.next > probeSteps {
			break
		}
	}
	if err := budget.New(s.ctx, allowed).Allows(steps); err != nil {
		return &StepsError{steps, err}
	}
	return nil
}

// bound returns at most so many steps. Items that one record has come first in it; each of
// them is looked at once.
func (s *search) bound(depth int) (steps float64) {
	records := make([]int32, len(s.t.items))
	for _, slot := range s.t.slots[:len(s.t.slots)-1] {
		records[slot.item]++
	}
	for i := range s.t.classes {
		c := &s.t.classes[i]
		at, rows := c.begin, c.rows
		for ; at < c.end && records[s.t.slots[at].item] == 1; at++ {
			rows = s.t.slots[at].rest
		}
		repeats := float64(min(depth, int(c.rows)))
		steps += s.stepsIn(c) * (1 + float64(at-c.begin)*repeats + choices(rows, depth))
	}
	return steps
}

// choices is how many choices of one to n rows there are.
func choices(rows int32, n int) (all float64) {
	c := 1.0
	for k := 1; k <= min(n, int(rows)); k++ {
		c = c * float64(int(rows)-k+1) / float64(k)
		all += c
	}
	return all
}

// probe counts what a search has below some depth.
type probe struct {
	of    *search
	above float64 // its steps down to the depth of the probe
	below float64 // and those below
	next  float64 // those of them that look one row deeper, without values
}

// add adds what is below a frame: more copies of its item, and what is behind it. Where one
// record is left there is only the former.
func (p *probe) add(s *search, f *frame, lone bool) {
	for i := range f.entries {
		slot := &s.t.slots[f.entries[i].slot]
		more := slot.copies - f.copies
		if !lone {
			more += slot.rest
			p.next += stepsOfRecord * float64(more)
			p.below += p.of.stepsIn(&s.t.classes[f.entries[i].class]) * choices(more, p.of.depth-s.depth)
			continue
		}
		p.below += p.of.stepsIn(&s.t.classes[f.entries[i].class]) * float64(min(int(more), p.of.depth-s.depth))
	}
}
