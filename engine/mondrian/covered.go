package mondrian

import "slices"

// covered returns what a group covers of a column whose people have some codes, as cells have them.
func (c *Column) covered(codes []int32) Region {
	low, high := slices.Min(codes), slices.Max(codes)
	if c.Hierarchy != nil {
		at := c.Hierarchy.Covering(low, high)
		region := c.node(c.shown(at))
		region.Siblings = c.listing(at, codes)
		region.Null = c.HasNull && slices.Contains(codes, c.Hierarchy.Rank(int32(c.Size-1)))
		return region
	}
	region := Region{Low: low, High: high, Node: -1}
	if null := int32(c.Size - 1); c.HasNull && high == null {
		region.Null, region.High = true, -1
		for _, code := range codes {
			if code != null {
				region.High = max(region.High, code)
			}
		}
		if low == null {
			region.Low = -1
		}
	}
	return region
}

// Placed is a column along which groups are made by others than Partition: its codes are put into the order in which
// they are cut, and so are the places that they have in the column's range.
type Placed struct {
	*Column
	// Positions says where each rank is in the column's range, from 0 to 1: by Numbers if there are any, otherwise all
	// are at even distances. NULL is at the end.
	Positions []float64
}

// Place returns a column as it is cut.
func (c *Column) Place() Placed {
	p := Placed{Column: c, Positions: make([]float64, c.Size)}
	if c.Hierarchy == nil {
		c.place()
		copy(p.Positions, c.position)
		return p
	}
	for rank := range p.Positions {
		p.Positions[rank] = float64(rank) / max(1, float64(c.Size-1))
	}
	return p
}

// Rank returns where a code is in that order: of a column with a hierarchy it is that of a leaf.
func (p Placed) Rank(code int32) int32 {
	if p.Hierarchy != nil {
		return p.Hierarchy.Rank(code)
	}
	return code
}

// Covered returns what a group shows of the column whose people have some ranks.
func (p Placed) Covered(ranks []int32) Region { return p.covered(ranks) }
