package mask

import (
	"math/big"
	"slices"

	"skyline/engine/jump/tables"
)

// oracle counts by the definition: it goes through all ways to give the people their
// values, person by person, and looks at each set in each table.
func oracle(c *Component, p tables.Property) *tables.Set {
	var cellOf []int
	for i, n := range c.Cells {
		for range n {
			cellOf = append(cellOf, i)
		}
	}
	values := len(c.Counts[0])
	left := make([][]int64, len(c.Counts))
	for h, counts := range c.Counts {
		left[h] = append(left[h], counts...)
	}
	first := make([]int, len(c.Cells)) // the first person of each cell
	for i, cell := range slices.Backward(cellOf) {
		first[cell] = i
	}
	count := int64(0)
	with := make([][]int64, len(c.Cells))
	for i := range with {
		with[i] = make([]int64, values)
	}
	table := make([]int, len(cellOf))
	var give func(person int)
	give = func(person int) {
		if person < len(cellOf) {
			h := c.In[cellOf[person]]
			for v := range values {
				if left[h][v] > 0 {
					left[h][v]--
					table[person] = v
					give(person + 1)
					left[h][v]++
				}
			}
			return
		}
		for _, set := range c.Must {
			counts := make([]int64, values)
			people := 0
			for i, cell := range cellOf {
				if slices.Contains(set, cell) {
					counts[table[i]]++
					people++
				}
			}
			if people > 0 && !p.HoldsGroup(counts) {
				return
			}
		}
		count++
		for i := range with {
			with[i][table[first[i]]]++
		}
	}
	give(0)
	s := tables.NewSet(len(c.Cells), values)
	s.Tables.SetInt64(count)
	for i := range with {
		for v, n := range with[i] {
			s.With[i][v] = big.NewInt(n)
		}
	}
	return s
}
