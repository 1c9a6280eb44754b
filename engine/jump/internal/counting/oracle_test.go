package counting

import (
	"math/big"
	"slices"

	"skyline/engine/jump/beliefs"
	"skyline/tests/worlds"
)

// oracle counts by the definition: it goes through all ways to give the people their
// values and looks at each set in each table.
func oracle(c *Component, p beliefs.Property) *beliefs.Set {
	var cellOf []int
	groups := make([][]int, len(c.Counts))
	first := make([]int, len(c.Cells)) // the first person of each cell
	for cell, n := range c.Cells {
		first[cell] = len(cellOf)
		for range n {
			groups[c.In[cell]] = append(groups[c.In[cell]], len(cellOf))
			cellOf = append(cellOf, cell)
		}
	}
	s := beliefs.NewSet(len(c.Cells), len(c.Counts[0]))
	one := big.NewInt(1)
	for world := range worlds.Each(groups, worlds.Deal(groups, c.Counts)) {
		if !passes(c, p, cellOf, world) {
			continue
		}
		s.Tables.Add(s.Tables, one)
		for cell, with := range s.With {
			n := with[world[first[cell]]]
			n.Add(n, one)
		}
	}
	return s
}

// passes reports whether all sets that must have the property have it in a table.
func passes(c *Component, p beliefs.Property, cellOf, table []int) bool {
	for _, set := range c.Must {
		counts := make([]int64, len(c.Counts[0]))
		people := 0
		for person, cell := range cellOf {
			if slices.Contains(set, cell) {
				counts[table[person]]++
				people++
			}
		}
		if people > 0 && !p.HoldsGroup(counts) {
			return false
		}
	}
	return true
}
