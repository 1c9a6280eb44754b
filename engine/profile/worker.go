package profile

import (
	"slices"

	"skyline/engine/internal/bitset"
)

// part is the rows of a view in groups, those of a single row apart, which stay what they
// are whatever column is added. Where people have several rows, those are among the others:
// they may be alone with two combinations.
type part struct {
	rows   []int32
	ends   []int32 // group i is rows[ends[i-1]:ends[i]]
	single tally   // the groups of a single row
}

// cell is what is counted of a value in a group.
type cell struct {
	rows int32 // or persons
	last int32 // the last row that has it; or where the next one goes
}

// worker is the memory of one goroutine. Between calls the rows of all cells are 0, and so
// are weights.
type worker struct {
	*search
	*view
	cells   []cell  // by code
	weights []int64 // the people of each cell, where rows have several
	touched []int32 // codes whose cells are not 0
	codes   []int32 // of the rows of a group
	parts   []*part // parts[i] is of the view, by i further places
	places  []int
}

func (s *search) newWorker() *worker {
	values := slices.Max(append(slices.Clone(s.values), 0))
	w := &worker{search: s, cells: make([]cell, values)}
	if s.people != nil {
		w.weights = make([]int64, values)
	}
	return w
}

// from measures the subsets that begin with the view's place, if it has one, and another.
func (w *worker) from(v *view, second int) {
	if len(w.parts) == 0 {
		w.parts = append(w.parts, nil)
	}
	w.view, w.parts[0], w.places = v, v.whole, append(w.places[:0], v.places...)
	w.next(second, second+1)
}

// next adds each of the places begin..end-1, and counts, or goes on from there.
func (w *worker) next(begin, end int) {
	for place := begin; place < end && w.ctx.Err() == nil; place++ {
		further := len(w.places) - len(w.view.places)
		w.places = append(w.places, place)
		if left := w.size - len(w.places); left > 0 {
			if len(w.parts) == further+1 {
				w.parts = append(w.parts, new(part))
			}
			w.divide(w.parts[further], w.parts[further+1])
			w.next(place+1, len(w.order)-left+1)
		} else {
			w.count(w.parts[further])
		}
		w.places = w.places[:len(w.places)-1]
	}
}

// divide divides a part by the last place, into one whose memory is used again.
func (w *worker) divide(from, to *part) {
	column := w.columns[w.places[len(w.places)-1]]
	to.rows, to.ends, to.single = slices.Grow(to.rows[:0], len(from.rows))[:len(from.rows)], to.ends[:0], from.single
	at, begin := int32(0), int32(0)
	for _, end := range from.ends {
		at = w.divideGroup(to, from.rows[begin:end], column, at)
		begin = end
	}
	to.rows = to.rows[:at]
}

// divideGroup divides the rows of a group, and puts them into a part from a row on. It
// returns where they end. Rows keep their order.
func (w *worker) divideGroup(to *part, rows, column []int32, at int32) int32 {
	w.codes = w.codes[:0]
	for _, row := range rows {
		code := column[row]
		w.codes = append(w.codes, code)
		c := &w.cells[code]
		if c.rows == 0 {
			w.touched = append(w.touched, code)
		}
		c.rows++
		c.last = row
	}
	for _, code := range w.touched {
		c := &w.cells[code]
		n := c.rows
		if c.rows = 0; n == 1 && w.persons == nil {
			to.single.add(w.peopleOf(c.last))
			c.last = -1
			continue
		}
		c.last = at
		at += n
		to.ends = append(to.ends, at)
	}
	w.touched = w.touched[:0]
	for i, code := range w.codes {
		if c := &w.cells[code]; c.last >= 0 {
			to.rows[c.last] = rows[i]
			c.last++
		}
	}
	return at
}

// counting is a subset that is being counted.
type counting struct {
	sum     tally
	alone   bitset.Set   // who is alone; nil: nobody asks
	smaller []bitset.Set // who is alone with each subset of one column less
	minimal bool
	of      *bodies // nil: nobody has several rows
}

// newCounting looks up who is alone with the subsets of one column less.
func (w *worker) newCounting(single tally) *counting {
	c := &counting{sum: single}
	for i := len(w.places) - 1; i >= 0 && w.size > 1; i-- {
		c.smaller = append(c.smaller, w.alone[keyOf(slices.Delete(slices.Clone(w.places), i, i+1))])
	}
	if w.persons != nil {
		c.of = newBodies(w.bodies())
	}
	if !w.last || w.persons != nil || w.notes != nil {
		c.alone = bitset.New(w.bodies())
		if len(c.smaller) > 0 {
			copy(c.alone, c.smaller[0]) // without the last place: those of single rows too
		}
	}
	return c
}

// count measures the subset of all places, whose last divides a part.
func (w *worker) count(p *part) {
	c := w.newCounting(p.single)
	column := w.columns[w.places[len(w.places)-1]]
	begin := int32(0)
	for _, end := range p.ends {
		rows := p.rows[begin:end]
		begin = end
		switch {
		case c.of != nil:
			w.countPersons(c.of, rows, column)
		case w.weights != nil:
			w.countPeople(rows, column)
		default:
			w.countRows(rows, column)
		}
		w.add(c)
	}
	f := found{key: keyOf(w.places)}
	if !w.last || w.notes != nil {
		f.alone, f.smaller = c.alone, c.smaller
	}
	if c.of != nil {
		c.sum.unique = int64(c.alone.Count())
		f.Subset = c.of.subset(&c.sum)
	} else {
		f.Subset = c.sum.subset(w.total)
	}
	f.Minimal = c.minimal
	for _, place := range w.places {
		f.Columns = append(f.Columns, w.order[place])
	}
	slices.Sort(f.Columns)
	to := &w.found[w.places[min(1, len(w.places)-1)]]
	*to = append(*to, f)
}

// countRows counts rows that have one person each. All the time goes here.
func (w *worker) countRows(rows, column []int32) {
	cells, touched := w.cells, w.touched
	for _, row := range rows {
		code := column[row]
		c := &cells[code]
		if c.rows == 0 {
			touched = append(touched, code)
		}
		c.rows++
		c.last = row
	}
	w.touched = touched
}

func (w *worker) countPeople(rows, column []int32) {
	w.countRows(rows, column)
	for _, row := range rows {
		w.weights[column[row]] += w.people[row]
	}
}

// countPersons counts persons, whose rows are beside each other.
func (w *worker) countPersons(of *bodies, rows, column []int32) {
	for _, row := range rows {
		c := &w.cells[column[row]]
		body := w.body[row]
		if c.rows > 0 && w.body[c.last] == body {
			continue // once more
		}
		if c.rows == 0 {
			w.touched = append(w.touched, column[row])
		}
		c.rows++
		c.last = row
		of.groups[body]++
	}
	for _, row := range rows {
		smallest := &of.smallest[w.body[row]]
		*smallest = min(*smallest, w.cells[column[row]].rows)
	}
}

// add adds the cells of a group, which are 0 then.
func (w *worker) add(c *counting) {
	for _, code := range w.touched {
		cell := &w.cells[code]
		n := int64(cell.rows)
		cell.rows = 0
		if w.weights != nil {
			n, w.weights[code] = w.weights[code], 0
		}
		c.sum.add(n)
		if n == 1 {
			c.isAlone(int(w.body[cell.last]))
		}
	}
	w.touched = w.touched[:0]
}

// isAlone notes that somebody is alone with the subset.
func (c *counting) isAlone(body int) {
	if c.alone != nil {
		c.alone.Add(body)
	}
	if !c.minimal {
		c.minimal = !slices.ContainsFunc(c.smaller, func(alone bitset.Set) bool { return alone.Has(body) })
	}
}

// peopleOf returns how many people have a row.
func (v *view) peopleOf(row int32) int64 {
	if v.people == nil {
		return 1
	}
	return v.people[row]
}
