package check

import (
	"context"
	"fmt"

	"skyline/engine/breach"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
)

// The kernels behind skyline_check, skyline_find and skyline_surface take what
// the planned statement has counted: points, and a summary of the QI groups.

// breachParams are the parameters of a kernel, in this order.
var breachParams = []host.Type{
	{Kind: host.Varchar},                       // values_per_person
	host.ListOf(host.Type{Kind: host.Varchar}), // points: value
	host.ListOf(host.Type{Kind: host.Varchar}), // l
	host.ListOf(host.Type{Kind: host.Varchar}), // k
	host.ListOf(host.Type{Kind: host.Varchar}), // m
	host.ListOf(host.Type{Kind: host.Varchar}), // c
	{Kind: host.Blob},                          // summary of the QI groups
	{Kind: host.Varchar},                       // what is known of the values that points name
}

// breachInput is what a kernel works on.
type breachInput struct {
	function string
	release  *breach.Release
	table    *partition.Table
	points   []oldpeople.Point
	number   func(text string) (int32, bool)
}

// breachScalars returns the two private functions of a kernel: one that starts
// its job and one that takes the result.
func breachScalars(function string, fields []host.Field, kernel func(context.Context, *breachInput) (host.Column, error)) []host.Scalar {
	return host.KernelScalars(function, function, breachParams, fields, func(args []host.Column, row int) (host.Run, error) {
		in, err := readBreachInput(function, args, row)
		return func(ctx context.Context) (host.Column, error) { return kernel(ctx, in) }, err
	})
}

func readBreachInput(function string, args []host.Column, row int) (*breachInput, error) {
	in := &breachInput{function: function}
	constraint := oldpeople.ConstraintOf(args[0].Strings[row])
	points, err := oldpeople.ReadPoints(function, args[1:6], row)
	if err != nil {
		return nil, err
	}
	if len(points) == 0 {
		return nil, fmt.Errorf("%s: skyline must have at least one point", function)
	}
	if !oldpeople.UniquePoints(points) {
		return nil, fmt.Errorf("%s: skyline must not have the same point twice for a value", function)
	}
	in.points = points
	builder := partition.Builder{PeopleCounted: constraint != knowledge.SVPI}
	if err := builder.AddSummary(args[6].Strings[row]); err != nil {
		return nil, in.explain(err)
	}
	in.table = builder.Table()
	in.number = builder.Number
	named, err := oldpeople.ReadNamedValues(args[7].Strings[row])
	if err == nil {
		err = named.Check(points, &oldpeople.TableValues{Values: in.table.Values, Number: in.number})
	}
	if err != nil {
		return nil, in.explain(err)
	}
	in.release, err = breach.NewRelease(in.table, constraint)
	return in, in.explain(err)
}

func (in *breachInput) explain(err error) error { return oldpeople.Explain(in.function, err) }

// asked are points with what they require.
type asked struct {
	thresholds   []float64
	requirements []breach.Requirement
}

func (a *asked) add(p *oldpeople.Point) {
	a.thresholds = append(a.thresholds, p.Threshold())
	a.requirements = append(a.requirements, p.Requirement())
}

// question is a sensitive value and the points that apply to it.
type question struct {
	value  partition.Value
	number int32 // -1 if the value occurs nowhere
	*asked
}

// questions returns a question for each value that is named and, where a point is
// for the others, for each other value of the table.
func (in *breachInput) questions() []question {
	named := map[string]*asked{}
	var others *asked
	var all []question
	for i := range in.points {
		p := &in.points[i]
		if !p.Named {
			if others == nil {
				others = &asked{}
			}
			others.add(p)
			continue
		}
		if named[p.Value] == nil {
			number, ok := in.number(p.Value)
			if !ok {
				number = -1
			}
			named[p.Value] = &asked{}
			all = append(all, question{partition.Value{Text: p.Value}, number, named[p.Value]})
		}
		named[p.Value].add(p)
	}
	if others != nil {
		for i, v := range in.table.Values {
			if v.Null || named[v.Text] == nil {
				all = append(all, question{v, int32(i), others})
			}
		}
	}
	return all
}
