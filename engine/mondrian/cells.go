package mondrian

import (
	"slices"

	"skyline/engine"
	"skyline/engine/cells"
)

// Cells are the counted cells of a table, ready to be partitioned.
type Cells struct {
	*cells.Cells

	columns []Column
	// ones says that all cells are of one.
	ones bool
	// suppressed are the people who are left out, by their codes: see Cells.key.
	suppressed map[string]bool
	earlier    *Earlier // nil: there are no earlier releases
	// combinations are those of the labels of earlier releases that occur, in their order, once the cells have their numbers in
	// the place of labels; nil until then.
	combinations [][]int32
}

// NewCells takes counted cells over columns. They must not be used otherwise
// afterwards: Partition reorders them.
//
// Errors: *engine.ParamError.
func NewCells(table *cells.Cells, columns []Column) (*Cells, error) {
	return NewCellsBeside(table, columns, nil)
}

// NewCellsBeside is NewCells for cells of people of whom there are earlier releases, unless earlier is nil: behind the codes of
// the columns they have labels, along which the table is not split unless its Follow says so. The bounds may be filled in later.
//
// Errors: *engine.ParamError.
func NewCellsBeside(table *cells.Cells, columns []Column, earlier *Earlier) (*Cells, error) {
	c := &Cells{Cells: table, columns: slices.Clone(columns), earlier: earlier}
	labels := 0
	if earlier != nil {
		labels = len(earlier.Absent)
	}
	c.ones = !slices.ContainsFunc(table.N, func(n int64) bool { return n != 1 })
	for d := range columns {
		if len(columns)+labels != len(table.Sizes) || columns[d].Size != table.Sizes[d] {
			return nil, engine.NewParamError("mondrian", "columns", "those of the cells, with as many codes", nil)
		}
		c.encode(d)
	}
	return c, nil
}

// encode replaces the codes of a column with a hierarchy by those of its leaves.
func (c *Cells) encode(d int) {
	column := &c.columns[d]
	column.place()
	if column.Hierarchy == nil {
		return
	}
	for i, code := range c.Codes[d] {
		c.Codes[d][i] = column.Hierarchy.Rank(code)
	}
}

// units returns the units of the cells begin..end-1, nil where there are none.
func (c *Cells) units(begin, end int) []int32 {
	if c.Unit == nil {
		return nil
	}
	return c.Unit[begin:end]
}

// Column returns a column. The codes of one with a hierarchy are those of its
// leaves' ranks.
func (c *Cells) Column(d int) *Column { return &c.columns[d] }
