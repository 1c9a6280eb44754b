package joint

import (
	"fmt"
	"math/big"
	"math/bits"

	"skyline/engine"
	"skyline/engine/internal/bitset"
	"skyline/engine/jump/tables"
)

// List is a set of equally likely tables, one by one. For each person and value it
// knows the tables in which the person has the value: nothing else of tables matters
// here.
type List struct {
	tables, values int
	// with[person][value] is nil if there are no such tables.
	with [][]bitset.Set
}

// NewList returns a list of tables, each different, where tables[i][person] is a value
// from 0 to values-1.
//
// Errors: *engine.ParamError.
func NewList(values int, tables [][]int) (*List, error) {
	people := 0
	if len(tables) > 0 {
		people = len(tables[0])
	}
	l := newList(people, values)
	for _, table := range tables {
		if len(table) != people {
			return nil, engine.NewParamError("joint", "tables", "of the same people", nil)
		}
		for _, v := range table {
			if v < 0 || v >= values {
				return nil, engine.NewParamError("joint", "tables", fmt.Sprintf("of values in 0..%d", values-1), nil)
			}
		}
		l.add(table)
	}
	l.close()
	return l, nil
}

func newList(people, values int) *List {
	l := &List{values: values, with: make([][]bitset.Set, people)}
	for person := range l.with {
		l.with[person] = make([]bitset.Set, values)
	}
	return l
}

// add adds a table to a list that is not closed yet.
func (l *List) add(table []int) {
	words := bitset.Words(l.tables + 1)
	for person, v := range table {
		s := &l.with[person][v]
		for len(*s) < words {
			*s = append(*s, 0)
		}
		s.Add(l.tables)
	}
	l.tables++
}

// close makes all sets of the list equally long.
func (l *List) close() {
	for _, sets := range l.with {
		for v := range sets {
			for s := &sets[v]; *s != nil && len(*s) < l.words(); {
				*s = append(*s, 0)
			}
		}
	}
}

func (l *List) words() int { return bitset.Words(l.tables) }

// none returns the empty set of tables.
func (l *List) none() bitset.Set { return bitset.New(l.tables) }

// all returns the set of all tables.
func (l *List) all() bitset.Set { return bitset.All(l.tables) }

// part returns the list of the tables of a set.
func (l *List) part(of bitset.Set) *List {
	// before[w] is how many tables of the set come before word w.
	before := make([]int, len(of)+1)
	for w, word := range of {
		before[w+1] = before[w] + bits.OnesCount64(word)
	}
	part := newList(len(l.with), l.values)
	part.tables = before[len(of)]
	for person, sets := range l.with {
		for v, s := range sets {
			var to bitset.Set
			for w, word := range s {
				for both := word & of[w]; both != 0; both &= both - 1 {
					if to == nil {
						to = part.none()
					}
					lower := both&-both - 1
					to.Add(before[w] + bits.OnesCount64(of[w]&lower))
				}
			}
			part.with[person][v] = to
		}
	}
	return part
}

// stepsOfPart returns how many steps it takes to find the part with a set of tables.
func (l *List) stepsOfPart(of bitset.Set) float64 {
	return float64(len(l.with)) * (float64(l.values)*float64(1+len(of)) + float64(of.Count()))
}

// Len returns how many tables there are.
func (l *List) Len() int { return l.tables }

// People returns how many people the tables are about.
func (l *List) People() int { return len(l.with) }

// Count returns in how many tables a person has a value.
func (l *List) Count(person, value int) int { return l.with[person][value].Count() }

// Table returns a table: the value of each person.
func (l *List) Table(i int) []int {
	table := make([]int, len(l.with))
	for person, sets := range l.with {
		for v, s := range sets {
			if s != nil && s.Has(i) {
				table[person] = v
			}
		}
	}
	return table
}

// Set returns what the list says of single people, where those of a cell have the same
// values equally often: cellOf[person] is from 0 to cells-1.
func (l *List) Set(cellOf []int, cells int) *tables.Set {
	set := tables.NewSet(cells, l.values)
	set.Tables = big.NewInt(int64(l.tables))
	done := make([]bool, cells)
	for person, cell := range cellOf {
		if done[cell] {
			continue
		}
		done[cell] = true
		for v, s := range l.with[person] {
			set.With[cell][v].SetInt64(int64(s.Count()))
		}
	}
	return set
}
