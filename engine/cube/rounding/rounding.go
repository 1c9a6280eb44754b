package rounding

import (
	"context"
	"math/rand/v2"
)

// Table is what is rounded: the innermost cells of a table, and which of them each total is the
// sum of.
type Table struct {
	Cells  []int64   // counts, at least 0
	Totals [][]int32 // the cells of each total, in ascending order
	Base   int64     // at least 1
}

// Rounding is a table whose cells are multiples of the base.
type Rounding struct {
	Cells  []int64 // each less than a base away from its count, and the count where that is a multiple
	Totals []int64 // the sums of these cells
	Off    []int64 // how far each total is from the sum of the counts: above 0 where it is larger
}

// Nearest returns the multiple of a base that is nearest to a count, the larger of two.
func Nearest(count, base int64) int64 { return (count + base/2) / base * base }

// Random returns one of the two multiples around a count, the nearer one more often: on average
// the count itself. A multiple stays.
func Random(count, base int64, random *rand.Rand) int64 {
	rest := count % base
	if rest > 0 && random.Int64N(base) < rest {
		return count - rest + base
	}
	return count - rest
}

// Controlled rounds a table so that it adds up. It begins with Random cells and moves one, or
// two that share a total, from one multiple to the other as long as the totals come nearer; of
// several beginnings it returns the one with the fewest totals that are a base or more away, and
// among them the one whose totals are nearest. Tables of two dimensions nearly always have none.
//
// It takes time in proportion to the sizes of all totals, some ten times, and 20 bytes for each
// cell of each total.
//
// Errors: the context's.
func Controlled(ctx context.Context, t *Table, random *rand.Rand) (*Rounding, error) {
	s := newSearch(t)
	var best *Rounding
	var least cost
	for range beginnings {
		s.begin(random)
		if err := s.descend(ctx, random); err != nil {
			return nil, err
		}
		if now := s.cost(); best == nil || now.less(least) {
			best, least = s.rounding(), now
		}
		if least.far == 0 {
			break
		}
	}
	return best, nil
}

// beginnings is how often the search begins where some total stays far.
const beginnings = 3

// cost is what a rounding should have little of.
type cost struct {
	far     int     // totals that are a base or more away
	squares float64 // of the distances
}

func (c cost) less(other cost) bool {
	return c.far < other.far || c.far == other.far && c.squares < other.squares
}
