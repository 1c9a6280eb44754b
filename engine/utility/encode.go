package utility

import (
	"context"
	"fmt"
	"math"

	"skyline/engine"
)

// MaxNumbers bounds the numbers of all examples.
const MaxNumbers = 20_000_000

// ErrTooManyNumbers reports examples of more numbers than MaxNumbers.
var ErrTooManyNumbers = engine.NewTooLarge("utility: too many numbers")

// Part is the table that an example is of.
type Part int

// The parts, in their order.
const (
	OfOriginal Part = iota
	OfRelease
	OfTest
)

// Example is people who are alike, as numbers, for models of any kind.
type Example struct {
	Part Part
	// Features has a number for each column of numbers, and one for each value of any other
	// quasi-identifier or sensitive column: 1 for the value, and equal parts for all that a label may be.
	// Labels count as in Accuracy; who has no number counts as in the middle of the original's range.
	// It is only valid until the next example.
	Features []float64
	Target   int32 // the number of its value
	People   int64
	// HeldOut are, by the part of a cross validation, how many of the people are not to be trained on
	// there: those of the original are tested. None with test cells, which are all tested.
	HeldOut []int64
}

// Examples hands over all that trees are trained on and tested on in Accuracy, so that any other model
// can be: the rows of the original, of the release, and of test cells, if there are any.
//
// Errors: test cells that do not fit the columns; one that ErrTooManyNumbers matches; those of each;
// that of ctx.
func (r *Release) Examples(ctx context.Context, test *Cells, seed uint64, each func(Example) error) error {
	var parts [3]sample
	var heldOut [2][][]int64
	original, tested, err := r.examine(ctx, test, seed, func(training [2]weighted, tested weighted) error {
		parts[OfRelease] = training[0].sample
		if test != nil {
			return nil
		}
		for i, of := range []weighted{training[1], training[0]} {
			if heldOut[i] == nil {
				heldOut[i] = make([][]int64, len(of.n))
			}
			for row, left := range of.people {
				heldOut[i][row] = append(heldOut[i][row], of.n[row]-left)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	parts[OfOriginal] = original
	if test != nil {
		parts[OfTest] = tested
	}
	e := r.newEncoder()
	rows := len(parts[0].n) + len(parts[1].n) + len(parts[2].n)
	if e.width > 0 && rows > MaxNumbers/e.width {
		return fmt.Errorf("%w: %d for each of %d rows, limit %d", ErrTooManyNumbers, e.width, rows, MaxNumbers)
	}
	for part, s := range parts {
		for row, n := range s.n {
			if row%4096 == 0 {
				if err := ctx.Err(); err != nil {
					return err
				}
			}
			x := Example{Part: Part(part), Features: e.encode(s.codes, row), Target: s.classes[row], People: n}
			if part < len(heldOut) && heldOut[part] != nil {
				x.HeldOut = heldOut[part][row]
			}
			if err := each(x); err != nil {
				return err
			}
		}
	}
	return nil
}

// encoder turns the codes of a sample into numbers.
type encoder struct {
	numbers [][]float64 // by column and code; nil for a category
	members [][][]int32 // by column of a category and code
	starts  []int       // of each column
	width   int
	row     []float64
}

func (r *Release) newEncoder() *encoder {
	columns := r.qi + r.sensitive
	e := &encoder{numbers: make([][]float64, columns), members: make([][][]int32, columns), starts: make([]int, columns)}
	for i := range columns {
		c := &r.columns[i]
		e.starts[i] = e.width
		if c.isNumeric() {
			middle := c.position(&region{kind: all})
			for _, x := range append(c.positions(), c.middles()...) {
				if math.IsNaN(x) {
					x = middle
				}
				e.numbers[i] = append(e.numbers[i], x)
			}
			e.width++
			continue
		}
		e.members[i] = c.valuesByCode()
		e.width += len(c.Values)
	}
	e.row = make([]float64, e.width)
	return e
}

func (e *encoder) encode(codes [][]int32, row int) []float64 {
	clear(e.row)
	for i, start := range e.starts {
		code := codes[i][row]
		if e.numbers[i] != nil {
			e.row[start] = e.numbers[i][code]
			continue
		}
		members := e.members[i][code]
		for _, value := range members {
			e.row[start+int(value)] = 1 / float64(len(members))
		}
	}
	return e.row
}
