package signatures

import "slices"

// level has the classes of a partition that refines generalization j, and what is known of
// them. While one of them is worked on, only levels with a smaller j are turned to, and that
// of generalization j itself: so one room to work in is enough.
type level struct {
	j  int
	of partition
	catalogue

	// own is the level of generalization j itself, ownGroup the group there of each group.
	own      *level
	ownGroup []int

	// finest is the common refinement of the level's partition and all generalizations
	// before: results are over its groups, which have so many people.
	finest partition
	cells  []int32

	// Above generalization 2:
	below    *level // of j−1, the level's refinement by generalization j−1
	composer *composer

	// At generalization 2:
	sizes   []int32   // people of each group
	groupOf partition // the group of each finest cell
	parts   []part
}

// levelOf returns the level of j and a partition, and makes it where it does not exist.
func (c *counter) levelOf(j int, of partition) *level {
	for _, l := range c.levels[j] {
		if slices.Equal(l.of, of) {
			return l
		}
	}
	l := &level{j: j, of: of, catalogue: newCatalogue(c.values)}
	l.own = l
	if own := c.in.Generalizations[j-1]; !slices.Equal(of, own) {
		l.own, l.ownGroup = c.levelOf(j, own), of.into(own)
	}
	finer := refine(of, c.in.Generalizations[j-2])
	if j == 2 {
		l.finest, l.cells = finer, finer.sizes(c.in.Cells)
		l.sizes, l.groupOf = of.sizes(c.in.Cells), finer.into(of)
		c.divide(l)
	} else {
		l.below = c.levelOf(j-1, finer)
		l.finest, l.cells = l.below.finest, l.below.cells
		l.composer = c.newComposer(finer.sizes(c.in.Cells), finer.into(of))
	}
	c.levels[j] = append(c.levels[j], l)
	return l
}
