package releases

import (
	"context"
	"math/big"
	"slices"
)

// Check returns what the releases together tell of each value, in the order of the values: see [Verdict]. limit is the
// number of steps that counting may take, as for [Shares], from whose bounds it follows.
//
// A person is at risk where the probability is at least the threshold, so that “safe” is strict, as everywhere. Where only
// bounds are known, Low is also at least what a group tells of all its people: somebody is not below the average.
//
// Errors: *engine.ParamError for a table that is not as [Table] says or a threshold outside of (0, 1], the context's.
func Check(ctx context.Context, t *Table, threshold *big.Rat, limit float64) ([]Verdict, error) {
	if err := validateThreshold(threshold); err != nil {
		return nil, err
	}
	all, err := solve(ctx, t, limit)
	if err != nil {
		return nil, err
	}
	total := int64(0)
	for j := range t.Cells {
		total += all.people[j] - t.Cells[j].Counterfeits
	}
	verdicts := make([]Verdict, t.Values)
	for s := range verdicts {
		verdicts[s] = Verdict{Value: int32(s), Low: new(big.Rat), High: new(big.Rat), Exact: total}
		if len(t.Cells) == 0 {
			verdicts[s].Cell = none
		}
	}
	for v, value := range all.value {
		verdicts[value].include(all.low[v], all.high[v], threshold, all.cell[v], all.people[all.cell[v]]-t.Cells[all.cell[v]].Counterfeits)
	}
	for _, c := range all.uncounted {
		for g := range c.groups {
			if slices.ContainsFunc(c.groups[g].cells, func(i int32) bool { return t.Cells[c.cells[i].cell].Counterfeits > 0 }) {
				continue // it may be they who are above the average
			}
			for k, value := range c.values {
				if average := all.average(c, g, k); average.Cmp(verdicts[value].Low) > 0 {
					verdicts[value].Low, verdicts[value].Cell = average, c.cells[c.groups[g].cells[0]].cell
				}
			}
		}
	}
	for s := range verdicts {
		if at := &verdicts[s]; at.Low.Sign() > 0 {
			at.Steps = all.steps(all.variable(at.Cell, at.Value))
		}
	}
	return verdicts, nil
}

// include takes account of so many people of a cell, of whose probability there are bounds.
func (v *Verdict) include(low, high, threshold *big.Rat, cell int32, people int64) {
	if people == 0 {
		return // all are counterfeits
	}
	if low.Cmp(v.Low) > 0 {
		v.Low, v.Cell = low, cell
	}
	if high.Cmp(v.High) > 0 {
		v.High = high
	}
	switch {
	case low.Cmp(threshold) >= 0:
		v.People += people
	case high.Cmp(threshold) >= 0:
		v.Undecided += people
	}
	if low != high && low.Cmp(high) != 0 {
		v.Exact -= people
	}
}

// average returns the mean of the probability of a value over the people of a core's group: how many have it is known of the
// group, if not of each cell.
func (t *told) average(c *core, group, k int) *big.Rat {
	with, people := int64(0), int64(0)
	for _, i := range c.groups[group].cells {
		j := c.cells[i].cell
		people += t.people[j]
		if v := t.variable(j, c.values[k]); v != none {
			with += t.truth[v]
		}
	}
	return big.NewRat(with, people)
}
