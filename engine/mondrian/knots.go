package mondrian

import (
	"math"
	"slices"

	"skyline/engine/internal/disjoint"
	"skyline/engine/releases"
)

// verdict says whether all bounds are kept.
type verdict int

const (
	kept verdict = iota
	undecided
	exceeded
)

// tie is a group that pieces are in: of an earlier release, of the partition, or a known piece that they are the parts of.
type tie struct{ kind, number int32 }

// ties are the groups of the units of a trial.
type ties struct {
	numbers map[tie]int32
	units   [][]int32 // by tie
	of      [][]int32 // by unit
}

func (t *ties) add(unit int, kind, number int32) int32 {
	at, ok := t.numbers[tie{kind, number}]
	if !ok {
		at = int32(len(t.units))
		t.numbers[tie{kind, number}] = at
		t.units = append(t.units, nil)
	}
	t.units[at] = append(t.units[at], int32(unit))
	t.of[unit] = append(t.of[unit], at)
	return at
}

// kinds of ties behind those of the earlier releases.
func (j *joint) kindOfParts() int32   { return int32(len(j.earlier.Absent)) }
func (j *joint) kindOfOrigins() int32 { return j.kindOfParts() + 1 }

// settle finds out which of the units are known, and how the others are tied. It reports whether all
// bounds are kept where something is new. Of a split that is undecided where it takes long.
func (j *joint) settle(t *trial, isSplit bool) verdict {
	g := ties{numbers: map[tie]int32{}, of: make([][]int32, len(t.units))}
	j.tieEarlier(&g, t)
	for i := range t.units {
		u := &t.units[i]
		if !u.loose {
			g.add(i, j.kindOfParts(), u.group)
		}
	}
	t.knots = make([]int32, len(t.units))
	if !j.peel(&g, t) {
		return exceeded
	}
	sets := disjoint.New(len(t.units))
	for _, units := range g.units {
		first := none
		for _, i := range units {
			switch {
			case t.knots[i] == none:
			case first == none:
				first = int(i)
			default:
				sets.Join(first, int(i))
			}
		}
	}
	var tied []int32
	for i := range t.units {
		if t.knots[i] != none {
			tied = append(tied, int32(i))
		}
	}
	knots := sets.Together(tied)
	for number, knot := range knots {
		for _, i := range knot {
			t.knots[i] = int32(number)
		}
	}
	// Of a knot in which something is new nothing stays as it was, not even apart from that.
	changed := map[int32]bool{}
	for i := range t.units {
		if u := &t.units[i]; u.knot != none && u.isNew() {
			changed[u.knot] = true
		}
	}
	worst := kept
	for _, knot := range knots {
		switch {
		case !slices.ContainsFunc(knot, func(i int32) bool { return t.units[i].isNew() || changed[t.units[i].knot] }):
		case !isSplit:
			worst = max(worst, j.count(t, knot, startSteps))
		case len(knot) > maxKnot:
			return undecided
		default:
			if v := j.count(t, knot, j.steps); v != kept {
				return v
			}
		}
	}
	return worst
}

// tieEarlier ties the units by all but the groups of the partition. Then it finds out which units of the parts are loose: they
// make up whole groups of an earlier release, so that the rest of the part is known to be without them.
func (j *joint) tieEarlier(g *ties, t *trial) {
	var only []int32 // by tie: the group of the partition in which all its units are, or cutUp
	tied := func(i int, kind, number int32) {
		at, group := g.add(i, kind, number), t.units[i].group
		if int(at) == len(only) {
			only = append(only, group)
		} else if only[at] != group {
			only[at] = cutUp
		}
	}
	for i := range t.units {
		u := &t.units[i]
		if u.origin != none {
			tied(i, j.kindOfOrigins(), u.origin)
			continue
		}
		for r, label := range j.labels[u.who] {
			if label != releases.Absent {
				tied(i, int32(r), label)
			}
		}
	}
	// Where groups of two releases overlap, those of one of them are taken: of what is connected by them, those that leave the
	// fewest units.
	isLoose := func(i int32, r int) bool {
		at, u := int32(none), &t.units[i]
		if u.origin != none {
			at = g.of[i][0]
		} else if label := j.labels[u.who][r]; label != releases.Absent {
			at = g.numbers[tie{int32(r), label}]
		}
		return at != none && only[at] == u.group
	}
	for _, units := range j.together(g, t) {
		best, most := 0, none
		for r := range j.earlier.Absent {
			loose := 0
			for _, i := range units {
				if isLoose(i, r) {
					loose++
				}
			}
			if loose > most {
				best, most = r, loose
			}
		}
		for _, i := range units {
			t.units[i].loose = isLoose(i, best)
		}
	}
}

// together lists the units of each part that are connected by earlier releases.
func (j *joint) together(g *ties, t *trial) [][]int32 {
	sets := disjoint.New(len(t.units))
	for _, units := range g.units {
		for _, i := range units {
			sets.Join(int(units[0]), int(i))
		}
	}
	parts := make([][]int32, t.parts)
	for i := range t.units {
		if part := t.units[i].part; part != none {
			parts[part] = append(parts[part], int32(i))
		}
	}
	var lists [][]int32
	for _, units := range parts {
		lists = append(lists, sets.Together(units)...)
	}
	return lists
}

// isNew reports whether the worlds of the unit's knot may be others than before.
func (u *unit) isNew() bool { return u.old == none || u.part != none && (!u.loose || !u.wasLoose) }

// peel finds the units whose counts follow, since a group has no other that is not known; their place among the knots is
// none. It reports whether their shares keep all bounds.
func (j *joint) peel(g *ties, t *trial) bool {
	left := make([]int, len(g.units))
	var single []int32
	for at, units := range g.units {
		if left[at] = len(units); left[at] == 1 {
			single = append(single, int32(at))
		}
	}
	for len(single) > 0 {
		at := single[len(single)-1]
		single = single[:len(single)-1]
		i := slices.IndexFunc(g.units[at], func(i int32) bool { return t.knots[i] != none })
		if i < 0 {
			continue // another group told it
		}
		unit := g.units[at][i]
		if t.knots[unit] = none; !j.earlier.keepShares(&t.units[unit].piece) {
			return false
		}
		for _, other := range g.of[unit] {
			if left[other]--; left[other] == 1 {
				single = append(single, other)
			}
		}
	}
	return true
}

// count computes the probabilities in a knot, and compares them with the bounds.
func (j *joint) count(t *trial, knot []int32, steps float64) verdict {
	table := releases.Table{Releases: int(j.kindOfOrigins()) + 1}
	var values []int32
	people := int64(0)
	for _, i := range knot {
		for _, c := range t.units[i].counts {
			values = append(values, c.Value)
			if c.People > math.MaxInt32-people {
				return undecided
			}
			people += c.People
		}
	}
	slices.Sort(values)
	values = slices.Compact(values)
	table.Values = len(values)
	for _, i := range knot {
		u := &t.units[i]
		cell := releases.Cell{Groups: slices.Repeat([]int32{releases.Absent}, table.Releases), Counts: slices.Clone(u.counts)}
		if u.origin != none {
			cell.Groups[j.kindOfOrigins()] = u.origin
		} else {
			copy(cell.Groups, j.labels[u.who])
		}
		if !u.loose {
			cell.Groups[j.kindOfParts()] = u.group
		}
		for n := range cell.Counts {
			at, _ := slices.BinarySearch(values, cell.Counts[n].Value)
			cell.Counts[n].Value = int32(at)
		}
		table.Cells = append(table.Cells, cell)
	}
	shares, err := releases.Shares(j.ctx, &table, steps)
	if err != nil {
		return undecided // the context's, which the partitioner looks at
	}
	worst := kept
	for _, cell := range shares {
		for _, share := range cell {
			switch value := values[share.Value]; {
			case !j.earlier.keep(value, share.Low):
				return exceeded
			case !j.earlier.keep(value, share.High):
				worst = undecided
			}
		}
	}
	return worst
}
