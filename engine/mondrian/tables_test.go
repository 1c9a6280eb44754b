package mondrian

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/cells"
	"skyline/engine/hierarchy"
	"skyline/engine/knowledge"
)

// person is a row of a test's table.
type person struct {
	codes  []int64
	values []string // one for SVPI
}

// histogram encodes the values of people, as partition.Builder documents.
func histogram(svpi bool, people []person) string {
	counts := map[string]int{}
	for _, p := range people {
		for _, v := range p.values {
			counts[v]++
		}
	}
	var texts []string
	for v := range counts {
		texts = append(texts, v)
	}
	slices.Sort(texts)
	var b []byte
	if !svpi {
		b = binary.AppendUvarint(append(b, 0), uint64(len(people)))
	}
	for _, v := range texts {
		b = append(binary.AppendUvarint(b, uint64(len(v)+1)), v...)
		b = binary.AppendUvarint(b, uint64(counts[v]))
	}
	return string(b)
}

// cellsOf builds cells of people, a histogram for each combination of codes.
func cellsOf(t testing.TB, constraint knowledge.Constraint, columns []Column, people []person) *Cells {
	t.Helper()
	var keys []string
	groups := map[string][]person{}
	for _, p := range people {
		key := fmt.Sprint(p.codes)
		if groups[key] == nil {
			keys = append(keys, key)
		}
		groups[key] = append(groups[key], p)
	}
	b := cells.Builder{Constraint: constraint}
	for _, key := range keys {
		if err := b.Add(groups[key][0].codes, histogram(constraint == knowledge.SVPI, groups[key])); err != nil {
			t.Fatal(err)
		}
	}
	table, err := newCells(&b, columns)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// newCells takes what a builder has over columns.
func newCells(b *cells.Builder, columns []Column) (*Cells, error) {
	sizes := make([]int, len(columns))
	for d := range columns {
		sizes[d] = columns[d].Size
	}
	table, err := b.Cells(sizes)
	if err != nil {
		return nil, err
	}
	return NewCells(table, columns)
}

// randomTable returns columns, some with hierarchies, and people.
func randomTable(rng *rand.Rand, constraint knowledge.Constraint) ([]Column, []person) {
	columns := make([]Column, 1+rng.IntN(3))
	for d := range columns {
		c := &columns[d]
		c.Size = 1 + rng.IntN(6)
		c.HasNull = rng.IntN(3) == 0
		switch rng.IntN(3) {
		case 0:
			c.Hierarchy = randomHierarchy(rng, c.Size)
			c.Named = randomNames(rng, c.Hierarchy)
		case 1:
			for code := range c.Size {
				c.Numbers = append(c.Numbers, float64(code*code))
			}
		}
	}
	people := make([]person, 1+rng.IntN(30))
	for i := range people {
		for d := range columns {
			people[i].codes = append(people[i].codes, int64(rng.IntN(columns[d].Size)))
		}
		n := 1
		if constraint != knowledge.SVPI {
			n = rng.IntN(3)
		}
		for len(people[i].values) < n {
			v := string(rune('a' + rng.IntN(1+rng.IntN(4))))
			if constraint != knowledge.Set || !slices.Contains(people[i].values, v) {
				people[i].values = append(people[i].values, v)
			}
		}
	}
	return columns, people
}

// randomNames says that most nodes of a hierarchy can be listed, or none.
func randomNames(rng *rand.Rand, tree *hierarchy.Tree) []bool {
	if rng.IntN(4) == 0 {
		return nil
	}
	nodes := tree.Covering(0, int32(tree.Values()-1))
	for tree.Node(nodes).Parent >= 0 {
		nodes = tree.Node(nodes).Parent
	}
	named := make([]bool, nodes+1)
	for i := range named {
		named[i] = rng.IntN(8) > 0
	}
	return named
}

func randomHierarchy(rng *rand.Rand, size int) *hierarchy.Tree {
	var entries []hierarchy.Entry
	parent := make([]int, size)
	for v := range parent {
		parent[v] = rng.IntN(3)
		entries = append(entries,
			hierarchy.Entry{Value: int32(v), Level: 1, Label: fmt.Sprint(parent[v])},
			hierarchy.Entry{Value: int32(v), Level: 2, Label: fmt.Sprint(parent[v] / 2)})
	}
	tree, err := hierarchy.New(size, entries)
	if err != nil {
		panic(err)
	}
	return tree
}

// groupsOf says who is in which group of a release.
func groupsOf(release *Release, people []person) [][]person {
	groups := make([][]person, release.Len())
	for _, p := range people {
		at := place(release.Tree, p.codes)
		groups[at] = append(groups[at], p)
	}
	return groups
}
