package jump

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"skyline/engine/jump/beliefs"
)

// fill writes the component of a factor whose tables pass the chosen generalizations.
func (v *view) fill(f *factor, chosen []int) {
	t, g := v.table, v.table.generalizations[v.i-1]
	f.Without = v.options.Without
	all := make([]histogram, len(f.groups))
	for k, group := range f.groups {
		all[k] = v.signature[group]
	}
	// In order of their counts, and cells in that of their sizes, so that similar
	// components are equal.
	whole := slices.Clone(merged(all))
	slices.SortStableFunc(whole, func(a, b Count) int { return cmp.Compare(b.N, a.N) })
	f.column = map[int32]int{}
	for k, c := range whole {
		f.column[c.Value] = k
	}
	f.at = map[int32]int{}
	var first []int32 // of each cell
	for k, h := range all {
		counts := make([]int64, len(whole))
		for _, c := range h {
			counts[f.column[c.Value]] = c.N
		}
		f.Counts = append(f.Counts, counts)
		cells := t.split(g.members[f.groups[k]], chosen)
		slices.SortStableFunc(cells, func(a, b []int32) int { return cmp.Compare(t.size(b), t.size(a)) })
		for _, list := range cells {
			for _, c := range list {
				f.at[c] = len(f.Cells)
			}
			first = append(first, list[0])
			f.Cells = append(f.Cells, t.size(list))
			f.In = append(f.In, k)
		}
	}
	for _, j := range chosen {
		of, must := t.generalizations[j-1].of, map[int32]int{}
		for k, c := range first {
			m, ok := must[of[c]]
			if !ok {
				m = len(f.Must)
				must[of[c]] = m
				f.Must = append(f.Must, nil)
			}
			f.Must[m] = append(f.Must[m], k)
		}
	}
}

// everybody returns all cells.
func (t *Table) everybody() []int32 {
	cells := make([]int32, len(t.cells))
	for c := range cells {
		cells[c] = int32(c)
	}
	return cells
}

// split returns lists of the cells that agree in generalizations.
func (t *Table) split(cells []int32, generalizations []int) [][]int32 {
	if len(cells) == 0 {
		return nil
	}
	lists := [][]int32{cells}
	for _, j := range generalizations {
		of := t.generalizations[j-1].of
		var finer [][]int32
		for _, list := range lists {
			at := map[int32]int{}
			for _, c := range list {
				k, ok := at[of[c]]
				if !ok {
					k = len(finer)
					at[of[c]] = k
					finer = append(finer, nil)
				}
				finer[k] = append(finer[k], c)
			}
		}
		lists = finer
	}
	return lists
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
		if f.column != nil {
			work += f.Forecast(p)
		}
	}
	return work
}

// count counts the tables of a term.
func (v *view) count(ctx context.Context, s *term, limit float64) error {
	s.total = big.NewInt(1)
	for _, f := range s.factors {
		if f.column == nil {
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
		if f.column == nil {
			n.Mul(f.tables, big.NewInt(c.N))
			n.Quo(n, big.NewInt(h.people()))
		} else {
			n.Set(f.set.With[f.at[cell]][f.column[c.Value]])
		}
		n.Mul(n, others)
		if s.negative {
			row[k].Sub(row[k], n)
		} else {
			row[k].Add(row[k], n)
		}
	}
}
