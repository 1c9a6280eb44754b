package people

import (
	"context"
	"database/sql"
	"fmt"

	"skyline/engine/cells"
	"skyline/engine/hierarchy"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
)

// textCell is what __skyline_text_cells takes of a counted cell of a table.
type textCell struct {
	ValuesPerPerson PerPerson
	Values          []sql.Null[host.Bytes]
	Histogram       host.Bytes
}

// TextCellsAggregate is __skyline_text_cells(key, function, values_per_person, values,
// histogram, apart): the counted cells of a table, kept for the kernel. values are the texts
// of the columns' values, by their bytes, so that a plan needs no codes of them.
func TextCellsAggregate() host.Aggregate {
	return host.Kept("__skyline_text_cells", func() *TextCells { return new(TextCells) },
		func(t *TextCells, c *textCell) error { return t.add(c) },
		func(into, from *TextCells) error { return into.merge(from) })
}

// TextCells are counted cells, whose codes are the numbers of values until Over.
type TextCells struct {
	builder cells.Builder
	columns []interned
	codes   []int64 // scratch
}

func (t *TextCells) add(c *textCell) error {
	if t.columns == nil {
		t.columns, t.codes = make([]interned, len(c.Values)), make([]int64, len(c.Values))
	}
	if len(c.Values) != len(t.columns) {
		return fmt.Errorf("values must be those of %d columns, got %d", len(t.columns), len(c.Values))
	}
	for d, value := range c.Values {
		number, err := t.columns[d].number(string(value.V), !value.Valid)
		if err != nil {
			return err
		}
		t.codes[d] = int64(number)
	}
	t.builder.Constraint = c.ValuesPerPerson.Constraint()
	return t.builder.Add(t.codes, string(c.Histogram))
}

// merge adds the cells of another, which must not be used afterwards.
func (t *TextCells) merge(from *TextCells) error {
	if from.columns == nil {
		return nil
	}
	if t.columns == nil {
		*t = *from
		return nil
	}
	if len(from.columns) != len(t.columns) {
		return fmt.Errorf("values must be those of %d columns, got %d", len(t.columns), len(from.columns))
	}
	numbers := make([][]int32, len(t.columns))
	for d := range numbers {
		var err error
		if numbers[d], err = t.columns[d].add(&from.columns[d]); err != nil {
			return err
		}
	}
	if err := from.builder.Recode(numbers); err != nil {
		return err
	}
	return t.builder.Merge(&from.builder)
}

// Over returns the cells over the whole domains of hierarchies, whose values are in the order
// of their bytes, NULL last, be they in the table or not; and the hierarchies. Neither must be
// used afterwards. tables are for errors, and may be nil.
//
// Errors: those of hierarchy.New, with the column; those of ctx and cells.Builder.
func (t *TextCells) Over(ctx context.Context, paths *Paths, names []string, tables *call.HierarchyTables) (*cells.Cells, []*hierarchy.Tree, error) {
	if t.columns == nil {
		t.columns = make([]interned, len(names))
	}
	if len(t.columns) != len(names) {
		return nil, nil, host.ErrNotKept
	}
	trees, sizes, codes := make([]*hierarchy.Tree, len(names)), make([]int, len(names)), make([][]int32, len(names))
	for d, name := range names {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		domain := &paths.column(d).values
		numbers, err := domain.add(&t.columns[d])
		if err != nil {
			return nil, nil, err
		}
		_, places := domain.ordered()
		for i, number := range numbers {
			numbers[i] = places[number]
		}
		entries := paths.column(d).entries
		for i := range entries {
			entries[i].Value = places[entries[i].Value]
		}
		if trees[d], err = hierarchy.New(len(places), entries); err != nil {
			return nil, nil, ExplainHierarchy(tables, name, err)
		}
		sizes[d], codes[d] = len(places), numbers
	}
	if err := t.builder.Recode(codes); err != nil {
		return nil, nil, err
	}
	table, err := t.builder.Cells(sizes)
	return table, trees, err
}
