package profile

import (
	"cmp"
	"context"
	"math"
	"slices"

	"skyline/engine/internal/bitset"
	"skyline/engine/internal/parallel"
	"skyline/engine/progress"
)

// Subset is how far a subset of the columns tells people apart. Where the table is empty,
// Groups, Smallest and Unique are 0, and shares are NaN.
type Subset struct {
	Columns  []int // in rising order
	Groups   int64 // different combinations
	Smallest int64 // people in the smallest group
	Unique   int64 // people who are alone

	UniqueShare float64 // Unique / people
	// AverageRisk is the mean, over people, of 1 / the size of their smallest group.
	AverageRisk float64
	// Distinction is Groups / Σ_g n_g, n_g being the people of a group.
	Distinction float64
	// Separation is the share of pairs that differ, a pair being two different people with
	// a combination of each:
	//
	//	1 - Σ_g n_g·(n_g - 1) / ((Σ_g n_g)² - Σ_p a_p²)
	//
	// for people p of a_p combinations. NaN: there is no pair.
	Separation float64
	// Minimal says that somebody is alone with the subset, and with no smaller one of it.
	Minimal bool
	// Determines are the further columns of which each combination has one value, unless a
	// smaller subset determines them, or none: those that are constant. It is empty where at
	// least 90 % of the people are alone with the subset, and nil where that is not known: for
	// subsets of the largest size that are not all columns, and in an empty table.
	Determines []int
}

// Uncountable is what Forecast returns for more than 2^53.
const Uncountable = math.MaxInt64

// Forecast returns how many subsets of one to maxSize of so many columns there are.
func Forecast(columns, maxSize int) int64 {
	total, ofSize := 0.0, 1.0
	exactly, choose := int64(0), int64(1)
	for k := 1; k <= min(columns, maxSize); k++ {
		ofSize = ofSize * float64(columns-k+1) / float64(k)
		if total += ofSize; total > 1<<53 {
			return Uncountable
		}
		choose = choose * int64(columns-k+1) / int64(k)
		exactly += choose
	}
	return exactly
}

// Subsets returns the measures of every subset of one to maxSize columns: by size, and
// among equals in the order of the columns. Quotients are correctly rounded; AverageRisk is
// within 1e-15 where somebody has several rows.
//
// It goes from size to size. For each subset of one column less it makes the groups once,
// without those of a single row, and counts them with each further column: so it takes
// O(rows) for each subset, and far less where columns of many values are among them; those
// come first. It keeps a bit for each person and each subset that is smaller than maxSize,
// and 8 bytes for each row and column.
//
// Errors: those of ctx.
func (t *Table) Subsets(ctx context.Context, maxSize, workers int) ([]Subset, error) {
	return t.newSearch(ctx, workers).run(maxSize)
}

// search is the work on all subsets of a size.
type search struct {
	*Table
	ctx     context.Context
	order   []int // the columns, those with most values first; a place is an index in it
	workers []*worker
	size    int
	last    bool                  // no size follows
	alone   map[string]bitset.Set // who is alone with each subset of one column less, by keyOf its places
	found   [][]found             // what has not been gathered yet, by the second place, or the only one
	done    []found               // what has been, of the size
	notes   *notes                // of whom each minimal subset is; nil: nobody asks
}

// view is a table in the order of the groups of its first place: so what is looked at for a
// group of smaller ones lies close together.
type view struct {
	places  []int     // the first one, or none
	columns [][]int32 // by place; those behind the first
	people  []int64   // as in Table
	body    []int32   // who is alone where a row is: its person, or the row of the table
	whole   *part     // its rows are those of the view, from 0
	divided *part     // the same by the rows of the table
}

func (t *Table) newSearch(ctx context.Context, workers int) *search {
	s := &search{Table: t, ctx: ctx}
	for i := range t.columns {
		s.order = append(s.order, i)
	}
	slices.SortStableFunc(s.order, func(a, b int) int { return cmp.Compare(t.values[b], t.values[a]) })
	for range max(1, workers) {
		s.workers = append(s.workers, s.newWorker())
	}
	return s
}

// run measures the subsets of one to maxSize columns, in the order of Subsets.
func (s *search) run(maxSize int) ([]Subset, error) {
	view := s.all()
	var all []Subset
	maxSize = min(maxSize, len(s.columns))
	toDo := float64(Forecast(len(s.columns), maxSize))
	for s.size = 1; s.size <= maxSize; s.size++ {
		s.last, s.done = s.size == maxSize, nil
		s.sized(view)
		if err := s.ctx.Err(); err != nil {
			return nil, err
		}
		begin := len(all)
		s.alone = map[string]bitset.Set{}
		for _, f := range s.done {
			all = append(all, *f.Subset)
			s.alone[f.key] = f.alone
		}
		slices.SortFunc(all[begin:], func(a, b Subset) int { return slices.Compare(a.Columns, b.Columns) })
		progress.Report(s.ctx, float64(len(all)), toDo)
	}
	s.determine(all, maxSize)
	return all, nil
}

// all is the view of all columns.
func (s *search) all() *view {
	rows := identity(s.rows)
	v := &view{people: s.people, body: s.persons, whole: &part{rows: rows, ends: []int32{int32(s.rows)}}}
	if v.body == nil {
		v.body = rows
	}
	for _, column := range s.order {
		v.columns = append(v.columns, s.columns[column])
	}
	return v
}

// by makes a view that of all by its first place. Its memory is used again.
func (s *search) by(v, all *view, first int) {
	w := s.workers[0]
	w.view, w.places, v.places = all, append(w.places[:0], first), append(v.places[:0], first)
	w.divide(all.whole, v.divided)
	order := v.divided.rows
	v.whole = &part{rows: all.whole.rows[:len(order)], ends: v.divided.ends, single: v.divided.single}
	v.body = gathered(v.body, all.body, order)
	if s.people != nil {
		v.people = gathered(v.people, all.people, order)
	}
	parallel.For(len(s.workers), len(s.order)-first-1, func(_, i int) {
		at := first + 1 + i
		v.columns[at] = gathered(v.columns[at], all.columns[at], order)
	})
}

// sized measures all subsets of the size.
func (s *search) sized(all *view) {
	s.found = make([][]found, len(s.order))
	if s.size == 1 {
		parallel.For(len(s.workers), len(s.order), func(worker, place int) { s.workers[worker].from(all, place) })
		s.gather()
		return
	}
	v := &view{columns: make([][]int32, len(s.order)), divided: new(part)}
	for first := 0; first+s.size <= len(s.order) && s.ctx.Err() == nil; first++ {
		s.by(v, all, first)
		parallel.For(len(s.workers), len(s.order)-first-s.size+1, func(worker, i int) { s.workers[worker].from(v, first+1+i) })
		s.gather()
	}
}

// gather takes what has been found since the last time. Of the last size it keeps nobody who
// is alone: there are most subsets of it.
func (s *search) gather() {
	batch := slices.Concat(s.found...)
	clear(s.found)
	if s.notes != nil {
		s.note(batch)
	}
	for i := range batch {
		batch[i].smaller = nil
		if s.last {
			batch[i].alone = nil
		}
	}
	s.done = append(s.done, batch...)
}

// found is a subset that has been counted; who is alone with it, nil if nobody asks, and with
// each subset of one column less.
type found struct {
	*Subset
	key     string
	alone   bitset.Set
	smaller []bitset.Set
}

// keyOf is a set of places, in rising order, to look up.
func keyOf(places []int) string {
	key := make([]rune, len(places))
	for i, place := range places {
		key[i] = rune(place)
	}
	return string(key)
}
