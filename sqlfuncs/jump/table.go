package jump

import (
	"bytes"
	"cmp"
	"database/sql"
	"fmt"
	"math"
	"slices"
	"strings"

	"skyline/engine/jump"
	"skyline/engine/partition"
	"skyline/sqlfuncs/people"
)

// readTable makes a table of cells: people who agree in all labels, with the histogram of
// their sensitive values.
func (k *jumpProblem) readTable() error {
	if len(k.spec.Generalizations) == 0 {
		return errJumpSpec
	}
	rows := k.spec.Cells.Value
	if len(rows.Columns) == 0 && len(rows.Counts) > 0 {
		return errJumpSpec
	}
	k.codes, k.texts = rows.Ordered() // none where the table is empty
	k.order = orderCells(k.codes, k.texts, rows)
	counts, err := k.counts(rows)
	if err != nil {
		return err
	}
	groups := make([][]int32, len(k.spec.Generalizations))
	for j, g := range k.spec.Generalizations {
		if groups[j], err = k.groupsOf(g.Labels); err != nil {
			return err
		}
	}
	k.table, err = jump.New(len(k.values), counts, groups)
	return err
}

// labels are those of a cell.
func (k *jumpProblem) labels(cell int32) []string {
	labels := make([]string, len(k.codes))
	for i, codes := range k.codes {
		labels[i] = k.texts[i][codes[k.order[cell]]]
	}
	return labels
}

// orderCells returns the rows in the order of the texts of their labels. Different labels may
// have the same texts: then the histograms' decide, so that the order in which rows come does
// not.
func orderCells(labels [][]int32, texts [][]string, rows *people.GatheredHistograms) []int {
	order := people.RowOrder(labels, people.Sizes(texts), len(rows.Counts))
	alike := func(a, b int) bool {
		return !slices.ContainsFunc(labels, func(l []int32) bool { return l[a] != l[b] })
	}
	for begin, end := 0, 0; begin < len(order); begin = end {
		for end = begin + 1; end < len(order) && alike(order[begin], order[end]); end++ {
		}
		slices.SortFunc(order[begin:end], func(a, b int) int { return bytes.Compare(rows.Histogram(a), rows.Histogram(b)) })
	}
	return order
}

// counts reads the histograms of cells, and numbers the values.
func (k *jumpProblem) counts(rows *people.GatheredHistograms) ([][]jump.Count, error) {
	numbers, null := map[string]int32{}, int32(-1)
	var people int64
	var entries []jump.Count
	ends := make([]int, len(k.order))
	for cell, row := range k.order {
		err := partition.Entries(string(rows.Histogram(row)), func(text string, isNull bool, n int64) error {
			number, ok := null, null >= 0
			if !isNull {
				number, ok = numbers[text]
			}
			if !ok {
				number = int32(len(k.values))
				if isNull {
					null = number
				} else {
					text = strings.Clone(text)
					numbers[text] = number
				}
				k.values = append(k.values, partition.Value{Text: text, Null: isNull})
			}
			if people += n; n < 0 || people < 0 || people > math.MaxInt32 {
				return fmt.Errorf("tbl must have at most %d people", math.MaxInt32)
			}
			entries = append(entries, jump.Count{Value: number, N: n})
			return nil
		})
		if err != nil {
			return nil, err
		}
		ends[cell] = len(entries)
	}
	k.sortValues(entries)
	counts, begin := make([][]jump.Count, len(ends)), 0
	for cell, end := range ends {
		counts[cell], begin = entries[begin:end:end], end
	}
	return counts, nil
}

// sortValues numbers the values anew, in the order of their texts, NULL last.
func (k *jumpProblem) sortValues(entries []jump.Count) {
	order := make([]int32, len(k.values))
	for v := range order {
		order[v] = int32(v)
	}
	slices.SortFunc(order, func(a, b int32) int {
		v, w := k.values[a], k.values[b]
		return cmp.Or(people.BoolToInt(v.Null)-people.BoolToInt(w.Null), strings.Compare(v.Text, w.Text))
	})
	rank, sorted := make([]int32, len(order)), make([]partition.Value, len(order))
	for place, v := range order {
		rank[v], sorted[place] = int32(place), k.values[v]
	}
	k.values = sorted
	for i := range entries {
		entries[i].Value = rank[entries[i].Value]
	}
}

// number returns the number of a value, which is not NULL.
func (k *jumpProblem) number(text string) (int32, bool) {
	at := slices.Index(k.values, partition.Value{Text: text})
	return int32(at), at >= 0
}

// text is the text of the value of a number.
func (k *jumpProblem) text(value int32) sql.Null[string] {
	v := k.values[value]
	return sql.Null[string]{V: v.Text, Valid: !v.Null}
}

// groupsOf numbers the groups of cells that agree in some label columns.
func (k *jumpProblem) groupsOf(numbers []int) ([]int32, error) {
	groups := make([]int32, len(k.order))
	if len(k.order) == 0 {
		return groups, nil
	}
	for at, i := range numbers {
		if i < 0 || i >= len(k.codes) {
			return nil, errJumpSpec
		}
		if at == 0 {
			for cell, row := range k.order {
				groups[cell] = k.codes[i][row]
			}
			continue
		}
		// Cells of one group so far that have one label of this column.
		next := map[uint64]int32{}
		for cell, row := range k.order {
			key := uint64(groups[cell])<<32 | uint64(uint32(k.codes[i][row]))
			group, ok := next[key]
			if !ok {
				group = int32(len(next))
				next[key] = group
			}
			groups[cell] = group
		}
	}
	return groups, nil
}
