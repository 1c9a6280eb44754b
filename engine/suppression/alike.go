package suppression

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"skyline/engine/cells"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// table is the people of counted cells, by their codes.
type table struct {
	columns int
	values  int
	hidden  []int32 // by column: the code that is shown for a suppressed cell, that of NULL
	codes   []int32 // of one after the other
	alike   []alike
	codesOf [][]int32 // by column and code of the cells: see names
}

// alike are people who agree on all columns.
type alike struct {
	people int64
	counts []partition.Count
	nulls  pattern // where they show NULL anyway
}

// newTable gathers the people who are alike, in an order that does not depend on what values are
// called: see names.
//
// Errors: those of ctx.
func newTable(ctx context.Context, c *cells.Cells, null []int32) (*table, error) {
	t := &table{columns: len(c.Sizes), values: len(c.Values), hidden: make([]int32, len(c.Sizes))}
	for d := range t.hidden {
		if t.hidden[d] = null[d]; null[d] < 0 {
			t.hidden[d] = int32(c.Sizes[d])
		}
	}
	order := make([]int32, len(c.Value))
	for i := range order {
		order[i] = int32(i)
	}
	compare := func(a, b int32) int {
		for _, codes := range c.Codes {
			if codes[a] != codes[b] {
				return int(codes[a]) - int(codes[b])
			}
		}
		return 0
	}
	compared := 0
	slices.SortFunc(order, func(a, b int32) int {
		// Where all are equal there is little left to sort.
		if compared++; compared%65536 == 0 && ctx.Err() != nil {
			compare = func(_, _ int32) int { return 0 }
		}
		return compare(a, b)
	})
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("suppression: %w", err)
	}
	for begin := 0; begin < len(order); {
		end := begin + 1
		for end < len(order) && compare(order[begin], order[end]) == 0 {
			end++
		}
		t.add(c, order[begin:end])
		begin = end
	}
	t.renumber(c.Sizes)
	return t, nil
}

// add adds the people of some cells, who are alike.
func (t *table) add(c *cells.Cells, of []int32) {
	slices.SortFunc(of, func(a, b int32) int { return int(c.Value[a]) - int(c.Value[b]) })
	a := alike{}
	for _, i := range of {
		value, n := c.Value[i], c.N[i]
		if value == cells.OfPeople || c.Constraint == knowledge.SVPI {
			a.people += n
		}
		if value == cells.OfPeople {
			continue
		}
		if last := len(a.counts) - 1; last >= 0 && a.counts[last].Value == value {
			a.counts[last].N += n
		} else {
			a.counts = append(a.counts, partition.Count{Value: value, N: n})
		}
	}
	for d, codes := range c.Codes {
		code := codes[of[0]]
		t.codes = append(t.codes, code)
		if code == t.hidden[d] {
			a.nulls = a.nulls.together(d)
		}
	}
	t.alike = append(t.alike, a)
}

// code returns that of people in a column.
func (t *table) code(i int32, d int) int32 { return t.codes[int(i)*t.columns+d] }

// key appends what people show where a pattern is suppressed: a tuple of codes, as bytes in
// their order.
func (t *table) key(to []byte, i int32, p pattern) []byte {
	for d, code := range t.codes[int(i)*t.columns : (int(i)+1)*t.columns] {
		if p.has(d) {
			code = t.hidden[d]
		}
		to = appendCode(to, int64(code))
	}
	return to
}

// codeBytes is how long a code is in a key.
const codeBytes = 4

// appendCode appends a code as it stands in a key.
func appendCode(to []byte, code int64) []byte {
	return binary.BigEndian.AppendUint32(to, uint32(code))
}
