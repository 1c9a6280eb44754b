package cubes

import (
	"context"
	"math/rand/v2"

	"skyline/engine/cube/rounding"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/host"
)

// round rounds all cells.
func (t *table) round(ctx context.Context, outcomes []outcome) error {
	spec := t.spec
	if spec.Base < 2 || spec.Base > maxBase {
		return errNumbers
	}
	random := rand.New(draw.Keyed(spec.Key))
	put := func(i int, rounded int64) { outcomes[i].Number, outcomes[i].Status = host.Some(rounded), "rounded" }
	if spec.Rule != controlled {
		for i := range t.cells {
			if spec.Rule == nearest {
				put(i, rounding.Nearest(t.cells[i].number, spec.Base))
			} else {
				put(i, rounding.Random(t.cells[i].number, spec.Base, random))
			}
		}
		return nil
	}
	finest, totals, order, err := t.finest()
	if err != nil {
		return err
	}
	table := &rounding.Table{Base: spec.Base, Totals: totals}
	for _, i := range finest {
		table.Cells = append(table.Cells, t.cells[i].number)
	}
	r, err := rounding.Controlled(ctx, table, random)
	if err != nil {
		return err
	}
	for n, i := range finest {
		put(i, r.Cells[n])
	}
	for n, i := range order {
		put(i, r.Totals[n])
	}
	return nil
}

// finest are the cells of values only, and which of them each other published cell is the sum of.
func (t *table) finest() (finest []int, totals [][]int32, order []int, err error) {
	of := map[int]int{}
	codes := make([]int64, t.spec.Columns)
	for i := range t.cells {
		c := &t.cells[i]
		if !t.isFinest(c) {
			continue
		}
		part := int32(len(finest))
		finest = append(finest, i)
		// All that it adds up to: in each column itself, or a label above it.
		var visit func(d int, raised bool)
		visit = func(d int, raised bool) {
			if d == len(codes) {
				at, ok := t.at[codesKey(codes)]
				switch {
				case !raised:
				case !ok:
					err = errNumbers
				case t.cells[at].published:
					n, seen := of[at]
					if !seen {
						n = len(totals)
						of[at], totals, order = n, append(totals, nil), append(order, at)
					}
					totals[n] = append(totals[n], part)
				}
				return
			}
			codes[d] = c.codes[d]
			visit(d+1, raised)
			for _, label := range t.labels[d].above[c.codes[d]] {
				codes[d] = label
				visit(d+1, true)
			}
		}
		visit(0, false)
	}
	return finest, totals, order, err
}

// isFinest reports whether a cell is one of values only.
func (t *table) isFinest(c *cell) bool {
	return t.isValues(c.codes)
}
