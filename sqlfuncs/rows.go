package sqlfuncs

import "math"

// rowBuilder collects the rows of a result, column by column. Each column gets
// one value between two calls of row.
type rowBuilder struct {
	rows    int
	fields  []Field
	columns []Column
}

func newRowBuilder(fields []Field) *rowBuilder {
	b := &rowBuilder{fields: fields, columns: make([]Column, len(fields))}
	for i, f := range fields {
		if f.Type.Kind == List {
			b.columns[i].Elem = new(Column)
		}
	}
	return b
}

func (b *rowBuilder) int64(column int, v int64) {
	b.columns[column].Int64s = append(b.columns[column].Int64s, v)
	b.columns[column].mark(b.rows, false)
}

func (b *rowBuilder) float64(column int, v float64) {
	b.columns[column].Float64s = append(b.columns[column].Float64s, v)
	b.columns[column].mark(b.rows, false)
}

// float64OrNull adds a number, NULL for NaN.
func (b *rowBuilder) float64OrNull(column int, v float64) {
	if math.IsNaN(v) {
		b.null(column)
	} else {
		b.float64(column, v)
	}
}

func (b *rowBuilder) bool(column int, v bool) {
	b.columns[column].Bools = append(b.columns[column].Bools, v)
	b.columns[column].mark(b.rows, false)
}

func (b *rowBuilder) text(column int, v string, isNull bool) {
	b.columns[column].Strings = append(b.columns[column].Strings, v)
	b.columns[column].mark(b.rows, isNull)
}

// null makes a value NULL.
func (b *rowBuilder) null(column int) {
	c := &b.columns[column]
	switch b.fields[column].Type.Kind {
	case Boolean:
		c.Bools = append(c.Bools, false)
	case Bigint:
		c.Int64s = append(c.Int64s, 0)
	case Double:
		c.Float64s = append(c.Float64s, 0)
	case Varchar, Blob:
		c.Strings = append(c.Strings, "")
	case List:
		c.Ends = append(c.Ends, c.Elem.Len)
	case Struct:
		// Rows are structs; their members are not.
	}
	c.mark(b.rows, true)
}

// nulls makes all values of the row NULL.
func (b *rowBuilder) nulls() {
	for column := range b.columns {
		b.null(column)
	}
}

// element adds an element to the list of texts that endList ends.
func (b *rowBuilder) element(column int, v string, isNull bool) {
	elem := b.columns[column].Elem
	elem.Strings = append(elem.Strings, v)
	elem.mark(elem.Len, isNull)
	elem.Len++
}

// number adds an element to the list of numbers that endList ends.
func (b *rowBuilder) number(column int, v float64) {
	elem := b.columns[column].Elem
	elem.Float64s = append(elem.Float64s, v)
	elem.Len++
}

func (b *rowBuilder) endList(column int) {
	c := &b.columns[column]
	c.Ends = append(c.Ends, c.Elem.Len)
	c.mark(b.rows, false)
}

func (b *rowBuilder) row() { b.rows++ }

// column returns the rows as a struct column.
func (b *rowBuilder) column() Column {
	for i := range b.columns {
		b.columns[i].Len = b.rows
	}
	return Column{Len: b.rows, Fields: b.columns}
}

// mark notes whether the value of row i is NULL, which is kept track of from the
// first NULL on.
func (c *Column) mark(i int, isNull bool) {
	switch {
	case c.Null != nil:
		c.Null = append(c.Null, isNull)
	case isNull:
		c.Null = append(make([]bool, i), true)
	}
}
