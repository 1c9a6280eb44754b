package cube

import (
	"errors"

	"skyline/engine"
)

// A search is branch and bound: where an unknown that must be whole is not, tables in which it is less and tables in which it
// is more are looked at one after the other.
type search struct {
	t     *tableau
	whole []bool // of each unknown
	seen  func() // called with each table that agrees
	// v is the variable whose least or largest value is searched, or none: then any table will do.
	v        int32
	up       bool
	integral bool // v is whole in each table that agrees
	enough   func(fraction) bool

	found     bool
	best      fraction // the value of v in the best table
	unbounded bool
	end       bool // no better table is needed
}

// run looks at all tables within the ranges as they are. The ranges are as they were when it returns.
//
// Errors: errOverflow, those of the budget.
func (s *search) run() error {
	t := s.t
	row, err := t.feasible()
	if err != nil || row != none {
		return err
	}
	if s.v != none {
		bounded, err := t.extreme(s.v, s.up)
		if err != nil {
			return err
		}
		if !bounded {
			s.unbounded = true
		} else if s.found && !s.better(s.rounded(t.at(s.v))) {
			return nil
		}
	}
	x := s.fractional()
	if x == none {
		s.seen()
		s.found = true
		if s.v == none {
			s.end = true
			return nil
		}
		s.best = t.at(s.v)
		s.end = s.unbounded || s.enough(s.best)
		return nil
	}
	value := t.at(x)
	below := floor(value.num, value.den)
	least, largest := t.least[x], t.largest[x]
	near := 2*(value.num-below*value.den) > value.den
	for _, more := range []bool{near, !near} {
		if more {
			t.least[x] = below + 1
		} else {
			t.largest[x] = below
		}
		err := t.clamp(x)
		if err == nil {
			err = s.run()
		}
		t.least[x], t.largest[x] = least, largest
		if err != nil || s.end {
			return err
		}
	}
	return nil
}

// clamp moves the value of a variable, if it is of a column, into the variable's range.
func (t *tableau) clamp(v int32) error {
	c := int(^t.place[v])
	switch {
	case c < 0:
		return nil
	case t.value[c] < t.least[v]:
		return t.move(c, t.least[v])
	case t.value[c] > t.largest[v]:
		return t.move(c, t.largest[v])
	}
	return nil
}

// rounded returns the best value that a table can have where a value is the best without regard to what is whole.
func (s *search) rounded(f fraction) fraction {
	switch {
	case !s.integral:
		return f
	case s.up:
		return fraction{floor(f.num, f.den), 1}
	}
	return fraction{ceil(f.num, f.den), 1}
}

func (s *search) better(f fraction) bool {
	if s.up {
		return f.cmp(s.best) > 0
	}
	return f.cmp(s.best) < 0
}

// fractional returns the first unknown that must be whole and is not, or none. Those of columns always are.
func (s *search) fractional() int32 {
	first := int32(none)
	for i, x := range s.t.inRow {
		if int(x) < s.t.unknowns && s.whole[x] && s.t.num[i]%int64(s.t.den[i]) != 0 && (first == none || x < first) {
			first = x
		}
	}
	return first
}

// isLimit reports whether an error only says that what it takes is too much.
func isLimit(err error) bool { return errors.Is(err, engine.ErrTooLarge) }
