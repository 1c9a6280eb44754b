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

// Shares returns what the releases together tell of the people of each cell.
//
// Errors: *engine.ParamError for a table that is not as [Table] says, the context's.
func Shares(ctx context.Context, t *Table, limit float64) ([]CellShares, error) {
	if err := t.validate(); err != nil {
		return nil, err
	}
	return t.simple(ctx)
}

// simple bounds the counts of each cell by those of each of its groups.
func (t *Table) simple(ctx context.Context) ([]CellShares, error) {
	type group struct {
		release int
		number  int32
	}
	people := map[group]int64{}
	counts := map[group]map[int32]int64{}
	for _, cell := range t.Cells {
		for r, g := range cell.Groups {
			if g == Absent {
				continue
			}
			if counts[group{r, g}] == nil {
				counts[group{r, g}] = map[int32]int64{}
			}
			for _, c := range cell.Counts {
				people[group{r, g}] += c.People
				counts[group{r, g}][c.Value] += c.People
			}
		}
	}
	all := make([]CellShares, len(t.Cells))
	for j, cell := range t.Cells {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		n := int64(0)
		for _, c := range cell.Counts {
			n += c.People
		}
		for s := range int32(t.Values) {
			low, high := int64(0), n
			for r, g := range cell.Groups {
				if g != Absent {
					h := counts[group{r, g}][s]
					low, high = max(low, h-(people[group{r, g}]-n)), min(high, h)
				}
			}
			if high > 0 {
				all[j] = append(all[j], Share{s, big.NewRat(low, n), big.NewRat(high, n)})
			}
		}
	}
	return all, nil
}
