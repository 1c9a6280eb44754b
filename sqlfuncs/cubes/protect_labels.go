package cubes

import "slices"

// columnLabels are the labels of a column: codes of values, and of labels above them; 0 is the total.
type columnLabels struct {
	partOf map[int64][]int64 // of a label, the labels that it is a part of
	above  map[int64][]int64 // of a value, the labels above it, the total among them
}

// newColumnLabels arranges the labels of column d, of rows (column, value, label above it).
//
// Where labels nest, each is a part of the smallest one that covers it, so that sums are short. A label that
// its parts do not make up is the sum of its values.
func newColumnLabels(rows [][]int64, d int64) (*columnLabels, error) {
	l := &columnLabels{map[int64][]int64{}, map[int64][]int64{}}
	covers := map[int64][]int64{} // the values of each label
	for _, row := range rows {
		if row[0] != d {
			continue
		}
		value, label := row[1], row[2]
		if value < 1 || label < 0 {
			return nil, errNumbers
		}
		l.above[value] = append(l.above[value], label)
		covers[label] = append(covers[label], value)
	}
	for value := range l.above {
		if covers[value] != nil {
			return nil, errNumbers
		}
	}
	var labels []int64
	for label, values := range covers {
		slices.Sort(values)
		slices.Sort(l.above[label])
		labels = append(labels, label)
	}
	// The smallest first.
	slices.SortFunc(labels, func(a, b int64) int {
		if n, m := len(covers[a]), len(covers[b]); n != m {
			return n - m
		}
		return int(a - b)
	})
	parts := map[int64][]int64{}
	size := func(label int64) int {
		if values := covers[label]; values != nil {
			return len(values)
		}
		return 1
	}
	put := func(part int64, values []int64) {
		for _, label := range labels {
			if label != part && len(covers[label]) > len(values) && containsAll(covers[label], values) {
				parts[label] = append(parts[label], part)
				return
			}
		}
	}
	var values []int64
	for value := range l.above {
		values = append(values, value)
	}
	slices.Sort(values)
	for _, value := range values {
		// A label of one value is that value.
		for _, label := range labels {
			if len(covers[label]) == 1 && covers[label][0] == value {
				l.partOf[value] = append(l.partOf[value], label)
			}
		}
		put(value, []int64{value})
	}
	for _, label := range labels {
		if len(covers[label]) > 1 {
			put(label, covers[label])
		}
	}
	for _, label := range labels {
		if len(covers[label]) == 1 {
			continue
		}
		sum := 0
		for _, part := range parts[label] {
			sum += size(part)
		}
		if sum != len(covers[label]) || overlap(parts[label], covers) {
			parts[label] = covers[label]
		}
		for _, part := range parts[label] {
			l.partOf[part] = append(l.partOf[part], label)
		}
	}
	return l, nil
}

// containsAll reports whether sorted values are among others.
func containsAll(all, some []int64) bool {
	for _, value := range some {
		if _, found := slices.BinarySearch(all, value); !found {
			return false
		}
	}
	return true
}

// overlap reports whether some value belongs to two labels.
func overlap(labels []int64, covers map[int64][]int64) bool {
	seen := map[int64]bool{}
	for _, label := range labels {
		values := covers[label]
		if values == nil {
			values = []int64{label}
		}
		for _, value := range values {
			if seen[value] {
				return true
			}
			seen[value] = true
		}
	}
	return false
}
