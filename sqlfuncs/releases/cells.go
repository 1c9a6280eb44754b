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

// counts are counted rows: of each release their group, by its number, or releases.Absent.
type counts struct {
	groups      [][]int32 // by release
	values      []int32
	counterfeit []bool
	n           []int64
}

// labelled reads counted rows that have a label for each release, a value, and a text for
// counterfeits.
func (k *cells) labelled(counted *people.Gathered, count int) (*counts, error) {
	if len(counted.Counts) == 0 {
		k.labels = make([][]sql.Null[string], count)
		return &counts{groups: make([][]int32, count)}, nil
	}
	if len(counted.Columns) != count+2 {
		return nil, errCells
	}
	c := &counts{groups: make([][]int32, count), n: counted.Counts, counterfeit: make([]bool, len(counted.Counts))}
	for r := range count {
		codes, texts, null := textsOf(counted, r)
		for row, code := range codes {
			if code == null {
				codes[row] = releases.Absent
			}
		}
		c.groups[r], k.labels = codes, append(k.labels, texts)
	}
	c.values, k.values, _ = textsOf(counted, count)
	kinds, _, null := textsOf(counted, count+1)
	for row, kind := range kinds {
		c.counterfeit[row] = kind != null
	}
	return c, nil
}

// put makes the table of counted rows: people who are in the same groups are together, and those
// who are in none are left out.
func (k *cells) put(c *counts) {
	k.table.Releases, k.table.Values = len(c.groups), len(k.values)
	compare := func(a, b int) int {
		for _, groups := range c.groups {
			if order := cmp.Compare(groups[a], groups[b]); order != 0 {
				return order
			}
		}
		return 0
	}
	var order []int
	for row := range c.n {
		if slices.ContainsFunc(c.groups, func(groups []int32) bool { return groups[row] != releases.Absent }) {
			order = append(order, row)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(compare(a, b), cmp.Compare(c.values[a], c.values[b])) })
	for i, row := range order {
		if i == 0 || compare(order[i-1], row) != 0 {
			groups := make([]int32, len(c.groups))
			for r := range groups {
				groups[r] = c.groups[r][row]
			}
			k.table.Cells = append(k.table.Cells, releases.Cell{Groups: groups})
		}
		cell := &k.table.Cells[len(k.table.Cells)-1]
		if last := len(cell.Counts) - 1; last >= 0 && cell.Counts[last].Value == c.values[row] {
			cell.Counts[last].People += c.n[row]
		} else {
			cell.Counts = append(cell.Counts, releases.Count{Value: c.values[row], People: c.n[row]})
		}
		if c.counterfeit[row] {
			cell.Counterfeits += c.n[row]
		}
	}
}

// textsOf returns a column of counted rows: numbers in the order of the texts, what they mean,
// NULL last, and the number of NULL, -1 if there is none.
func textsOf(counted *people.Gathered, column int) (codes []int32, texts []sql.Null[string], null int32) {
	codes, ordered := counted.OrderedColumn(column)
	texts, null = make([]sql.Null[string], len(ordered)), -1
	for i, text := range ordered {
		texts[i] = sql.Null[string]{V: text, Valid: true}
	}
	if counted.Columns[column].Null() >= 0 {
		null = int32(len(texts) - 1)
		texts[null] = sql.Null[string]{}
	}
	return codes, texts, null
}
