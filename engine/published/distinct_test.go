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

// crowd enumerates how many people there are with each set of cells that a person may be in, from 0 to most, and counts
// the people of each published cell. It knows nothing of inequalities.
type crowd struct {
	*oracle
	types int // sets of cells of all values, as bits
	says  []said
}

// said is what is published of the people whose types are in a cell.
type said struct {
	types []int
	cube.Range
}

func newCrowd(t *Tables, most int64) *crowd {
	c := &crowd{oracle: &oracle{t: t, most: -1}}
	c.run() // makes the cells, and enumerates nothing
	c.most, c.types = most, 1<<len(c.cells)
	for i := range t.Sets {
		s := &t.Sets[i]
		there := map[string]bool{}
		for _, x := range s.Cells {
			there[string(toBytes(x.Labels))] = true
			c.says = append(c.says, said{c.in(s, x.Labels), x.Range})
		}
		for _, values := range c.cells {
			if labels := c.labels(s, values); !there[string(toBytes(labels))] && s.Absent != Unpublished {
				c.says = append(c.says, said{c.in(s, labels), s.Between})
			}
		}
	}
	return c
}

// labels are those that a set has for values.
func (c *crowd) labels(s *Set, values []int32) []int32 {
	labels := make([]int32, len(values))
	for d, value := range values {
		labels[d] = c.t.Dimensions[d].Levels[s.Levels[d]][value]
	}
	return labels
}

// in are the types that are in a cell of a set: those with a cell that has its labels.
func (c *crowd) in(s *Set, labels []int32) (types []int) {
	for kind := 1; kind < c.types; kind++ {
		for j, values := range c.cells {
			if kind>>j&1 == 1 && slices.Equal(c.labels(s, values), labels) {
				types = append(types, kind)
				break
			}
		}
	}
	return types
}

func sumOf(counts []int64, types []int) (n int64) {
	for _, kind := range types {
		n += counts[kind]
	}
	return n
}

// each calls visit with all counts of types that agree with what is published.
func (c *crowd) each(visit func(counts []int64)) {
	counts := make([]int64, c.types)
	var put func(kind int)
	put = func(kind int) {
		if kind == len(counts) {
			if !slices.ContainsFunc(c.says, func(s said) bool { return !within(s.Range, sumOf(counts, s.types)) }) {
				visit(counts)
			}
			return
		}
		for counts[kind] = 0; counts[kind] <= c.most; counts[kind]++ {
			put(kind + 1)
		}
		counts[kind] = 0
	}
	put(1)
}

// randomDistinct returns small tables of random people, of whom no published cell may have more than most. nested says that
// of two grids one refines the other.
func randomDistinct(rng *rand.Rand, nested bool) (t *Tables, most int64) {
	t = &Tables{Whole: true, Distinct: true}
	levels := [][]int{{0}, {1}, {2}}
	if most = 2; rng.IntN(2) == 0 {
		t.Dimensions = []Dimension{{Levels: [][]int32{{0, 1, 2}, {0, 0, 1}, {0, 0, 0}}}}
		if !nested {
			t.Dimensions[0].Levels[2] = []int32{0, 1, 1} // another hierarchy
		}
	} else {
		dimension := Dimension{Levels: [][]int32{{0, 1}, {0, 0}}}
		t.Dimensions, levels, most = []Dimension{dimension, dimension}, [][]int{{0, 0}, {0, 1}, {1, 1}}, 1
		if !nested {
			levels = append(levels, []int{1, 0})
		}
	}
	c := newCrowd(t, most)
	counts := make([]int64, c.types)
	for range most {
		counts[1+rng.IntN(c.types-1)]++
	}
	for _, l := range levels {
		if rng.IntN(5) == 0 {
			continue
		}
		s, seen := Set{Levels: l, Absent: Absent(rng.IntN(3)), Between: cube.Range{Largest: most}}, map[string]bool{}
		if s.Absent == Zero {
			s.Between.Largest = 0
		}
		for _, values := range c.cells {
			labels := c.labels(&s, values)
			if seen[string(toBytes(labels))] {
				continue
			}
			seen[string(toBytes(labels))] = true
			n := sumOf(counts, c.in(&s, labels))
			x := Cell{Labels: labels, Range: cube.Range{Least: n, Largest: n}}
			if rng.IntN(2) == 0 {
				x.Range, x.Masked = cube.Range{Least: rng.Int64N(n + 1), Largest: most}, true
			}
			if s.Absent == Hidden && rng.IntN(4) > 0 || s.Absent == Zero && n > 0 || s.Absent == Unpublished {
				s.Cells = append(s.Cells, x)
			}
		}
		t.Sets = append(t.Sets, s)
	}
	return t, most
}

// TestDistinct compares bounds with all people that there may be: they hold, and where grids nest they are reached.
func TestDistinct(t *testing.T) {
	exact, open := 0, 0
	for seed := range trials.Seeds(t, 60, 3000) {
		rng := rand.New(rand.NewPCG(seed, 2))
		nested := rng.IntN(3) > 0
		tables, most := randomDistinct(rng, nested)
		verdicts, lines, err := Check(t.Context(), tables, 1e9)
		if err != nil || lines != nil {
			t.Fatalf("seed %d: Check(%+v) = %v, %v", seed, tables, lines, err)
		}
		c := newCrowd(tables, most)
		least, largest, types := make([]int64, len(verdicts)), make([]int64, len(verdicts)), make([][]int, len(verdicts))
		for i, v := range verdicts {
			least[i], largest[i], types[i] = 1<<40, -1, c.in(&tables.Sets[v.Set], v.Labels)
		}
		c.each(func(counts []int64) {
			for i := range verdicts {
				n := sumOf(counts, types[i])
				least[i], largest[i] = min(least[i], n), max(largest[i], n)
			}
		})
		for i, v := range verdicts {
			low, high := v.Least.Cmp(big.NewRat(least[i], 1)), v.Largest.Cmp(big.NewRat(largest[i], 1))
			switch {
			case low > 0 || high < 0 || v.Exact && (low < 0 || high > 0), nested && !v.Exact, v.Steps != nil:
				t.Fatalf("seed %d: %+v: cell %v of set %d is from %v to %v, exactly: %v; people have %d to %d", seed, tables, v.Labels, v.Set, v.Least, v.Largest, v.Exact, least[i], largest[i])
			case v.Exact && least[i] < largest[i]:
				exact++
			case !v.Exact:
				open++
			}
		}
	}
	if exact == 0 || open == 0 {
		t.Errorf("%d bounds of several numbers are exact, and %d are not", exact, open)
	}
}

// TestDistinctConflicts are totals that no people have, by hand: below a part, and above the sum.
func TestDistinctConflicts(t *testing.T) {
	for total, ok := range map[int64]bool{2: false, 3: true, 5: true, 6: false} {
		tables := &Tables{Whole: true, Distinct: true, Dimensions: []Dimension{{Levels: [][]int32{{0, 1}, {0, 0}}}}}
		for level, numbers := range [][]int64{{3, 2}, {total}} {
			s := Set{Levels: []int{level}}
			for i, n := range numbers {
				s.Cells = append(s.Cells, Cell{Labels: []int32{int32(i)}, Range: cube.Range{Least: n, Largest: n}})
			}
			tables.Sets = append(tables.Sets, s)
		}
		_, _, err := Check(t.Context(), tables, 1e6)
		if conflict, is := errors.AsType[*Conflict](err); is == ok || ok && err != nil || !ok && conflict.Lines != 1 {
			t.Errorf("a total of %d of 3 and 2: %v", total, err)
		}
	}
}
