package profile

import "math/big"

// tally is in how many tables people have the values, over classes of a group of i.
// rows[unit][cell][run] is summed up over the values of a run.
type tally struct {
	rows          [][][]big.Int
	before, after []big.Int // scratch
}

func newTally(p *profile) *tally {
	t := &tally{before: make([]big.Int, len(p.shapes)+1), after: make([]big.Int, len(p.shapes)+1)}
	for _, s := range p.shapes {
		rows := make([][]big.Int, len(s.sizes))
		for r := range rows {
			rows[r] = make([]big.Int, len(p.lengths))
		}
		t.rows = append(t.rows, rows)
	}
	return t
}

// addTables adds all tables of a class, so many times.
func (t *tally) addTables(p *profile, c *class, times *big.Int) {
	t.around(c, times, func(r *record) *big.Int { return r.tables })
	for u, r := range c.records {
		t.addRows(p, u, c.spread[u], r.rows)
	}
}

// addPassing adds the tables of a class that pass in f, so many times.
func (t *tally) addPassing(p *profile, c *class, times *big.Int) {
	t.around(c, times, func(r *record) *big.Int { return r.passing })
	for u, r := range c.records {
		t.addRows(p, u, c.spread[u], r.passingRows)
	}
}

// around computes the products of the units before each and after each.
func (t *tally) around(c *class, times *big.Int, of func(*record) *big.Int) {
	n := len(c.records)
	t.before[0].Set(times)
	t.after[n].SetInt64(1)
	for u, r := range c.records {
		t.before[u+1].Mul(&t.before[u], of(r))
	}
	for u := n - 1; u >= 0; u-- {
		t.after[u].Mul(&t.after[u+1], of(c.records[u]))
	}
}

// addRows adds the rows of unit u, times the tables of all other units.
func (t *tally) addRows(p *profile, u int, spread []int64, rows [][]*big.Int) {
	var others, run, product big.Int
	others.Mul(&t.before[u], &t.after[u+1])
	for cell := range t.rows[u] {
		row := rows[min(cell, len(rows)-1)]
		for v := 0; v < len(spread); {
			of := p.run[v]
			run.SetInt64(0)
			for ; v < len(spread) && p.run[v] == of; v++ {
				if n := spread[v]; n > 0 {
					run.Add(&run, row[n])
				}
			}
			if run.Sign() != 0 {
				t.rows[u][cell][of].Add(&t.rows[u][cell][of], product.Mul(&run, &others))
			}
		}
	}
}
