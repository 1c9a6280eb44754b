package published

import (
	"math/big"

	"skyline/engine/cube"
)

// oracle enumerates the tables of people by all values of all dimensions, each cell from 0 to most, that agree with what is
// published. It knows nothing of grids and blocks: a published cell is the sum of the cells whose values have its labels.
type oracle struct {
	t     *Tables
	most  int64
	cells [][]int32 // the values of each cell
	found [][]int64
}

func (o *oracle) run() {
	o.cells = [][]int32{nil}
	for _, d := range o.t.Dimensions {
		var longer [][]int32
		for _, c := range o.cells {
			for value := range d.Levels[0] {
				longer = append(longer, append(append([]int32(nil), c...), int32(value)))
			}
		}
		o.cells = longer
	}
	table := make([]int64, len(o.cells))
	var put func(i int)
	put = func(i int) {
		if i == len(table) {
			if o.agrees(table) {
				o.found = append(o.found, append([]int64(nil), table...))
			}
			return
		}
		for table[i] = 0; table[i] <= o.most; table[i]++ {
			put(i + 1)
		}
	}
	put(0)
}

// sum is the number of a cell of a set in a table.
func (o *oracle) sum(table []int64, s *Set, labels []int32) int64 {
	n := int64(0)
	for i, values := range o.cells {
		inside := true
		for d, value := range values {
			inside = inside && o.t.Dimensions[d].Levels[s.Levels[d]][value] == labels[d]
		}
		if inside {
			n += table[i]
		}
	}
	return n
}

func within(r cube.Range, x int64) bool {
	return (r.NoLeast || r.Least <= x) && (r.NoLargest || x <= r.Largest)
}

func (o *oracle) agrees(table []int64) bool {
	for i := range o.t.Sets {
		s := &o.t.Sets[i]
		there := map[string]bool{}
		for _, c := range s.Cells {
			there[string(toBytes(c.Labels))] = true
			if !within(c.Range, o.sum(table, s, c.Labels)) {
				return false
			}
		}
		for _, values := range o.cells {
			labels := make([]int32, len(values))
			for d, value := range values {
				labels[d] = o.t.Dimensions[d].Levels[s.Levels[d]][value]
			}
			if there[string(toBytes(labels))] {
				continue
			}
			n := o.sum(table, s, labels)
			if s.Absent == Zero && n != 0 || s.Absent == Hidden && !within(s.Between, n) {
				return false
			}
		}
	}
	return true
}

func toBytes(labels []int32) []byte {
	b := make([]byte, len(labels))
	for i, l := range labels {
		b[i] = byte(l)
	}
	return b
}

// bounds are the least and the largest number of a cell in the tables that agree.
func (o *oracle) bounds(s *Set, labels []int32) (least, largest *big.Rat) {
	for _, table := range o.found {
		x := big.NewRat(o.sum(table, s, labels), 1)
		if least == nil || x.Cmp(least) < 0 {
			least = x
		}
		if largest == nil || x.Cmp(largest) > 0 {
			largest = x
		}
	}
	return least, largest
}
