package definitions

import (
	"math"
	"slices"
	"strconv"
)

// reduce leaves out what cannot matter to people who are labelled, when all that is
// asked is about some attributes: a column that stands in one table only and is not
// asked about, and then a table whose columns all stand in another one. In either case
// the number of ways to hand out the rows changes by the same factor in every world:
// handing out rows does not care for what is written on them, and a table that repeats
// columns of another can be handed out in Π m! ways, m being how often its rows occur.
// Tables that contradict each other are left as they are.
func reduce(tables []publishedTable, asked []string) []publishedTable {
	tables = slices.Clone(tables)
	for {
		before := size(tables)
		for i, t := range tables {
			tables[i] = t.project(slices.DeleteFunc(slices.Clone(t.attributes), func(name string) bool {
				return !slices.Contains(asked, name) && !slices.ContainsFunc(others(tables, i), func(other publishedTable) bool {
					return slices.Contains(other.attributes, name)
				})
			}))
		}
		for i, t := range tables {
			if len(tables) > 1 && slices.ContainsFunc(others(tables, i), t.repeats) {
				tables = others(tables, i)
				break
			}
		}
		if size(tables) == before {
			return tables
		}
	}
}

func others(tables []publishedTable, i int) []publishedTable {
	return slices.Delete(slices.Clone(tables), i, i+1)
}

// size is the number of tables and columns.
func size(tables []publishedTable) int {
	n := len(tables)
	for _, t := range tables {
		n += len(t.attributes)
	}
	return n
}

// project keeps some columns, with all rows.
func (t publishedTable) project(attributes []string) publishedTable {
	p := publishedTable{attributes: attributes}
	for _, row := range t.rows {
		var kept []string
		for _, name := range attributes {
			kept = append(kept, row[slices.Index(t.attributes, name)])
		}
		p.rows = append(p.rows, kept)
	}
	return p
}

// repeats reports whether a table is a projection of another one.
func (t publishedTable) repeats(other publishedTable) bool {
	for _, name := range t.attributes {
		if !slices.Contains(other.attributes, name) {
			return false
		}
	}
	mine, theirs := slices.Clone(t.rows), other.project(t.attributes).rows
	slices.SortFunc(mine, slices.Compare)
	slices.SortFunc(theirs, slices.Compare)
	return slices.EqualFunc(mine, theirs, slices.Equal)
}

// progress is what the worlds that agree on the rows handed out so far have in common:
// how many they are, and how many people with each combination they have all together.
type progress struct {
	left [][]int
	ways int64
	sums map[string]int64
}

// matchings counts, over all ways to give the rows to labelled people, how many people
// have each combination of values in the columns. By symmetry the people may be taken
// to be the rows of the first table. They come one by one, and what matters of those
// served is which rows are left.
func (c *codedRelease) matchings(columns []int) (map[string]int64, error) {
	b := c.builder()
	now := map[string]*progress{"": {left: b.left, ways: 1, sums: map[string]int64{}}}
	for row, count := range c.tables[0].counts {
		for range count {
			next := map[string]*progress{}
			for _, p := range now {
				b.left = p.left
				b.choose(0, 0, row, func() bool {
					return b.extend(0, 1, nil, func() bool {
						p.join(next, b.left, tupleText(b.tuples[0], columns))
						return len(next) <= worldLimit
					})
				})
			}
			for _, p := range next {
				// Sums are at most the number of people times this.
				if p.ways < 0 || p.ways > math.MaxInt64/int64(2*c.people*len(next)) {
					return nil, errTooManyWorlds
				}
			}
			if len(next) > worldLimit {
				return nil, errTooManyWorlds
			}
			now = next
		}
	}
	// All rows are handed out, so that there is one key at most.
	for _, p := range now {
		return p.sums, nil
	}
	return nil, errNoWorld
}

// join adds the worlds of p, each with one more person, to those that leave the same
// rows.
func (p *progress) join(next map[string]*progress, left [][]int, combination string) {
	var key []byte
	for _, counts := range left {
		for _, count := range counts {
			key = append(key, byte(count))
		}
	}
	to := next[string(key)]
	if to == nil {
		to = &progress{sums: map[string]int64{}}
		for _, counts := range left {
			to.left = append(to.left, slices.Clone(counts))
		}
		next[string(key)] = to
	}
	to.ways += p.ways
	for old, sum := range p.sums {
		to.sums[old] += sum
	}
	to.sums[combination] += p.ways
}

// atoi reads a number that text wrote.
func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err)
	}
	return n
}
