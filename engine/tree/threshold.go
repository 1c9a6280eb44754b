package tree

import (
	"math"
	"slices"
)

// ranked is an example as the search for a threshold sees it.
type ranked struct {
	rank, row int32
	weight    float64
}

// bestThreshold is the test of a number with the largest gain. Because there are
// many thresholds to choose from, the gain is reduced by the bits that it takes
// to name one, spread over the rows.
func (g *grower) bestThreshold(n *node, feature int) (candidate, bool) {
	sorted, known := g.sort(n, feature)
	if known < 2*minBranch {
		return candidate{}, false
	}
	least := math.Max(minBranch, math.Min(0.1*known/float64(g.classes), 25)) - 1e-9
	low, high := make([]float64, g.classes), make([]float64, g.classes)
	class := g.rows.Classes
	for _, e := range sorted {
		high[class[e.row]] += e.weight
	}
	all := slices.Clone(high)
	below, bestBelow := 0.0, 0.0
	bestWithin, at, thresholds := math.Inf(1), -1, 0
	for i, e := range sorted {
		low[class[e.row]] += e.weight
		high[class[e.row]] -= e.weight
		below += e.weight
		if i+1 == len(sorted) || sorted[i+1].rank == e.rank || below < least {
			continue
		}
		if known-below < least {
			break
		}
		thresholds++
		// A difference of rounding alone must not decide: the first one stays.
		if within := g.entropy(low, below) + g.entropy(high, known-below); within < bestWithin-1e-9 {
			bestWithin, at, bestBelow = within, i, below
		}
	}
	if at < 0 {
		return candidate{}, false
	}
	c := candidate{test: test{feature: feature, threshold: g.between(feature, sorted[at].rank, sorted[at+1].rank)}}
	ok := c.worth(g, n, all, known, bestWithin, math.Log2(float64(thresholds)), []float64{bestBelow, known - bestBelow})
	return c, ok
}

// between returns the threshold between two numbers of a feature, by their ranks: halfway, or the lower
// one where nothing is between them.
func (g *grower) between(feature int, low, high int32) float64 {
	numbers := g.features[feature].ranked
	a, b := numbers[low], numbers[high]
	if at := a + float64((b-a)/2); at < b {
		return at
	}
	return a
}

// sort returns the examples whose number is known, by rank, and their weight.
// Among equals the order of rows stays. Where ranks are few they are counted.
func (g *grower) sort(n *node, feature int) ([]ranked, float64) {
	f, codes := &g.features[feature], g.rows.Codes[feature]
	known := 0.0
	g.sorted = g.sorted[:0]
	if len(f.ranked) > 4*len(n.examples) {
		g.keys = g.keys[:0]
		for i, e := range n.examples {
			if rank := f.ranks[codes[e.row]]; rank >= 0 {
				g.keys = append(g.keys, uint64(rank)<<32|uint64(i))
				known += e.weight
			}
		}
		slices.Sort(g.keys)
		for _, key := range g.keys {
			e := n.examples[uint32(key)]
			g.sorted = append(g.sorted, ranked{int32(key >> 32), e.row, e.weight})
		}
		return g.sorted, known
	}
	if cap(g.starts) < len(f.ranked)+1 {
		g.starts = make([]int32, len(f.ranked)+1)
	}
	starts := g.starts[:len(f.ranked)+1]
	clear(starts)
	for _, e := range n.examples {
		if rank := f.ranks[codes[e.row]]; rank >= 0 {
			starts[rank+1]++
		}
	}
	for i := 1; i < len(starts); i++ {
		starts[i] += starts[i-1]
	}
	g.sorted = slices.Grow(g.sorted, len(n.examples))[:starts[len(starts)-1]]
	for _, e := range n.examples {
		if rank := f.ranks[codes[e.row]]; rank >= 0 {
			g.sorted[starts[rank]] = ranked{rank, e.row, e.weight}
			starts[rank]++
			known += e.weight
		}
	}
	return g.sorted, known
}
