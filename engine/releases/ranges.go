package releases

import "context"

// ranges returns bounds of the count of each value in each cell of a core.
func (c *core) ranges(ctx context.Context, _ float64) ([][]countRange, error) {
	all := make([][]countRange, len(c.cells))
	inGroup := make([][]int64, len(c.groups)) // the most that all cells of a group can have
	for g := range inGroup {
		inGroup[g] = make([]int64, len(c.values))
	}
	for i := range all {
		all[i] = make([]countRange, len(c.values))
		for k := range all[i] {
			all[i][k].high = c.most(i, k)
			for _, g := range c.cells[i].groups {
				inGroup[g][k] += all[i][k].high
			}
		}
	}
	for i, row := range all {
		inCell := int64(0)
		for k := range row {
			inCell += row[k].high
		}
		for k := range row {
			row[k].low = max(0, c.cells[i].people-(inCell-row[k].high))
			for _, g := range c.cells[i].groups {
				row[k].low = max(row[k].low, c.groups[g].counts[k]-(inGroup[g][k]-row[k].high))
			}
		}
	}
	return all, ctx.Err()
}
