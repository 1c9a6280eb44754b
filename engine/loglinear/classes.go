package loglinear

import (
	"context"
	"slices"
)

// classes is a partition of cells into classes of equal values in some
// attributes. Only the classes of several cells are listed.
type classes struct {
	cells  []int32 // class by class
	starts []int32 // class k is cells[starts[k]:starts[k+1]]
}

func (p *classes) len() int            { return len(p.starts) - 1 }
func (p *classes) class(k int) []int32 { return p.cells[p.starts[k]:p.starts[k+1]] }

// partitions splits cells into classes, and remembers some of the splits.
type partitions struct {
	cells  *Cells
	places []int32 // by code, scratch; all 0 between uses
	seen   []int32 // codes, scratch
	recent []remembered
}

type remembered struct {
	set []int
	classes
}

// So many numbers are kept in remembered partitions, apart from the newest.
const maxRemembered = 1 << 24

func (s *partitions) init(c *Cells) {
	s.cells = c
	largest := 0
	for _, size := range c.Sizes {
		largest = max(largest, size)
	}
	s.places = make([]int32, largest)
	all := classes{starts: []int32{0}}
	if n := len(c.Counts); n > 1 {
		all.cells, all.starts = make([]int32, n), []int32{0, int32(n)}
		for i := range all.cells {
			all.cells[i] = int32(i)
		}
	}
	s.recent = []remembered{{classes: all}}
}

// of returns the classes of equal values in a set of attributes.
func (s *partitions) of(ctx context.Context, set []int) (*classes, error) {
	at := 0 // of the remembered subset that leaves the least to do
	for i := range s.recent {
		r, best := &s.recent[i], &s.recent[at]
		if within(r.set, set) && s.work(r, set) < s.work(best, set) {
			at = i
		}
	}
	base := s.recent[at]
	rest := difference(set, base.set)
	if at > 0 { // to the end, as the latest to be used; the first stays
		s.recent = append(slices.Delete(s.recent, at, at+1), base)
	}
	if len(rest) == 0 {
		return &base.classes, nil
	}
	// Attributes of many values leave the fewest cells for the others.
	slices.SortFunc(rest, func(a, b int) int { return s.cells.Sizes[b] - s.cells.Sizes[a] })
	p := base.classes
	for _, a := range rest {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p = s.split(&p, a)
	}
	s.remember(remembered{set, p})
	return &s.recent[len(s.recent)-1].classes, nil
}

func (s *partitions) work(r *remembered, set []int) int {
	return len(r.cells) * (len(set) - len(r.set))
}

func (s *partitions) remember(r remembered) {
	s.recent = append(s.recent, r)
	total := 0
	for i := len(s.recent) - 1; i > 0; i-- {
		total += len(s.recent[i].cells) + len(s.recent[i].starts)
		if total > maxRemembered && i < len(s.recent)-1 {
			s.recent = slices.Delete(s.recent, 1, i+1)
			return
		}
	}
}

// split splits each class by the values of an attribute.
func (s *partitions) split(p *classes, attribute int) classes {
	column := s.cells.Columns[attribute]
	out := classes{make([]int32, len(p.cells)), make([]int32, 1, len(p.starts))}
	end := int32(0)
	for k := range p.len() {
		class := p.class(k)
		if len(class) == 2 {
			if column[class[0]] == column[class[1]] {
				out.cells[end], out.cells[end+1] = class[0], class[1]
				end += 2
				out.starts = append(out.starts, end)
			}
			continue
		}
		seen := s.seen[:0]
		for _, i := range class {
			v := column[i]
			if s.places[v] == 0 {
				seen = append(seen, v)
			}
			s.places[v]++
		}
		for _, v := range seen {
			if n := s.places[v]; n > 1 {
				s.places[v] = end
				end += n
				out.starts = append(out.starts, end)
			} else {
				s.places[v] = -1
			}
		}
		for _, i := range class {
			if at := s.places[column[i]]; at >= 0 {
				out.cells[at] = i
				s.places[column[i]]++
			}
		}
		for _, v := range seen {
			s.places[v] = 0
		}
		s.seen = seen
	}
	out.cells = slices.Clone(out.cells[:end])
	return out
}
