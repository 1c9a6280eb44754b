package palm

import (
	"cmp"
	"slices"

	"skyline/engine/cells"
	"skyline/engine/distribution"
)

// Groups returns the QI groups of a table's cells, cell i being in the group of[i], from
// 0 to n-1. absent is the sensitive value of people who are not in the private table, who
// have one value each. The groups have no Start yet. The result does not depend on the
// order of the cells.
func Groups(table *cells.Cells, absent int32, of []int64, n int) []Group {
	order := make([]int32, len(of))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		if c := cmp.Compare(of[a], of[b]); c != 0 {
			return c
		}
		return compareCodes(table, a, b)
	})
	groups := make([]Group, n)
	for at, i := range order {
		g := &groups[of[i]]
		if at == 0 || of[order[at-1]] != of[i] || compareCodes(table, order[at-1], i) != 0 {
			if g.Codes == nil {
				g.Codes = make([][]int32, len(table.Codes))
			}
			for d := range table.Codes {
				g.Codes[d] = append(g.Codes[d], table.Codes[d][i])
			}
			g.People, g.Present = append(g.People, 0), append(g.Present, 0)
		}
		last := len(g.People) - 1
		g.People[last] += table.N[i]
		if table.Value[i] != absent {
			g.Present[last] += table.N[i]
		}
	}
	return groups
}

func compareCodes(table *cells.Cells, a, b int32) int {
	for _, codes := range table.Codes {
		if c := cmp.Compare(codes[a], codes[b]); c != 0 {
			return c
		}
	}
	return 0
}

// StartSets makes each column of the groups uniform over the values that its people have.
func StartSets(groups []Group) {
	for i := range groups {
		g := &groups[i]
		g.Start = make([]distribution.Distribution, len(g.Codes))
		for d, codes := range g.Codes {
			members := slices.Clone(codes)
			slices.Sort(members)
			g.Start[d] = distribution.Uniform(slices.Compact(members))
		}
	}
}
