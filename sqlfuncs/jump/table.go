package jump

import (
	"cmp"
	"database/sql"
	"encoding/base64"
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
	columns, texts := rows.Ordered()
	if len(columns) == 0 {
		if len(rows.Counts) > 0 {
			return errJumpSpec
		}
		// The table is empty.
		columns, texts = make([][]int32, 1), make([][]string, 1)
	}
	histograms, labels := columns[0], columns[1:]
	order := make([]int, len(rows.Counts))
	for row := range order {
		order[row] = row
	}
	slices.SortFunc(order, func(a, b int) int {
		for _, l := range labels {
			if c := cmp.Compare(l[a], l[b]); c != 0 {
				return c
			}
		}
		return cmp.Compare(histograms[a], histograms[b])
	})
	k.cells = make([][]string, len(order))
	for cell, row := range order {
		k.cells[cell] = make([]string, len(labels))
		for i, l := range labels {
			k.cells[cell][i] = texts[i+1][l[row]]
		}
	}
	counts, err := k.counts(order, histograms, texts[0])
	if err != nil {
		return err
	}
	groups := make([][]int32, len(k.spec.Generalizations))
	for j, g := range k.spec.Generalizations {
		if groups[j], err = groupsOf(g.Labels, labels, order); err != nil {
			return err
		}
	}
	k.table, err = jump.New(len(k.values), counts, groups)
	return err
}

// counts reads the histograms of cells, and numbers the values.
func (k *jumpProblem) counts(order []int, histograms []int32, encoded []string) ([][]jump.Count, error) {
	counts := make([][]jump.Count, len(order))
	numbers := map[partition.Value]int32{}
	var people int64
	for cell, row := range order {
		histogram, err := base64.StdEncoding.DecodeString(encoded[histograms[row]])
		if err != nil {
			return nil, errJumpSpec
		}
		err = partition.Entries(string(histogram), func(text string, isNull bool, n int64) error {
			number, ok := numbers[partition.Value{Text: text, Null: isNull}]
			if !ok {
				value := partition.Value{Text: strings.Clone(text), Null: isNull}
				number = int32(len(k.values))
				numbers[value] = number
				k.values = append(k.values, value)
			}
			if people += n; n < 0 || people < 0 || people > math.MaxInt32 {
				return fmt.Errorf("tbl must have at most %d people", math.MaxInt32)
			}
			counts[cell] = append(counts[cell], jump.Count{Value: number, N: n})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	k.sortValues(counts)
	return counts, nil
}

// sortValues numbers the values anew, in the order of their texts, NULL last.
func (k *jumpProblem) sortValues(counts [][]jump.Count) {
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
	for _, list := range counts {
		for i := range list {
			list[i].Value = rank[list[i].Value]
		}
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

// groupsOf numbers the groups of cells that agree in some label columns; order has the
// row of each cell.
func groupsOf(numbers []int, labels [][]int32, order []int) ([]int32, error) {
	groups := make([]int32, len(order))
	if len(order) == 0 {
		return groups, nil
	}
	at := map[string]int32{}
	var key strings.Builder
	for cell, row := range order {
		key.Reset()
		for _, i := range numbers {
			if i < 0 || i >= len(labels) {
				return nil, errJumpSpec
			}
			fmt.Fprint(&key, labels[i][row], " ")
		}
		group, ok := at[key.String()]
		if !ok {
			group = int32(len(at))
			at[key.String()] = group
		}
		groups[cell] = group
	}
	return groups, nil
}
