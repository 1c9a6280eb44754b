package cube_test

import (
	"math/big"
	"slices"

	"skyline/engine/cube"
)

// An oracle lists all tables of whole numbers that agree with a system, by trying all of them. Where an unknown has no end, it
// is at least 0 and in a sum without factors that has one.
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
	if j == len(o.x) {
		if o.agrees() {
			o.tables = append(o.tables, slices.Clone(o.x))
		}
		return
	}
	u := o.s.Unknowns[j]
	for x := u.Least; u.NoLargest && !o.tooMuch(j, x) || !u.NoLargest && x <= u.Largest; x++ {
		o.x[j] = x
		o.try(j + 1)
	}
	o.x[j] = 0
}

// tooMuch reports whether unknowns from 0 to j are more than a sum of counts may be.
func (o *oracle) tooMuch(j int, x int64) bool {
	o.x[j] = x
	for i := range o.s.Sums {
		s := &o.s.Sums[i]
		with := slices.ContainsFunc(s.Terms, func(t cube.Term) bool { return int(t.Unknown) == j })
		plain := !slices.ContainsFunc(s.Terms, func(t cube.Term) bool { return t.Times < 0 || o.s.Unknowns[t.Unknown].Least < 0 })
		if with && plain && !s.NoLargest && value(s.Terms, o.x) > s.Largest {
			return true
		}
	}
	return false
}

func (o *oracle) agrees() bool {
	for i := range o.s.Sums {
		s := &o.s.Sums[i]
		if v := value(s.Terms, o.x); !s.NoLeast && v < s.Least || !s.NoLargest && v > s.Largest {
			return false
		}
	}
	return true
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

// steps reports whether the steps of a target are the target: of each unknown as much, and of values what it is.
func steps(s *cube.System, target []cube.Term, b *cube.Bounds) bool {
	left, v := map[int32]*big.Rat{}, new(big.Rat)
	add := func(j int32, f *big.Rat) {
		if left[j] == nil {
			left[j] = new(big.Rat)
		}
		left[j].Add(left[j], f)
	}
	for _, t := range target {
		add(t.Unknown, big.NewRat(t.Times, 1))
	}
	for _, step := range b.Steps {
		minus, r := new(big.Rat).Neg(step.Times), cube.Range{}
		if step.Sum < 0 {
			r = s.Unknowns[step.Unknown].Range
			add(step.Unknown, minus)
		} else {
			r = s.Sums[step.Sum].Range
			for _, t := range s.Sums[step.Sum].Terms {
				add(t.Unknown, new(big.Rat).Mul(minus, big.NewRat(t.Times, 1)))
			}
		}
		if r.NoLeast || r.NoLargest || r.Least != r.Largest {
			return false
		}
		v.Add(v, new(big.Rat).Mul(step.Times, big.NewRat(r.Least, 1)))
	}
	for _, f := range left {
		if f.Sign() != 0 {
			return false
		}
	}
	return b.Known() != nil && v.Cmp(b.Known()) == 0
}

// fromEquations reports whether a target follows from equations, whatever is within which range: whether it is a combination
// of sums that are known, and of unknowns that are.
func fromEquations(s *cube.System, target []cube.Term) bool {
	var rows [][]*big.Rat
	row := func(terms []cube.Term) []*big.Rat {
		all := make([]*big.Rat, len(s.Unknowns))
		for j := range all {
			all[j] = new(big.Rat)
		}
		for _, t := range terms {
			if u := s.Unknowns[t.Unknown]; u.NoLeast || u.NoLargest || u.Least != u.Largest {
				all[t.Unknown].SetInt64(t.Times)
			}
		}
		return all
	}
	for _, sum := range s.Sums {
		if !sum.NoLeast && !sum.NoLargest && sum.Least == sum.Largest {
			rows = append(rows, row(sum.Terms))
		}
	}
	left := row(target)
	for j := range left {
		at := slices.IndexFunc(rows, func(r []*big.Rat) bool { return r[j].Sign() != 0 })
		if at < 0 {
			if left[j].Sign() != 0 {
				return false
			}
			continue
		}
		pivot := rows[at]
		rows = slices.Delete(rows, at, at+1)
		for _, r := range append(slices.Clone(rows), left) {
			f := new(big.Rat).Quo(r[j], pivot[j])
			for k := range r {
				r[k].Sub(r[k], new(big.Rat).Mul(f, pivot[k]))
			}
		}
	}
	return true
}
