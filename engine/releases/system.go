package releases

import (
	"cmp"
	"slices"
)

// none stands for a sum that a variable is not in.
const none = -1

// A system is what the adversary knows, as equations. A variable is how many people of a cell have a value, for all values
// that each of the cell's groups has; elsewhere it is 0. A sum is what is known of variables together: in a group, how many
// people have a value; and of a cell, how many people there are.
type system struct {
	t      *Table
	people []int64 // of each cell

	// Variables, by cell and value: those of cell j are first[j]..first[j+1].
	first []int32
	cell  []int32
	value []int32
	truth []int64 // what the adversary does not know
	in    []int32 // for each variable and release the number of a sum, or none

	sums []sum // those of groups by release, group and value; then those of cells
	own  int   // the number of the first cell's
	// The variables of sum c are members[memberFirst[c]:memberFirst[c+1]].
	memberFirst, members []int32

	// What follows directly: variables in the order in which they follow; when and from which sum each of them does.
	followed []int32
	when     []int32 // or none
	by       []int32
	bridges  map[int32]*pass // for those that follow from several sums, where this was found
	queue    []int32         // the sums from which something follows
}

// A sum is known of variables together.
type sum struct {
	release int   // or Own
	group   int32 // its number in the table, or the cell's
	value   int32 // of groups
	left    int64 // the sum of the variables that do not follow yet
	open    int32 // how many they are
	mixed   int32 // the exclusive or of their numbers: the number of the last one
}

// newSystem takes a table that is valid.
func newSystem(t *Table) *system {
	s := &system{t: t, bridges: map[int32]*pass{}}
	s.people = make([]int64, len(t.Cells))
	for j := range t.Cells {
		s.people[j] = t.Cells[j].People()
	}
	spans := s.addGroups()
	s.addVariables(spans)
	s.own = len(s.sums)
	for j, n := range s.people {
		s.sums = append(s.sums, sum{release: Own, group: int32(j), left: n})
	}
	s.addMembers()
	s.when, s.by = make([]int32, len(s.cell)), make([]int32, len(s.cell))
	for v := range s.when {
		s.when[v] = none
	}
	for c := range s.sums {
		s.look(int32(c))
	}
	return s
}

// A span is the numbers of the sums of a group, of increasing values.
type span struct{ from, to int32 }

// addGroups makes the sums of all groups. It returns those of each cell's groups.
func (s *system) addGroups() [][]span {
	spans := make([][]span, len(s.t.Cells))
	counts := make([]int64, s.t.Values)
	cells := make([]int32, 0, len(s.t.Cells))
	for r := range s.t.Releases {
		cells = cells[:0]
		for j := range s.t.Cells {
			if s.t.Cells[j].Groups[r] != Absent {
				cells = append(cells, int32(j))
			}
		}
		group := func(j int32) int32 { return s.t.Cells[j].Groups[r] }
		slices.SortStableFunc(cells, func(a, b int32) int { return cmp.Compare(group(a), group(b)) })
		for at := 0; at < len(cells); {
			end, g := at, group(cells[at])
			var values []int32
			for ; end < len(cells) && group(cells[end]) == g; end++ {
				for _, c := range s.t.Cells[cells[end]].Counts {
					if counts[c.Value] == 0 {
						values = append(values, c.Value)
					}
					counts[c.Value] += c.People
				}
			}
			slices.Sort(values)
			of := span{int32(len(s.sums)), int32(len(s.sums) + len(values))}
			for _, value := range values {
				s.sums = append(s.sums, sum{release: r, group: g, value: value, left: counts[value]})
				counts[value] = 0
			}
			for ; at < end; at++ {
				spans[cells[at]] = append(spans[cells[at]], of)
			}
		}
	}
	return spans
}

// addVariables makes the variables: of each cell, the values that all of its groups have.
func (s *system) addVariables(spans [][]span) {
	s.first = make([]int32, 0, len(spans)+1)
	in := make([]int32, s.t.Releases)
	for j, of := range spans {
		s.first = append(s.first, int32(len(s.cell)))
		shortest := slices.MinFunc(of, func(a, b span) int { return cmp.Compare(a.to-a.from, b.to-b.from) })
		counts := s.t.Cells[j].Counts
		for c := shortest.from; c < shortest.to; c++ {
			value := s.sums[c].value
			if !s.possible(in, of, value) {
				continue
			}
			for len(counts) > 0 && counts[0].Value < value {
				counts = counts[1:]
			}
			people := int64(0)
			if len(counts) > 0 && counts[0].Value == value {
				people = counts[0].People
			}
			s.cell, s.value, s.truth = append(s.cell, int32(j)), append(s.value, value), append(s.truth, people)
			s.in = append(s.in, in...)
		}
	}
	s.first = append(s.first, int32(len(s.cell)))
}

// possible reports whether all groups have a value, and fills in the sums of it.
func (s *system) possible(in []int32, of []span, value int32) bool {
	for r := range in {
		in[r] = none
	}
	for _, g := range of {
		sums := s.sums[g.from:g.to]
		at, found := slices.BinarySearchFunc(sums, value, func(c sum, value int32) int { return cmp.Compare(c.value, value) })
		if !found {
			return false
		}
		in[sums[at].release] = g.from + int32(at)
	}
	return true
}

// addMembers lists the variables of each sum.
func (s *system) addMembers() {
	s.memberFirst = make([]int32, len(s.sums)+1)
	for v := range s.cell {
		s.each(int32(v), func(c int32) {
			s.memberFirst[c+1]++
			s.sums[c].open++
			s.sums[c].mixed ^= int32(v)
		})
	}
	for c := range s.sums {
		s.memberFirst[c+1] += s.memberFirst[c]
	}
	s.members = make([]int32, s.memberFirst[len(s.sums)])
	next := slices.Clone(s.memberFirst)
	for v := range s.cell {
		s.each(int32(v), func(c int32) {
			s.members[next[c]] = int32(v)
			next[c]++
		})
	}
}

// each calls do with the sums of a variable, the cell's last.
func (s *system) each(v int32, do func(c int32)) {
	for _, c := range s.groupsOf(v) {
		if c != none {
			do(c)
		}
	}
	do(int32(s.own) + s.cell[v])
}

// groupsOf returns the sums of a variable's groups, for each release.
func (s *system) groupsOf(v int32) []int32 {
	return s.in[int(v)*s.t.Releases : (int(v)+1)*s.t.Releases]
}

// of returns the variables of a sum.
func (s *system) of(c int32) []int32 { return s.members[s.memberFirst[c]:s.memberFirst[c+1]] }

// open lists the variables that do not follow yet.
func (s *system) open() []int32 {
	var open []int32
	for v := range s.cell {
		if !s.follows(int32(v)) {
			open = append(open, int32(v))
		}
	}
	return open
}

// follows reports whether a variable is known.
func (s *system) follows(v int32) bool { return s.when[v] != none }
