package fulldomain

import (
	"cmp"
	"slices"
)

// cache holds tables to roll up from, the least first.
type cache struct {
	tables []*table
	sizes  int // of all
	room   int
}

// What a cache may hold: tables together as large as roomFor lets them be, and so
// few that it takes no time to look through them.
const (
	maxTables = 512
	leastRoom = 32 << 20
)

// newCache returns a cache that has the base of all tables.
func newCache(base *table) *cache {
	return &cache{tables: []*table{base}, sizes: base.size(), room: max(leastRoom, 4*base.size())}
}

// finest returns the least table that is at most as general as levels.
func (c *cache) finest(levels []int) *table {
	for _, t := range c.tables {
		if notAbove(t.levels, levels) {
			return t
		}
	}
	return c.tables[len(c.tables)-1] // the base
}

func notAbove(a, b []int) bool {
	for d := range a {
		if a[d] > b[d] {
			return false
		}
	}
	return true
}

// isWorth reports whether a table is so much less than the one that it was made of
// that it is worth to be kept.
func isWorth(t, from *table) bool { return t.groups() <= from.groups()/4*3 }

// add takes a table.
func (c *cache) add(t *table) {
	at, _ := slices.BinarySearchFunc(c.tables, t, func(a, b *table) int { return cmp.Compare(a.groups(), b.groups()) })
	c.tables = slices.Insert(c.tables, at, t)
	c.sizes += t.size()
	// Of the others the largest are the least useful for their memory.
	for last := len(c.tables) - 2; last > 0 && (c.sizes > c.room || len(c.tables) > maxTables); last-- {
		c.sizes -= c.tables[last].size()
		c.tables = slices.Delete(c.tables, last, last+1)
	}
}
