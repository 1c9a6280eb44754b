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
	right      []int
	by         []int32 // the groups as given
	suppressed bool    // somebody is
	// Cells have codes for their values of the right side, people have groups; the
	// last group is that of the suppressed, who may be any of the others.
	codes  []int32
	groups []int32
	first  []int64 // of a cell's people, and the end
	// The entries of group g are entries[starts[g]:starts[g+1]].
	starts  []int32
	entries []entry
	own     []float64 // by person, the share of the own value in the own group
	logs    []float64 // of own

	scratch []*scratch         // by worker; the first is always there
	memo    map[string]float64 // by left side
}

// entry is a right value of a group, and its share of the group's people.
type entry struct {
	value int32
	share float64
}

// scratch is what a worker counts with: 0 between uses.
type scratch struct {
	acc     []float64 // by right value
	have    []int64   // by right value
	members []int32   // by group
}

func newScratch(values, groups int) *scratch {
	return &scratch{make([]float64, values), make([]int64, values), make([]int32, groups)}
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
	key := keyOf(left)
	if h, ok := d.memo[key]; ok {
		return h, nil
	}
	p, err := m.parts.of(ctx, left)
	if err != nil {
		return 0, err
	}
	h, err := d.crossEntropy(ctx, p, m.people, m.Workers)
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
		return nil, engine.NewParamError("loglinear", "right", "at least one attribute", "none")
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
	d.scratch = []*scratch{newScratch(values, count+1)}
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
	d.entries = make([]entry, 0, released)
	for g := range count {
		members := order[ends[g]:ends[g+1]]
		d.addGroup(members, members, values)
	}
	var rest []int32
	for p, g := range d.by {
		if g == suppressed {
			rest = append(rest, int32(p))
		}
	}
	d.suppressed = len(rest) > 0
	d.addGroup(order[:released], rest, values)
	d.starts = append(d.starts, int32(len(d.entries)))
}

// addGroup adds a group that has the right values of some people, for the members.
func (d *draw) addGroup(people, members, values []int32) {
	acc, have := d.scratch[0].acc, d.scratch[0].have
	start := len(d.entries)
	d.starts = append(d.starts, int32(start))
	for _, p := range people {
		v := values[p]
		if have[v] == 0 {
			d.entries = append(d.entries, entry{value: v})
		}
		have[v]++
	}
	group := d.entries[start:]
	for i := range group {
		e := &group[i]
		e.share = float64(have[e.value]) / float64(len(people))
		acc[e.value] = e.share
	}
	for _, p := range members {
		d.own[p] = acc[values[p]]
		d.logs[p] = math.Log(d.own[p])
	}
	for _, e := range group {
		have[e.value], acc[e.value] = 0, 0
	}
}
