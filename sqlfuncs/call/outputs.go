package call

import (
	"slices"

	"skyline/sqlfuncs/sqltext"
)

// Output is another result of a function, which the parameter output asks for. What it does
// not say is as of the function: its parameters, its kernels and what they need.
type Output struct {
	Names       []string // the values of the parameter that ask for it; the first titles it
	Description string
	Columns     []ResultColumn
	Example     string
	Notes       []string
	Cost        string
	Plan        func(call *Call) (sqltext.SQL, error)
}

// ParamOutput is the name of the parameter that chooses between results.
const ParamOutput = "output"

// Shape returns what answers a call with this output: the function, or a copy of it with the
// columns, the example and the planner of one of its Outputs.
func (f *Function) Shape(output any) *Function {
	name, _ := output.(string)
	for i := range f.Outputs {
		if slices.Contains(f.Outputs[i].Names, name) {
			return f.shaped(&f.Outputs[i])
		}
	}
	return f
}

// Shapes returns the function, and a copy of it for each of its Outputs.
func (f *Function) Shapes() []*Function {
	shapes := []*Function{f}
	for i := range f.Outputs {
		shapes = append(shapes, f.shaped(&f.Outputs[i]))
	}
	return shapes
}

func (f *Function) shaped(o *Output) *Function {
	shape := *f
	shape.Columns, shape.Example, shape.Plan = o.Columns, o.Example, o.Plan
	return &shape
}
