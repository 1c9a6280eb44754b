package releases

import (
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/tests/trials"
)

// TestFollows compares what is found to follow with the definition, where a value's sums have two colours: in two releases, and
// beside a third one whose groups are made of whole groups of another. Of three that have nothing to do with each other, nothing
// else is found.
func TestFollows(t *testing.T) {
	follows, open := 0, 0
	for seed := range trials.Seeds(t, 600, 6000) {
		r := rand.New(rand.NewPCG(seed, 32))
		kind := seed % 3
		people := randomPeople(r, 2+int(kind/2), 2+r.IntN(3))
		if kind == 1 {
			addCoarser(r, people)
		}
		table := tableOf(people)
		s := newSystem(table)
		if _, err := s.reduce(t.Context()); err != nil {
			t.Fatal(err)
		}
		want := followsOf(table)
		for v := range s.cell {
			is := want[[2]int32{s.cell[v], s.value[v]}]
			if got := s.follows(int32(v)); got && !is || !got && is && kind < 2 {
				t.Fatalf("seed %d: how many of cell %d have value %d follows: %v, want %v, of %+v", seed, s.cell[v], s.value[v], got, is, *table)
			}
			if is {
				follows++
			} else {
				open++
			}
		}
	}
	if follows == 0 || open == 0 {
		t.Error("not all cases occurred")
	}
}

// addCoarser gives people one more release, somewhere among the others: each of its groups is one or two of another.
func addCoarser(r *rand.Rand, people []made) {
	of, at, joined := r.IntN(2), r.IntN(3), int32(1+r.IntN(2))
	for i := range people {
		g := people[i].groups[of]
		if g != Absent {
			g /= joined
		}
		people[i].groups = slices.Insert(people[i].groups, at, g)
	}
}

// tableOf is the table of people, without those who are in no release.
func tableOf(people []made) *Table {
	t := &Table{Releases: len(people[0].groups)}
	people = slices.DeleteFunc(slices.Clone(people), func(p made) bool {
		return !slices.ContainsFunc(p.groups, func(g int32) bool { return g != Absent })
	})
	slices.SortFunc(people, func(a, b made) int {
		if order := slices.Compare(a.groups, b.groups); order != 0 {
			return order
		}
		return int(a.value - b.value)
	})
	for i, p := range people {
		t.Values = max(t.Values, int(p.value)+1)
		if i == 0 || !slices.Equal(people[i-1].groups, p.groups) {
			t.Cells = append(t.Cells, Cell{Groups: p.groups})
		}
		cell := &t.Cells[len(t.Cells)-1]
		if last := len(cell.Counts) - 1; last < 0 || cell.Counts[last].Value != p.value {
			cell.Counts = append(cell.Counts, Count{Value: p.value})
		}
		cell.Counts[len(cell.Counts)-1].People++
	}
	return t
}

// followsOf says of cells and values which numbers of people follow from one sum after the other, or from all sums of a value
// together: those that are the same in each solution of its equations, where numbers may be negative and fractions.
func followsOf(t *Table) map[[2]int32]bool {
	type sum struct {
		parts [][2]int32
		value int32 // none: of a cell
	}
	truth := map[[2]int32]int64{}
	cells := make([]sum, len(t.Cells))
	for j, cell := range t.Cells {
		cells[j].value = none
		for _, c := range cell.Counts {
			truth[[2]int32{int32(j), c.Value}] = c.People
		}
		for value := range int32(t.Values) {
			cells[j].parts = append(cells[j].parts, [2]int32{int32(j), value})
		}
	}
	sums := cells
	for r := range t.Releases {
		groups := map[[2]int32]*sum{}
		for j, cell := range t.Cells {
			for value := range int32(t.Values) {
				if g := cell.Groups[r]; g != Absent {
					if groups[[2]int32{g, value}] == nil {
						groups[[2]int32{g, value}] = &sum{value: value}
					}
					of := groups[[2]int32{g, value}]
					of.parts = append(of.parts, [2]int32{int32(j), value})
				}
			}
		}
		for _, of := range groups {
			sums = append(sums, *of)
		}
	}
	known := map[[2]int32]bool{}
	unknown := func(s *sum) (parts [][2]int32, left int64) {
		for _, p := range s.parts {
			if !known[p] {
				parts = append(parts, p)
				left += truth[p]
			}
		}
		return parts, left
	}
	for before := -1; before < len(known); {
		before = len(known)
		for value := range int32(t.Values) {
			var rows [][][2]int32
			for i := range sums {
				parts, left := unknown(&sums[i])
				if len(parts) == 1 || left == 0 {
					for _, p := range parts {
						known[p] = true
					}
				} else if sums[i].value == value {
					rows = append(rows, parts)
				}
			}
			for _, p := range slices.Concat(rows...) {
				if spans(rows, p) {
					known[p] = true
				}
			}
		}
	}
	return known
}

// spans reports whether an unknown is a linear combination of the left sides of equations: with it, their rank is the same.
func spans(rows [][][2]int32, of [2]int32) bool {
	return rank(rows) == rank(append(slices.Clone(rows), [][2]int32{of}))
}

// rank returns how many of some rows are independent, modulo a prime that is larger than any determinant of so few zeros and ones.
func rank(rows [][][2]int32) int {
	const p = 1_000_000_007
	var matrix []map[[2]int32]int64
	for _, row := range rows {
		of := map[[2]int32]int64{}
		for _, at := range row {
			of[at] = 1
		}
		matrix = append(matrix, of)
	}
	n := 0
	for len(matrix) > 0 {
		row := matrix[0]
		matrix = matrix[1:]
		for pivot, a := range row {
			if a == 0 {
				continue
			}
			n++
			for _, other := range matrix {
				if b := other[pivot]; b != 0 {
					for at, x := range other { // other·a − row·b
						other[at] = x * a % p
					}
					for at, x := range row {
						other[at] = (other[at] + (p-b)*x) % p
					}
				}
			}
			break
		}
	}
	return n
}
