package mondrian

import (
	"cmp"
	"math"
	"slices"

	"skyline/engine/internal/parallel"
	"skyline/engine/knowledge"
)

// Most splits are the first candidate of their group, the one that comes before all
// others, and most columns cannot have it: what a split of a column is worth is bounded by
// how wide the group is there. So columns are looked at in the order of these bounds, until
// what was found comes before anything that the others could have. And where candidates
// are compared by widths and people alone, nothing else is looked at in a column.

// ranked is a column of a group with what its candidates do not come before.
type ranked struct {
	d          int
	score, tie float64
}

// first returns the candidate of a group that comes before all others.
func (p *partitioner) first(o *open, searches []*search) (candidate, bool) {
	columns := p.rank(o, searches[0])
	best, found := candidate{}, false
	var list [8]candidate
	var has [8]bool
	for batch := min(len(searches), len(list)); len(columns) > 0; {
		if found && cmp.Or(cmp.Compare(best.score, columns[0].score), cmp.Compare(best.tie, columns[0].tie)) < 0 {
			break
		}
		n := min(batch, len(columns))
		var than *candidate
		if found {
			than = &best
		}
		parallel.For(n, n, func(worker, i int) {
			if p.ctx.Err() == nil {
				list[i], has[i] = searches[worker].firstOf(o, columns[i].d, than)
			}
		})
		for i := range n {
			if has[i] && (!found || less(list[i], best)) {
				best, found = list[i], true
			}
			has[i] = false
		}
		columns = columns[n:]
	}
	return best, found
}

// rank orders the columns in which a group may be split by the bounds of their candidates.
// All that enters a score is rounded in the same way whatever the width is, and none of it
// turns the order around; so a bound is one of what is computed, too.
func (p *partitioner) rank(o *open, s *search) []ranked {
	columns := s.ranked[:0]
	people := float64(o.group.People - o.group.Of(p.absent))
	informed := p.strategy == InformationGain && s.informs(o)
	for d := range p.cells.columns {
		low, high := o.low[d], o.high[d]
		if low == high {
			continue
		}
		r, column := ranked{d: d}, &p.cells.columns[d]
		width := column.width(low, high)
		switch {
		case informed: // of everything
			r.score = math.Inf(-1)
		case p.strategy == InformationGain:
			r.score, r.tie = 0, -column.weighted(float64(people*width))
		case p.strategy == InformationLoss:
			r.score = -column.weighted(float64(people * width))
		case column.Hierarchy != nil:
			r.score = -column.weighted(width)
		default:
			r.score = p.notMiddle - column.weighted(width)
			r.score -= p.notMiddle
		}
		columns = append(columns, r)
	}
	slices.SortFunc(columns, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.score, b.score), cmp.Compare(a.tie, b.tie), cmp.Compare(a.d, b.d))
	})
	s.ranked = columns
	return columns
}

// informs reports whether splits of a group can tell something of sensitive values.
func (s *search) informs(o *open) bool {
	n := len(o.group.Counts)
	if o.group.Of(s.p.absent) > 0 {
		n--
	}
	return n > 1
}

// firstOf returns the candidate of a column that comes before all others of it. It need not
// return one that comes after than; nil: it does.
func (s *search) firstOf(o *open, d int, than *candidate) (first candidate, found bool) {
	if s.isPlain(o, d) {
		return s.firstCut(o, d, than)
	}
	for _, c := range s.candidates(o, d) {
		if !found || less(c, first) {
			first, found = c, true
		}
	}
	return first, found
}

// isPlain reports whether the candidates of a column are cuts that are compared by widths
// and people alone, each cell being of people who have one value, and are in no other.
func (s *search) isPlain(o *open, d int) bool {
	return s.p.cells.columns[d].Hierarchy == nil && s.p.cells.Unit == nil && s.p.absent < 0 && s.p.floor.Values <= 1 &&
		s.p.cells.Constraint == knowledge.SVPI && (s.p.strategy != InformationGain || !s.informs(o))
}

// firstCut returns the cut of a column that comes before all others of it: see
// cutCandidates. It need not return one that comes after than.
func (s *search) firstCut(o *open, d int, than *candidate) (first candidate, found bool) {
	v := &s.view
	if !s.narrow(o, d, than) {
		v.count(s.p.cells, d, o.begin, o.end, o.low[d], o.high[d])
	}
	o.low[d], o.high[d] = v.first, v.last
	last := len(v.codes) - 1
	if last < 1 {
		return candidate{}, false
	}
	column, people := &s.p.cells.columns[d], v.total
	floor := max(1, s.p.floor.People)
	begin, _ := slices.BinarySearch(v.people[:last], floor)
	end, _ := slices.BinarySearch(v.people[:last], people-floor+1)
	if begin >= end {
		return candidate{}, false
	}
	if s.p.strategy == Median {
		return s.middleCut(d, begin, end)
	}
	position := column.position
	low, high := position[v.first], position[v.last]
	whole := float64(float64(people) * column.width(v.first, v.last))
	null := int32(-1) // whose distance from all others is 1
	if column.HasNull {
		null = int32(column.Size - 1)
	}
	least := math.Inf(1) // of what was found, before it is weighted, which keeps the order
	for i := begin; i < end; i++ {
		code, next := v.codes[i], v.codes[i+1]
		right := high - position[next]
		if v.last == null && next != null {
			right = 1
		}
		loss := float64(float64(v.people[i])*(position[code]-low)) + float64(float64(people-v.people[i])*right)
		if loss-whole >= least || !column.cutAllowed(code, next) {
			continue
		}
		least = loss - whole
		if score := column.weighted(least); !found || score < first.score {
			first, found = candidate{score: score, dim: int32(d), at: code}, true
		}
	}
	if s.p.strategy == InformationGain {
		first.score, first.tie = 0, first.score
	}
	return first, found
}

// middleCut returns the cut nearest to the middle of the people, of those after the codes
// begin..end-1 of the view.
func (s *search) middleCut(d, begin, end int) (first candidate, found bool) {
	v, column := &s.view, &s.p.cells.columns[d]
	last := len(v.codes) - 1
	nearest := int64(0)
	for i := begin; i < end; i++ {
		if !column.cutAllowed(v.codes[i], v.codes[i+1]) {
			continue
		}
		distance := v.people[i] - (v.people[last] - v.people[i])
		distance = max(distance, -distance)
		if !found || distance < nearest {
			nearest, found = distance, true
			first.at = v.codes[i]
		}
	}
	first.dim, first.tie = int32(d), float64(nearest)
	first.score = s.p.notMiddle - column.weighted(column.width(v.codes[0], v.codes[last]))
	first.score -= s.p.notMiddle
	return first, found
}
