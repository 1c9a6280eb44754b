package fulldomain

import (
	"cmp"
	"math"
	"math/big"
	"slices"
)

// cost returns the measure of a node, so that less is better.
func (s *search) cost(n *Node) float64 {
	x := n.Loss
	switch s.options.Measure {
	case Loss:
	case Precision:
		x = -n.Precision
	case Discernibility:
		x = n.Discernibility
	case AverageGroup:
		x = n.AverageGroup
	}
	if math.IsNaN(x) {
		return math.Inf(1)
	}
	return x
}

// compare orders nodes: by cost, the sum of levels, and levels.
func (s *search) compare(cost float64, levels []int, otherCost float64, otherLevels []int) int {
	return cmp.Or(cmp.Compare(cost, otherCost), cmp.Compare(sum(levels), sum(otherLevels)), slices.Compare(levels, otherLevels))
}

// beatsBest reports whether a node comes before the best.
func (s *search) beatsBest(cost float64, levels []int) bool {
	if s.best < 0 {
		return true
	}
	best := s.found[s.best]
	return s.compare(cost, levels, s.cost(best), best.Levels) < 0
}

func sum(levels []int) int {
	n := 0
	for _, level := range levels {
		n += level
	}
	return n
}

// margin is how far sums of float64 are trusted: less than a thousand terms that add
// up to at most 1.
const margin = 1e-12

// bound returns nearly what a node, and all above it, cost at least.
func (s *search) bound(levels []int) float64 {
	parts, least := s.parts()
	for d, level := range levels {
		least += parts[d][level]
	}
	return least
}

// parts returns what a bound is the sum of: numbers by column and level, and what it
// begins with.
func (s *search) parts() (parts [][]float64, begin float64) {
	switch s.options.Measure {
	case Loss:
		return s.scale.losses, 0
	case Precision:
		return s.scale.steps, -1
	case Discernibility, AverageGroup:
	}
	return s.scale.nothing, 0
}

// exactBound returns the same as cost would be: the nearest float64.
func (s *search) exactBound(levels []int) float64 {
	switch s.options.Measure {
	case Loss:
		return s.scale.loss(levels, 0, make([]wide, len(levels)))
	case Precision:
		return -s.scale.precision(levels, 0)
	case Discernibility, AverageGroup:
	}
	return 0
}

// leastOpen returns a bound of the measure of nodes that are not decided, as a Node
// has the measure.
func (s *search) leastOpen() float64 {
	least, levels := math.Inf(1), make([]int, len(s.heights))
	// sums[d] is what a bound begins with and the parts of the first d columns. Most
	// nodes differ from the one before in the last.
	parts, begin := s.parts()
	sums := make([]float64, len(levels)+1)
	sums[0] = begin
	add := func(from int) {
		for d := from; d < len(levels); d++ {
			sums[d+1] = sums[d] + parts[d][levels[d]]
		}
	}
	add(0)
	for _, t := range s.tags {
		if t&s.done == 0 {
			least = min(least, sums[len(levels)])
		}
		d := len(levels) - 1
		for d >= 0 && levels[d] == s.heights[d] {
			levels[d] = 0
			d--
		}
		if d >= 0 {
			levels[d]++
			add(d)
		}
	}
	least -= margin
	if s.options.Measure == Precision {
		return min(1, -least)
	}
	return max(0, least)
}

// leastAbove returns a bound of what a node costs and all above it, from its groups
// before anybody is left out: merging makes them fewer, and larger.
func (s *search) leastAbove(v *verdict) float64 {
	switch s.options.Measure {
	case Discernibility:
		return v.squares.float()
	case AverageGroup:
		if v.groups > 0 && s.scale.people > s.limit {
			return quotient(big.NewInt(s.scale.people-s.limit), big.NewInt(v.groups))
		}
	case Loss, Precision:
	}
	return math.Inf(-1)
}
