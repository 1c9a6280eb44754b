package releases

import "slices"

// cores returns what is left: the variables that do not follow, in parts that do not depend on each other. Two variables of a
// cell are in the same part, and so are two of a block.
//
// The worlds of the table are all combinations of worlds of its cores. As what a core's groups know of its cells are sums of
// whole blocks, it follows from the sums of the table.
func (s *system) cores(p *pass) []*core {
	sets := slices.Clone(p.blocks)
	open := s.open()
	lastOf := make([]int32, len(s.people))
	for j := range lastOf {
		lastOf[j] = none
	}
	for _, v := range open {
		if last := lastOf[s.cell[v]]; last != none {
			sets.Join(int(last), int(v))
		}
		lastOf[s.cell[v]] = v
	}
	b := newCoreBuilder(s)
	var cores []*core
	for _, part := range sets.Together(open) {
		cores = append(cores, b.build(part))
	}
	return cores
}

// A coreBuilder makes cores one after the other.
type coreBuilder struct {
	s      *system
	number []int32 // of the core's values
}

func newCoreBuilder(s *system) *coreBuilder {
	return &coreBuilder{s: s, number: make([]int32, s.t.Values)}
}

// build makes the core of variables.
func (b *coreBuilder) build(variables []int32) *core {
	s, c := b.s, &core{}
	for _, v := range variables {
		c.values = append(c.values, s.value[v])
	}
	slices.Sort(c.values)
	c.values = slices.Compact(c.values)
	for k, value := range c.values {
		b.number[value] = int32(k)
	}
	last := int32(none)
	for _, v := range variables {
		if s.cell[v] != last {
			last = s.cell[v]
			c.cells = append(c.cells, coreCell{cell: last, counts: make([]int64, len(c.values))})
		}
		cell := &c.cells[len(c.cells)-1]
		cell.counts[b.number[s.value[v]]] = s.truth[v]
		cell.people += s.truth[v]
	}
	b.addGroups(c)
	return c
}

// addGroups gives a core its groups, those apart that tell nothing more than others.
func (b *coreBuilder) addGroups(c *core) {
	type key struct {
		release int
		group   int32
	}
	number, releases := map[key]int32{}, b.s.t.Releases
	var groups []coreGroup
	items, in := make([]int32, len(c.cells)), make([]int32, len(c.cells)*releases)
	for i := range c.cells {
		items[i] = int32(i)
		for r, g := range b.s.t.Cells[c.cells[i].cell].Groups {
			if g == Absent {
				in[i*releases+r] = none
				continue
			}
			at, ok := number[key{r, g}]
			if !ok {
				at = int32(len(groups))
				number[key{r, g}] = at
				groups = append(groups, coreGroup{release: r, group: g, counts: make([]int64, len(c.values))})
			}
			in[i*releases+r] = at
			groups[at].cells = append(groups[at].cells, int32(i))
			for k, n := range c.cells[i].counts {
				groups[at].counts[k] += n
			}
		}
	}
	for at, drop := range redundant(items, in, releases, len(groups)) {
		if drop {
			continue
		}
		for _, i := range groups[at].cells {
			c.cells[i].groups = append(c.cells[i].groups, int32(len(c.groups)))
		}
		c.groups = append(c.groups, groups[at])
	}
}
