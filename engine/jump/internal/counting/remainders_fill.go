package counting

import (
	"encoding/binary"
	"math/big"
	"slices"
)

// filling is a way to fill a block, and in how many ways it can be done with people and
// values that have names.
type filling struct {
	ways     *big.Int
	portions []portion
	left     []remainder
}

// portion are values of a remainder that get the same people: so many of each cell.
type portion struct {
	of     int     // the remainder
	people []int64 // by cell of the block
	values int64
}

// filler goes through the ways to fill a block: the values of one remainder after another,
// portion by portion, in falling order of the people of the first cell, then of the second,
// and so on.
type filler struct {
	*remainders
	block  block
	start  []remainder
	visit  func(filling) error
	later  [][]int64 // by remainder and group: people with values of later remainders
	chosen []portion
	// By cell of the block: its group, whether no later one is of that, how many people may
	// have the same value, and how many have none yet; and by group how many have none.
	in         []int
	last       []bool
	caps, need []int64
	needIn     []int64
}

// fill visits all ways to fill a block in which its sets satisfy the property.
func (q *remainders) fill(b block, start []remainder, visit func(filling) error) error {
	w := &filler{remainders: q, block: b, start: start, visit: visit}
	w.needIn = make([]int64, q.groups)
	for j, i := range b.cells {
		c := q.cells[i]
		if j > 0 && w.in[j-1] == c.group {
			w.last[j-1] = false
		}
		w.in, w.last = append(w.in, c.group), append(w.last, true)
		w.caps, w.need = append(w.caps, q.most(i)), append(w.need, c.size)
		w.needIn[c.group] += c.size
	}
	w.later = make([][]int64, len(start))
	later := make([]int64, q.groups)
	for k, r := range slices.Backward(start) {
		w.later[k] = slices.Clone(later)
		for h, n := range r.counts {
			later[h] += n * r.values
		}
	}
	return w.remainder(0, big.NewInt(1))
}

// remainder chooses the portions of the k-th remainder and later ones, until everybody has
// a value.
func (w *filler) remainder(k int, ways *big.Int) error {
	if slices.Max(w.need) == 0 {
		return w.done(ways)
	}
	return w.portion(k, w.start[k].values, nil, ways)
}

// portion chooses the next portion of a remainder of which so many values have none yet,
// with fewer people than the one before; or none.
func (w *filler) portion(k int, values int64, before []int64, ways *big.Int) error {
	if err := w.budget.Spend(w.each / 20); err != nil {
		return err
	}
	if w.suffices(k) {
		if err := w.remainder(k+1, ways); err != nil {
			return err
		}
	}
	if values == 0 {
		return nil
	}
	next := portion{of: k, people: make([]int64, len(w.need))}
	return w.cell(next, values, before, 0, ways)
}

// suffices says whether values of later remainders are enough for all who have none yet.
func (w *filler) suffices(k int) bool {
	for h, n := range w.needIn {
		if n > w.later[k][h] {
			return false
		}
	}
	return true
}

// cell chooses the people of a cell in a portion, before being that before, if they are the
// same so far: the greatest ones first.
func (w *filler) cell(x portion, values int64, before []int64, j int, ways *big.Int) error {
	if j == len(x.people) {
		if before != nil || slices.Max(x.people) == 0 {
			return nil // the same as before, or nobody
		}
		return w.repeat(x, values, ways)
	}
	low, high := w.span(x, values, j)
	if before != nil {
		high = min(high, before[j])
	}
	for n := high; n >= low; n-- {
		x.people[j] = n
		tied := before
		if before != nil && n < before[j] {
			tied = nil
		}
		if err := w.cell(x, values, tied, j+1, ways); err != nil {
			return err
		}
	}
	return nil
}

// span returns the least and the greatest number of people of the j-th cell that a value
// can have, after the cells before. The least leaves no more than other values can have.
func (w *filler) span(x portion, values int64, j int) (low, high int64) {
	h := w.in[j]
	count, taken := w.start[x.of].counts[h], int64(0)
	for other, n := range x.people[:j] {
		if w.in[other] == h {
			taken += n
		}
	}
	need := w.needIn[h] - w.later[x.of][h]
	switch {
	case j == 0 && w.last[j]:
		low = (max(0, need) + values - 1) / values // later portions are not larger
	case w.last[j]:
		low = need - count*(values-1) - taken
	}
	return max(0, low), min(count-taken, w.need[j], w.caps[j])
}

// repeat chooses how many values the portion is of.
func (w *filler) repeat(x portion, values int64, ways *big.Int) error {
	var err error
	at := len(w.chosen)
	w.chosen = append(w.chosen, x)
	for x.values < values && w.has(x.people) && err == nil {
		x.values++
		for j, n := range x.people {
			if n > 0 && n < w.need[j] {
				ways = new(big.Int).Mul(ways, w.choose(w.need[j], n))
			}
			w.take(j, n)
		}
		w.chosen[at] = x
		named := ways
		if x.values < values {
			named = new(big.Int).Mul(ways, w.choose(values, x.values))
		}
		err = w.portion(x.of, values-x.values, x.people, named)
	}
	w.chosen = w.chosen[:at]
	for j, n := range x.people {
		w.take(j, -n*x.values)
	}
	return err
}

// take accounts for people of a cell who get a value.
func (w *filler) take(j int, people int64) {
	w.need[j] -= people
	w.needIn[w.in[j]] -= people
}

// has says whether so many people have no value yet.
func (w *filler) has(people []int64) bool {
	for j, n := range people {
		if n > w.need[j] {
			return false
		}
	}
	return true
}

// done visits a way to fill the block if its sets satisfy the property.
func (w *filler) done(ways *big.Int) error {
	if err := w.budget.Spend(w.each); err != nil {
		return err
	}
	for _, s := range w.block.sets {
		var histogram []int64
		for _, x := range w.chosen {
			n := int64(0)
			for j, i := range w.block.cells {
				if slices.Contains(w.cells[i].sets, s) {
					n += x.people[j]
				}
			}
			for range x.values {
				histogram = append(histogram, n)
			}
		}
		if !w.satisfies(histogram) {
			return nil
		}
	}
	return w.visit(filling{ways: ways, portions: w.chosen, left: w.left()})
}

// satisfies decides for a set, whose values may come in any order.
func (q *remainders) satisfies(histogram []int64) bool {
	slices.Sort(histogram)
	var key []byte
	for _, n := range histogram {
		key = binary.AppendUvarint(key, uint64(n))
	}
	holds, ok := q.holds[string(key)]
	if !ok {
		holds = q.property.HoldsGroup(histogram)
		q.holds[string(key)] = holds
	}
	return holds
}

// left returns what the portions leave of each value.
func (w *filler) left() []remainder {
	all := slices.Clone(w.start)
	for _, x := range w.chosen {
		all[x.of].values -= x.values
		r := remainder{counts: slices.Clone(w.start[x.of].counts), values: x.values}
		for j, n := range x.people {
			r.counts[w.in[j]] -= n
		}
		all = append(all, r)
	}
	all = slices.DeleteFunc(all, func(r remainder) bool { return r.values == 0 || slices.Max(r.counts) == 0 })
	slices.SortFunc(all, func(a, b remainder) int { return slices.Compare(a.counts, b.counts) })
	kept := all[:0]
	for _, r := range all {
		if last := len(kept) - 1; last >= 0 && slices.Equal(kept[last].counts, r.counts) {
			kept[last].values += r.values
		} else {
			kept = append(kept, r)
		}
	}
	return kept
}
