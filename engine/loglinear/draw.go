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
	values     int     // how many right values there can be
	// What is said of the people of cell i is said[at[i]:at[i+1]], in one place of memory:
	// first, with their number for a share, their own value; then what the group of each says,
	// or, of a long group, ^g, where it is groups[g]. The suppressed, who may be any of the
	// others, are one more group.
	at     []int
	said   []said
	groups [][]said
	shares []float64
	alone  []float64 // by cell, Σ -ln of n·p~ over its people where the cell is a class

	scratch []*scratch // by worker; the first is always there
	memo    []crossed
}

// crossed is the cross-entropy of a left side, and of the draw's right side.
type crossed struct {
	left    []int
	entropy float64
}

// said is a right value, and the number of its share of a group's people.
type said struct{ value, share int32 }

// longGroup is how many values a group has at least that is looked at once for all of its
// people in a class. With fewer, it is faster to look at a copy for each.
const longGroup = 8

// scratch is what a worker counts with: 0 between uses.
type scratch struct {
	sums    []valueSum // by right value
	members []int32    // by long group
}

// valueSum is how many people of a class have a right value, and how many are expected to,
// which is added up only where somebody has it.
type valueSum struct {
	have     int64
	expected float64
}

func (d *draw) newScratch() *scratch {
	return &scratch{make([]valueSum, d.values), make([]int32, len(d.groups))}
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
	count, err := checkGroups(groups, m.people)
	if err != nil {
		return nil, err
	}
	d := &draw{right: right, by: groups}
	codes, err := m.number(ctx, right, d)
	if err != nil {
		return nil, err
	}
	if err := d.fill(ctx, codes, m.cells.Counts, count); err != nil {
		return nil, err
	}
	d.scratch = []*scratch{d.newScratch()}
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

// number returns codes of the cells for their values of the right side, and notes how many
// there can be.
func (m *Measure) number(ctx context.Context, right []int, d *draw) ([]int32, error) {
	if len(right) == 1 {
		d.values = m.cells.Sizes[right[0]]
		return m.cells.Columns[right[0]], nil
	}
	p, err := m.parts.of(ctx, right)
	if err != nil {
		return nil, err
	}
	codes := make([]int32, len(m.cells.Counts))
	for k := range p.len() {
		for _, i := range p.class(k) {
			codes[i] = int32(k) + 1
		}
	}
	d.values = p.len()
	for i, code := range codes {
		if code == 0 { // alone
			d.values++
			codes[i] = int32(d.values)
		}
		codes[i]--
	}
	return codes, nil
}
