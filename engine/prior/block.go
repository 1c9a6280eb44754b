package prior

import (
	"context"
	"math/big"
	"math/bits"

	"skyline/engine/internal/budget"
)

// block is a table whose weights are whole numbers without a common factor in any row or column.
type block struct {
	rows, columns []int64
	weights       [][]*big.Int
	people        int64
}

// newBlock returns the block of a table.
func newBlock(t *table) *block {
	b := &block{rows: t.rows, columns: t.columns}
	for i, row := range t.weights {
		b.people += t.rows[i]
		denominator := big.NewInt(1)
		for _, w := range row {
			common := new(big.Int).GCD(nil, nil, denominator, w.Denom())
			denominator.Mul(denominator, common.Quo(w.Denom(), common))
		}
		whole := make([]*big.Int, len(row))
		for j, w := range row {
			whole[j] = new(big.Int).Quo(denominator, w.Denom())
			whole[j].Mul(whole[j], w.Num())
		}
		b.weights = append(b.weights, whole)
	}
	b.reduce(len(b.rows), len(b.columns), func(i, j int) *big.Int { return b.weights[i][j] })
	b.reduce(len(b.columns), len(b.rows), func(j, i int) *big.Int { return b.weights[i][j] })
	return b
}

// reduce divides lines of weights by what they have in common.
func (b *block) reduce(lines, length int, weight func(line, at int) *big.Int) {
	for line := range lines {
		common := new(big.Int)
		for at := range length {
			common.GCD(nil, nil, common, weight(line, at))
		}
		for at := range length {
			weight(line, at).Quo(weight(line, at), common)
		}
	}
}

// turned is the block with rows and columns exchanged.
func (b *block) turned() *block {
	t := &block{rows: b.columns, columns: b.rows, people: b.people}
	for j := range b.columns {
		var row []*big.Int
		for i := range b.rows {
			row = append(row, b.weights[i][j])
		}
		t.weights = append(t.weights, row)
	}
	return t
}

// states is how many coefficients there are of a polynomial in all columns but the largest.
func (b *block) states() float64 {
	states, most := 1.0, int64(0)
	for _, n := range b.columns {
		states *= float64(n + 1)
		most = max(most, n)
	}
	return states / float64(most+1)
}

// cheap is up to how many steps a block is computed in whole numbers without asking.
const cheap = 3e5

// countChances returns the chances of a block, each in (0, 1) but for a block of one cell.
//
// Errors: ErrTooLarge, ErrNoRoom, the context's.
func countChances(ctx context.Context, b *block, work *budget.Budget) ([][]chance, error) {
	if len(b.rows) == 1 && len(b.columns) == 1 {
		return [][]chance{{known{one}}}, nil
	}
	turned := b.turned()
	if turned.cost() < b.cost() {
		chances, err := countRows(ctx, turned, true, work)
		if err != nil {
			return nil, err
		}
		return b.turnBack(chances), nil
	}
	return countRows(ctx, b, false, work)
}

// turnBack makes chances of a block of those of the turned one: of the people with a value so many
// are of a class, so that of the people of the class so many have the value.
func (b *block) turnBack(chances [][]chance) [][]chance {
	back := make([][]chance, len(b.rows))
	for i, n := range b.rows {
		for j, h := range b.columns {
			back[i] = append(back[i], multiplied(big.NewRat(h, n), chances[j][i]))
		}
	}
	return back
}

// cost is about how many steps of a nanosecond it takes to count in floats.
func (b *block) cost() float64 {
	if len(b.columns) == 2 {
		return min(b.countingCost(), b.presenceCost(false))
	}
	return b.countingCost()
}

// countingCost is what it takes with polynomials.
func (b *block) countingCost() float64 {
	steps := float64(b.states() * float64(len(b.columns)))
	return float64(2*steps*float64(b.people)) + float64(steps*float64(len(b.rows)))
}

// exactCost is about how many it takes to count in whole numbers for one row.
func (b *block) exactCost() float64 {
	digits := 0.0
	for i, row := range b.weights {
		most := 0
		for _, w := range row {
			most = max(most, w.BitLen())
		}
		digits += float64(float64(b.rows[i]) * float64(most+bits.Len(uint(len(row)))))
	}
	return float64(b.states()*float64(len(b.columns))*float64(b.people)) * (20 + float64(digits/64))
}

// countRows returns the chances of a block, which may be a turned one.
func countRows(ctx context.Context, b *block, turned bool, work *budget.Budget) ([][]chance, error) {
	c := &counting{block: b, turned: turned, work: work}
	if float64(len(b.rows))*b.exactCost() <= cheap {
		return c.allExactly(ctx)
	}
	if len(b.columns) == 2 && b.presenceCost(turned) < b.countingCost() {
		return b.asPresence(ctx, turned, work)
	}
	return c.inFloats(ctx)
}
