package utility

import (
	"errors"

	"skyline/engine/utility"
	"skyline/sqlfuncs/people"
)

var errCells = errors.New("the rows of a table must have the columns that are compared")

// cellsOf returns the rows of a table with the numbers that the texts of each column have in
// its numbering. What a text has no number for, the engine refuses.
func cellsOf(table *people.Gathered, numberings []*numbering) (*utility.Cells, error) {
	cells := &utility.Cells{N: table.Counts, Codes: make([][]int32, len(numberings))}
	if len(table.Counts) == 0 {
		return cells, nil // a table without rows says nothing of its columns
	}
	if len(table.Columns) < len(numberings) {
		return nil, errCells
	}
	for i, n := range numberings {
		column := columnOf(table, i)
		numbers := column.elsewhere(n)
		for row, code := range column.codes {
			column.codes[row] = numbers[code]
		}
		cells.Codes[i] = column.codes
	}
	return cells, nil
}

// groupedCellsOf is cellsOf for a table with a column more: the same for the rows of a QI
// group. Groups are numbered in the order of its texts, which the order of rows does not
// change.
func groupedCellsOf(table *people.Gathered, numberings []*numbering) (*utility.Cells, error) {
	cells, err := cellsOf(table, numberings)
	if err != nil {
		return nil, err
	}
	cells.Groups = make([]int64, len(cells.N))
	if len(table.Counts) == 0 {
		return cells, nil
	}
	last := len(numberings)
	if len(table.Columns) <= last {
		return nil, errCells
	}
	for row, code := range orderedColumn(table, last).codes {
		cells.Groups[row] = int64(code)
	}
	return cells, nil
}
