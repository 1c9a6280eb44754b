package releases

import (
	"cmp"
	"maps"
	"slices"
)

// steps returns the steps from which a variable follows, and all those that they need, in the order in which they follow;
// nothing for a variable that does not follow.
func (s *system) steps(v int32) []Step {
	if v == none || !s.follows(v) {
		return nil
	}
	needed := map[int32]bool{v: true}
	for ask := []int32{v}; len(ask) > 0; {
		at := ask[len(ask)-1]
		ask = ask[:len(ask)-1]
		for _, w := range s.needs(at) {
			if !needed[w] {
				needed[w] = true
				ask = append(ask, w)
			}
		}
	}
	inOrder := slices.SortedFunc(maps.Keys(needed), func(a, b int32) int { return cmp.Compare(s.when[a], s.when[b]) })
	steps := make([]Step, len(inOrder))
	for i, w := range inOrder {
		from := &s.sums[s.by[w]]
		steps[i] = Step{Release: from.release, Group: from.group, Cell: s.cell[w], Value: s.value[w]}
		if from.release == Own {
			steps[i].Group = Absent
		}
		if p := s.bridges[w]; p != nil {
			sums, _ := p.side(w, s.by[w])
			for _, c := range sums[1:] {
				steps[i].Others = append(steps[i].Others, Other{s.sums[c].release, s.sums[c].group, p.colour[c] != p.colour[s.by[w]]})
			}
		}
	}
	return steps
}

// needs returns the variables that one follows from, directly.
func (s *system) needs(v int32) []int32 {
	if p := s.bridges[v]; p != nil {
		return p.needs(v)
	}
	// If those that were known before take up all of the sum, the others are 0. Else the variable is the last one.
	var all, positive []int32
	left := s.total(s.by[v])
	for _, w := range s.of(s.by[v]) {
		if !s.follows(w) || s.when[w] >= s.when[v] {
			continue
		}
		all = append(all, w)
		if left -= s.truth[w]; s.truth[w] > 0 {
			positive = append(positive, w)
		}
	}
	if left == 0 {
		return positive
	}
	return all
}

// total returns the sum of all variables of a sum.
func (s *system) total(c int32) int64 {
	n := int64(0)
	for _, v := range s.of(c) {
		n += s.truth[v]
	}
	return n
}

// needs returns the variables that were known before a bridge was found and do not cancel in the sums on its side.
func (p *pass) needs(v int32) []int32 {
	sums, inside := p.side(v, p.s.by[v])
	var all []int32
	for _, c := range sums {
		for _, w := range p.s.of(c) {
			if !p.s.follows(w) || int(p.s.when[w]) >= p.start {
				continue
			}
			times, first := int8(0), int32(none)
			for _, d := range p.s.groupsOf(w) {
				if d != none && inside[d] {
					times += p.colour[d]
					if first == none {
						first = d
					}
				}
			}
			if times != 0 && first == c {
				all = append(all, w)
			}
		}
	}
	return all
}
