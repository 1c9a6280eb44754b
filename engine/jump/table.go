package jump

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"

	"skyline/engine"
	"skyline/engine/internal/combinatorics"
)

// Count is how many people have a value.
type Count struct {
	Value int32
	N     int64
}

// histogram lists the values of a group of people, in ascending order, each with at least
// one of them.
type histogram []Count

func (h histogram) people() int64 {
	var n int64
	for _, c := range h {
		n += c.N
	}
	return n
}

func (h histogram) counts() []int64 {
	counts := make([]int64, len(h))
	for i, c := range h {
		counts[i] = c.N
	}
	return counts
}

// tables returns in how many ways the values can be given to the people.
func (h histogram) tables() *big.Int {
	return combinatorics.Multinomial(h.counts())
}

// logTables is the decimal logarithm of tables.
func (h histogram) logTables() float64 {
	return combinatorics.LogMultinomial(h.counts()) / math.Ln10
}

// sums adds up histograms: how many people have each value, all 0 in between.
type sums []int64

func (t *Table) newSums() sums { return make(sums, t.values) }

// of adds up histograms.
func (s sums) of(all []histogram) histogram {
	if len(all) == 1 {
		return all[0]
	}
	var values []int32
	for _, h := range all {
		for _, c := range h {
			if s[c.Value] == 0 {
				values = append(values, c.Value)
			}
			s[c.Value] += c.N
		}
	}
	slices.Sort(values)
	h := make(histogram, len(values))
	for k, v := range values {
		h[k] = Count{v, s[v]}
		s[v] = 0
	}
	return h
}

// Table is a table of people and their sensitive values, and its generalizations in the
// order in which they are tried. It must not be changed.
type Table struct {
	values int
	people int64
	// cells[c] are the values of the people of cell c.
	cells []histogram
	// generalizations[j-1] is g_j.
	generalizations []*generalization
	// finer[j-1][i-1] says that each group of g_j lies within one of g_i.
	finer [][]bool
}

// generalization is a partition of the cells into groups.
type generalization struct {
	of      []int32   // the group of a cell
	members [][]int32 // the cells of a group
}

// New returns a table with so many different values. Cell c consists of people whose
// values counts[c] lists; groups[j][c] is its group in the (j+1)-th generalization. Cells
// that agree in all groups may be one, and should be, as the cost follows their number.
//
// Errors: *engine.ParamError.
func New(values int, counts [][]Count, groups [][]int32) (*Table, error) {
	t := &Table{values: values, cells: make([]histogram, len(counts))}
	for c, list := range counts {
		h := slices.Clone(list)
		slices.SortFunc(h, func(a, b Count) int { return cmp.Compare(a.Value, b.Value) })
		for i, n := range h {
			if n.N < 1 || n.Value < 0 || int(n.Value) >= values || i > 0 && n.Value == h[i-1].Value {
				return nil, engine.NewParamError("jump", "counts", fmt.Sprintf("of different values in 0..%d, each of at least 1", values-1), nil)
			}
			if t.people += min(n.N, 1<<31); t.people > math.MaxInt32 {
				return nil, engine.NewParamError("jump", "counts", "of fewer than 2^31 people", nil)
			}
		}
		if len(h) == 0 {
			return nil, engine.NewParamError("jump", "counts", "of cells with people", nil)
		}
		t.cells[c] = h
	}
	for _, of := range groups {
		if len(of) != len(counts) {
			return nil, engine.NewParamError("jump", "groups", fmt.Sprintf("one for each of %d cells", len(counts)), len(of))
		}
		t.generalizations = append(t.generalizations, newGeneralization(of))
	}
	t.relate()
	return t, nil
}

// newGeneralization numbers groups in the order of their first cells.
func newGeneralization(of []int32) *generalization {
	g := &generalization{of: make([]int32, len(of))}
	numbers, sizes := map[int32]int32{}, []int(nil)
	for c, name := range of {
		if c > 0 && name == of[c-1] {
			g.of[c] = g.of[c-1]
		} else {
			group, ok := numbers[name]
			if !ok {
				group = int32(len(numbers))
				numbers[name] = group
				sizes = append(sizes, 0)
			}
			g.of[c] = group
		}
		sizes[g.of[c]]++
	}
	g.members = make([][]int32, len(sizes))
	all := make([]int32, len(of))
	for group, size := range sizes {
		g.members[group], all = all[:0:size], all[size:]
	}
	for c, group := range g.of {
		g.members[group] = append(g.members[group], int32(c))
	}
	return g
}

// isFiner reports whether each group of g lies within one of other.
func (g *generalization) isFiner(other *generalization) bool {
	for _, cells := range g.members {
		for _, c := range cells[1:] {
			if other.of[c] != other.of[cells[0]] {
				return false
			}
		}
	}
	return true
}

func (t *Table) relate() {
	n := len(t.generalizations)
	t.finer = make([][]bool, n)
	for j, g := range t.generalizations {
		t.finer[j] = make([]bool, n)
		for i, other := range t.generalizations {
			t.finer[j][i] = i == j || g.isFiner(other)
		}
	}
}

// Generalizations returns how many there are.
func (t *Table) Generalizations() int { return len(t.generalizations) }

// signature returns the histograms of the groups of g_i.
func (t *Table) signature(i int) []histogram {
	g := t.generalizations[i-1]
	signature, sums := make([]histogram, len(g.members)), t.newSums()
	var all []histogram
	for group, cells := range g.members {
		all = all[:0]
		for _, c := range cells {
			all = append(all, t.cells[c])
		}
		signature[group] = sums.of(all)
	}
	return signature
}

// coarser returns the signature of g_j, each group of which consists of groups of g_i.
func (t *Table) coarser(signature []histogram, i, j int) []histogram {
	parts := make([][]histogram, len(t.generalizations[j-1].members))
	for group, cells := range t.generalizations[i-1].members {
		to := t.generalizations[j-1].of[cells[0]]
		parts[to] = append(parts[to], signature[group])
	}
	result, sums := make([]histogram, len(parts)), t.newSums()
	for group, all := range parts {
		result[group] = sums.of(all)
	}
	return result
}

// size returns the people of a list of cells. How many are in a cell everybody knows.
func (t *Table) size(cells []int32) int64 {
	var n int64
	for _, c := range cells {
		n += t.cells[c].people()
	}
	return n
}

// withWhole returns the table with one more generalization: everybody in one group.
func (t *Table) withWhole() *Table {
	whole := *t
	whole.generalizations = append(slices.Clone(t.generalizations), newGeneralization(make([]int32, len(t.cells))))
	whole.relate()
	return &whole
}
