package mask

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"skyline/engine/jump/tables"
)

// part is a part of a component that is independent of the rest and in which cells and
// values that nothing distinguishes are one.
type part struct {
	groups  int
	cells   []cell
	sets    []set
	blocks  []block
	columns []column
	rule    rule
	method  string
	work    float64
}

// cell are people of one group who lie in the same sets.
type cell struct {
	size    int64
	group   int
	sets    []int // indices into part.sets
	members []int // cells of the component
}

// set are cells that must satisfy the property together.
type set struct {
	cells []int
	size  int64
	// most is how many people may have the same value, where that is what the property
	// says; see rule.capped.
	most int64
}

// block are cells that sets connect; a cell in no set is a block. Blocks of the same kind
// are interchangeable, cell by cell, and follow each other.
type block struct {
	cells []int
	sets  []int
	kind  int
}

// column are values with the same counts in all groups.
type column struct {
	counts []int64 // by group, not all zero
	values []int   // values of the component
}

// result is what is counted of a part: with[c][k] tables in which a given person of cell c
// has a given value of column k.
type result struct {
	tables *big.Int
	with   [][]*big.Int
}

func newResult(p *part) *result {
	s := tables.NewSet(len(p.cells), len(p.columns))
	return &result{tables: s.Tables, with: s.With}
}

// reduction is a component on the way to its parts.
type reduction struct {
	*Component
	property   tables.Property
	sets       [][]int // those of Must that a table can violate
	impossible bool    // one of them is violated by every table
}

// reduce keeps the sets that can be violated.
//
// Both ends are found from the values that can be in the set at all. Of the histograms
// x ≤ available with a given sum, the one that is filled up evenly is majorized by every
// other, and the one that is filled up by the most available value first majorizes every
// other. A property that looks at shares only and that merging cannot break holds for
// x if it does for one that majorizes x: x is then an average of permutations of that.
func (c *Component) reduce(p tables.Property) *reduction {
	r := &reduction{Component: c, property: p}
	seen := map[string]bool{}
	violated := map[string]tables.Verdict{} // by the people of each group in the set
	for _, cells := range c.Must {
		cells = slices.Clone(cells)
		slices.Sort(cells)
		cells = slices.Compact(cells)
		key := fmt.Sprint(cells)
		if len(cells) == 0 || seen[key] {
			continue
		}
		seen[key] = true
		inGroup := c.inGroup(cells)
		key = fmt.Sprint(inGroup)
		verdict, ok := violated[key]
		if !ok {
			verdict = tables.Unknown
			available, size := c.available(inGroup)
			if p.HoldsGroup(unevenly(available, size)) {
				verdict = tables.No
			} else if !p.HoldsGroup(evenly(available, size)) {
				verdict = tables.Yes
			}
			violated[key] = verdict
		}
		if verdict != tables.No {
			r.sets = append(r.sets, cells)
			r.impossible = r.impossible || verdict == tables.Yes
		}
	}
	return r
}

// share is how many people of a group are in a set.
type share struct {
	group  int
	people int64
}

// inGroup returns how many people of which groups are in a set.
func (c *Component) inGroup(cells []int) []share {
	var all []share
	for _, i := range cells {
		at, ok := slices.BinarySearchFunc(all, c.In[i], func(s share, h int) int { return cmp.Compare(s.group, h) })
		if !ok {
			all = slices.Insert(all, at, share{group: c.In[i]})
		}
		all[at].people += c.Cells[i]
	}
	return all
}

// available returns how many people of a set can have each value, if it were the only
// value that mattered, and the people of the set.
func (c *Component) available(in []share) ([]int64, int64) {
	available, size := make([]int64, c.values()), int64(0)
	for _, s := range in {
		size += s.people
		for v, n := range c.Counts[s.group] {
			available[v] += min(n, s.people)
		}
	}
	return available, size
}

// unevenly fills up the most available values first.
func unevenly(available []int64, size int64) []int64 {
	filled := slices.Clone(available)
	slices.SortFunc(filled, func(a, b int64) int { return cmp.Compare(b, a) })
	for i, n := range filled {
		filled[i] = min(n, size)
		size -= filled[i]
	}
	return filled
}

// evenly fills up all values at the same pace.
func evenly(available []int64, size int64) []int64 {
	filled := slices.Clone(available)
	slices.Sort(filled)
	for i, n := range filled {
		filled[i] = min(n, size/int64(len(filled)-i))
		size -= filled[i]
	}
	return filled
}

// parts splits by what the sets connect.
func (r *reduction) parts() []*part {
	groups := newPartition(len(r.Counts))
	setsOf := make([][]int, len(r.Cells))
	for s, cells := range r.sets {
		for _, i := range cells {
			groups.join(r.In[i], r.In[cells[0]])
			setsOf[i] = append(setsOf[i], s)
		}
	}
	var parts []*part
	partOf := map[int]int{}
	groupIn := make([]int, len(r.Counts)) // the number of a group in its part
	groupsOf := [][]int{}
	for h := range r.Counts {
		root := groups.find(h)
		at, ok := partOf[root]
		if !ok {
			at = len(parts)
			partOf[root] = at
			parts = append(parts, &part{})
			groupsOf = append(groupsOf, nil)
		}
		groupIn[h] = parts[at].groups
		parts[at].groups++
		groupsOf[at] = append(groupsOf[at], h)
	}
	setIn := map[int]int{}
	for s, cells := range r.sets {
		p := parts[partOf[groups.find(r.In[cells[0]])]]
		setIn[s] = len(p.sets)
		p.sets = append(p.sets, set{})
	}
	merged := map[string]int{}
	for i, size := range r.Cells {
		p := parts[partOf[groups.find(r.In[i])]]
		key := fmt.Sprint(r.In[i], setsOf[i])
		at, ok := merged[key]
		if !ok {
			at = len(p.cells)
			merged[key] = at
			next := cell{group: groupIn[r.In[i]]}
			for _, s := range setsOf[i] {
				next.sets = append(next.sets, setIn[s])
				p.sets[setIn[s]].cells = append(p.sets[setIn[s]].cells, at)
			}
			p.cells = append(p.cells, next)
		}
		p.cells[at].size += size
		p.cells[at].members = append(p.cells[at].members, i)
	}
	for at, p := range parts {
		p.setColumns(r.Component, groupsOf[at])
		for s := range p.sets {
			for _, i := range p.sets[s].cells {
				p.sets[s].size += p.cells[i].size
			}
		}
		p.setBlocks()
		p.rule = newRule(r.property, p)
	}
	return parts
}

// setColumns finds the values that are alike. Those that nobody has are left out: they are
// in no table.
func (p *part) setColumns(c *Component, groups []int) {
	known := map[string]int{}
	for v := range c.values() {
		counts := make([]int64, len(groups))
		for i, h := range groups {
			counts[i] = c.Counts[h][v]
		}
		if slices.Max(counts) == 0 {
			continue
		}
		key := fmt.Sprint(counts)
		at, ok := known[key]
		if !ok {
			at = len(p.columns)
			known[key] = at
			p.columns = append(p.columns, column{counts: counts})
		}
		p.columns[at].values = append(p.columns[at].values, v)
	}
}

// setBlocks finds the blocks and which are of the same kind: those of one set each, with
// as many people of the same groups. Whether blocks of several sets that share cells could
// be interchanged is not looked at.
func (p *part) setBlocks() {
	connected := newPartition(len(p.cells))
	for _, s := range p.sets {
		for _, i := range s.cells {
			connected.join(i, s.cells[0])
		}
	}
	blockOf := map[int]int{}
	for i := range p.cells {
		root := connected.find(i)
		at, ok := blockOf[root]
		if !ok {
			at = len(p.blocks)
			blockOf[root] = at
			p.blocks = append(p.blocks, block{})
		}
		p.blocks[at].cells = append(p.blocks[at].cells, i)
	}
	for s := range p.sets {
		b := &p.blocks[blockOf[connected.find(p.sets[s].cells[0])]]
		b.sets = append(b.sets, s)
	}
	kinds := make([]string, len(p.blocks))
	size := make([]int64, len(p.blocks))
	for i := range p.blocks {
		b := &p.blocks[i]
		slices.SortFunc(b.cells, func(x, y int) int {
			return cmp.Or(cmp.Compare(p.cells[x].group, p.cells[y].group), cmp.Compare(x, y))
		})
		var kind strings.Builder
		fmt.Fprint(&kind, len(b.sets))
		if len(b.sets) > 1 {
			fmt.Fprint(&kind, ":", i)
		}
		for _, j := range b.cells {
			fmt.Fprint(&kind, " ", p.cells[j].group, "x", p.cells[j].size)
			size[i] += p.cells[j].size
		}
		kinds[i] = kind.String()
	}
	order := make([]int, len(p.blocks))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int {
		return cmp.Or(cmp.Compare(size[x], size[y]), cmp.Compare(kinds[x], kinds[y]))
	})
	blocks := make([]block, len(order))
	kind := -1
	for at, i := range order {
		if at == 0 || kinds[i] != kinds[order[at-1]] {
			kind++
		}
		blocks[at] = p.blocks[i]
		blocks[at].kind = kind
	}
	p.blocks = blocks
}

// people returns how many there are in a group.
func (p *part) people(group int) int64 {
	sum := int64(0)
	for _, k := range p.columns {
		sum += k.counts[group] * int64(len(k.values))
	}
	return sum
}

// total returns how many tables there are, whatever they satisfy.
func (p *part) total() *big.Int {
	total := big.NewInt(1)
	for h := range p.groups {
		total.Mul(total, multinomial(p.group(h)))
	}
	return total
}

// group returns the counts of the values of a group, those that are alike one by one.
func (p *part) group(h int) []int64 {
	var counts []int64
	for _, k := range p.columns {
		for range k.values {
			counts = append(counts, k.counts[h])
		}
	}
	return counts
}

// nested says that the part is one group, of which each cell is a set or in none.
func (p *part) nested() bool {
	if p.groups != 1 {
		return false
	}
	for _, b := range p.blocks {
		if len(b.cells) > 1 {
			return false
		}
	}
	return true
}

// partition joins numbers.
type partition []int

func newPartition(n int) partition {
	p := make(partition, n)
	for i := range p {
		p[i] = i
	}
	return p
}

func (p partition) find(i int) int {
	for p[i] != i {
		p[i] = p[p[i]]
		i = p[i]
	}
	return i
}

// join lets the smaller number represent both.
func (p partition) join(i, j int) {
	i, j = p.find(i), p.find(j)
	p[max(i, j)] = min(i, j)
}
