package fulldomain

import (
	"cmp"
	"math"
	"math/big"
	"slices"
)

// cost returns the measure of a node, so that less is better.
func (s *examiner) cost(n *Node) float64 {
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
func (s *examiner) compare(cost float64, levels []int, otherCost float64, otherLevels []int) int {
	return cmp.Or(cmp.Compare(cost, otherCost), cmp.Compare(sum(levels), sum(otherLevels)), slices.Compare(levels, otherLevels))
}

// beatsBest reports whether a node comes before the best.
func (s *examiner) beatsBest(cost float64, levels []int) bool {
	if s.best == nil {
		return true
	}
	return s.compare(cost, levels, s.cost(s.best), s.best.Levels) < 0
}

// mayWin reports whether a node, or one above it, could come before the best.
func (s *examiner) mayWin(levels []int) bool {
	if s.best == nil {
		return true
	}
	bound, cost := s.bound(levels), s.cost(s.best)
	return bound < cost-margin || bound <= cost+margin && s.beatsBest(s.exactBound(levels), levels)
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
func (s *examiner) bound(levels []int) float64 {
	parts, least := s.parts()
	for d, level := range levels {
		least += parts[d][level]
	}
	return least
}

// parts returns what a bound is the sum of: numbers by column and level, and what it
// begins with.
func (s *examiner) parts() (parts [][]float64, begin float64) {
	switch s.options.Measure {
	case Loss:
		return s.scale.losses, 0
	case Precision:
		return s.scale.steps, -1
	case Discernibility, AverageGroup:
	}
	return s.scale.nothing, s.exactBound(nil)
}

// exactBound returns the same as cost would be: the nearest float64.
func (s *examiner) exactBound(levels []int) float64 {
	switch s.options.Measure {
	case Loss:
		return s.scale.loss(levels, 0, make([]wide, len(levels)))
	case Precision:
		return -s.scale.precision(levels, 0)
	case Discernibility:
		// Who stays is in a group of so many, and who is left out counts all.
		return float64(min(s.floor.People, s.scale.people)) * float64(s.scale.people)
	case AverageGroup:
		return float64(s.floor.People)
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
	return s.boundOf(least)
}

// boundOf returns what a sum of float64 bounds at least, as a Node has the measure.
func (s *examiner) boundOf(least float64) float64 {
	switch s.options.Measure {
	case Loss:
		least -= margin
	case Precision:
		return min(1, margin-least)
	case Discernibility, AverageGroup: // no sums
	}
	return max(0, least)
}

// leastAbove returns a bound of what a node costs and all above it, from its groups
// before anybody is left out: merging makes them fewer, and larger.
func (s *examiner) leastAbove(v *verdict) float64 {
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
