package loglinear

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// suppressed is the group of people whose right side is not published.
const suppressed = -1

// draw is a right side that is published in groups: what each group says.
type draw struct {
	right      []int
	by         []int32 // the groups as given
	suppressed bool    // somebody is
	// Cells have codes for their values of the right side, people have groups; the
	// last group is that of the suppressed, who may be any of the others.
	codes  []int32
	groups []int32
	first  []int64 // of a cell's people, and the end
	// The entries of group g, starts[g]..starts[g+1]-1, are its right values and
	// their shares of its people.
	starts []int32
	values []int32
	shares []float64
	own    []float64 // by person, the share of the own value in the own group
	logs   []float64 // of own

	acc     []float64 // by right value, scratch; 0 between uses
	have    []int64   // by right value, scratch; 0 between uses
	members []int32   // by group, scratch; 0 between uses

	memo map[string]float64 // by left side
}

// CrossEntropy returns the cross-entropy, in nats, of the distribution of some
// attributes and of what a table that is published in groups (as by Anatomy) says
// of it:
//
//	-Σ_(x,r) p(x,r) ln p~(x,r),  p~(x,r) = Σ_g n(x,g)/n · n(r,g)/n_g
//
// where x are values of the left side, r of the right side, and n(.,g) counts the
// people of group g; within a group, right values are independent of left ones.
// groups has the group of each person, in the order of the cells: those of a cell
// follow each other. The people of group -1 are suppressed: they count as if
// their group had the right values of all who are not.
//
// It is at least the entropy of the attributes together, +Inf if a right value
// occurs among the suppressed only, and NaN without people.
//
// For each left value that several people have it looks at the right values in
// their groups: O(people · group size) steps. The Measure keeps groups, which must
// not be changed: what is computed for a right side and the same slice is kept, for
// the last few.
//
// Errors: *ParamError for attributes that there are not or on both sides, for an
// empty right side, and for groups that are not one in -1..people-1 a person;
// that of ctx.
func (m *Measure) CrossEntropy(ctx context.Context, left, right []int, groups []int32) (float64, error) {
	l, err := newSet("left", left, len(m.cells.Columns))
	if err != nil {
		return 0, err
	}
	r, err := newSet("right", right, len(m.cells.Columns))
	if err != nil {
		return 0, err
	}
	if len(intersection(l, r)) > 0 {
		return 0, &ParamError{"right", "apart from left", "a common attribute"}
	}
	return m.crossEntropy(ctx, l, r, groups)
}

func (m *Measure) crossEntropy(ctx context.Context, left, right []int, groups []int32) (float64, error) {
	if m.people == 0 {
		return math.NaN(), nil
	}
	d, err := m.draw(ctx, right, groups)
	if err != nil {
		return 0, err
	}
	key := keyOf(left)
	if h, ok := d.memo[key]; ok {
		return h, nil
	}
	p, err := m.parts.of(ctx, left)
	if err != nil {
		return 0, err
	}
	h, err := d.crossEntropy(ctx, p, m.people)
	if err != nil {
		return 0, err
	}
	d.memo[key] = h
	return h, nil
}

// maxDraws bounds the right sides that are remembered; each takes some 40 bytes a
// person.
const maxDraws = 32

// draw returns what is remembered of a right side in groups, or finds it.
func (m *Measure) draw(ctx context.Context, right []int, groups []int32) (*draw, error) {
	if d := m.known(right, groups); d != nil {
		return d, nil
	}
	if len(right) == 0 {
		return nil, &ParamError{"right", "at least one attribute", "none"}
	}
	count, err := checkGroups(groups, m.people)
	if err != nil {
		return nil, err
	}
	d := &draw{right: right, by: groups, first: make([]int64, len(m.cells.Counts)+1), memo: map[string]float64{}}
	for i, k := range m.cells.Counts {
		d.first[i+1] = d.first[i] + k
	}
	values, err := m.number(ctx, right, d)
	if err != nil {
		return nil, err
	}
	d.acc, d.have, d.members = make([]float64, values), make([]int64, values), make([]int32, count+1)
	d.fill(count)
	if len(m.draws) == maxDraws {
		m.draws = slices.Delete(m.draws, 0, 1)
	}
	m.draws = append(m.draws, d)
	return d, nil
}

// known returns what is remembered of a right side in groups, or nil.
func (m *Measure) known(right []int, groups []int32) *draw {
	for _, d := range m.draws {
		if len(groups) == len(d.by) && &groups[0] == &d.by[0] && slices.Equal(right, d.right) {
			return d
		}
	}
	return nil
}

// checkGroups returns a bound of the groups' numbers.
func checkGroups(groups []int32, people int64) (int, error) {
	if int64(len(groups)) != people || people > 1<<31-1 {
		return 0, &ParamError{"groups", "as many as people or rows, at most 2^31-1", fmt.Sprintf("%d for %d", len(groups), people)}
	}
	count := 0
	for _, g := range groups {
		if g < suppressed || int64(g) >= people {
			return 0, &ParamError{"groups", fmt.Sprintf("in -1..%d", people-1), fmt.Sprint(g)}
		}
		count = max(count, int(g)+1)
	}
	return count, nil
}

// number gives the cells codes for their values of the right side, and returns
// how many there can be.
func (m *Measure) number(ctx context.Context, right []int, d *draw) (int, error) {
	if len(right) == 1 {
		d.codes = m.cells.Columns[right[0]]
		return m.cells.Sizes[right[0]], nil
	}
	p, err := m.parts.of(ctx, right)
	if err != nil {
		return 0, err
	}
	d.codes = make([]int32, len(m.cells.Counts))
	for k := range p.len() {
		for _, i := range p.class(k) {
			d.codes[i] = int32(k) + 1
		}
	}
	values := p.len()
	for i, code := range d.codes {
		if code == 0 { // alone
			values++
			d.codes[i] = int32(values)
		}
		d.codes[i]--
	}
	return values, nil
}

// fill finds the entries of the groups, of which there are at most count.
func (d *draw) fill(count int) {
	people := len(d.by)
	d.groups, d.own, d.logs = make([]int32, people), make([]float64, people), make([]float64, people)
	values := make([]int32, people) // by person
	for i, code := range d.codes {
		for p := d.first[i]; p < d.first[i+1]; p++ {
			values[p] = code
		}
	}
	ends := make([]int32, count+1)
	for p, g := range d.by {
		d.groups[p] = g
		if g == suppressed {
			d.groups[p] = int32(count)
			continue
		}
		ends[g]++
	}
	for g := range count {
		ends[g+1] += ends[g]
	}
	released := int(ends[count]) // everybody who is not suppressed
	order := make([]int32, people)
	for p := people - 1; p >= 0; p-- {
		if g := d.by[p]; g != suppressed {
			ends[g]--
			order[ends[g]] = int32(p)
		}
	}
	d.starts = make([]int32, 0, count+2)
	d.values, d.shares = make([]int32, 0, released), make([]float64, 0, released)
	for g := range count {
		members := order[ends[g]:ends[g+1]]
		d.entries(members, members, values)
	}
	var rest []int32
	for p, g := range d.by {
		if g == suppressed {
			rest = append(rest, int32(p))
		}
	}
	d.suppressed = len(rest) > 0
	d.entries(order[:released], rest, values)
	d.starts = append(d.starts, int32(len(d.values)))
}

// entries adds a group that has the right values of some people, for the members.
func (d *draw) entries(people, members, values []int32) {
	start := len(d.values)
	d.starts = append(d.starts, int32(start))
	for _, p := range people {
		v := values[p]
		if d.have[v] == 0 {
			d.values = append(d.values, v)
		}
		d.have[v]++
	}
	for _, v := range d.values[start:] {
		share := float64(d.have[v]) / float64(len(people))
		d.shares = append(d.shares, share)
		d.acc[v] = share
	}
	for _, p := range members {
		d.own[p] = d.acc[values[p]]
		d.logs[p] = math.Log(d.own[p])
	}
	for _, v := range d.values[start:] {
		d.have[v], d.acc[v] = 0, 0
	}
}

// crossEntropy adds up over the classes of the left side.
func (d *draw) crossEntropy(ctx context.Context, p *classes, people int64) (float64, error) {
	var logs sum // -ln of n·p~, over the people
	alone := make([]bool, len(d.codes))
	for i := range alone {
		alone[i] = true
	}
	var touched, found []int32
	for k := range p.len() {
		if k%1024 == 0 {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
		}
		class := p.class(k)
		touched, found = touched[:0], found[:0]
		for _, i := range class {
			alone[i] = false
			for _, g := range d.groups[d.first[i]:d.first[i+1]] {
				if d.members[g] == 0 {
					touched = append(touched, g)
				}
				d.members[g]++
			}
			v := d.codes[i]
			if d.have[v] == 0 {
				found = append(found, v)
			}
			d.have[v] += d.first[i+1] - d.first[i]
		}
		for _, g := range touched {
			n := float64(d.members[g])
			d.members[g] = 0
			for e := d.starts[g]; e < d.starts[g+1]; e++ {
				d.acc[d.values[e]] += n * d.shares[e]
			}
		}
		for _, v := range found {
			logs.add(-float64(d.have[v]) * math.Log(d.acc[v]))
			d.have[v] = 0
		}
		for _, g := range touched {
			for e := d.starts[g]; e < d.starts[g+1]; e++ {
				d.acc[d.values[e]] = 0
			}
		}
	}
	// All people of a cell that is alone have one right value.
	for i, is := range alone {
		first, end := d.first[i], d.first[i+1]
		switch {
		case !is:
		case end == first+1:
			logs.add(-d.logs[first])
		default:
			var n float64
			for _, own := range d.own[first:end] {
				n += own
			}
			logs.add(-float64(end-first) * math.Log(n))
		}
	}
	return math.Log(float64(people)) + logs.value()/float64(people), nil
}
