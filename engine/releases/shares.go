package releases

import (
	"context"
	"math/big"
)

// A Share is what is known of the probability that a person of a cell has a value.
type Share struct {
	Value int32
	// Low and High are bounds that hold for certain, equal where the probability is known exactly. Shares of one call may
	// have the same number: it must not be changed.
	Low, High *big.Rat
}

// CellShares is the shares of the people of a cell, of all values that they can have, in increasing order. All other values
// have the probability 0.
type CellShares []Share

// Shares returns what the releases together tell of the people of each cell: for each value
//
//	low ≤ E[x[j,s]] / n_j ≤ high
//
// with equality where it is known exactly, as fractions. limit is the number of steps that counting may take, of about a
// nanosecond each. Flows may take as many, if there are very many of them, and to find states before they are counted a quarter.
// What all that has left of the limit, or an eighth of it, is taken for the bounds of what was not counted. Without any limit, [math.Inf], everything is counted that has up to about 10^7 steps between states.
//
// What follows from the releases directly takes time that is all but linear in the cells and their values. What is left falls
// into cores that do not depend on each other. How many states a core has is not known before they are found: with two releases whose
// cells form c independent cycles, at most about n^c after each value, for cells of n people.
//
// Errors: *engine.ParamError for a table that is not as [Table] says, the context's.
func Shares(ctx context.Context, t *Table, limit float64) ([]CellShares, error) {
	all, err := solve(ctx, t, limit)
	if err != nil {
		return nil, err
	}
	shares := make([]CellShares, len(t.Cells))
	for j := range shares {
		for v := all.first[j]; v < all.first[j+1]; v++ {
			if all.high[v].Sign() > 0 {
				shares[j] = append(shares[j], Share{all.value[v], all.low[v], all.high[v]})
			}
		}
	}
	return shares, nil
}
