package prior

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"skyline/engine/internal/budget"
	"skyline/engine/internal/disjoint"
)

// errImpossible says that no assignment has a positive weight.
var errImpossible = errors.New("prior: impossible")

// solve returns the chances of the cells of a table, by rows.
//
// Errors: errImpossible, ErrTooLarge, ErrNoRoom, the context's.
func solve(ctx context.Context, t *table, work *budget.Budget) ([][]chance, error) {
	r := &rest{table: t, rows: slices.Clone(t.rows), columns: slices.Clone(t.columns), chances: make([][]chance, len(t.rows))}
	for i, row := range t.weights {
		r.chances[i], r.can = make([]chance, len(row)), append(r.can, nil)
		for j, w := range row {
			r.chances[i][j] = known{new(big.Rat)}
			r.can[i] = append(r.can[i], w.Sign() > 0)
		}
	}
	if slices.ContainsFunc(r.can, func(row []bool) bool { return slices.Contains(row, false) }) {
		can, ok := possible(t.rows, t.columns, r.can)
		if !ok {
			return nil, errImpossible
		}
		r.can = can
	}
	r.peel()
	return r.chances, r.solveComponents(ctx, work)
}

// rest is what is left of a table when those are taken away whose value is forced: so many people
// of rows and columns, in cells that can have somebody.
type rest struct {
	*table
	rows, columns []int64
	can           [][]bool
	chances       [][]chance // of the whole table
}

// peel takes away rows that have one column left, and columns that have one row left: all of what
// is left of the row, or of the column, is there.
func (r *rest) peel() {
	for again := true; again; {
		again = false
		for i, row := range r.can {
			if j, ok := only(row); ok {
				r.take(i, j, r.rows[i])
				again = true
			}
		}
		for j := range r.columns {
			column := make([]bool, len(r.rows))
			for i := range column {
				column[i] = r.can[i][j]
			}
			if i, ok := only(column); ok {
				r.take(i, j, r.columns[j])
				again = true
			}
		}
	}
}

// take takes so many people of a cell away, who are all that it has.
func (r *rest) take(i, j int, people int64) {
	r.chances[i][j] = known{big.NewRat(people, r.table.rows[i])}
	r.rows[i] -= people
	r.columns[j] -= people
	r.can[i][j] = false
}

// only returns the only one that is true, if there is one.
func only(row []bool) (int, bool) {
	at := slices.Index(row, true)
	return at, at >= 0 && !slices.Contains(row[at+1:], true)
}

// solveComponents solves what is left, for each set of rows and columns that hang together.
func (r *rest) solveComponents(ctx context.Context, work *budget.Budget) error {
	sets := disjoint.New(len(r.rows) + len(r.columns))
	for i, row := range r.can {
		for j, can := range row {
			if can {
				sets.Join(i, len(r.rows)+j)
			}
		}
	}
	of, n := sets.Numbers()
	rows, columns := make([][]int, n), make([][]int, n)
	for i, at := range of {
		if i < len(r.rows) {
			rows[at] = append(rows[at], i)
		} else {
			columns[at] = append(columns[at], i-len(r.rows))
		}
	}
	for at := range n {
		if len(rows[at]) == 0 || len(columns[at]) == 0 {
			continue // what has been taken away
		}
		if err := r.solveComponent(ctx, rows[at], columns[at], work); err != nil {
			return err
		}
	}
	return nil
}

// solveComponent solves a component: rows whose weights are proportional are one, and columns.
func (r *rest) solveComponent(ctx context.Context, rows, columns []int, work *budget.Budget) error {
	weight := func(i, j int) *big.Rat {
		if !r.can[i][j] {
			return new(big.Rat)
		}
		return r.weights[i][j]
	}
	rowSets := alike(rows, len(columns), func(i, k int) *big.Rat { return weight(i, columns[k]) })
	columnSets := alike(columns, len(rows), func(j, k int) *big.Rat { return weight(rows[k], j) })
	small := &table{}
	for _, set := range rowSets {
		small.rows = append(small.rows, sum(r.rows, set))
		var row []*big.Rat
		for _, other := range columnSets {
			row = append(row, weight(set[0], other[0]))
		}
		small.weights = append(small.weights, row)
	}
	for _, set := range columnSets {
		small.columns = append(small.columns, sum(r.columns, set))
	}
	chances, err := countChances(ctx, newBlock(small), work)
	if err != nil {
		return err
	}
	for a, set := range rowSets {
		for b, other := range columnSets {
			for _, i := range set {
				for _, j := range other {
					if !r.can[i][j] {
						continue
					}
					// Of those of row i that are not taken away, and of the columns that are one.
					share := big.NewRat(r.rows[i], r.table.rows[i])
					share.Mul(share, big.NewRat(r.columns[j], small.columns[b]))
					r.chances[i][j] = multiplied(share, chances[a][b])
				}
			}
		}
	}
	return nil
}

// sum adds up some numbers.
func sum(numbers []int64, which []int) (total int64) {
	for _, i := range which {
		total += numbers[i]
	}
	return total
}

// alike puts what has proportional weights into sets: n weights each, not all of which are 0.
func alike(numbers []int, n int, weight func(i, k int) *big.Rat) (sets [][]int) {
	at := map[string]int{}
	for _, i := range numbers {
		var unit *big.Rat
		var key []byte
		for k := range n {
			w := weight(i, k)
			if w.Sign() == 0 {
				key = append(key, "0 "...)
				continue
			}
			if unit == nil {
				unit = new(big.Rat).Inv(w)
			}
			ratio := new(big.Rat).Mul(w, unit)
			key = append(append(append(ratio.Num().Append(key, 62), '/'), ratio.Denom().Text(62)...), ' ')
		}
		set, ok := at[string(key)]
		if !ok {
			set = len(sets)
			at[string(key)], sets = set, append(sets, nil)
		}
		sets[set] = append(sets[set], i)
	}
	return sets
}
