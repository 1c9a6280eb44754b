package host

import (
	"math"
)

// RowBuilder collects the rows of a result, column by column. Each column gets
// one value between two calls of row.
type RowBuilder struct {
	Rows    int
	fields  []Field
	Columns []Column
}

func NewRowBuilder(fields []Field) *RowBuilder {
	b := &RowBuilder{fields: fields, Columns: make([]Column, len(fields))}
	for i, f := range fields {
		if f.Type.Kind == List {
			b.Columns[i].Elem = new(Column)
		}
	}
	return b
}

func (b *RowBuilder) Int64(column int, v int64) {
	b.Columns[column].Int64s = append(b.Columns[column].Int64s, v)
	b.Columns[column].mark(b.Rows, false)
}

func (b *RowBuilder) Float64(column int, v float64) {
	b.Columns[column].Float64s = append(b.Columns[column].Float64s, v)
	b.Columns[column].mark(b.Rows, false)
}

// Float64OrNull adds a number, NULL for NaN.
func (b *RowBuilder) Float64OrNull(column int, v float64) {
	if math.IsNaN(v) {
		b.Null(column)
	} else {
		b.Float64(column, v)
	}
}

func (b *RowBuilder) Bool(column int, v bool) {
	b.Columns[column].Bools = append(b.Columns[column].Bools, v)
	b.Columns[column].mark(b.Rows, false)
}

func (b *RowBuilder) Text(column int, v string, isNull bool) {
	b.Columns[column].Strings = append(b.Columns[column].Strings, v)
	b.Columns[column].mark(b.Rows, isNull)
}

// Null makes a value NULL.
func (b *RowBuilder) Null(column int) {
	c := &b.Columns[column]
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
	c.mark(b.Rows, true)
}

// Nulls makes all values of the row NULL.
func (b *RowBuilder) Nulls() {
	for column := range b.Columns {
		b.Null(column)
	}
}

// Element adds an element to the list of texts that endList ends.
func (b *RowBuilder) Element(column int, v string, isNull bool) {
	elem := b.Columns[column].Elem
	elem.Strings = append(elem.Strings, v)
	elem.mark(elem.Len, isNull)
	elem.Len++
}

// Number adds an element to the list of numbers that endList ends.
func (b *RowBuilder) Number(column int, v float64) {
	elem := b.Columns[column].Elem
	elem.Float64s = append(elem.Float64s, v)
	elem.Len++
}

func (b *RowBuilder) EndList(column int) {
	c := &b.Columns[column]
	c.Ends = append(c.Ends, c.Elem.Len)
	c.mark(b.Rows, false)
}

func (b *RowBuilder) Row() { b.Rows++ }

// Column returns the rows as a struct column.
func (b *RowBuilder) Column() Column {
	for i := range b.Columns {
		b.Columns[i].Len = b.Rows
	}
	return Column{Len: b.Rows, Fields: b.Columns}
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
