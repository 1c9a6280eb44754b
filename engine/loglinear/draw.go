package loglinear

import (
	"context"
	"fmt"
	"math"
	"slices"

	"skyline/engine"
)

// suppressed is the group of people whose right side is not published.
const suppressed = -1

// draw is a right side that is published in groups: what each group says.
type draw struct {
	right []int
	by    []int32 // the groups as given
	// Cells have codes for their values of the right side, and people the place of the first
	// entry of their group. That of the suppressed, who may be any of the others, is one more.
	codes   []int32
	first   []int32 // of a cell's people, and the end
	at      []int32 // by person
	entries []entry
	long    bool      // some group is
	alone   []float64 // by cell, Σ -ln of n·p~ over its people where the cell is a class

	scratch []*scratch // by worker; the first is always there
	memo    []crossed
}

// entry is a right value of a group, and its share of the group's people.
type entry struct {
	value int32
	left  int32 // how many entries the group has from here on
	share float64
}

// longGroup is how many entries a group has at least that is looked at once for all of its
// people in a class. With fewer, it is faster to look at them for each.
const longGroup = 8

// scratch is what a worker counts with: 0 between uses.
type scratch struct {
	sums    []valueSum // by right value
	members []int32    // by the place of a long group's first entry
}

// valueSum is how many people of a class have a right value, and how many are expected to,
// which is added up only where somebody has it.
type valueSum struct {
	have     int64
	expected float64
}

// newScratch returns that of a worker, for so many right values.
func (d *draw) newScratch(values int) *scratch {
	s := &scratch{sums: make([]valueSum, values)}
	if d.long {
		s.members = make([]int32, len(d.entries))
	}
	return s
}

// crossed is the cross-entropy of a left side, and of the draw's right side.
type crossed struct {
	left    []int
	entropy float64
}

// crossEntropy returns the cross-entropy, in nats, of the distribution of some
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
// The sides are sets of attributes, ascending and apart.
//
// Errors: *engine.ParamError for an empty right side, and for groups that are not one in
// -1..people-1 a person; that of ctx.
func (m *Measure) crossEntropy(ctx context.Context, left, right []int, groups []int32) (float64, error) {
	if m.people == 0 {
		return math.NaN(), nil
	}
	d, err := m.draw(ctx, right, groups)
	if err != nil {
		return 0, err
	}
	if at := slices.IndexFunc(d.memo, func(c crossed) bool { return slices.Equal(c.left, left) }); at >= 0 {
		return d.memo[at].entropy, nil
	}
	p, err := m.parts.of(ctx, left)
	if err != nil {
		return 0, err
	}
	h, err := d.crossEntropy(ctx, p, m.people, m.Workers)
	if err != nil {
		return 0, err
	}
	d.memo = append(d.memo, crossed{left, h})
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
		return nil, engine.NewParamError("loglinear", "right", "at least one attribute", "none")
	}
	checked, err := m.checkedGroups(groups)
	if err != nil {
		return nil, err
	}
	d := &draw{right: right, by: groups, first: make([]int32, len(m.cells.Counts)+1)}
	for i, k := range m.cells.Counts {
		d.first[i+1] = d.first[i] + int32(k) // at most 2^31-1, as checkGroups has seen
	}
	values, err := m.number(ctx, right, d)
	if err != nil {
		return nil, err
	}
	if err := d.fill(ctx, values, checked.count); err != nil {
		return nil, err
	}
	d.scratch = []*scratch{d.newScratch(values)}
	if len(m.draws) == maxDraws {
		m.draws = slices.Delete(m.draws, 0, 1)
	}
	m.draws = append(m.draws, d)
	return d, nil
}

// known returns what is remembered of a right side in groups, or nil.
func (m *Measure) known(right []int, groups []int32) *draw {
	for _, d := range m.draws {
		if isSame(groups, d.by) && slices.Equal(right, d.right) {
			return d
		}
	}
	return nil
}

// isSame reports whether groups are the same slice.
func isSame(groups, others []int32) bool {
	return len(groups) == len(others) && len(groups) > 0 && &groups[0] == &others[0]
}

// checked is groups that have been looked at: a bound of their numbers, and whether somebody
// is in none.
type checked struct {
	by         []int32
	count      int
	suppressed bool
}

// checkedGroups checks groups, the last few once: schemas that are compared have the same ones.
func (m *Measure) checkedGroups(groups []int32) (checked, error) {
	if at := slices.IndexFunc(m.checked, func(c checked) bool { return isSame(groups, c.by) }); at >= 0 {
		return m.checked[at], nil
	}
	count, err := checkGroups(groups, m.people)
	if err != nil {
		return checked{}, err
	}
	if len(m.checked) == maxDraws {
		m.checked = slices.Delete(m.checked, 0, 1)
	}
	c := checked{groups, count, slices.Contains(groups, suppressed)}
	m.checked = append(m.checked, c)
	return c, nil
}

// checkGroups returns a bound of the groups' numbers.
func checkGroups(groups []int32, people int64) (int, error) {
	if int64(len(groups)) != people || people > 1<<31-1 {
		return 0, engine.NewParamError("loglinear", "groups", "as many as people or rows, at most 2^31-1", fmt.Sprintf("%d for %d", len(groups), people))
	}
	count := 0
	for _, g := range groups {
		if g < suppressed || int64(g) >= people {
			return 0, engine.NewParamError("loglinear", "groups", fmt.Sprintf("in -1..%d", people-1), fmt.Sprint(g))
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

// fill finds the entries of the groups, of which there are at most count, for so many right
// values. Groups are in the order of their first people, so that what is near in one list is
// near in the others.
//
// Errors: that of ctx.
func (d *draw) fill(ctx context.Context, codes, count int) error {
	people := len(d.by)
	values := make([]int32, people) // by person
	for i, code := range d.codes {
		for p := d.first[i]; p < d.first[i+1]; p++ {
			values[p] = code
		}
	}
	ends := make([]int32, count+1)
	for _, g := range d.by {
		if g != suppressed {
			ends[g]++
		}
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
	f := &filling{draw: d, values: values, have: make([]int32, codes), own: make([]float64, people)}
	d.at, d.entries = make([]int32, people), make([]entry, 0, released)
	var rest []int32
	for p, g := range d.by {
		if p%chunk == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if g == suppressed {
			rest = append(rest, int32(p))
		} else if members := order[ends[g]:ends[g+1]]; members[0] == int32(p) {
			f.add(members, members)
		}
	}
	if len(rest) > 0 {
		f.add(order[:released], rest)
	}
	d.alone = make([]float64, len(d.codes))
	for i := range d.alone {
		var n float64
		for _, share := range f.own[d.first[i]:d.first[i+1]] {
			n += share
		}
		d.alone[i] = -float64(d.first[i+1]-d.first[i]) * math.Log(n)
	}
	return nil
}

// filling is what a draw is filled with.
type filling struct {
	draw   *draw
	values []int32   // by person
	own    []float64 // by person, the share of the own value in the own group
	have   []int32   // by right value; 0 between groups
}

// add adds a group that has the right values of some people, for the members.
func (f *filling) add(people, members []int32) {
	d := f.draw
	start := len(d.entries)
	for _, p := range people {
		v := f.values[p]
		if f.have[v] == 0 {
			d.entries = append(d.entries, entry{value: v})
		}
		f.have[v]++
	}
	if len(people) == 0 { // All are suppressed: a share of 0.
		d.entries = append(d.entries, entry{})
	}
	for _, p := range members {
		d.at[p] = int32(start)
		if n := f.have[f.values[p]]; n > 0 {
			f.own[p] = float64(n) / float64(len(people))
		}
	}
	group := d.entries[start:]
	d.long = d.long || len(group) >= longGroup
	for i := range group {
		e := &group[i]
		e.left = int32(len(group) - i)
		if n := f.have[e.value]; n > 0 {
			e.share = float64(n) / float64(len(people))
		}
		f.have[e.value] = 0
	}
}
