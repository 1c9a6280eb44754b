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
	rest       []int64 // and of what is left of the group
	partPeople int64
	restPeople int64
	partValues int // how many values the part has
	restValues int // and what is left of the group

	// Where people have cells in several places (cells.Cells.Unit): how many of the group's cells each unit has, and
	// how many of the part's. inGroup and inPart are the units that have some.
	ofGroup, ofPart []int32
	inGroup, inPart []int32
}

func newTally(c *Cells) *tally {
	return &tally{
		svpi: c.Constraint == knowledge.SVPI, absent: c.Absent(), local: make([]int32, len(c.Values)),
		ofGroup: make([]int32, c.Units), ofPart: make([]int32, c.Units),
	}
}

// begin takes a group, of cells with some units, nil for none; and nobody as the part.
func (t *tally) begin(g *partition.Group, units []int32) {
	for _, unit := range t.inGroup {
		t.ofGroup[unit] = 0
	}
	t.inGroup = t.inGroup[:0]
	for _, unit := range units {
		if unit < 0 {
			continue
		}
		if t.ofGroup[unit] == 0 {
			t.inGroup = append(t.inGroup, unit)
		}
		t.ofGroup[unit]++
	}
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
	t.part, t.rest = zeroed(t.part, len(t.present)), append(t.rest[:0], t.all...)
	t.partPeople, t.partValues, t.restPeople, t.restValues = 0, 0, t.people, len(t.present)
	for _, unit := range t.inPart {
		t.ofPart[unit] = 0
	}
	t.inPart = t.inPart[:0]
}

// add adds an entry of a view to the part. One of a unit counts in the part if it is the first of that
// there, and leaves the rest if it was the last one.
func (t *tally) add(value int32, n int64, unit int32) {
	more, less := n, n
	if unit >= 0 {
		if t.ofPart[unit] == 0 {
			t.inPart = append(t.inPart, unit)
		} else {
			more = 0
		}
		if t.ofPart[unit]++; t.ofPart[unit] < t.ofGroup[unit] {
			less = 0
		}
	}
	if value == cells.OfPeople || t.svpi {
		t.partPeople += more
		t.restPeople -= less
	}
	if value == cells.OfPeople {
		return
	}
	if t.part[value] == 0 && more > 0 {
		t.partValues++
	}
	t.part[value] += more
	if t.rest[value] -= less; t.rest[value] == 0 && less > 0 {
		t.restValues--
	}
}

// isNew reports whether the part has no entry of a unit.
func (t *tally) isNew(unit int32) bool { return unit < 0 || t.ofPart[unit] == 0 }

// there returns how many people of the part, and of the rest, are in the table.
func (t *tally) there() (part, rest int64) {
	part, rest = t.partPeople, t.restPeople
	if t.out >= 0 {
		part -= t.part[t.out]
		rest -= t.rest[t.out]
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
	g, all := partition.Group{People: t.partPeople, Counts: counts[:0]}, t.part
	if rest {
		g.People, all = t.restPeople, t.rest
	}
	for i, n := range all {
		if n > 0 {
			g.Counts = append(g.Counts, partition.Count{Value: t.present[i], N: n})
		}
	}
	cells.SortCounts(g.Counts)
	return g
}
