package people

import (
	"errors"

	"skyline/sqlfuncs/host"
)

// GatheredTables is the state of __skyline_gather_tables: several tables, as many as a call
// names. One that has no rows may be missing.
type GatheredTables struct{ tables []*Gathered }

// maxTables is how many there may be: a number of a table is no reason to take memory.
const maxTables = 1 << 16

// gatheredTableRow is what __skyline_gather_tables takes of a row.
type gatheredTableRow struct {
	Table int64 // its number, from 0
	gatheredRow
}

// GatherTablesAggregate is __skyline_gather_tables(key, function, table, values, n):
// __skyline_gather for the rows of several tables, kept as one thing for kernels to read.
func GatherTablesAggregate() host.Aggregate {
	return host.KeptShared("__skyline_gather_tables", func() *GatheredTables { return new(GatheredTables) },
		func(g *GatheredTables, row *gatheredTableRow) error {
			if row.Table < 0 || row.Table >= maxTables {
				return errors.New("table must be a small number")
			}
			return g.table(int(row.Table)).add(&row.gatheredRow)
		},
		func(into, from *GatheredTables) error {
			for i, table := range from.tables {
				if err := into.table(i).merge(table); err != nil {
					return err
				}
			}
			return nil
		})
}

// Table returns a table by its number.
func (g *GatheredTables) Table(i int) *Gathered {
	if i < len(g.tables) {
		return g.tables[i]
	}
	return new(Gathered)
}

// table is Table for rows to be added to it.
func (g *GatheredTables) table(i int) *Gathered {
	for len(g.tables) <= i {
		g.tables = append(g.tables, new(Gathered))
	}
	return g.tables[i]
}
