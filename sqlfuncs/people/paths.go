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
			p.column(int(row.Column)).add(row)
			return nil
		},
		func(into, from *Paths) error {
			for i := range from.columns {
				into.column(i).merge(&from.columns[i])
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
func (p *Paths) Has(i int) bool { return i < len(p.columns) && len(p.columns[i].values.values) > 0 }

func (c *pathsOf) add(row *path) {
	number := c.values.number(row.Value)
	if row.Label.Valid {
		c.entries = append(c.entries, hierarchy.Entry{Value: number, Level: row.Level, Label: c.label(row.Label.V)})
	}
}

// label returns a copy of a label that all entries share.
func (c *pathsOf) label(text string) string {
	return c.labels.values[c.labels.number(host.Some(host.Bytes(text)))].V
}

func (c *pathsOf) merge(from *pathsOf) {
	numbers := c.values.add(&from.values)
	for _, e := range from.entries {
		c.entries = append(c.entries, hierarchy.Entry{Value: numbers[e.Value], Level: e.Level, Label: c.label(e.Label)})
	}
}
