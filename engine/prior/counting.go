package prior

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"

	"skyline/engine"
	"skyline/engine/exact"
	"skyline/engine/internal/budget"
)

// counting counts the assignments of a block: Π R_i(y)^n_i over the rows, as a polynomial in all
// columns but the one with the most people, which has whoever is in no other.
type counting struct {
	*block
	turned bool // whether the rows are values, and the columns classes
	work   *budget.Budget
	// accuracy is the largest relative error of an estimate.
	accuracy float64
	exact    map[int][]*big.Rat // what exactly has returned
}

// ErrTooLarge says that a group would take more steps than are allowed. It matches
// engine.ErrTooLarge.
var ErrTooLarge = engine.NewTooLarge("prior: too large")

// ErrNoRoom says that a group would take more memory than there is for it, however many steps
// are allowed. It matches engine.ErrTooLarge.
var ErrNoRoom = engine.NewTooLarge("prior: no room")

// tooLarge is the error of a block that would take so many steps.
func (c *counting) tooLarge(steps float64) error {
	return fmt.Errorf("%w: %s takes about %.1e steps, and the limit is %.1e for all groups together", ErrTooLarge, c.size(), steps, c.work.Limit())
}

// size says how large the block is.
func (c *counting) size() string {
	classes, values := len(c.rows), len(c.columns)
	if c.turned {
		classes, values = values, classes
	}
	return fmt.Sprintf("a group with %d people in %d classes and %d values that count", c.people, classes, values)
}

// exactly returns the chances of a row, in whole numbers: of somebody of the row, given what all
// others may have.
//
// Errors: ErrTooLarge, the context's.
func (c *counting) exactly(ctx context.Context, row int) ([]*big.Rat, error) {
	if chances := c.exact[row]; chances != nil {
		return chances, nil
	}
	if steps := c.exactCost(); steps > cheap {
		if c.work.Allows(steps) != nil {
			return nil, c.tooLarge(steps)
		}
		if err := c.work.Spend(steps); err != nil {
			return nil, err
		}
	}
	x := c.box()
	sums := make([]big.Int, x.size)
	sums[0].SetInt64(1)
	var term big.Int
	for i, weights := range c.weights {
		people := c.rows[i]
		if i == row {
			people--
		}
		for range people {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			x.lines(true, func(start int, near []neighbour) {
				for at := start + x.length - 1; at >= start; at-- {
					s := &sums[at]
					s.Mul(s, weights[x.rest])
					if at > start {
						s.Add(s, term.Mul(&sums[at-1], weights[x.first]))
					}
					for _, n := range near {
						s.Add(s, term.Mul(&sums[at-n.stride], weights[n.column]))
					}
				}
			})
		}
	}
	all, chances := new(big.Int), make([]*big.Int, len(c.columns))
	for j := range chances {
		chances[j] = new(big.Int).Mul(&sums[x.before(j)], c.weights[row][j])
		all.Add(all, chances[j])
	}
	result := make([]*big.Rat, len(chances))
	for j, p := range chances {
		result[j] = new(big.Rat).SetFrac(p, all)
	}
	if c.exact == nil {
		c.exact = map[int][]*big.Rat{}
	}
	c.exact[row] = result
	return result, nil
}

const (
	// maxCells bounds the coefficients that are kept, of all rows together.
	maxCells = 1 << 25
	// worst is the largest relative error that is promised.
	worst = 1e-8
	// enough is how likely what is known must be, for underflow not to matter.
	enough = 1e-150
)

// inFloats returns the chances of the block in floats.
//
// Each row's weights are multiplied by numbers for the columns, so that what is known is not
// unlikely (see tilted), and add up to less than 1: then all coefficients are probabilities, that the
// people so far have these counts, or that those who follow have what is left. They are sums of
// products of numbers that are not negative, so that each has a relative error below
// (N (k+3) + 100) 2^-53 with N people and k columns: 3 roundings for a weight, k for each person, and
// those of the sums at the end, which are without loss. A chance is a quotient of two. Underflow
// takes 2^-1074 of a probability at most for each of fewer than 2^60 steps, which is nothing of what
// is enough.
//
// Errors: ErrTooLarge, ErrNoRoom, the context's.
func (c *counting) inFloats(ctx context.Context) ([][]chance, error) {
	steps := c.countingCost()
	if c.work.Allows(steps) != nil {
		return nil, c.tooLarge(steps)
	}
	if kept := float64(c.states() * float64(len(c.rows))); kept > maxCells {
		return nil, fmt.Errorf("%w: %s takes about %.1e numbers, and %.1e can be kept", ErrNoRoom, c.size(), kept, float64(maxCells))
	}
	if err := c.work.Spend(steps); err != nil {
		return nil, err
	}
	c.accuracy = math.Ldexp(float64(float64(c.people)*float64(len(c.columns)+3))+100, -51)
	weights, ok := c.tilted()
	if !ok || c.accuracy > worst {
		return c.allExactly(ctx)
	}
	x := c.box()
	// What those before each row have, and one person less of the row.
	have := make([][]float64, len(c.rows))
	now := make([]float64, x.size)
	now[0] = 1
	for i, w := range weights {
		for range c.rows[i] - 1 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			x.multiply(now, w)
		}
		have[i] = slices.Clone(now)
		x.multiply(now, w)
	}
	// What is left for those behind each row.
	left := now
	clear(left)
	left[x.size-1] = 1
	chances := make([][]chance, len(c.rows))
	for i := len(weights) - 1; i >= 0; i-- {
		sums := x.meet(have[i], left)
		var all exact.Sum
		for j, w := range weights[i] {
			sums[j] *= w
			all.Add(sums[j])
		}
		if !(all.Value() > enough) {
			return c.allExactly(ctx)
		}
		for j, p := range sums {
			chances[i] = append(chances[i], counted{c, i, j, min(p/all.Value(), 1)})
		}
		for range c.rows[i] {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			x.hand(left, weights[i])
		}
	}
	return chances, nil
}

// allExactly returns the chances in whole numbers.
func (c *counting) allExactly(ctx context.Context) ([][]chance, error) {
	chances := make([][]chance, len(c.rows))
	for i := range c.rows {
		row, err := c.exactly(ctx, i)
		if err != nil {
			return nil, err
		}
		for _, p := range row {
			chances[i] = append(chances[i], known{p})
		}
	}
	return chances, nil
}

// rounds is how often the weights are brought to the margins in turn.
const rounds = 60

// tilted returns the weights as floats, rows and columns of which are multiplied by such numbers
// that the expected counts are near the columns' (by iterative proportional fitting). ok is false
// where they differ by too much for floats.
func (c *counting) tilted() (weights [][]float64, ok bool) {
	weights = make([][]float64, len(c.rows))
	for i, row := range c.weights {
		most := slices.MaxFunc(row, (*big.Int).Cmp)
		for _, w := range row {
			f, _ := new(big.Rat).SetFrac(w, most).Float64()
			if f < enough && w.Sign() > 0 {
				return nil, false
			}
			weights[i] = append(weights[i], f)
		}
	}
	factors := slices.Repeat([]float64{1}, len(c.columns))
	scale := make([]float64, len(c.rows))
	for range rounds {
		for i, row := range weights {
			total := 0.0
			for j, w := range row {
				total += float64(w * factors[j])
			}
			scale[i] = float64(c.rows[i]) / total
		}
		for j, h := range c.columns {
			total := 0.0
			for i, row := range weights {
				total += float64(row[j] * scale[i])
			}
			factors[j] = float64(h) / total
		}
	}
	for i, row := range weights {
		total := 0.0
		for j := range row {
			row[j] = float64(row[j] * factors[j])
			total += row[j]
		}
		below := (1 - 1e-12) / total
		for j := range row {
			row[j] *= below
			if !(row[j] <= 1) || row[j] > 0 && row[j] < enough {
				return nil, false
			}
		}
		weights[i] = row
	}
	return weights, true
}
