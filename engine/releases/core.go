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
