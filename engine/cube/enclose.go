package cube

import "slices"

// enclose adds to cells that a change may be of such that there is one: some ways to go on from the cell until each line has two cells
// that change or none, as the corners of a box in the dimensions of a table. Each way avoids what the ways before have taken.
func (w *witnesses) enclose(n need, ways int, allowed []bool) {
	taken := map[int32]int{}
	for number := range ways {
		for _, i := range w.way(n, taken, number) {
			allowed[i] = true
			taken[i]++
		}
	}
}

const (
	// mostOnWay is how many cells a way may have.
	mostOnWay = 200
	// firstWays is how many ways begin with the cheapest cells that none before has taken. For those behind them it is a matter
	// of chance, so that each combination may come.
	firstWays = 5
)

// scatter returns a number from 0 to 7 for a way and a cell, which is as good as chance.
func scatter(number int, cell int32) int {
	x := uint64(number)<<32 | uint64(uint32(cell))
	x *= 0x9e3779b97f4a7c15
	x ^= x >> 29
	x *= 0xbf58476d1ce4e5b9
	return int(x >> 61)
}

// way goes on from a cell: for a line whose sum is not 0 after the change it changes another cell such that it is. It is one by
// which as few others are not as can be, that may change so far, was not taken before, and is cheap.
func (w *witnesses) way(n need, taken map[int32]int, number int) []int32 {
	cells, is := []int32{n.cell}, map[int32]bool{n.cell: true}
	sums := map[int32]int64{} // of lines, after the change
	open, start := []int32(nil), map[int32]bool{}
	each := func(i int32, do func(l int32, times int64)) {
		for _, l := range w.in[w.first[i]:w.first[i+1]] {
			at := slices.IndexFunc(w.Lines[l], func(t Term) bool { return t.Unknown == i })
			do(l, w.Lines[l][at].Times)
		}
	}
	each(n.cell, func(l int32, times int64) {
		sums[l], start[l], open = times*n.by, true, append(open, l)
	})
	for len(open) > 0 && len(cells) < mostOnWay {
		l := open[0]
		open = open[1:]
		if sums[l] == 0 {
			continue
		}
		best, by, least := int32(none), int64(0), candidate{}
		for _, t := range w.Lines[l] {
			i, c := t.Unknown, &w.Cells[t.Unknown]
			if is[i] || w.kept[i] || sums[l]%t.Times != 0 || n.insider != none && slices.Contains(w.insiders[i], n.insider) {
				continue
			}
			change := -sums[l] / t.Times
			next := candidate{taken: taken[i]}
			if start[l] {
				if next.again = taken[i]; number >= firstWays {
					next.again = scatter(number, i)
				}
			}
			each(i, func(l int32, times int64) {
				if sums[l] != 0 {
					next.open--
				}
				if sums[l]+times*change != 0 {
					next.open++
				}
			})
			if least, largest := c.ends(); c.Value+change < least || c.Value+change > largest {
				if number%2 == 0 {
					next.again += len(w.Cells)
				}
				next.open += 2
			}
			if !w.hidden[i] {
				next.cost = c.Cost + 1
			}
			if best == none || next.before(least) {
				best, by, least = i, change, next
			}
		}
		if best == none {
			continue
		}
		cells, is[best] = append(cells, best), true
		each(best, func(l int32, times int64) {
			if sums[l] += times * by; sums[l] != 0 {
				open = append(open, l)
			}
		})
	}
	return cells
}

// A candidate is what speaks against a cell.
type candidate struct {
	again       int // it cannot change so far; or, on a line of the cell itself, how many ways have taken it
	open, taken int
	cost        int64
}

func (c candidate) before(d candidate) bool {
	if c.again != d.again {
		return c.again < d.again
	}
	if c.open != d.open {
		return c.open < d.open
	}
	if c.taken != d.taken {
		return c.taken < d.taken
	}
	return c.cost < d.cost
}
