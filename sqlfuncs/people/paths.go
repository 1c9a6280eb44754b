package people

import (
	"database/sql"
	"errors"
	"math"

	"skyline/engine/hierarchy"
	"skyline/sqlfuncs/host"
)

// path is what __skyline_paths takes of a row of the hierarchies.
type path struct {
	Column int64
	Value  sql.Null[host.Bytes]
	Level  int64
	Label  sql.Null[string]
}

// PathsAggregate is __skyline_paths(key, function, column, value, level, label, apart): the
// labels of the values of hierarchies, kept for the kernel. value is the text by its bytes.
func PathsAggregate() host.Aggregate {
	return host.Kept("__skyline_paths", func() *Paths { return new(Paths) },
		func(p *Paths, row *path) error {
			if row.Column < 0 || row.Column > math.MaxInt16 {
				return errors.New("column must be a small number")
			}
			return p.column(int(row.Column)).add(row)
		},
		func(into, from *Paths) error {
			for i := range from.columns {
				if err := into.column(i).merge(&from.columns[i]); err != nil {
					return err
				}
			}
			return nil
		})
}

// Paths are the hierarchies of columns.
type Paths struct{ columns []pathsOf }

// pathsOf are the labels of a column's values, which have the numbers of values, and those
// of labels.
type pathsOf struct {
	values, labels interned
	entries        []hierarchy.Entry
}

func (p *Paths) column(i int) *pathsOf {
	for len(p.columns) <= i {
		p.columns = append(p.columns, pathsOf{})
	}
	return &p.columns[i]
}

// Has reports whether a column has a hierarchy.
func (p *Paths) Has(i int) bool { return i < len(p.columns) && len(p.columns[i].values.texts) > 0 }

func (c *pathsOf) add(row *path) error {
	number, err := c.values.number(string(row.Value.V), !row.Value.Valid)
	if err != nil || !row.Label.Valid {
		return err
	}
	return c.enter(hierarchy.Entry{Value: number, Level: row.Level, Label: row.Label.V})
}

// enter adds an entry, with a copy of its label that all entries share.
func (c *pathsOf) enter(e hierarchy.Entry) error {
	number, err := c.labels.number(e.Label, false)
	if err != nil {
		return err
	}
	e.Label = c.labels.texts[number]
	c.entries = append(c.entries, e)
	return nil
}

func (c *pathsOf) merge(from *pathsOf) error {
	numbers, err := c.values.add(&from.values)
	if err != nil {
		return err
	}
	for _, e := range from.entries {
		e.Value = numbers[e.Value]
		if err := c.enter(e); err != nil {
			return err
		}
	}
	return nil
}
