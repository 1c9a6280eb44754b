package cube

import "slices"

// enclose adds to cells that a change may be of such that there is one: some ways to go on from the cell until each line has two cells
// that change or none, as the corners of a box in the dimensions of a table. Each way avoids what the ways before have taken.
func (w *witnesses) enclose(n need, ways int, allowed []bool) {
	taken := map[int32]int{}
	for range ways {
		for _, i := range w.way(n, taken) {
			allowed[i] = true
			taken[i]++
		}
	}
}

// mostOnWay is how many cells a way may have.
const mostOnWay = 200

// way goes on from a cell: for a line of which one cell changes it adds another, that leaves as few such lines as it can, has
// room for the change in both directions, was not taken before, and is cheap.
func (w *witnesses) way(n need, taken map[int32]int) []int32 {
	cells, is := []int32{n.cell}, map[int32]bool{n.cell: true}
	count := map[int32]int{} // how many cells of a line change
	open := slices.Clone(w.in[w.first[n.cell]:w.first[n.cell+1]])
	start := map[int32]bool{}
	for _, l := range open {
		count[l], start[l] = 1, true
	}
	for len(open) > 0 && len(cells) < mostOnWay {
		l := open[0]
		open = open[1:]
		if count[l] != 1 {
			continue
		}
		best, least := int32(none), candidate{}
		for _, t := range w.Lines[l] {
			i, c := t.Unknown, &w.Cells[t.Unknown]
			if is[i] || c.Keep || n.insider != none && slices.Contains(w.insiders[i], n.insider) {
				continue
			}
			next := candidate{taken: taken[i]}
			if start[l] {
				next.again = taken[i]
			}
			for _, other := range w.in[w.first[i]:w.first[i+1]] {
				switch count[other] {
				case 0:
					next.open++
				case 1:
					next.open--
				}
			}
			if r := c.room(); !r.NoLargest && r.Largest < max(n.by, -n.by) || !r.NoLeast && -r.Least < max(n.by, -n.by) {
				next.open += 2
			}
			if !w.hidden[i] {
				next.cost = c.Cost + 1
			}
			if best == none || next.before(least) {
				best, least = i, next
			}
		}
		if best == none {
			continue
		}
		cells, is[best] = append(cells, best), true
		for _, other := range w.in[w.first[best]:w.first[best+1]] {
			if count[other]++; count[other] == 1 {
				open = append(open, other)
			}
		}
	}
	return cells
}

// A candidate is what speaks against a cell.
type candidate struct {
	again       int // on a line of the cell itself, how many ways have taken it
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
