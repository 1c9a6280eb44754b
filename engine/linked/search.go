package linked

import (
	"context"
	"math"
	"math/big"
	"slices"

	"skyline/engine/internal/budget"
	"skyline/engine/progress"
)

// entry is a record that contains the known rows.
type entry struct {
	class  int32
	slot   int32  // of the last known item
	parent int32  // the same record among those that contain the items before
	ways   uint64 // in how many ways its rows may be the known ones
}

// frame is what is known after an item more.
type frame struct {
	item, copies int32
	entries      []entry // the candidates' records

	below    []entry // those of what is known after another item more, one item behind the other
	children []child
	repeated []entry // those that have the item several times
}

// child are the records in frame.below that have an item.
type child struct{ item, begin, end, copies int32 }

// search goes through all sets of known rows depth first.
type search struct {
	ctx    context.Context
	t      *table
	q      *Query
	depth  int // how many rows are known at most
	budget *budget.Budget
	levels []Level
	alone  []uint64 // by class and number of known rows: choices of rows by which the person is the only candidate
	stack  []frame
	counts []int32 // by item, 0 between uses
	leaves []leaf  // the same, where people are counted
	sums   sums
	seen   []int32 // the items that are counted
	tally  *tally
	known  *tally // in how many known rows a value is

	// certain, and certainKnown, are from how many known rows on a value is certain anyway.
	certain, certainKnown int

	probe *probe // nil: this is the search itself
}

func newSearch(ctx context.Context, t *table, q *Query, depth int) *search {
	return &search{
		ctx: ctx, t: t, q: q, depth: depth, budget: budget.New(ctx, math.Inf(1)), levels: make([]Level, depth+1),
		stack: make([]frame, depth+1), counts: make([]int32, len(t.items)), tally: newTally(), known: newTally(),
		certain: math.MaxInt, certainKnown: math.MaxInt,
	}
}

// run looks at the people of each Own for themselves.
func (s *search) run() error {
	if err := s.countable(); err != nil {
		return err
	}
	s.alone = make([]uint64, len(s.t.classes)*(s.depth+1))
	return s.each()
}

func (s *search) each() error {
	classes := s.t.classes
	for begin := 0; begin < len(classes); {
		end := begin + 1
		for end < len(classes) && classes[end].own == classes[begin].own {
			end++
		}
		root := &s.stack[0] // its entries have no item yet
		root.entries = root.entries[:0]
		for i := begin; i < end; i++ {
			root.entries = append(root.entries, entry{class: int32(i), slot: classes[i].begin - 1, parent: -1, ways: 1})
		}
		if err := s.visit(0, 0); err != nil {
			return err
		}
		begin = end
		if s.probe == nil {
			progress.Report(s.ctx, float64(begin), float64(len(classes)))
		}
	}
	return nil
}

// countable makes sure that sums of choices of rows fit into 64 bits.
func (s *search) countable() error {
	most, rows := int32(s.depth)+1, int32(0)
	for i := range s.t.classes {
		c := &s.t.classes[i]
		repeated := int32(0)
		for _, slot := range s.t.slots[c.begin:c.end] {
			if slot.copies > 1 {
				repeated += slot.copies
			}
		}
		for n := range most {
			_, ok := choose(c.rows, n)
			ways, fits := choose(repeated, n)
			if !ok || !fits || s.q.Values && ways > math.MaxInt64/uint64(s.t.people)/uint64(s.depth+1) {
				most, rows = n, c.rows
				break
			}
		}
	}
	if most <= int32(s.depth) {
		return &ChoicesError{rows, most - 1}
	}
	return nil
}

// visit looks at the people who have what the frames up to at say, n rows, and at all that
// may be known beside it.
func (s *search) visit(at, n int) error {
	f := &s.stack[at]
	if err := s.budget.Spend(s.stepsOf(f.entries)); err != nil {
		return err
	}
	lone := len(f.entries) == 1 // below, candidates are the same people
	if s.probe != nil {
		s.probe.above += s.probe.of.stepsOf(f.entries)
		if n == s.depth {
			s.probe.add(s, f, lone)
		}
	} else {
		people := int64(0)
		for i := range f.entries {
			people += s.t.classes[f.entries[i].class].people
		}
		if level := &s.levels[n]; level.K == 0 || people < level.K {
			level.K, level.Alone = people, s.caseOf(at, people, 0)
		}
		if people == 1 {
			s.countAlone(&f.entries[0], n)
		}
		if s.q.Values {
			s.learn(at, n, people, lone)
		}
	}
	switch {
	case lone || n == s.depth:
		return nil
	case n+1 == s.depth && s.probe == nil && (!s.q.Values || s.hasSums()):
		return s.last(at, n)
	}
	return s.extend(at, n)
}

// extend visits what may be known after one item more, of those behind the last.
func (s *search) extend(at, n int) error {
	f := &s.stack[at]
	s.distribute(f)
	next := &s.stack[at+1]
	for _, c := range f.children {
		next.item = c.item
		for copies := int32(1); copies <= c.copies && n+int(copies) <= s.depth; copies++ {
			next.copies, next.entries = copies, f.below[c.begin:c.end]
			if copies > 1 {
				next.entries = s.repeated(f, next, copies)
			}
			if err := s.visit(at+1, n+int(copies)); err != nil {
				return err
			}
		}
	}
	return nil
}

// distribute sorts the records of a frame by the items that they have behind the last.
func (s *search) distribute(f *frame) {
	slots := s.t.slots
	total := 0
	for i := range f.entries {
		e := &f.entries[i]
		for _, slot := range slots[e.slot+1 : s.t.classes[e.class].end] {
			if s.counts[slot.item] == 0 {
				s.seen = append(s.seen, slot.item)
			}
			s.counts[slot.item]++
			total++
		}
	}
	f.children = f.children[:0]
	begin := int32(0)
	for i, item := range s.seen {
		end := begin + s.counts[item]
		f.children = append(f.children, child{item: item, begin: begin, end: begin})
		s.counts[item] = int32(i)
		begin = end
	}
	f.below = slices.Grow(f.below[:0], total)[:total]
	for i := range f.entries {
		e := &f.entries[i]
		for at := e.slot + 1; at < s.t.classes[e.class].end; at++ {
			slot := &slots[at]
			c := &f.children[s.counts[slot.item]]
			f.below[c.end] = entry{e.class, at, int32(i), e.ways * uint64(slot.copies)}
			c.end++
			c.copies = max(c.copies, slot.copies)
		}
	}
	for _, item := range s.seen {
		s.counts[item] = 0
	}
	s.seen = s.seen[:0]
}

// repeated returns the records of the frame next, behind f, that have its item so many times.
func (s *search) repeated(f, next *frame, copies int32) []entry {
	next.repeated = next.repeated[:0]
	for _, e := range next.entries {
		if have := s.t.slots[e.slot].copies; have >= copies {
			e.ways, _ = choose(have, copies)
			e.ways *= f.entries[e.parent].ways
			next.repeated = append(next.repeated, e)
		}
	}
	return next.repeated
}

// countAlone notes that a person is alone by n rows, and so by whatever is known beside these
// of the items behind them.
func (s *search) countAlone(e *entry, n int) {
	rest := s.t.classes[e.class].rows
	if e.slot >= s.t.classes[e.class].begin {
		rest = s.t.slots[e.slot].rest
	}
	alone := s.alone[int(e.class)*(s.depth+1):]
	for more := int32(0); more <= rest && n+int(more) <= s.depth; more++ {
		ways, _ := choose(rest, more)
		alone[n+int(more)] += e.ways * ways
	}
}

// unicity is the chance that a random person is alone by n of their rows, or by all of them if
// they have fewer.
func (s *search) unicity(n int) *big.Rat {
	alone := make([]big.Int, s.t.longest+1) // by number of rows
	for i := range s.t.classes {
		c := &s.t.classes[i]
		if c.people == 1 {
			choices := s.alone[i*(s.depth+1)+min(n, int(c.rows), s.depth)]
			alone[c.rows].Add(&alone[c.rows], new(big.Int).SetUint64(choices))
		}
	}
	sum := new(big.Rat)
	for rows := range alone {
		if alone[rows].Sign() > 0 {
			choices, _ := choose(int32(rows), int32(min(n, rows)))
			sum.Add(sum, new(big.Rat).SetFrac(&alone[rows], new(big.Int).SetUint64(choices)))
		}
	}
	if s.t.people > 0 {
		sum.Quo(sum, new(big.Rat).SetInt64(s.t.people))
	}
	return sum
}

// caseOf is what is known at a frame.
func (s *search) caseOf(at int, candidates int64, value int32) Case {
	rows := []Row{}
	for _, f := range s.stack[1 : at+1] {
		for range f.copies {
			rows = append(rows, s.t.items[f.item])
		}
	}
	return Case{s.t.classes[s.stack[at].entries[0].class].own, rows, candidates, value}
}
