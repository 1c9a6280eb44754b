package suppression

import "skyline/engine/partition"

// Release is a release candidate with suppressed cells.
type Release struct {
	table   *table
	groups  []*group
	of      []int32          // by people who are alike: their group
	numbers map[string]int32 // the same by their codes
}

// release numbers the groups in the order of what they show.
func (s *search) release() *Release {
	r := &Release{table: s.table, groups: s.sorted(), of: make([]int32, len(s.alike)), numbers: make(map[string]int32, len(s.alike))}
	numbers := make(map[*group]int32, len(r.groups))
	for number, g := range r.groups {
		numbers[g] = int32(number)
	}
	for i, g := range s.at {
		r.of[i] = numbers[g]
		s.buffer = s.key(s.buffer[:0], int32(i), 0)
		r.numbers[string(s.buffer)] = r.of[i]
	}
	return r
}

// Len returns the number of QI groups.
func (r *Release) Len() int { return len(r.groups) }

// Group returns the people and sensitive values of a group.
func (r *Release) Group(i int) *partition.Group { return &r.groups[i].of }

// Hidden reports whether a group shows NULL in a column. Some of its people may have NULL
// there; the cells of the others are suppressed.
func (r *Release) Hidden(group, d int) bool { return r.groups[group].nulls.has(d) }

// Places sets groups[i] to the group of the people with the i-th codes, -1 if they are none of
// the table's. codes holds, for one after the other, the code in each column.
func (r *Release) Places(codes, groups []int64) {
	key := make([]byte, 0, 4*r.table.columns)
	for n := range groups {
		key = key[:0]
		for d, code := range codes[n*r.table.columns : (n+1)*r.table.columns] {
			if code >= 0 && code < int64(len(r.table.codesOf[d])) {
				code = int64(r.table.codesOf[d][code])
			}
			key = appendCode(key, code)
		}
		number, ok := r.numbers[string(key)]
		groups[n] = -1
		if ok {
			groups[n] = int64(number)
		}
	}
}

// Suppressed is how much is suppressed in a release.
type Suppressed struct {
	// Cells are the suppressed cells of each column: the people whose value is not shown.
	Cells []int64
	// People are those who have any.
	People int64
}

// Suppressed counts what is suppressed.
func (r *Release) Suppressed() Suppressed {
	n := Suppressed{Cells: make([]int64, r.table.columns)}
	for i, number := range r.of {
		a := &r.table.alike[i]
		hidden := r.groups[number].nulls &^ a.nulls
		if hidden != 0 {
			n.People += a.people
		}
		for d := range n.Cells {
			if hidden.has(d) {
				n.Cells[d] += a.people
			}
		}
	}
	return n
}
