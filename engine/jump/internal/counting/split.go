package counting

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strconv"

	"skyline/engine/internal/disjoint"
	"skyline/engine/jump/beliefs"
)

// parts returns the parts of the component that sets do not connect, and whether any table
// passes: where none does, there need not be any parts.
func (c *Component) parts(p beliefs.Property) ([]*part, beliefs.Verdict) {
	pieces, possible := c.pieces(p)
	if possible == beliefs.No {
		return nil, possible
	}
	parts := make([]*part, len(pieces))
	scratch := scratch{groupIn: make([]int, len(c.Counts)), setsOf: make([][]int, len(c.Cells))}
	for at, x := range pieces {
		parts[at] = c.newPart(p, x, scratch)
	}
	return parts, possible
}

// pieces returns what is going to be the parts of the component, and whether any table passes.
func (c *Component) pieces(p beliefs.Property) ([]piece, beliefs.Verdict) {
	sets, impossible := c.doubtful(p)
	if impossible {
		return nil, beliefs.No
	}
	connected := disjoint.New(len(c.Counts))
	for _, cells := range sets {
		for _, i := range cells {
			connected.Join(c.In[i], c.In[cells[0]])
		}
	}
	partOf, number := connected.Numbers() // of a group
	pieces := make([]piece, number)
	for h, at := range partOf {
		pieces[at].groups = append(pieces[at].groups, h)
	}
	for _, cells := range sets {
		x := &pieces[partOf[c.In[cells[0]]]]
		x.sets = append(x.sets, cells)
	}
	for i, h := range c.In {
		x := &pieces[partOf[h]]
		x.cells = append(x.cells, i)
	}
	possible, inSet := beliefs.Yes, make([]bool, len(c.Cells))
	for _, x := range pieces {
		if possible = possible.And(c.possible(p, x, inSet)); possible == beliefs.No {
			return nil, possible
		}
	}
	return pieces, possible
}

// piece are the groups, cells and sets of a component that are going to be a part.
type piece struct {
	groups, cells []int
	sets          [][]int
}

// scratch is where parts are looked up: the places in their parts of the groups of a component,
// and the sets there of its cells.
type scratch struct {
	groupIn []int
	setsOf  [][]int
}

func (c *Component) newPart(property beliefs.Property, x piece, scratch scratch) *part {
	p := &part{property: property, groups: len(x.groups), sets: make([]set, len(x.sets))}
	groupIn, setsOf := scratch.groupIn, scratch.setsOf
	for k, h := range x.groups {
		groupIn[h] = k
	}
	numbers := make([]int, len(x.sets))
	for s, cells := range x.sets {
		numbers[s] = s
		for _, i := range cells {
			if setsOf[i] == nil {
				setsOf[i] = numbers[s : s+1 : s+1]
			} else {
				setsOf[i] = append(setsOf[i], s)
			}
			p.sets[s].size += c.Cells[i]
		}
	}
	merged := map[string]int{}
	var key []byte // a group and its sets
	for _, i := range x.cells {
		of := setsOf[i]
		at, ok := len(p.cells), false
		if len(of) != 1 || len(x.sets[of[0]]) > 1 { // else it is a set of its own, and no other is like it
			key = binary.AppendUvarint(key[:0], uint64(c.In[i]))
			for _, s := range of {
				key = binary.AppendUvarint(key, uint64(s))
			}
			if at, ok = merged[string(key)]; !ok {
				at = len(p.cells)
				merged[string(key)] = at
			}
		}
		if !ok {
			p.cells = append(p.cells, cell{group: groupIn[c.In[i]], sets: of})
			for _, s := range of {
				p.sets[s].cells = append(p.sets[s].cells, at)
			}
		}
		p.cells[at].size += c.Cells[i]
		p.cells[at].members = append(p.cells[at].members, i)
	}
	p.setColumns(c, x.groups)
	p.setBlocks()
	p.setRule()
	return p
}

// setColumns finds the values that are alike. Those that nobody has are left out: they are
// in no table.
func (p *part) setColumns(c *Component, groups []int) {
	known := map[string]int{}
	counts := make([]int64, len(groups))
	var key []byte
	for v := range c.values() {
		key = key[:0]
		for i, h := range groups {
			counts[i] = c.Counts[h][v]
			key = binary.AppendVarint(key, counts[i])
		}
		if slices.Max(counts) == 0 {
			continue
		}
		at, ok := known[string(key)]
		if !ok {
			at = len(p.columns)
			known[string(key)] = at
			p.columns = append(p.columns, column{counts: slices.Clone(counts)})
		}
		p.columns[at].values = append(p.columns[at].values, v)
	}
}

// setBlocks finds the blocks, small ones first, and which are of the same kind: those of
// one set each, or none, with as many people of the same groups. Whether blocks of several
// sets that share cells could be interchanged is not looked at.
func (p *part) setBlocks() {
	connected := disjoint.New(len(p.cells))
	for _, s := range p.sets {
		for _, i := range s.cells {
			connected.Join(i, s.cells[0])
		}
	}
	blockOf, number := connected.Numbers()
	type shaped struct {
		block
		size  int64
		shape string
	}
	all := make([]shaped, number)
	for i, at := range blockOf {
		all[at].cells = append(all[at].cells, i)
		all[at].size += p.cells[i].size
	}
	for s := range p.sets {
		b := &all[blockOf[p.sets[s].cells[0]]]
		b.sets = append(b.sets, s)
	}
	for i := range all {
		b := &all[i]
		slices.SortStableFunc(b.cells, func(x, y int) int { return cmp.Compare(p.cells[x].group, p.cells[y].group) })
		b.shape = p.shape(b.block, i)
	}
	slices.SortStableFunc(all, func(x, y shaped) int {
		return cmp.Or(cmp.Compare(x.size, y.size), cmp.Compare(x.shape, y.shape))
	})
	for i, b := range all {
		if i == 0 || b.shape != all[i-1].shape {
			p.kinds = append(p.kinds, nil)
		}
		b.kind = len(p.kinds) - 1
		p.kinds[b.kind] = append(p.kinds[b.kind], b.block)
	}
	p.blocks = slices.Concat(p.kinds...)
}

// shape returns what blocks of a kind have in common; a number of the block, if it is of
// several sets.
func (p *part) shape(b block, number int) string {
	key := strconv.AppendInt(nil, int64(len(b.sets)), 10)
	if len(b.sets) > 1 {
		key = strconv.AppendInt(append(key, ':'), int64(number), 10)
	}
	for _, i := range b.cells {
		key = strconv.AppendInt(append(key, ' '), int64(p.cells[i].group), 10)
		key = strconv.AppendInt(append(key, 'x'), p.cells[i].size, 10)
	}
	return string(key)
}
