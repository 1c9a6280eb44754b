package cubes

import (
	"errors"

	"skyline/engine/cube/primary"
	"skyline/sqlfuncs/host"
)

// widthArgs are the arguments of __skyline_cube_width, as those of __skyline_cube_verdict.
type widthArgs struct {
	Rules             string
	Counts            bool
	People, High, Low int64
	Values            []int64 `sql:",nil=null"`
	Lines             []int64
}

// widthScalar is __skyline_cube_width: [1 if a cell is unsafe, how far below its number and how far above it
// must stay open].
func widthScalar() host.Scalar {
	return host.ScalarOf("__skyline_cube_width", func(a *widthArgs) ([]int64, error) {
		rules, err := rulesOf(a.Rules)
		if err != nil {
			return nil, errors.New("__skyline_cube_width: rules must be what a plan writes there")
		}
		cell := primary.Cell{People: a.People, Total: primary.Amount{High: a.High, Low: a.Low}, Lines: a.Lines}
		for _, x := range a.Values {
			cell.Largest = append(cell.Largest, primary.Contribution{Value: x, Weight: 1})
		}
		w, err := rules.Width(&cell, a.Counts)
		if err != nil {
			return nil, errors.New("__skyline_cube_width: " + err.Error())
		}
		unsafe := int64(0)
		if w != (primary.Width{}) { // it is not 0 for an unsafe cell
			unsafe = 1
		}
		return []int64{unsafe, w.Below, w.Above}, nil
	})
}
