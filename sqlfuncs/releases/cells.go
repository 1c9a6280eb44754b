package releases

import (
	"cmp"
	"database/sql"
	"errors"
	"slices"

	"skyline/engine/releases"
	"skyline/sqlfuncs/people"
)

// cells are the people of several releases for the engine, and what its numbers mean.
type cells struct {
	table  releases.Table
	labels [][]sql.Null[string] // by release and group
	values []sql.Null[string]   // in the order of their texts, NULL last
}

var errCells = errors.New("the arguments cannot be read")

// readCells puts people together who are in the same groups. A counted row has a label for each
// release, a value, and a text for counterfeits: texts in their order, and so numbers.
func readCells(counted *people.Gathered, count int) (*cells, error) {
	k := &cells{table: releases.Table{Releases: count}}
	if len(counted.Counts) == 0 {
		k.labels = make([][]sql.Null[string], count)
		return k, nil
	}
	if len(counted.Columns) != count+2 {
		return nil, errCells
	}
	codes := make([][]int32, count)
	nulls := make([]int32, count) // by release: the number of NULL, or -1
	for r := range count {
		var texts []sql.Null[string]
		codes[r], texts, nulls[r] = textsOf(counted, r)
		k.labels = append(k.labels, texts)
	}
	var values, counterfeit []int32
	values, k.values, _ = textsOf(counted, count)
	k.table.Values = len(k.values)
	counterfeit, _, null := textsOf(counted, count+1)
	compare := func(a, b int) int {
		for _, column := range codes {
			if c := cmp.Compare(column[a], column[b]); c != 0 {
				return c
			}
		}
		return 0
	}
	order := make([]int, len(counted.Counts))
	for row := range order {
		order[row] = row
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(compare(a, b), cmp.Compare(values[a], values[b])) })
	for i, row := range order {
		if i == 0 || compare(order[i-1], row) != 0 {
			groups := make([]int32, count)
			for r, column := range codes {
				if groups[r] = column[row]; groups[r] == nulls[r] {
					groups[r] = releases.Absent
				}
			}
			k.table.Cells = append(k.table.Cells, releases.Cell{Groups: groups})
		}
		cell := &k.table.Cells[len(k.table.Cells)-1]
		if last := len(cell.Counts) - 1; last >= 0 && cell.Counts[last].Value == values[row] {
			cell.Counts[last].People += counted.Counts[row]
		} else {
			cell.Counts = append(cell.Counts, releases.Count{Value: values[row], People: counted.Counts[row]})
		}
		if counterfeit[row] != null {
			cell.Counterfeits += counted.Counts[row]
		}
	}
	return k, nil
}

// textsOf returns a column of counted rows: numbers in the order of the texts, what they mean,
// NULL last, and the number of NULL, -1 if there is none.
func textsOf(counted *people.Gathered, column int) (codes []int32, texts []sql.Null[string], null int32) {
	codes, ordered := counted.OrderedColumn(column)
	texts, null = make([]sql.Null[string], len(ordered)), -1
	for i, text := range ordered {
		texts[i] = sql.Null[string]{V: text, Valid: true}
	}
	if counted.Columns[column].Null >= 0 {
		null = int32(len(texts) - 1)
		texts[null] = sql.Null[string]{}
	}
	return codes, texts, null
}
