package invariance

import (
	"cmp"
	"context"
	"slices"

	"skyline/engine/internal/parallel"
)

// partition is the last phase: it cuts each bucket into groups, and numbers these in the order of their regions.
func (d *division) partition(ctx context.Context, workers int) (*Release, error) {
	r := &Release{Of: make([]int32, len(d.table.Value))}
	groups := make([][]Group, len(d.buckets))
	parallel.For(workers, len(d.buckets), func(_, i int) {
		if b := d.buckets[i]; b.layers > 0 {
			groups[i] = newCutting(ctx, d.table, b, int32(i)).groups
		}
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	for i, b := range d.buckets {
		r.Signatures = append(r.Signatures, b.signature)
		r.Groups = append(r.Groups, groups[i]...)
	}
	d.table.number(r.Groups)
	for g := range r.Groups {
		for _, i := range r.Groups[g].People {
			r.Of[i] = int32(g)
		}
	}
	return r, nil
}

// number puts groups in the order of what is published of them: their regions, and where these are equal their
// signatures, and their counterfeits' number. So numbers say nothing more.
func (t *Table) number(groups []Group) {
	width := 2 * len(t.Columns)
	ends := make([]int32, width*len(groups))
	order := make([]int, len(groups))
	for g := range groups {
		order[g] = g
		for d := range t.Columns {
			low, high := t.Columns[d].ends(groups[g].People)
			ends[g*width+2*d], ends[g*width+2*d+1] = low, high
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(
			slices.Compare(ends[a*width:(a+1)*width], ends[b*width:(b+1)*width]),
			cmp.Compare(groups[a].Signature, groups[b].Signature),
			cmp.Compare(len(groups[a].Counterfeits), len(groups[b].Counterfeits)),
		)
	})
	sorted := make([]Group, len(groups))
	for i, g := range order {
		sorted[i] = groups[g]
	}
	copy(groups, sorted)
}

// ends returns the least and the largest code of some people.
func (c *Column) ends(people []int32) (low, high int32) {
	low, high = c.Codes[people[0]], c.Codes[people[0]]
	for _, i := range people[1:] {
		low, high = min(low, c.Codes[i]), max(high, c.Codes[i])
	}
	return low, high
}

// cutting cuts a bucket into groups of one person of each value. The people of each value stand in a run of their own;
// orders has, for each column, the people of all runs, each run in the order of the column's codes. A part of the bucket
// is a part of each run, the same in all columns, and has at most as many people in each as it will be groups.
type cutting struct {
	table     *Table
	bucket    *bucket
	signature int32
	people    []int32   // by their numbers in the bucket
	orders    [][]int32 // by column, of these numbers
	codes     [][]int32 // by column and number
	groups    []Group

	isLeft       []bool
	spare        []int32
	counts, best []int32 // how many of each run go left
	ctx          context.Context
}

func newCutting(ctx context.Context, t *Table, b *bucket, signature int32) *cutting {
	c := &cutting{table: t, bucket: b, signature: signature, ctx: ctx}
	begin, end := make([]int32, len(b.people)), make([]int32, len(b.people))
	for j, people := range b.people {
		begin[j] = int32(len(c.people))
		c.people = append(c.people, people...)
		end[j] = int32(len(c.people))
	}
	n := len(c.people)
	c.isLeft, c.spare = make([]bool, n), make([]int32, n)
	c.counts, c.best = make([]int32, len(begin)), make([]int32, len(begin))
	// Within a code, people stand in canonical order, whether they stayed or joined.
	place := make([]int32, n)
	for i := range place {
		place[i] = int32(i)
	}
	for d := range t.Columns {
		codes, order := make([]int32, n), slices.Clone(place)
		for i, person := range c.people {
			codes[i] = t.Columns[d].Codes[person]
		}
		for j := range begin {
			slices.SortFunc(order[begin[j]:end[j]], func(x, y int32) int {
				return cmp.Or(cmp.Compare(codes[x], codes[y]), t.compare(c.people[x], c.people[y]))
			})
		}
		c.codes, c.orders = append(c.codes, codes), append(c.orders, order)
	}
	if len(t.Columns) == 0 {
		c.orders = [][]int32{place}
	}
	c.groups = make([]Group, 0, b.layers)
	c.cut(begin, end, int32(b.layers))
	return c
}

// compare is the canonical order of people.
func (t *Table) compare(a, b int32) int {
	for d := range t.Columns {
		if x, y := t.Columns[d].Codes[a], t.Columns[d].Codes[b]; x != y {
			return cmp.Compare(x, y)
		}
	}
	return cmp.Compare(a, b)
}

// cut cuts a part that will be some groups: in two halves, along the column that makes it the smallest.
func (c *cutting) cut(begin, end []int32, layers int32) {
	if layers == 1 {
		c.groups = append(c.groups, c.group(begin, end))
		return
	}
	if c.ctx.Err() != nil {
		return
	}
	left := layers / 2
	column, best := 0, -1.0
	for d := range c.codes {
		if gain := c.try(d, begin, end, layers, left); gain > best {
			column, best = d, gain
			copy(c.best, c.counts)
		}
	}
	if len(c.codes) == 0 {
		for j := range begin {
			c.best[j] = min(left, end[j]-begin[j])
		}
	}
	middle := make([]int32, len(begin))
	for j := range begin {
		middle[j] = begin[j] + c.best[j]
		for _, i := range c.orders[column][begin[j]:middle[j]] {
			c.isLeft[i] = true
		}
		for _, i := range c.orders[column][middle[j]:end[j]] {
			c.isLeft[i] = false
		}
	}
	for d := range c.orders {
		if d == column {
			continue
		}
		for j := range begin {
			c.divide(c.orders[d][begin[j]:end[j]])
		}
	}
	c.cut(begin, middle, left)
	c.cut(middle, end, layers-left)
}

// divide puts those who go left before the others, each in the order in which they were.
func (c *cutting) divide(run []int32) {
	left, right := 0, 0
	for _, i := range run {
		if c.isLeft[i] {
			run[left] = i
			left++
		} else {
			c.spare[right] = i
			right++
		}
	}
	copy(run[left:], c.spare[:right])
}

// try returns how much shorter the regions of the groups become along a column, in sum over the groups, if a part is cut
// along it, and sets counts. Where a value has a person for each group, as at least one value has, as many as there are
// groups on the left go left. Where it has counterfeits too, people go to the side that they are nearer to, as far as
// there are places on both: counterfeits are wherever nobody is.
func (c *cutting) try(d int, begin, end []int32, layers, left int32) float64 {
	codes, order, positions := c.codes[d], c.orders[d], c.table.Columns[d].Positions
	none := span{int32(len(positions)), -1}
	whole, a, b := none, none, none
	for j := range begin {
		if run := order[begin[j]:end[j]]; len(run) == int(layers) {
			c.counts[j] = left
			a.add(codes[run[0]], codes[run[left-1]])
			b.add(codes[run[left]], codes[run[layers-1]])
		}
	}
	middle := (positions[a.high] + positions[b.low]) / 2
	for j := range begin {
		run := order[begin[j]:end[j]]
		n := int32(len(run))
		if n < layers {
			near, _ := slices.BinarySearchFunc(run, middle, func(i int32, middle float64) int {
				if positions[codes[i]] <= middle {
					return -1
				}
				return 1
			})
			c.counts[j] = min(max(int32(near), n-(layers-left)), left, n)
			if k := c.counts[j]; k > 0 {
				a.add(codes[run[0]], codes[run[k-1]])
			}
			if k := c.counts[j]; k < n {
				b.add(codes[run[k]], codes[run[n-1]])
			}
		}
	}
	whole.add(a.low, a.high)
	whole.add(b.low, b.high)
	return float64(float64(layers)*whole.length(positions)) - float64(float64(left)*a.length(positions)) - float64(float64(layers-left)*b.length(positions))
}

// span is the codes from low to high.
type span struct{ low, high int32 }

func (s *span) add(low, high int32) { s.low, s.high = min(s.low, low), max(s.high, high) }

func (s *span) length(positions []float64) float64 { return positions[s.high] - positions[s.low] }

// group is the group of a part that has at most one person of each value.
func (c *cutting) group(begin, end []int32) Group {
	g := Group{Signature: c.signature}
	for j, v := range c.bucket.signature {
		if begin[j] < end[j] {
			g.People = append(g.People, c.people[c.orders[0][begin[j]]])
		} else {
			g.Counterfeits = append(g.Counterfeits, v)
		}
	}
	return g
}
