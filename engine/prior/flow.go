package prior

import "slices"

// possible finds out which rows can be with which columns: in which cells of the table some
// assignment of the columns to the people of the rows has somebody. Only cells that may are used.
// ok is false if there is no assignment at all.
//
// It is a flow from rows to columns. If one takes everybody, a cell that it does not use can be used
// just if people can be exchanged along a way back from its column to its row: from a column to a
// row that has people in it, from a row to a column that it may have.
func possible(rows, columns []int64, may [][]bool) (can [][]bool, ok bool) {
	f := &flow{may: may, people: make([][]int64, len(rows)), free: slices.Clone(columns)}
	for i := range rows {
		f.people[i] = make([]int64, len(columns))
	}
	for i, left := range rows {
		for left > 0 {
			moved := f.augment(i, left)
			if moved == 0 {
				return nil, false
			}
			left -= moved
		}
	}
	can = make([][]bool, len(rows))
	back := make([]*ways, len(rows)) // from each row
	for i := range rows {
		back[i] = f.from(i)
	}
	for i := range rows {
		can[i] = make([]bool, len(columns))
		for j := range columns {
			can[i][j] = f.people[i][j] > 0 || may[i][j] && slices.ContainsFunc(back, func(w *ways) bool {
				return f.people[w.start][j] > 0 && w.toRow[i] != nowhere
			})
		}
	}
	return can, true
}

// flow has how many people of each row are in each column so far, and how many each column has
// room for.
type flow struct {
	may    [][]bool
	people [][]int64
	free   []int64
}

// ways are those from a row to others: each column is reached from a row, and each row from a
// column, or is not.
type ways struct {
	start           int
	toRow, toColumn []int
}

const (
	nowhere = -1
	itself  = -2
)

// from finds all rows and columns that can be reached from a row: a column from a row that may have
// it, a row from a column that it has people in.
func (f *flow) from(start int) *ways {
	w := &ways{start, slices.Repeat([]int{nowhere}, len(f.people)), slices.Repeat([]int{nowhere}, len(f.free))}
	w.toRow[start] = itself
	for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
		i := queue[0]
		for j, may := range f.may[i] {
			if !may || w.toColumn[j] != nowhere {
				continue
			}
			w.toColumn[j] = i
			for k := range f.people {
				if f.people[k][j] > 0 && w.toRow[k] == nowhere {
					w.toRow[k] = j
					queue = append(queue, k)
				}
			}
		}
	}
	return w
}

// augment puts some people of a row, at most so many, into columns, others of which it moves on
// along a shortest way, and returns how many: 0 if there is no way.
func (f *flow) augment(row int, most int64) int64 {
	w := f.from(row)
	end := -1
	for j, n := range f.free {
		if n > 0 && w.toColumn[j] != nowhere {
			end = j
			break
		}
	}
	if end < 0 {
		return 0
	}
	moved := min(most, f.free[end])
	for j := end; ; {
		i := w.toColumn[j]
		if w.toRow[i] == itself {
			break
		}
		j = w.toRow[i]
		moved = min(moved, f.people[i][j])
	}
	f.free[end] -= moved
	for j := end; ; {
		i := w.toColumn[j]
		f.people[i][j] += moved
		if w.toRow[i] == itself {
			return moved
		}
		j = w.toRow[i]
		f.people[i][j] -= moved
	}
}
