package cube

import (
	"math"
	"slices"

	"skyline/engine/internal/budget"
)

const (
	// fewCandidates is among how many cells a change is looked for at first.
	fewCandidates = 200
	// hiddenAround is how many times as many of these may be hidden already.
	hiddenAround = 3
	// fewWays is for how many of these there is a way on which a change can be found.
	fewWays = 20
	// fewBoxes is for how many of these a box is.
	fewBoxes = 5
	// mostPerChange is how many steps the search for a change may take: one that is found by then is taken. They are fewer, but
	// leastPerChange, where there are so many needs that the limit allows no more for each.
	mostPerChange, leastPerChange = 1e8, 2e7
	// mostThinned is how often fewer cells are looked for, and mostDearer how many times as dear one may become.
	mostThinned = 4
	mostDearer  = 64
	// mostPrice is the largest price of a cell in a linear programme.
	mostPrice = 1 << 16
)

// change returns the cheapest change that meets a need, of cells that are allowed and the cell itself; or nil if there is none.
// effort is how many times as many steps it may take as others.
//
// Errors: errOverflow, those of the budget.
func (w *witnesses) change(n need, allowed []bool, effort float64) (*witness, error) {
	least, largest := w.Cells[n.cell].ends()
	if v := w.Cells[n.cell].Value + n.by; v < least || v > largest {
		return nil, nil
	}
	s, price := &System{}, []Term(nil)
	at, lines := map[int32][]Term{}, map[int32]bool{} // of each cell its unknowns: what it changes by
	var order []int32
	cells, reached := []int32{n.cell}, map[int32]bool{n.cell: true}
	for k := 0; k < len(cells); k++ {
		i := cells[k]
		for _, l := range w.in[w.first[i]:w.first[i+1]] {
			if lines[l] {
				continue
			}
			lines[l], order = true, append(order, l)
			for _, t := range w.Lines[l] {
				insider := n.insider != none && slices.Contains(w.insiders[t.Unknown], n.insider)
				if allowed[t.Unknown] && !reached[t.Unknown] && !insider {
					reached[t.Unknown], cells = true, append(cells, t.Unknown)
				}
			}
		}
	}
	for _, i := range cells {
		c := &w.Cells[i]
		switch {
		case i == n.cell:
			at[i] = []Term{{s.unknown(Range{Least: n.by, Largest: n.by}, c.Whole), 1}}
		case w.hidden[i] || c.Cost == 0:
			at[i] = []Term{{s.unknown(c.room(), c.Whole), 1}}
		default:
			r, cost := c.room(), w.price(i, n.by)
			more := s.unknown(Range{Largest: r.Largest, NoLargest: r.NoLargest}, c.Whole)
			less := s.unknown(Range{Largest: -r.Least, NoLargest: r.NoLeast}, c.Whole)
			at[i] = []Term{{more, 1}, {less, -1}}
			price = append(price, Term{more, cost}, Term{less, cost})
		}
	}
	for _, l := range order {
		var sum Sum
		for _, t := range w.Lines[l] {
			for _, part := range at[t.Unknown] {
				sum.Terms = append(sum.Terms, Term{part.Unknown, part.Times * t.Times})
			}
		}
		s.Sums = append(s.Sums, sum)
	}
	steps := budget.New(w.ctx, max(0, min(w.limit-w.spent, w.perChange*effort)))
	table, err := s.cheapest(w.ctx, price, steps)
	w.spent += steps.Spent() + float64(100*len(cells))
	if err != nil || table == nil {
		return nil, err
	}
	x := &witness{}
	for _, i := range cells {
		by := table[at[i][0].Unknown]
		if len(at[i]) == 2 { // more, and less
			less := table[at[i][1].Unknown]
			var ok bool
			if by, ok = by.plus(fraction{-less.num, less.den}); !ok {
				return nil, errOverflow
			}
		}
		if by.num != 0 {
			x.cells, x.by = append(x.cells, i), append(x.by, by)
			w.moved[i] = math.Abs(float64(by.num) / float64(by.den))
		}
	}
	return x, nil
}

// thin looks for a change of fewer cells than one that was found, where the price of a cell is higher if it changed by less: a
// linear programme likes to change many cells by a little, and each is hidden for it.
func (w *witnesses) thin(n need, x *witness) *witness {
	for range mostThinned {
		allowed := make([]bool, len(w.Cells))
		for _, i := range x.cells {
			allowed[i] = true
		}
		w.thinning = true
		fewer, err := w.change(n, allowed, 1)
		w.thinning = false
		if err != nil || fewer == nil || len(fewer.cells) >= len(x.cells) {
			break
		}
		x = fewer
	}
	return x
}

// price returns what it costs to change a cell by 1.
func (w *witnesses) price(i int32, by int64) int64 {
	cost := float64(w.Cells[i].Cost) * w.scale
	if w.thinning {
		cost *= min(mostDearer, max(1, math.Abs(float64(by))/max(w.moved[i], 1e-3)))
	}
	return int64(math.Ceil(cost))
}

// unknown adds an unknown to a system.
func (s *System) unknown(r Range, whole bool) int32 {
	s.Unknowns = append(s.Unknowns, Unknown{r, whole})
	return int32(len(s.Unknowns) - 1)
}

// room returns by how much a cell may change.
func (c *Cell) room() Range {
	r := c.Range
	r.Least, r.Largest = r.Least-c.Value, r.Largest-c.Value
	return r
}

// around returns the cells that a change may be of: those that are closest to a cell, where going on along a line costs what the
// next cell does, and hidden ones cost next to nothing; and whether these are all. more says whether there may be cells among
// them that are not hidden yet.
func (w *witnesses) around(n need, size int, more bool) (allowed []bool, all bool) {
	allowed = make([]bool, len(w.Cells))
	way, seen := &closest{{0, n.cell}}, make([]bool, len(w.Cells))
	walked := make([]bool, len(w.Lines))
	for hidden, others := 0, 0; len(*way) > 0; {
		next := way.pop()
		if seen[next.cell] {
			continue
		}
		seen[next.cell] = true
		if w.hidden[next.cell] {
			hidden++
		} else {
			others++
		}
		if hidden > hiddenAround*size || others > size {
			return allowed, false
		}
		allowed[next.cell] = true
		for _, l := range w.in[w.first[next.cell]:w.first[next.cell+1]] {
			if walked[l] {
				continue
			}
			walked[l] = true
			for _, t := range w.Lines[l] {
				c := &w.Cells[t.Unknown]
				if seen[t.Unknown] || w.kept[t.Unknown] || !more && !w.hidden[t.Unknown] {
					continue
				}
				cost := next.cost + 1
				if !w.hidden[t.Unknown] {
					cost += c.Cost
				}
				way.push(step{cost, t.Unknown})
			}
		}
	}
	return allowed, true
}
