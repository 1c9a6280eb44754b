package published

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/cube"
	"skyline/tests/trials"
)

// random returns small tables of a random table of people, and the most people that a cell of all values may have. In one of
// some, one number is wrong.
func random(rng *rand.Rand) (t *Tables, most int64) {
	t = &Tables{Whole: true}
	cells := 1
	for range 1 + rng.IntN(3) {
		values := 1 + rng.IntN(3)
		for cells*values > 6 {
			values--
		}
		cells *= values
		d := Dimension{Levels: [][]int32{make([]int32, values)}}
		for i := range values {
			d.Levels[0][i] = int32(i)
		}
		if values > 1 {
			d.Levels = append(d.Levels, make([]int32, values))
		}
		for range 2 { // two hierarchies, which need not nest
			numbers, classes := map[int]int32{}, make([]int32, values)
			for i := range classes {
				class := rng.IntN(2)
				if _, ok := numbers[class]; !ok {
					numbers[class] = int32(len(numbers))
				}
				classes[i] = numbers[class]
			}
			if !slices.ContainsFunc(d.Levels, func(other []int32) bool { return slices.Equal(classes, other) }) {
				d.Levels = append(d.Levels, classes)
			}
		}
		t.Dimensions = append(t.Dimensions, d)
	}
	o := &oracle{t: t}
	o.most = -1 // no table is enumerated
	o.run()
	table, total := make([]int64, len(o.cells)), int64(0)
	for i := range table {
		table[i] = max(0, rng.Int64N(5)-2)
		total += table[i]
	}
	for range 1 + rng.IntN(4) {
		s := Set{Absent: Absent(rng.IntN(3)), Between: cube.Range{Largest: 1 + rng.Int64N(2)}}
		for _, d := range t.Dimensions {
			s.Levels = append(s.Levels, rng.IntN(len(d.Levels)))
		}
		addCells(rng, o, &s, table)
		t.Sets = append(t.Sets, s)
	}
	// A bound on each cell: the total, so that the finest grids are those of the sets, or all of them.
	all := Set{Absent: Unpublished}
	if rng.IntN(3) > 0 && total <= 4 {
		for _, d := range t.Dimensions {
			all.Levels = append(all.Levels, min(1, len(d.Levels)-1))
		}
		all.Cells, most = []Cell{{Labels: make([]int32, len(t.Dimensions)), Range: cube.Range{Least: total, Largest: total}}}, total+1 // of which one may be wrong
	} else {
		all.Levels, most = make([]int, len(t.Dimensions)), 4
		for _, values := range o.cells {
			all.Cells = append(all.Cells, Cell{Labels: values, Range: cube.Range{Largest: 3}})
		}
	}
	t.Sets = append(t.Sets, all)
	if rng.IntN(8) == 0 {
		s := &t.Sets[rng.IntN(len(t.Sets))]
		if len(s.Cells) > 0 {
			c := &s.Cells[rng.IntN(len(s.Cells))]
			c.Least, c.Largest = c.Least+1, c.Largest+1
		}
	}
	return t, most
}

// addCells publishes the cells of a grid: their numbers, ranges of them, or nothing.
func addCells(rng *rand.Rand, o *oracle, s *Set, table []int64) {
	seen := map[string]bool{}
	for _, values := range o.cells {
		labels := make([]int32, len(values))
		for d, value := range values {
			labels[d] = o.t.Dimensions[d].Levels[s.Levels[d]][value]
		}
		if seen[string(toBytes(labels))] {
			continue
		}
		seen[string(toBytes(labels))] = true
		n := o.sum(table, s, labels)
		left := s.Absent == Zero && n == 0 || s.Absent == Hidden && n <= s.Between.Largest || s.Absent == Unpublished
		if left && rng.IntN(2) == 0 {
			continue
		}
		r := cube.Range{Least: n, Largest: n}
		switch rng.IntN(5) {
		case 0:
			r = cube.Range{Least: max(0, n-rng.Int64N(2)), Largest: n + rng.Int64N(3)}
		case 1:
			r = cube.Range{NoLargest: true}
		}
		s.Cells = append(s.Cells, Cell{Labels: labels, Range: r, Masked: rng.IntN(9) == 0})
	}
	rng.Shuffle(len(s.Cells), func(i, j int) { s.Cells[i], s.Cells[j] = s.Cells[j], s.Cells[i] })
}

// TestByDefinition compares all bounds, sums of lines and derivations with all tables that agree.
func TestByDefinition(t *testing.T) {
	exact, derived, refused, lineCount, blocks := 0, 0, 0, 0, 0
	for seed := range trials.Seeds(t, 250, 20000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		tables, most := random(rng)
		o := &oracle{t: tables, most: most}
		o.run()
		joint := float64(mostJoint)
		if seed%4 == 3 {
			joint = 0 // certain outer bounds, where grids cannot be put together
		}
		verdicts, lines, err := check(t.Context(), tables, 1e9, joint)
		if conflict, ok := errors.AsType[*Conflict](err); ok {
			if refused++; len(o.found) > 0 || conflict.Lines == 0 {
				t.Fatalf("seed %d: %v of %d lines, and %d tables agree", seed, err, conflict.Lines, len(o.found))
			}
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if len(o.found) == 0 {
			t.Fatalf("seed %d: no table agrees, and that is not found", seed)
		}
		if m, err := newModel(t.Context(), tables, joint); err == nil && len(m.blocks) > 1 {
			blocks++
		}
		for _, v := range verdicts {
			least, largest := o.bounds(&tables.Sets[v.Set], v.Labels)
			switch {
			case v.Exact && (v.Least == nil || v.Largest == nil || v.Least.Cmp(least) != 0 || v.Largest.Cmp(largest) != 0):
				t.Fatalf("seed %d: cell %v of set %d is from %v to %v, want %v to %v", seed, v.Labels, v.Set, v.Least, v.Largest, least, largest)
			case v.Least != nil && v.Least.Cmp(least) > 0 || v.Largest != nil && v.Largest.Cmp(largest) < 0:
				t.Fatalf("seed %d: cell %v of set %d is from %v to %v, and may be %v to %v", seed, v.Labels, v.Set, v.Least, v.Largest, least, largest)
			case !v.Exact && joint > 0:
				t.Fatalf("seed %d: cell %v of set %d is not exact", seed, v.Labels, v.Set)
			case v.Exact:
				exact++
			}
			if v.Steps != nil {
				derived++
				sum := new(big.Rat)
				for _, s := range v.Steps {
					c := tables.Sets[s.Set].Cells[s.Cell]
					sum.Add(sum, new(big.Rat).Mul(s.Times, big.NewRat(o.sum(o.found[0], &tables.Sets[s.Set], c.Labels), 1)))
				}
				if sum.Cmp(least) != 0 || least.Cmp(largest) != 0 {
					t.Fatalf("seed %d: steps to cell %v of set %d add up to %v, want %v", seed, v.Labels, v.Set, sum, least)
				}
			}
		}
		for _, l := range lines {
			lineCount++
			for _, table := range o.found {
				sum := int64(0)
				for _, p := range l.Parts {
					if p.Cell >= 0 {
						sum += o.sum(table, &tables.Sets[p.Set], tables.Sets[p.Set].Cells[p.Cell].Labels)
					}
				}
				if sum > l.Sum {
					t.Fatalf("seed %d: the parts of a line are %d, want at most %d", seed, sum, l.Sum)
				}
			}
		}
	}
	t.Logf("%d exact bounds, %d derivations, %d lines, %d contradictions, %d tables without one finest grid", exact, derived, lineCount, refused, blocks)
	if exact == 0 || refused == 0 || lineCount == 0 || blocks == 0 {
		t.Error("something was not tried")
	}
}
