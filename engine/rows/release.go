package rows

import (
	"cmp"
	"errors"
	"math/bits"
	"slices"
	"sync"

	"skyline/engine/breach"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// ErrMismatch reports people whose rows are not those of the QI groups.
var ErrMismatch = errors.New("rows: people's rows must be the rows of the QI groups")

// Part says how many rows somebody has in a QI group, an index of the table's Groups.
type Part struct {
	Group int32
	Rows  int64
}

// Profile stands for people who have as many rows in the same QI groups.
type Profile struct {
	// Parts are in the order of their groups, with one row at least in each.
	Parts []Part
	// People is how many there are, at least 1.
	People int64
}

// in returns how many rows each of the people has in a group.
func (p *Profile) in(group int32) int64 {
	i, ok := slices.BinarySearchFunc(p.Parts, group, func(p Part, g int32) int { return cmp.Compare(p.Group, g) })
	if !ok {
		return 0
	}
	return p.Parts[i].Rows
}

// Release is a release candidate made ready for questions. It may be asked from several
// goroutines at once, and must not be copied.
type Release struct {
	table    *partition.Table
	profiles []Profile
	// Value v occurs in places[starts[v]:starts[v+1]].
	starts  []int
	places  []place
	maxWork int64
	// single is the same release where everybody has one row, nil elsewhere: people with one
	// value each, of whom package breach knows more.
	single *breach.Release
	// largest says of each group how many people have how many rows in it, by falling rows.
	largest func() [][]held
}

// place is a QI group in which a value occurs.
type place struct {
	group int32
	n     int64
}

// held is so many people with so many rows each.
type held struct{ rows, people int64 }

// NewRelease prepares a table whose groups count rows: People of a group is the number of its
// rows, each of which has one value. Groups with the same histogram are groups of their own.
// Table and profiles must not change afterwards.
//
// It takes O(E) time and memory for E parts and counts.
//
// Errors: ErrMismatch.
func NewRelease(table *partition.Table, profiles []Profile) (*Release, error) {
	left := make([]int64, len(table.Groups))
	for i, g := range table.Groups {
		left[i] = g.People
	}
	for i := range profiles {
		p := &profiles[i]
		if p.People < 1 || len(p.Parts) == 0 {
			return nil, ErrMismatch
		}
		before := int32(-1)
		for _, part := range p.Parts {
			if part.Group <= before || int(part.Group) >= len(left) || part.Rows < 1 {
				return nil, ErrMismatch
			}
			before = part.Group
			high, rows := bits.Mul64(uint64(part.Rows), uint64(p.People))
			if high > 0 || rows > uint64(left[part.Group]) {
				return nil, ErrMismatch
			}
			left[part.Group] -= int64(rows)
		}
	}
	if slices.ContainsFunc(left, func(n int64) bool { return n != 0 }) {
		return nil, ErrMismatch
	}
	r := &Release{table: table, profiles: profiles, maxWork: maxWork}
	if !slices.ContainsFunc(profiles, func(p Profile) bool { return len(p.Parts) > 1 || p.Parts[0].Rows > 1 }) {
		var err error
		if r.single, err = breach.NewRelease(table, knowledge.SVPI); err != nil {
			return nil, err
		}
	}
	r.index()
	r.largest = sync.OnceValue(r.rank)
	return r, nil
}

// index fills starts and places.
func (r *Release) index() {
	r.starts = make([]int, len(r.table.Values)+1)
	for _, g := range r.table.Groups {
		for _, c := range g.Counts {
			r.starts[c.Value+1]++
		}
	}
	for v := range r.table.Values {
		r.starts[v+1] += r.starts[v]
	}
	next := slices.Clone(r.starts)
	r.places = make([]place, next[len(r.table.Values)])
	for i, g := range r.table.Groups {
		for _, c := range g.Counts {
			r.places[next[c.Value]] = place{int32(i), c.N}
			next[c.Value]++
		}
	}
}

func (r *Release) rank() [][]held {
	all := make([][]held, len(r.table.Groups))
	for i := range r.profiles {
		for _, part := range r.profiles[i].Parts {
			all[part.Group] = append(all[part.Group], held{part.Rows, r.profiles[i].People})
		}
	}
	for _, list := range all {
		slices.SortFunc(list, func(a, b held) int { return cmp.Compare(b.rows, a.rows) })
	}
	return all
}

// most returns how many rows of a group the people who have most of them have, so many people.
func (r *Release) most(group int32, people int64) int64 {
	sum := int64(0)
	for _, h := range r.largest()[group] {
		if people <= 0 {
			break
		}
		n := min(people, h.people)
		sum, people = sum+n*h.rows, people-n
	}
	return sum
}
