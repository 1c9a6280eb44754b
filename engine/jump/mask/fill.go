package mask

import (
	"encoding/binary"
	"math/big"
	"slices"
)

// filler goes through the ways to fill a block.
type filler struct {
	*remainders
	block  *block
	start  []remainder
	visit  func(filling) error
	most   []int64   // by cell of the block: of each value
	need   []int64   // by cell of the block: people still to be chosen
	chosen [][]int64 // by value, those that are alike one by one: people in each cell
	after  [][]int64 // by remainder and group: people with values of later remainders
	alone  bool      // the first cell is the only one of its group
}

// fill visits all ways to fill a block in which its sets satisfy the property.
func (q *remainders) fill(b *block, start []remainder, visit func(filling) error) error {
	w := &filler{remainders: q, block: b, start: start, visit: visit, alone: true}
	for j, i := range b.cells {
		c := q.cells[i]
		w.need = append(w.need, c.size)
		w.most = append(w.most, c.size)
		if q.rule.capped {
			w.most[j] = q.most(i)
		}
		w.alone = w.alone && (j == 0 || c.group != q.cells[b.cells[0]].group)
	}
	w.after = make([][]int64, len(start))
	after := make([]int64, q.groups)
	values := int64(0)
	for k, r := range slices.Backward(start) {
		w.after[k] = slices.Clone(after)
		for h, n := range r.counts {
			after[h] += n * r.values
		}
		values += r.values
	}
	w.chosen = make([][]int64, values)
	all := make([]int64, int(values)*len(b.cells))
	for t := range w.chosen {
		w.chosen[t], all = all[:len(b.cells)], all[len(b.cells):]
	}
	return w.value(0, 0, 0, 0, big.NewInt(1))
}

// value chooses people with a value: the i-th of the k-th remainder, t-th of all. The
// value before it has the same people as the run of so many before.
func (w *filler) value(k int, i int64, t, run int, ways *big.Int) error {
	if k == len(w.start) {
		return w.done(ways)
	}
	if i == w.start[k].values {
		return w.value(k+1, 0, t, 0, ways)
	}
	return w.cell(k, i, t, run, 0, i > 0, ways)
}

// cell chooses the people of a cell with a value; if it is bound, so far as many as with
// the value before, of which there may not be more.
func (w *filler) cell(k int, i int64, t, run, j int, bound bool, ways *big.Int) error {
	r := &w.start[k]
	now := w.chosen[t]
	if j == len(w.block.cells) {
		if err := w.m.spend(w.each / 20); err != nil {
			return err
		}
		if bound {
			run++
		} else {
			run = 1
		}
		if slices.Max(now) == 0 {
			// Nobody has any of the others that are alike either.
			others := r.values - i
			for range others {
				clear(w.chosen[t])
				t++
			}
			return w.value(k+1, 0, t, 0, new(big.Int).Mul(ways, w.choose(r.values, others)))
		}
		if i > 0 {
			ways = new(big.Int).Mul(ways, big.NewInt(i+1))
			ways.Quo(ways, big.NewInt(int64(run)))
		}
		return w.value(k, i+1, t+1, run, ways)
	}
	h := w.cells[w.block.cells[j]].group
	have, need, last := r.counts[h], int64(0), true
	for other, c := range w.block.cells {
		if w.cells[c].group == h {
			need += w.need[other]
			if other < j {
				have -= now[other]
			}
			last = last && other <= j
		}
	}
	high := min(have, w.need[j], w.most[j])
	if bound {
		high = min(high, w.chosen[t-1][j])
	}
	low := int64(0)
	if last {
		low = max(0, need-w.after[k][h]-r.counts[h]*(r.values-i-1))
	}
	if j == 0 && w.alone {
		// None of the values that are alike gets more.
		alike := r.values - i
		low = max(low, (need-w.after[k][h]+alike-1)/alike)
	}
	all := w.need[j]
	for n := low; n <= high; n++ {
		now[j] = n
		w.need[j] = all - n
		more := ways
		if n > 0 && n < all {
			more = new(big.Int).Mul(ways, w.choose(all, n))
		}
		if err := w.cell(k, i, t, run, j+1, bound && n == w.chosen[t-1][j], more); err != nil {
			return err
		}
	}
	w.need[j] = all
	return nil
}

// done visits a way to fill the block if its sets satisfy the property.
func (w *filler) done(ways *big.Int) error {
	if err := w.m.spend(w.each); err != nil {
		return err
	}
	if slices.Max(w.need) > 0 {
		return nil
	}
	histogram := make([]int64, len(w.chosen))
	for _, s := range w.block.sets {
		clear(histogram)
		for j, i := range w.block.cells {
			if slices.Contains(w.cells[i].sets, s) {
				for t := range histogram {
					histogram[t] += w.chosen[t][j]
				}
			}
		}
		if !w.satisfies(histogram) {
			return nil
		}
	}
	f := filling{ways: ways, people: make([][]int64, len(w.block.cells))}
	for j := range f.people {
		f.people[j] = make([]int64, len(w.start))
	}
	t := 0
	for k, r := range w.start {
		for range r.values {
			counts := slices.Clone(r.counts)
			for j, i := range w.block.cells {
				n := w.chosen[t][j]
				f.people[j][k] += n
				counts[w.cells[i].group] -= n
			}
			if slices.Max(counts) > 0 {
				f.left = append(f.left, remainder{counts: counts, values: 1})
			}
			t++
		}
	}
	slices.SortFunc(f.left, compareCounts)
	kept := 0
	for _, r := range f.left {
		if kept > 0 && slices.Equal(f.left[kept-1].counts, r.counts) {
			f.left[kept-1].values++
			continue
		}
		f.left[kept] = r
		kept++
	}
	f.left = f.left[:kept]
	return w.visit(f)
}

// satisfies decides for a set, whose values may come in any order.
func (w *filler) satisfies(histogram []int64) bool {
	sorted := slices.Clone(histogram)
	slices.Sort(sorted)
	var key []byte
	for _, n := range sorted {
		key = binary.AppendUvarint(key, uint64(n))
	}
	holds, ok := w.holds[string(key)]
	if !ok {
		holds = w.rule.property.HoldsGroup(sorted)
		w.holds[string(key)] = holds
	}
	return holds
}
