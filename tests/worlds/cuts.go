package worlds

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
)

// Cuts is a group of people, and the ways in which it may be cut, in the order in which they
// are looked at: with their parts, and so on, each group that the public algorithm may ever come to. It
// follows from quasi-identifiers alone.
type Cuts struct {
	People     []int
	Candidates [][]*Cuts
}

// MedianCuts returns the cuts of people with numbers as quasi-identifiers, columns[d][person].
// Of a group, the candidates are the cuts of each column between two of its numbers that leave
// floor people on both sides; of a column only the one that leaves the most even parts, and
// of these the lowest. The first candidate is that of the column in which the group's range is the
// largest part of the whole table's; of equal ones, the most even, then that of the first column.
func MedianCuts(columns [][]int, floor int) *Cuts {
	all := make([]int, len(columns[0]))
	for person := range all {
		all[person] = person
	}
	return cutsOf(columns, floor, all)
}

func cutsOf(columns [][]int, floor int, people []int) *Cuts {
	type candidate struct {
		width       *big.Rat
		uneven      int
		left, right []int
	}
	var all []*candidate
	for _, column := range columns {
		of := func(people []int) []int {
			var numbers []int
			for _, person := range people {
				numbers = append(numbers, column[person])
			}
			slices.Sort(numbers)
			return numbers
		}
		numbers, whole := of(people), slices.Sorted(slices.Values(column))
		span := numbers[len(numbers)-1] - numbers[0]
		if span == 0 {
			continue
		}
		var own *candidate
		for _, number := range slices.Compact(numbers)[1:] {
			c := &candidate{width: big.NewRat(int64(span), int64(whole[len(whole)-1]-whole[0]))}
			for _, person := range people {
				if column[person] < number {
					c.left = append(c.left, person)
				} else {
					c.right = append(c.right, person)
				}
			}
			c.uneven = max(len(c.left)-len(c.right), len(c.right)-len(c.left))
			if min(len(c.left), len(c.right)) >= floor && (own == nil || c.uneven < own.uneven) {
				own = c
			}
		}
		if own != nil {
			all = append(all, own)
		}
	}
	slices.SortStableFunc(all, func(a, b *candidate) int {
		return cmp.Or(b.width.Cmp(a.width), cmp.Compare(a.uneven, b.uneven))
	})
	g := &Cuts{People: people}
	for _, c := range all {
		g.Candidates = append(g.Candidates, []*Cuts{cutsOf(columns, floor, c.left), cutsOf(columns, floor, c.right)})
	}
	return g
}

// Mondrian is the public algorithm: of the candidates of a group the first that is not passed
// over is tried, and the group is cut if all parts are safe.
type Mondrian struct {
	// Safe decides for how often each value occurs in a group, and in the table.
	Safe func(counts, whole []int) bool
	// Tried decides whether a candidate is tried, nil: yes. It is given its parts, and how often
	// each value occurs in the group, and in the table.
	Tried  func(parts []*Cuts, counts, whole []int) bool
	Values int
}

// Counts returns how often each value occurs among people.
func (m *Mondrian) Counts(people, table []int) []int {
	counts := make([]int, m.Values)
	for _, person := range people {
		counts[table[person]]++
	}
	return counts
}

// Run returns the groups that are released of a table, nil for nothing.
func (m *Mondrian) Run(cuts *Cuts, table []int) []*Cuts {
	whole := m.Counts(cuts.People, table)
	if !m.Safe(whole, whole) {
		return nil
	}
	return m.cut(cuts, table, whole)
}

// Candidate returns the parts of the candidate of a group that is tried, nil for none.
func (m *Mondrian) Candidate(g *Cuts, table, whole []int) []*Cuts {
	for _, parts := range g.Candidates {
		if m.Tried == nil || m.Tried(parts, m.Counts(g.People, table), whole) {
			return parts
		}
	}
	return nil
}

func (m *Mondrian) cut(g *Cuts, table, whole []int) (groups []*Cuts) {
	parts := m.Candidate(g, table, whole)
	for _, part := range parts {
		if !m.Safe(m.Counts(part.People, table), whole) {
			return []*Cuts{g}
		}
		groups = append(groups, m.cut(part, table, whole)...)
	}
	if parts == nil {
		return []*Cuts{g}
	}
	return groups
}

// Published is what everybody sees of some tables: the groups of one of them, which are those
// of all, with the same counts. Nil groups are no release.
type Published struct {
	Groups []*Cuts
	Tables [][]int
}

// Publish runs the algorithm on all tables of the people, and puts those together that look
// the same when they are released.
func (m *Mondrian) Publish(cuts *Cuts) (all []*Published) {
	at := map[string]*Published{}
	table := make([]int, len(cuts.People))
	for {
		groups := m.Run(cuts, table)
		key := ""
		for _, g := range groups {
			key += fmt.Sprint(g.People, m.Counts(g.People, table))
		}
		if at[key] == nil {
			at[key] = &Published{Groups: groups}
			all = append(all, at[key])
		}
		at[key].Tables = append(at[key].Tables, slices.Clone(table))
		person := 0
		for ; person < len(table) && table[person] == m.Values-1; person++ {
			table[person] = 0
		}
		if person == len(table) {
			return all
		}
		table[person]++
	}
}
