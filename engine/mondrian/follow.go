package mondrian

import (
	"cmp"
	"maps"
	"slices"
)

// mostFollowed is how many splits along the groups of earlier releases are tried in a group: those nearest to the middle.
const mostFollowed = 16

// followEarlier returns a split of a group along those of earlier releases, the one nearest to the middle of the people that is
// allowed. It cuts no piece: people who are together in all earlier releases stay together. Where a cut along a column goes
// through too many earlier groups, or tells too much of them, there are fewer to go through in each part.
func (s *search) followEarlier(o *open) choice {
	d := len(s.p.cells.columns)
	people := map[int32]int64{}
	for i, who := range s.p.cells.Codes[d][o.begin:o.end] {
		people[who] += s.p.cells.N[o.begin+i]
	}
	type border struct {
		candidate
		off int64 // how far from the middle
	}
	var borders []border
	before := int64(0)
	whos := slices.Sorted(maps.Keys(people))
	for i, who := range whos[:max(1, len(whos))-1] {
		if before += people[who]; people[who] > 0 && before < o.group.People {
			off := 2*before - o.group.People
			borders = append(borders, border{candidate{dim: int32(d), at: whos[i]}, max(off, -off)})
		}
	}
	slices.SortStableFunc(borders, func(a, b border) int { return cmp.Compare(a.off, b.off) })
	for _, b := range borders[:min(len(borders), mostFollowed)] {
		if s.p.ctx.Err() != nil {
			break
		}
		if parts := s.parts(o, b.candidate); s.allows(o, b.candidate, parts) {
			return s.choose(b.candidate, parts)
		}
	}
	return choice{}
}

// Follows reports whether some group was split along those of earlier releases: see Earlier.Follow.
func (r *Release) Follows() bool {
	return slices.ContainsFunc(r.Tree.nodes, func(n node) bool { return n.children > 0 && int(n.dim) == len(r.cells.columns) })
}
