package people

import (
	"database/sql"

	"skyline/engine/cells"
	"skyline/sqlfuncs/host"
)

// cell is what __skyline_cells takes of a counted cell of a table.
type cell struct {
	ValuesPerPerson PerPerson
	Codes           []int64
	Histogram       host.Bytes
}

// CellsAggregate is __skyline_cells(key, function, values_per_person, codes, histogram,
// apart): the counted cells of a table, kept for the kernel.
func CellsAggregate() host.Aggregate {
	return host.Kept("__skyline_cells", func() *cells.Builder { return new(cells.Builder) },
		func(b *cells.Builder, c *cell) error {
			b.Constraint = c.ValuesPerPerson.Constraint()
			return b.Add(c.Codes, string(c.Histogram))
		},
		func(into, from *cells.Builder) error {
			into.Constraint = from.Constraint
			return into.Merge(from)
		})
}

// cellOfPerson is what __skyline_cells_of_persons takes: a cell of one person, who has other cells, or
// of people who have none, where Person is NULL.
type cellOfPerson struct {
	ValuesPerPerson PerPerson
	Codes           []int64
	Histogram       host.Bytes
	Person          sql.Null[int64]
}

// CellsOfPersonsAggregate is __skyline_cells_of_persons(key, function, values_per_person, codes,
// histogram, person, apart): CellsAggregate where people may have several cells.
func CellsOfPersonsAggregate() host.Aggregate {
	return host.Kept("__skyline_cells_of_persons", func() *cells.Builder { return new(cells.Builder) },
		func(b *cells.Builder, c *cellOfPerson) error {
			b.Constraint = c.ValuesPerPerson.Constraint()
			if c.Person.Valid {
				return b.AddPerson(c.Codes, c.Person.V, string(c.Histogram))
			}
			return b.Add(c.Codes, string(c.Histogram))
		},
		func(into, from *cells.Builder) error {
			into.Constraint = from.Constraint
			return into.Merge(from)
		})
}
