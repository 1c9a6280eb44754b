package cubes

import (
	"errors"

	"skyline/sqlfuncs/host"
)

// numberTables is the state of __skyline_cube_numbers: rows of whole numbers, of a few tables, one behind the other.
type numberTables struct {
	width [2]int // of the rows of each
	rows  [2][]int64
}

// numberRow is what the aggregate takes of a row.
type numberRow struct {
	Table   int64
	Numbers []int64
}

// keptNumbers is __skyline_cube_numbers(key, function, table, numbers).
func keptNumbers() host.Aggregate {
	return host.KeptShared("__skyline_cube_numbers", func() *numberTables { return new(numberTables) }, (*numberTables).add, (*numberTables).merge)
}

var errNumbers = errors.New("numbers must be rows of one length for each table")

func (n *numberTables) add(row *numberRow) error {
	if row.Table < 0 || row.Table >= int64(len(n.rows)) {
		return errors.New("table must be 0 or 1")
	}
	return n.append(int(row.Table), len(row.Numbers), row.Numbers)
}

func (n *numberTables) append(table, width int, numbers []int64) error {
	if len(numbers) == 0 {
		return nil
	}
	if n.width[table] != 0 && n.width[table] != width {
		return errNumbers
	}
	n.width[table] = width
	n.rows[table] = append(n.rows[table], numbers...)
	return nil
}

func (n *numberTables) merge(from *numberTables) error {
	for table := range from.rows {
		if err := n.append(table, from.width[table], from.rows[table]); err != nil {
			return err
		}
	}
	return nil
}

// of returns the rows of a table, which must have so many numbers each.
func (n *numberTables) of(table, width int) ([][]int64, error) {
	if n == nil || len(n.rows[table]) > 0 && n.width[table] != width {
		return nil, errNumbers
	}
	var rows [][]int64
	for all := n.rows[table]; len(all) > 0; all = all[width:] {
		rows = append(rows, all[:width])
	}
	return rows, nil
}
