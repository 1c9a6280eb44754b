package mondrian

import (
	"math"
	"slices"

	"skyline/engine/hierarchy"
)

// Column is a quasi-identifier column. Its values have the codes 0..Size-1, in the
// column's order, NULL last.
type Column struct {
	Size int
	// HasNull says that the last code is NULL.
	HasNull bool
	// Numbers are where the values lie, by their codes, if distances between them
	// mean something; otherwise it is nil. NULL's is not looked at.
	Numbers []float64
	// Hierarchy says how values are generalized; nil: by cuts between codes.
	Hierarchy *hierarchy.Tree
	// Named says which nodes of the hierarchy a label can list beside others, by their numbers: no
	// other node has the name. Others, and all if it is nil, are shown by a node above.
	Named []bool
	// Weight is how important the column is where splits are compared; 0 stands for 1.
	Weight float64
	// Finest and Coarsest are what the column is never shown finer, or coarser, than; nil:
	// there is no such limit.
	Finest, Coarsest *Limit

	// listed says which nodes labels may list, nil for none: see siblings.go.
	listed []bool
	// position is where a code lies in the column's range, from 0 to 1.
	position []float64
}

// place fills position: by Numbers if they are all finite, otherwise by rank. The
// codes of a column with a hierarchy are those of its leaves from here on.
func (c *Column) place() {
	if c.Hierarchy != nil {
		return
	}
	c.position = make([]float64, c.Size)
	values := c.Size
	if c.HasNull {
		values--
		c.position[values] = 1
	}
	low, high := 0.0, float64(values-1)
	number := func(code int) float64 { return float64(code) }
	if c.isMeasured(values) {
		low, high = c.Numbers[0], c.Numbers[values-1]
		number = func(code int) float64 { return c.Numbers[code] }
	}
	for code := range values {
		if high > low {
			c.position[code] = min(1, (number(code)-low)/(high-low))
		}
	}
}

func (c *Column) isMeasured(values int) bool {
	if len(c.Numbers) < values || values == 0 {
		return false
	}
	for code, x := range c.Numbers[:values] {
		if math.IsNaN(x) || math.IsInf(x, 0) || code > 0 && x < c.Numbers[code-1] {
			return false
		}
	}
	return !math.IsInf(c.Numbers[values-1]-c.Numbers[0], 0)
}

// width returns how much of the column's range the codes from low to high take: 0
// for one value, 1 for the whole, and for NULL beside values.
func (c *Column) width(low, high int32) float64 {
	switch {
	case low == high:
		return 0
	case c.Hierarchy != nil:
		return float64(c.Hierarchy.Extent(c.Hierarchy.Covering(low, high))-1) / float64(c.Size-1)
	case c.HasNull && int(high) == c.Size-1:
		return 1
	}
	return c.position[high] - c.position[low]
}

// node returns the region of a node of the column's hierarchy: that of a leaf is its
// value.
func (c *Column) node(i int32) Region {
	n := c.Hierarchy.Node(i)
	null := int32(-1)
	if c.HasNull {
		null = c.Hierarchy.Rank(int32(c.Size - 1))
	}
	region := Region{Low: -1, High: -1, Node: i, Null: n.First <= null && null <= n.Last}
	if n.Level == 0 {
		region.Node = -1
		if !region.Null {
			region.Low = c.Hierarchy.Value(n.First)
			region.High = region.Low
		}
	}
	return region
}

// above returns the highest node of the column's hierarchy that covers some codes, and
// none outside of low..high: the child of the node that was split, whose siblings are
// outside.
func (c *Column) above(codes []int32, low, high int32) int32 {
	at := c.shown(c.Hierarchy.Covering(slices.Min(codes), slices.Max(codes)))
	for {
		parent := c.Hierarchy.Node(at).Parent
		if parent < 0 || c.Coarsest != nil && c.Hierarchy.Node(at).Level >= c.Coarsest.Level {
			return at
		}
		if n := c.Hierarchy.Node(parent); n.First < low || n.Last > high {
			return at
		}
		at = parent
	}
}
