package jump

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"skyline/engine/jump/beliefs"
)

// fill writes the component of a factor of s whose tables pass the chosen generalizations.
func (v *view) fill(s *term, f *factor, chosen []int, scratch *scratch) {
	t, g := v.table, v.table.generalizations[v.i-1]
	f.Without = v.options.Without
	all := make([]histogram, len(f.groups))
	for k, group := range f.groups {
		all[k] = v.signature[group]
	}
	// In order of their counts, and cells in that of their sizes, so that similar
	// components are equal.
	f.setColumns(scratch.sums.of(all))
	var first []int32 // of each cell
	for k, h := range all {
		counts := make([]int64, len(f.values))
		for _, c := range h {
			counts[f.column(c.Value)] = c.N
		}
		f.Counts = append(f.Counts, counts)
		cells := t.bySize(t.split([][]int32{g.members[f.groups[k]]}, chosen))
		for _, x := range cells {
			for _, c := range x.cells {
				s.at[c] = int32(len(f.Cells))
			}
			first = append(first, x.cells[0])
			f.Cells = append(f.Cells, x.people)
			f.In = append(f.In, k)
		}
	}
	cells := make([]int, len(first))
	for k := range cells {
		cells[k] = k
	}
	for i, j := range chosen {
		of, sets := t.generalizations[j-1].of, scratch.sets[i]
		for k, c := range first {
			if m := sets[of[c]]; m > 0 {
				f.Must[m-1] = append(f.Must[m-1], k)
				continue
			}
			f.Must = append(f.Must, cells[k:k+1:k+1])
			sets[of[c]] = int32(len(f.Must))
		}
	}
}

// scratch is what the factors of a term are filled with: in sets[i], of a group of the i-th
// chosen generalization, 1 + the number of its set in its factor, 0 before that is known. No
// group is in two factors.
type scratch struct {
	sums sums
	sets [][]int32
}

func (t *Table) newScratch(chosen []int) *scratch {
	s := &scratch{sums: t.newSums()}
	for _, j := range chosen {
		s.sets = append(s.sets, make([]int32, len(t.generalizations[j-1].members)))
	}
	return s
}

// setColumns numbers the values of a histogram as columns, the most frequent first.
func (f *factor) setColumns(h histogram) {
	order := make([]int, len(h))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(h[b].N, h[a].N) })
	f.values, f.columns = make([]int32, len(h)), make([]int, len(h))
	for k, c := range h {
		f.values[k] = c.Value
	}
	for column, k := range order {
		f.columns[k] = column
	}
}

// column returns the column of a value in the component's Counts, for one that the part has.
func (f *factor) column(value int32) int {
	at, _ := slices.BinarySearch(f.values, value)
	return f.columns[at]
}

// sized is a list of cells, and how many people they have.
type sized struct {
	cells  []int32
	people int64
}

// bySize returns lists of cells, those of the most people first.
func (t *Table) bySize(lists [][]int32) []sized {
	all := make([]sized, len(lists))
	for k, cells := range lists {
		all[k] = sized{cells, t.size(cells)}
	}
	slices.SortStableFunc(all, func(a, b sized) int { return cmp.Compare(b.people, a.people) })
	return all
}

// everybody returns lists of the cells that agree in generalizations, of which there is at
// least one.
func (t *Table) everybody(generalizations []int) [][]int32 {
	members := slices.Clone(t.generalizations[generalizations[0]-1].members)
	return t.split(members, generalizations[1:])
}

// split divides lists of cells, which ascend, into those that agree in generalizations. The
// parts of a list are in the order of their first cells.
func (t *Table) split(lists [][]int32, generalizations []int) [][]int32 {
	for _, j := range generalizations {
		of, finer := t.generalizations[j-1].of, make([][]int32, 0, len(lists))
		for _, list := range lists {
			finer = appendParts(finer, list, of)
		}
		lists = finer
	}
	return lists
}

// appendParts appends the parts of a list whose cells have the same number. Numbers rise
// with the first cells that have them: so one that is above all so far has not been there.
func appendParts(parts [][]int32, list []int32, of []int32) [][]int32 {
	first, most := len(parts), int32(-1)
	var at map[int32]int // the parts of numbers, where some come in another order
	for begin, end := 0, 0; begin < len(list); begin = end {
		number := of[list[begin]]
		for end = begin + 1; end < len(list) && of[list[end]] == number; end++ {
		}
		run := list[begin:end:end]
		if number < most && at == nil {
			at = map[int32]int{}
			for k, part := range parts[first:] {
				at[of[part[0]]] = first + k
			}
		}
		k, ok := at[number]
		if ok {
			parts[k] = append(parts[k], run...)
			continue
		}
		if at != nil {
			at[number] = len(parts)
		}
		most = max(most, number)
		parts = append(parts, run)
	}
	return parts
}

// stepsOfPerson is about how many elementary steps a person takes of a factorial.
const stepsOfPerson = 500

// forecast is about the work of counting the term, or a part of it that is above limit;
// it stops early with its context.
func (s *term) forecast(ctx context.Context, p beliefs.Property, limit float64) float64 {
	work := 0.0
	for _, f := range s.factors {
		// Numbers of tables are long.
		work += float64(stepsOfPerson * float64(f.people))
	}
	for k, f := range s.factors {
		if work > limit || k%256 == 0 && ctx.Err() != nil {
			break
		}
		if f.hasComponent() {
			work += f.Forecast(p)
		}
	}
	return work
}

// count counts the tables of a term.
func (v *view) count(ctx context.Context, s *term, limit float64) error {
	s.total = big.NewInt(1)
	for _, f := range s.factors {
		if !f.hasComponent() {
			f.tables = v.signature[f.groups[0]].tables()
		} else {
			key := fmt.Sprint(f.Cells, f.In, f.Counts, f.Must)
			if f.set = v.components[key]; f.set == nil {
				var err error
				if f.set, err = f.Count(ctx, v.algorithm.Property, limit); err != nil {
					return err
				}
				if v.components == nil {
					v.components = map[string]*beliefs.Set{}
				}
				v.components[key] = f.set
			}
			f.tables = f.set.Tables
		}
		if s.total.Mul(s.total, f.tables); s.total.Sign() == 0 {
			return nil
		}
	}
	return nil
}

// addRow adds to a row, of a person in a cell of a group of g_i with a histogram, in how
// many tables of the term he has each value.
func (s *term) addRow(row []*big.Int, h histogram, group int, cell int32) {
	f := s.factors[s.of[group]]
	others := new(big.Int).Quo(s.total, f.tables)
	for k, c := range h {
		n := new(big.Int)
		if !f.hasComponent() {
			n.Mul(f.tables, big.NewInt(c.N))
			n.Quo(n, big.NewInt(h.people()))
		} else {
			n.Set(f.set.With[s.at[cell]][f.column(c.Value)])
		}
		n.Mul(n, others)
		if s.negative {
			row[k].Sub(row[k], n)
		} else {
			row[k].Add(row[k], n)
		}
	}
}
