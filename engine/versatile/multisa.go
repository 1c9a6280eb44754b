package versatile

import (
	"context"
	"encoding/binary"

	"skyline/engine/anatomy"
	"skyline/engine/guardian"
	"skyline/engine/loglinear"
)

// multiSA publishes one table, in which all attributes that some rule protects are
// shuffled together, within the largest group of people that keeps each of them from
// all others. Those of people outside the group are left out.
func (m *measured) multiSA(ctx context.Context, rules []guardian.Rule) (*Release, error) {
	table := Table{Table: guardian.Table{RHS: guardian.None}}
	for _, rule := range rules {
		table.Right = table.Right.With(rule.RHS)
	}
	for a := range m.cells.Columns {
		table.Attributes = table.Attributes.With(a)
	}
	table.LHS = table.Attributes.Minus(table.Right)
	for i := range rules {
		table.Guards = append(table.Guards, i)
	}
	release := &Release{Tables: []Table{table}}
	published := loglinear.Table{Attributes: table.Attributes.Slice()}
	if !table.Right.Empty() {
		published.Right = table.Right.Slice()
		var err error
		if published.Groups, err = m.together(ctx, published.Right); err != nil {
			return nil, err
		}
		for _, group := range published.Groups {
			if group == anatomy.Suppressed {
				release.Suppressed++
			}
		}
	}
	var err error
	release.Divergence, err = m.measure.Divergence(ctx, []loglinear.Table{published})
	return release, err
}

// together returns the group of each person, cell by cell, in which the attributes
// are shuffled together: anatomy.Suppressed or the one group there is.
func (m *measured) together(ctx context.Context, attributes []int) ([]int32, error) {
	numbers, vectors, counts := m.vectors(attributes)
	composition, err := anatomy.Joint(ctx, vectors, counts, m.l)
	if err != nil {
		return nil, err
	}
	return m.place(ctx, composition, numbers, -1)
}

// vectors numbers the combinations of values of some attributes: that of each cell,
// what they are, and how many people have each.
func (m *measured) vectors(attributes []int) (numbers []int32, vectors [][]int32, counts []int64) {
	numbers = make([]int32, len(m.cells.Counts))
	known := map[string]int32{}
	key := make([]byte, 4*len(attributes))
	for cell, n := range m.cells.Counts {
		for i, a := range attributes {
			binary.LittleEndian.PutUint32(key[4*i:], uint32(m.cells.Columns[a][cell]))
		}
		number, ok := known[string(key)]
		if !ok {
			number = int32(len(vectors))
			known[string(key)] = number
			vector := make([]int32, len(attributes))
			for i, a := range attributes {
				vector[i] = m.cells.Columns[a][cell]
			}
			vectors, counts = append(vectors, vector), append(counts, 0)
		}
		numbers[cell] = number
		counts[number] += n
	}
	return numbers, vectors, counts
}
