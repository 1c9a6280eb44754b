package cube_test

import (
	"math/big"

	"skyline/engine/cube"
)

// An oracle lists all tables of whole numbers that agree with a system, by trying all of them: each unknown has a range of few
// numbers.
type oracle struct {
	s      *cube.System
	x      []int64
	tables [][]int64
}

func tables(s *cube.System) [][]int64 {
	o := &oracle{s: s, x: make([]int64, len(s.Unknowns))}
	o.try(0)
	return o.tables
}

func (o *oracle) try(j int) {
	if j < len(o.x) {
		for o.x[j] = o.s.Unknowns[j].Least; o.x[j] <= o.s.Unknowns[j].Largest; o.x[j]++ {
			o.try(j + 1)
		}
		return
	}
	for i := range o.s.Sums {
		sum := &o.s.Sums[i]
		v := value(sum.Terms, o.x)
		if !sum.NoLeast && v < sum.Least || !sum.NoLargest && v > sum.Largest {
			return
		}
	}
	o.tables = append(o.tables, append([]int64(nil), o.x...))
}

func value(terms []cube.Term, x []int64) (v int64) {
	for _, t := range terms {
		v += t.Times * x[t.Unknown]
	}
	return v
}

// ends returns the least and the largest value of a sum in tables.
func ends(terms []cube.Term, tables [][]int64) (least, largest *big.Rat) {
	low, high := value(terms, tables[0]), value(terms, tables[0])
	for _, x := range tables {
		low, high = min(low, value(terms, x)), max(high, value(terms, x))
	}
	return big.NewRat(low, 1), big.NewRat(high, 1)
}
