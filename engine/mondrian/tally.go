package mondrian

import (
	"slices"

	"skyline/engine/cells"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// tally counts the people and the sensitive values of a group, and of a part of it.
type tally struct {
	svpi bool
	// absent is the number of the value of people who are not in the table, -1 for none;
	// out is where it stands in present, -1 where a group has none of them.
	absent, out int32
	// present are the values of the group, in order of their numbers; local says
	// where a value stands in it.
	present []int32
	local   []int32 // by value
	people  int64   // of the group
	all     []int64 // of the group, by position in present

	part       []int64 // of the part
	partPeople int64
	partValues int // how many values the part has
	restValues int // and what is left of the group
}

func newTally(c *Cells) *tally {
	return &tally{svpi: c.Constraint == knowledge.SVPI, absent: c.Absent(), local: make([]int32, len(c.Values))}
}

// begin takes a group, and nobody as the part.
func (t *tally) begin(g *partition.Group) {
	t.people = g.People
	t.present = t.present[:0]
	for _, c := range g.Counts {
		t.present = append(t.present, c.Value)
	}
	slices.Sort(t.present)
	t.out = -1
	for i, value := range t.present {
		t.local[value] = int32(i)
		if value == t.absent {
			t.out = int32(i)
		}
	}
	t.all = zeroed(t.all, len(t.present))
	for _, c := range g.Counts {
		t.all[t.local[c.Value]] = c.N
	}
	t.empty()
}

// empty makes the part one of nobody.
func (t *tally) empty() {
	t.part = zeroed(t.part, len(t.present))
	t.partPeople, t.partValues, t.restValues = 0, 0, len(t.present)
}

// add adds an entry of a view to the part.
func (t *tally) add(value int32, n int64) {
	if value == cells.OfPeople {
		t.partPeople += n
		return
	}
	if t.svpi {
		t.partPeople += n
	}
	before := t.part[value]
	t.part[value] = before + n
	if before == 0 {
		t.partValues++
	}
	if before+n == t.all[value] {
		t.restValues--
	}
}

// there returns how many people of the part, and of the rest, are in the table.
func (t *tally) there() (part, rest int64) {
	part, rest = t.partPeople, t.people-t.partPeople
	if t.out >= 0 {
		part -= t.part[t.out]
		rest -= t.all[t.out] - t.part[t.out]
	}
	return part, rest
}

// values returns how many sensitive values the group has.
func (t *tally) values() int {
	if t.out >= 0 {
		return len(t.present) - 1
	}
	return len(t.present)
}

// group returns the part, or what is left of the group, as one; counts is where
// its counts are written.
func (t *tally) group(rest bool, counts []partition.Count) partition.Group {
	g := partition.Group{People: t.partPeople, Counts: counts[:0]}
	if rest {
		g.People = t.people - t.partPeople
	}
	for i, n := range t.part {
		if rest {
			n = t.all[i] - n
		}
		if n > 0 {
			g.Counts = append(g.Counts, partition.Count{Value: t.present[i], N: n})
		}
	}
	cells.SortCounts(g.Counts)
	return g
}
