package releases

import (
	"context"
	"math/big"
)

// Check returns what the releases together tell of each value, in the order of the values: see [Verdict]. limit is the
// number of steps that counting may take, of about a nanosecond each.
//
// A person is at risk where the probability is at least the threshold, so that “safe” is strict, as everywhere.
//
// Errors: *engine.ParamError for a table that is not as [Table] says or a threshold outside of (0, 1], the context's.
func Check(ctx context.Context, t *Table, threshold *big.Rat, limit float64) ([]Verdict, error) {
	if err := validateThreshold(threshold); err != nil {
		return nil, err
	}
	shares, err := Shares(ctx, t, limit)
	if err != nil {
		return nil, err
	}
	verdicts := make([]Verdict, t.Values)
	total := int64(0)
	for s := range verdicts {
		verdicts[s] = Verdict{Value: int32(s), Low: new(big.Rat), High: new(big.Rat)}
	}
	for j, cell := range t.Cells {
		people := cell.people() - cell.Counterfeits
		if people == 0 {
			continue
		}
		total += people
		for _, share := range shares[j] {
			v := &verdicts[share.Value]
			if share.Low.Cmp(v.Low) > 0 {
				v.Low, v.Cell = share.Low, int32(j)
			}
			if share.High.Cmp(v.High) > 0 {
				v.High = share.High
			}
			switch {
			case share.Low.Cmp(threshold) >= 0:
				v.People += people
			case share.High.Cmp(threshold) >= 0:
				v.Undecided += people
			}
			if share.Low.Cmp(share.High) != 0 {
				v.Exact -= people
			}
		}
	}
	for s := range verdicts {
		verdicts[s].Exact += total
	}
	return verdicts, nil
}

// people returns how many people a cell has.
func (c *Cell) people() int64 {
	n := int64(0)
	for _, count := range c.Counts {
		n += count.People
	}
	return n
}
