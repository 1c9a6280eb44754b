package breach

import (
	"slices"
	"sync"
	"sync/atomic"
)

// refusals are shared by goroutines that ask at the same time. What they know is
// true whoever has found it.
type refusals struct {
	list  atomic.Pointer[[]candidate]
	mutex sync.Mutex
	last  atomic.Int32 // the point that was missed last
}

// isRefused reports whether a candidate is as bad as one that was refused.
func (w *Running) isRefused(c *candidate, level *level) bool {
	refused := level.refused.list.Load()
	if refused == nil {
		return false
	}
	for i := range *refused {
		if w.rules.dominates(c, &(*refused)[i]) {
			return true
		}
	}
	return false
}

// maxRefusals bounds how many refusals are remembered, the latest first. Candidates
// none of which is as bad as another can be as many as there are cuts of a column;
// to look through so many costs more than to decide anew.
const maxRefusals = 8

// refuse remembers a candidate that was refused by itself.
func (w *Running) refuse(c *candidate, level *level) {
	level.refused.mutex.Lock()
	defer level.refused.mutex.Unlock()
	kept := []candidate{c.detached()}
	if list := level.refused.list.Load(); list != nil {
		for i := range *list {
			if len(kept) < maxRefusals && !w.rules.dominates(&(*list)[i], c) {
				kept = append(kept, (*list)[i])
			}
		}
	}
	level.refused.list.Store(&kept)
}

// detached returns a candidate that does not share memory with its group.
func (g *candidate) detached() candidate {
	clone := *g
	of := *g.of
	of.Counts = slices.Clone(of.Counts)
	clone.of = &of
	return clone
}
