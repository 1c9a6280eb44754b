package palm

import (
	"context"
	"fmt"
	"math"
	"slices"

	"skyline/engine/cells"
	"skyline/engine/fulldomain"
	"skyline/engine/hierarchy"
	"skyline/engine/privacy"
)

// FullDomain returns the levels of the full-domain generalization of the smallest KL
// cost that keeps the bounds (SPALM), each cell being uniform over the leaves of its
// label; nil if none does. Of equal ones it is that of the smaller sum of levels, and
// then that whose levels come first.
//
// absent is the sensitive value of people who are not in the private table. The cost only
// grows with the levels, so it is one of the minimal generalizations. It takes the time
// of fulldomain.Search for these.
//
// Errors: those of fulldomain.Search.
//
// Source: Nergiz, Atzori, Clifton, "Hiding the presence of individuals from shared
// databases", SIGMOD 2007, Sect. 4.
func FullDomain(ctx context.Context, table *cells.Cells, trees []*hierarchy.Tree, absent int32, low, high float64, options fulldomain.Options) ([]int, error) {
	atLeast, atMost := privacy.Presence(low, high, absent)
	options.Requirements, options.Which = []privacy.Requirement{atLeast, atMost}, fulldomain.Minimal
	result, err := fulldomain.Search(ctx, table, trees, options)
	if err != nil {
		return nil, fmt.Errorf("palm: %w", err)
	}
	costs := make([][]float64, len(trees)) // by column and level
	for d, tree := range trees {
		costs[d] = leafCosts(table, tree, d, absent)
	}
	var best []int
	least := math.Inf(1)
	for i := range result.Nodes {
		levels := result.Nodes[i].Levels
		cost := 0.0
		for d, level := range levels {
			cost += costs[d][level]
		}
		if best == nil || comesFirst(cost, levels, least, best) {
			best, least = levels, cost
		}
	}
	return best, nil
}

// comesFirst orders generalizations; costs that differ by rounding only are equal.
func comesFirst(cost float64, levels []int, other float64, otherLevels []int) bool {
	if math.Abs(cost-other) > 1e-12*math.Max(cost, other) {
		return cost < other
	}
	sum := func(levels []int) (n int) {
		for _, level := range levels {
			n += level
		}
		return n
	}
	if a, b := sum(levels), sum(otherLevels); a != b {
		return a < b
	}
	return slices.Compare(levels, otherLevels) < 0
}

// leafCosts returns a column's part of the KL cost at each level: Σ ln(leaves) over the
// people who are present.
func leafCosts(table *cells.Cells, tree *hierarchy.Tree, d int, absent int32) []float64 {
	present := make([]int64, tree.Values())
	for i, code := range table.Codes[d] {
		if table.Value[i] != absent {
			present[code] += table.N[i]
		}
	}
	costs := make([]float64, tree.Height()+1)
	for level := range costs {
		for code, n := range present {
			node := tree.Node(tree.Ancestor(int32(code), int64(level)))
			costs[level] += float64(float64(n) * math.Log(float64(node.Last-node.First+1)))
		}
	}
	return costs
}
