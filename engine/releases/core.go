package releases

// A core is what is left of a component of cells that are connected by groups, after what follows directly has been taken
// away: in each of its groups at least two cells are unknown. Cells, groups and values are numbered from 0 within the core.
type core struct {
	cells  []coreCell
	groups []coreGroup
	values []int32 // what the core's values are in the table: only those that occur in it
	// within has bounds of the counts, by cell and value, that hold in all worlds. It may be nil: it says nothing that does
	// not follow, but what follows from it needs not be tried.
	within [][]countRange
}

// A coreCell is a cell whose counts are not known.
type coreCell struct {
	cell   int32   // its number in the table
	people int64   // at least 1
	groups []int32 // the core's groups that it is in, at most one of each release
	counts []int64 // what the adversary does not know: how many of the people have each of the core's values
}

// A coreGroup is a group of a release without its people whose values are known.
type coreGroup struct {
	release int
	group   int32   // its number in the table
	cells   []int32 // the core's cells that are in it: at least two
	counts  []int64 // how many of their people have each of the core's values
}

// A countRange is the least and the largest number of people of a cell who have a value, over all worlds, or certified
// bounds of them.
type countRange struct{ low, high int64 }

// most returns the largest number of people of a cell who can have a value, as far as its groups or its bounds tell.
func (c *core) most(i, k int) int64 {
	if c.within != nil {
		return c.within[i][k].high
	}
	most := c.cells[i].people
	for _, g := range c.cells[i].groups {
		most = min(most, c.groups[g].counts[k])
	}
	return most
}

// least returns the smallest number of people of a cell who can have a value, as far as its bounds tell.
func (c *core) least(i, k int) int64 {
	if c.within != nil {
		return c.within[i][k].low
	}
	return 0
}

// What is known of a core's counts are sums: those of a cell are its people, and those of a value in a group are the group's.
// The sum of cell i has number i, that of value k in group g len(cells) + g·len(values) + k.

// sums returns the number of sums.
func (c *core) sums() int { return len(c.cells) + len(c.groups)*len(c.values) }

// sumOf returns the number of a group's sum of a value.
func (c *core) sumOf(group, value int) int { return len(c.cells) + group*len(c.values) + value }

// sumsOf returns the numbers of the sums that a place is in: first its cell's, then those of its groups.
func (c *core) sumsOf(p place) []int {
	sums := []int{int(p.cell)}
	for _, g := range c.cells[p.cell].groups {
		sums = append(sums, c.sumOf(int(g), int(p.value)))
	}
	return sums
}

// total returns what a sum is before anything is known.
func (c *core) total(sum int) int64 {
	if sum < len(c.cells) {
		return c.cells[sum].people
	}
	sum -= len(c.cells)
	return c.groups[sum/len(c.values)].counts[sum%len(c.values)]
}

// each calls do for the cell and the value of each count of a sum.
func (c *core) each(sum int, do func(cell int32, value int)) {
	if sum < len(c.cells) {
		for k := range c.values {
			do(int32(sum), k)
		}
		return
	}
	sum -= len(c.cells)
	for _, i := range c.groups[sum/len(c.values)].cells {
		do(i, sum%len(c.values))
	}
}
