package partition

import (
	"encoding/binary"
	"slices"
)

// Absent is the value of people who are not in the table, but in a public one that
// contains it: with it, QI groups are those of the public table, and know how many of
// their people the table has. It is no UTF-8, so that it is no text of a database, and
// in the order of bytes it comes after all of those.
const Absent = "\xff"

// AppendAbsent appends to an encoded histogram that n more people are absent; n is
// positive. The histogram must have none yet.
func AppendAbsent(histogram []byte, n int64) []byte {
	histogram = append(binary.AppendUvarint(histogram, uint64(1+len(Absent))), Absent...)
	return binary.AppendUvarint(histogram, uint64(n))
}

// Of returns how often a value occurs in a group.
func (g *Group) Of(value int32) int64 {
	for _, c := range g.Counts {
		if c.Value == value {
			return c.N
		}
	}
	return 0
}

// Without returns a group without the people who have a value, each person having one.
// It shares the counts with the group if nobody has it.
func (g *Group) Without(value int32) Group {
	at := slices.IndexFunc(g.Counts, func(c Count) bool { return c.Value == value })
	if at < 0 {
		return *g
	}
	return Group{Histogram: g.Histogram, People: g.People - g.Counts[at].N, Counts: slices.Concat(g.Counts[:at], g.Counts[at+1:])}
}
