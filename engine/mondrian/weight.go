package mondrian

import "slices"

// How important a column is says how much what a split of it does counts, by any strategy:
// how much labels are narrowed, how wide the column is, or how much the split tells about
// sensitive values. A column of weight 3 whose split tells as much as that of another is split
// first, and so it is if its split tells half as much.

// weigh looks at the weights of the columns. Where all are the same they say nothing, and
// scores are those without weights.
func (p *partitioner) weigh() {
	columns := p.cells.columns
	p.weighted = slices.ContainsFunc(columns, func(c Column) bool { return c.weight() != columns[0].weight() })
	p.notMiddle = 2
	for d := range columns {
		if !p.weighted {
			columns[d].Weight = 1
		}
		p.notMiddle = max(p.notMiddle, 2*columns[d].weight())
	}
}

func (c *Column) weight() float64 {
	if c.Weight == 0 {
		return 1
	}
	return c.Weight
}

// weighted returns what a split of the column does, times its weight.
func (c *Column) weighted(x float64) float64 { return float64(x * c.weight()) }

// score returns the score of a split of the group in the tally that leaves its parts so much
// entropy, n·H: less of it is better. With weights, or where a split has several bits (see worth),
// it is what the split takes away that is compared.
func (s *search) score(column *Column, entropy int64, bits float64) float64 {
	if !s.p.weighted && bits == 1 {
		return float64(entropy)
	}
	all := s.p.information.entropy(s.tally.all, s.tally.out)
	taken := float64(entropy-all) / bits
	if !s.p.weighted {
		return float64(all) + taken
	}
	return column.weighted(taken)
}
