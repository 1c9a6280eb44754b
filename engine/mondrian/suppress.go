package mondrian

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"skyline/engine/cells"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/engine/privacy"
)

// Suppress leaves people out until the table, as one QI group, satisfies the
// requirements, if that takes at most limit people; otherwise nothing changes.
//
// People who agree on all columns are left out together, so that who is left out
// does not tell what values those have who look the same. While a requirement is
// missed, the sensitive value that is to blame is taken (of a skyline the one that
// is least safe, otherwise the most frequent), and of the people with the largest
// share of that value, those who come first: more of them before fewer, then in
// the order of their codes. Of one of several sensitive columns it is a value of that,
// and where the others are known, of the people of whom the worst is known. What
// cannot be mended so, such as too few people, ends the attempt.
//
// It returns how many people are left out, and whether the rest satisfies the
// requirements.
//
// Errors: those of ctx and of the requirements.
func (c *Cells) Suppress(ctx context.Context, requirements []privacy.Requirement, limit int64) (int64, bool, error) {
	s := &suppressor{cells: c, limit: limit}
	for {
		blamed, holds, err := s.blamed(ctx, requirements)
		if err != nil {
			return 0, false, err
		}
		if holds {
			c.remove(s.left)
			return s.people, true, nil
		}
		if blamed.value < 0 || !s.leaveOut(blamed) {
			c.Total = c.Count()
			return 0, false, nil
		}
	}
}

// suppressor is an attempt to leave people out.
type suppressor struct {
	cells  *Cells
	limit  int64
	people int64 // left out
	left   map[string]bool
	// bundles are people who agree on all columns, in the order in which they are
	// left out for ordered; next of those comes next.
	bundles []bundle
	ordered blame
	next    int
}

// blame is a sensitive value, -1 for none: a value of the table, or of one of several columns,
// of those people of whom something is known.
type blame struct {
	value int32
	of    *privacy.Column // nil: the table's
	known int32
}

// has reports whether people with a value of the table have it.
func (b *blame) has(value int32) bool {
	if b.of == nil || value < 0 {
		return value == b.value
	}
	return b.of.Of[value] == b.value && b.of.IsAbout(b.known, value)
}

// bundle are people who agree on all columns: cells of the table.
type bundle struct {
	key    string
	cells  []int32
	people int64
	out    bool
}

// blamed returns the value to blame for a requirement that the rest of the table
// misses, -1 if it cannot be mended, and whether all hold.
func (s *suppressor) blamed(ctx context.Context, requirements []privacy.Requirement) (blamed blame, holds bool, err error) {
	none := blame{value: -1}
	whole := s.cells.Whole()
	if whole.Group.People == 0 {
		return none, false, nil
	}
	release := privacy.WholeRelease(whole, s.cells.Values)
	for _, r := range requirements {
		findings, err := r.Check(ctx, release)
		if err != nil {
			return none, false, fmt.Errorf("mondrian: suppress: %w", err)
		}
		for _, f := range findings {
			switch {
			case f.Holds:
			case f.Of != nil:
				return blame{f.Of.Blamed(&f, &whole.Group), f.Of, f.Known}, false, nil
			case f.Value >= 0:
				return blame{value: f.Value}, false, nil
			case len(whole.Group.Counts) > 0:
				return blame{value: whole.Group.Counts[0].Value}, false, nil
			default:
				return none, false, nil
			}
		}
	}
	return none, true, nil
}

// leaveOut takes the next people with a value out of the table's counts. It reports
// whether there are any, within the limit.
func (s *suppressor) leaveOut(blamed blame) bool {
	if s.bundles == nil {
		s.bundles, s.left, s.ordered = s.cells.bundles(), map[string]bool{}, blame{value: -1}
	}
	if s.ordered != blamed {
		s.order(blamed)
	}
	for s.next < len(s.bundles) && s.bundles[s.next].out {
		s.next++
	}
	if s.next == len(s.bundles) {
		return false
	}
	b := &s.bundles[s.next]
	if s.cells.countOf(b, blamed.has) == 0 || b.people > s.limit-s.people {
		return false
	}
	b.out = true
	s.left[b.key] = true
	s.people += b.people
	s.cells.subtract(b)
	return true
}

// order puts the bundles with the largest share of a value first.
func (s *suppressor) order(blamed blame) {
	type ranked struct {
		bundle
		share float64
	}
	all := make([]ranked, len(s.bundles))
	for i, b := range s.bundles {
		all[i] = ranked{b, float64(s.cells.countOf(&b, blamed.has)) / float64(b.people)}
	}
	slices.SortFunc(all, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(b.share, a.share), cmp.Compare(b.people, a.people), cmp.Compare(a.key, b.key))
	})
	for i := range all {
		s.bundles[i] = all[i].bundle
	}
	s.ordered, s.next = blamed, 0
}

// bundles gathers the cells of people who agree on all columns.
func (c *Cells) bundles() []bundle {
	at := map[string]int{}
	var bundles []bundle
	for i := range c.Value {
		key := c.key(i)
		b, ok := at[key]
		if !ok {
			b = len(bundles)
			at[key] = b
			bundles = append(bundles, bundle{key: key})
		}
		bundles[b].cells = append(bundles[b].cells, int32(i))
		if c.Value[i] == cells.OfPeople || c.Constraint == knowledge.SVPI {
			bundles[b].people += c.N[i]
		}
	}
	return bundles
}

// key returns the codes of a cell, as bytes in their order.
func (c *Cells) key(i int) string {
	key := make([]byte, 0, 4*len(c.Codes))
	for _, codes := range c.Codes {
		key = binary.BigEndian.AppendUint32(key, uint32(codes[i]))
	}
	return string(key)
}

func (c *Cells) countOf(b *bundle, has func(value int32) bool) int64 {
	n := int64(0)
	for _, i := range b.cells {
		if has(c.Value[i]) {
			n += c.N[i]
		}
	}
	return n
}

// subtract takes people out of the whole.
func (c *Cells) subtract(b *bundle) {
	c.Total.People -= b.people
	counts := slices.Clone(c.Total.Counts)
	for j := range counts {
		counts[j].N -= c.countOf(b, func(value int32) bool { return value == counts[j].Value })
	}
	c.Total.Counts = slices.DeleteFunc(counts, func(n partition.Count) bool { return n.N == 0 })
	cells.SortCounts(c.Total.Counts)
}

// remove takes the cells of people who are left out away, and remembers them.
func (c *Cells) remove(left map[string]bool) {
	if len(left) == 0 {
		return
	}
	c.suppressed = left
	kept := 0
	for i := range c.Value {
		if left[c.key(i)] {
			continue
		}
		for _, codes := range c.Codes {
			codes[kept] = codes[i]
		}
		c.Value[kept], c.N[kept] = c.Value[i], c.N[i]
		if c.Unit != nil {
			c.Unit[kept] = c.Unit[i]
		}
		kept++
	}
	for d := range c.Codes {
		c.Codes[d] = c.Codes[d][:kept]
	}
	c.Value, c.N = c.Value[:kept], c.N[:kept]
	if c.Unit != nil {
		c.Unit = c.Unit[:kept]
	}
}
