package fulldomain

import "math/bits"

// place is a node of a lattice that is too large to be numbered: a byte for each
// column's level.
type place string

// MostLevels is how many levels above the values a hierarchy may have where a lattice is
// searched without a note about each node.
const MostLevels = 255

func placeOf(levels []int) place {
	p := make([]byte, len(levels))
	for d, level := range levels {
		p[d] = byte(level)
	}
	return place(p)
}

func (p place) levels() []int {
	levels := make([]int, len(p))
	for d := range levels {
		levels[d] = int(p[d])
	}
	return levels
}

// with returns the place with another level of a column.
func (p place) with(d int, level byte) place { return p[:d] + place([]byte{level}) + p[d+1:] }

// isBelow reports whether a place is at most as general as another.
func (p place) isBelow(other place) bool {
	for d := range len(p) {
		if p[d] > other[d] {
			return false
		}
	}
	return true
}

// cover is a set of places of which none is below another, and says which of them
// are above some place: a few words for each column, each for 64 of them.
type cover struct {
	places []place
	live   []uint64 // which of the places are in the set
	// reach has, by column and level, which of the places are at the level or above.
	reach [][][]uint64
}

func newCover(heights []int) *cover {
	c := &cover{reach: make([][][]uint64, len(heights))}
	for d, height := range heights {
		c.reach[d] = make([][]uint64, height+1)
	}
	return c
}

// add adds a place, and drops those that are below it.
func (c *cover) add(p place) {
	i := len(c.places)
	for other := range c.above("") {
		if c.places[other].isBelow(p) {
			c.live[other/64] &^= 1 << (other % 64)
		}
	}
	c.places = append(c.places, p)
	if i%64 == 0 {
		c.live = append(c.live, 0)
		for d := range c.reach {
			for level := range c.reach[d] {
				c.reach[d][level] = append(c.reach[d][level], 0)
			}
		}
	}
	c.live[i/64] |= 1 << (i % 64)
	for d := range c.reach {
		for level := range int(p[d]) + 1 {
			c.reach[d][level][i/64] |= 1 << (i % 64)
		}
	}
}

// has reports whether a place is below one of the set.
func (c *cover) has(p place) bool {
	for range c.above(p) {
		return true
	}
	return false
}

// above returns the places of the set that are above one, in the order in which they
// were added; of the empty place, all. The set must not change in the meantime, but
// for places that are dropped.
func (c *cover) above(p place) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for w, word := range c.live {
			for d := range len(p) {
				if word &= c.reach[d][p[d]][w]; word == 0 {
					break
				}
			}
			for ; word != 0; word &= word - 1 {
				if !yield(64*w + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}
