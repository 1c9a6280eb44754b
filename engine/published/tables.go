package published

import (
	"fmt"
	"slices"

	"skyline/engine"
	"skyline/engine/cube"
)

// Tables are what is published of the same people.
type Tables struct {
	Dimensions []Dimension
	Sets       []Set
	// Whole says that all numbers are whole, Negative that they may be below 0.
	Whole, Negative bool
	// Distinct says that the numbers count different people, who may be in several cells: a total is from the largest of its
	// parts to their sum. Then Whole is true, and Negative false.
	Distinct bool
}

// A Dimension is a column whose values tables are divided by.
type Dimension struct {
	// Levels has for each level the class of each value: values of one class have one label. Classes are numbered from 0 in
	// the order of their first values. No two levels have the same classes.
	Levels [][]int32
}

// A Set is the cells of a grid that a table has.
type Set struct {
	Levels []int // the level of each dimension
	Cells  []Cell
	Absent Absent
	// Between is where the number of a cell is that is Hidden.
	Between cube.Range
}

// A Cell is one published number, or a range of it.
type Cell struct {
	Labels []int32 // its class in each dimension, at the level of its set
	cube.Range
	// Masked says that the number is not shown, even if there is only one in the range.
	Masked bool
}

// shows reports whether a cell is published as a number.
func (c *Cell) shows() bool { return isSingle(c.Range) && !c.Masked }

// Absent is what it means that a set does not have a cell of its grid.
type Absent int

// What it means that a cell is not there.
const (
	Zero        Absent = iota // it is 0
	Hidden                    // it was left out: its number is in Between
	Unpublished               // nothing
)

// A Place is a published cell: cell Cell of set Set. Cell is -1 where it is not there.
type Place struct{ Set, Cell int }

const (
	name = "published"
	// mostCells bounds the cells of a grid that have to be looked at one by one.
	mostCells = 1 << 24
	// mostJoint bounds the cells of all dimensions where they have to be unknowns.
	mostJoint = 1 << 18
)

// ErrTooLarge is the error of grids with more cells than can be looked at.
var ErrTooLarge = engine.NewTooLarge("published: too many cells")

// A Conflict is the error of tables that nothing agrees with. Lines counts the cells of the grid with the levels of Whole that are
// not what their cells at the levels of Parts add up to, or are something else in another table: then Parts is nil. Open says
// that some of the cells have ranges, in which no numbers agree with all Lines totals together, of which Whole is the first;
// Whole is nil where it is about what tables have in common.
type Conflict struct {
	Whole, Parts []int
	Set          int // one that has such a cell, or -1
	Lines        int
	Open         bool
}

func (e *Conflict) Error() string {
	return fmt.Sprintf("%s: %d cells are not the sum of their parts", name, e.Lines)
}

func (t *Tables) validate() error {
	if t.Distinct && (t.Negative || !t.Whole) {
		return engine.NewParamError(name, "Distinct", "false unless numbers are whole and not below 0", nil)
	}
	for _, d := range t.Dimensions {
		for i, classes := range d.Levels {
			for _, other := range d.Levels[:i] {
				if slices.Equal(classes, other) {
					return engine.NewParamError(name, "Levels", "of different classes", nil)
				}
			}
		}
		if len(d.Levels) == 0 {
			return engine.NewParamError(name, "Levels", "at least one for each dimension", nil)
		}
		for _, classes := range d.Levels {
			if len(classes) != len(d.Levels[0]) || len(classes) == 0 {
				return engine.NewParamError(name, "Levels", "of the same values, of which there is one", nil)
			}
			next := int32(0)
			for _, c := range classes {
				if c < 0 || c > next {
					return engine.NewParamError(name, "Levels", "of classes that are numbered in the order of their first values", nil)
				}
				next = max(next, c+1)
			}
		}
	}
	for _, s := range t.Sets {
		if err := t.validateSet(&s); err != nil {
			return err
		}
	}
	return nil
}

func (t *Tables) validateSet(s *Set) error {
	if len(s.Levels) != len(t.Dimensions) {
		return engine.NewParamError(name, "Levels", "one for each dimension", nil)
	}
	for d, level := range s.Levels {
		if level < 0 || level >= len(t.Dimensions[d].Levels) {
			return engine.NewParamError(name, "Levels", "those of their dimension", nil)
		}
	}
	counts := make([]int, len(s.Levels))
	for d, level := range s.Levels {
		counts[d] = classCount(t.Dimensions[d].Levels[level])
	}
	for _, c := range s.Cells {
		if len(c.Labels) != len(s.Levels) {
			return engine.NewParamError(name, "Labels", "one for each dimension", nil)
		}
		for d, label := range c.Labels {
			if label < 0 || int(label) >= counts[d] {
				return engine.NewParamError(name, "Labels", "classes of their level", nil)
			}
		}
	}
	return nil
}
