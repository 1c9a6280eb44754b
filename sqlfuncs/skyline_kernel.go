package sqlfuncs

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"skyline/engine"
	"skyline/engine/breach"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// The kernels behind skyline_check, skyline_find and skyline_surface take what
// the planned statement has counted: points, and a summary of the QI groups.

// breachParams are the parameters of a kernel, in this order.
var breachParams = []Type{
	{Kind: Varchar},             // values_per_person
	ListOf(Type{Kind: Varchar}), // points: value
	ListOf(Type{Kind: Varchar}), // l
	ListOf(Type{Kind: Varchar}), // k
	ListOf(Type{Kind: Varchar}), // m
	ListOf(Type{Kind: Varchar}), // c
	{Kind: Blob},                // summary of the QI groups
	{Kind: Varchar},             // what is known of the values that points name
}

// breachInput is what a kernel works on.
type breachInput struct {
	function string
	release  *breach.Release
	table    *partition.Table
	points   []point
	number   func(text string) (int32, bool)
}

// breachScalars returns the two private functions of a kernel: one that starts
// its job and one that takes the result.
func breachScalars(function string, fields []Field, kernel func(context.Context, *breachInput) (Column, error)) []Scalar {
	return kernelScalars(function, function, breachParams, fields, func(args []Column, row int) (run, error) {
		in, err := readBreachInput(function, args, row)
		return func(ctx context.Context) (Column, error) { return kernel(ctx, in) }, err
	})
}

func readBreachInput(function string, args []Column, row int) (*breachInput, error) {
	in := &breachInput{function: function}
	constraint := constraintOf(args[0].Strings[row])
	points, err := readPoints(function, args[1:6], row)
	if err != nil {
		return nil, err
	}
	if len(points) == 0 {
		return nil, fmt.Errorf("%s: skyline must have at least one point", function)
	}
	if !uniquePoints(points) {
		return nil, fmt.Errorf("%s: skyline must not have the same point twice for a value", function)
	}
	in.points = points
	builder := partition.Builder{PeopleCounted: constraint != knowledge.SVPI}
	if err := builder.AddSummary(args[6].Strings[row]); err != nil {
		return nil, in.explain(err)
	}
	in.table = builder.Table()
	in.number = builder.Number
	named, err := readNamedValues(args[7].Strings[row])
	if err == nil {
		err = named.check(points, &tableValues{in.table.Values, in.number})
	}
	if err != nil {
		return nil, in.explain(err)
	}
	in.release, err = breach.NewRelease(in.table, constraint)
	return in, in.explain(err)
}

// constraintOf returns what values_per_person says.
func constraintOf(values string) knowledge.Constraint {
	switch values {
	case "set":
		return knowledge.Set
	case "multiset":
		return knowledge.Multiset
	}
	return knowledge.SVPI
}

// readPoints decodes the points and finds what is wrong with them; those of a
// table of the user's are seen here for the first time.
func readPoints(function string, args []Column, row int) ([]point, error) {
	begin, end := args[0].ListRange(row)
	points := make([]point, 0, end-begin)
	for i := begin; i < end; i++ {
		p := point{named: !args[0].Elem.IsNull(i), value: strings.Clone(args[0].Elem.Strings[i])}
		for j, number := range []*string{&p.l, &p.k, &p.m, &p.c} {
			*number = pointKeys[1+j].standIn
			if !args[1+j].Elem.IsNull(i) {
				*number = strings.Clone(args[1+j].Elem.Strings[i])
			}
		}
		if err := p.check(function, "skyline: "); err != nil {
			return nil, err
		}
		points = append(points, p)
	}
	return points, nil
}

func (in *breachInput) explain(err error) error { return explain(in.function, err) }

// explain turns an engine's error into one for the user of a function.
func explain(function string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, partition.ErrTooManyPeople):
		return fmt.Errorf("%s: the table must have at most 2^61 people, counted with their weights", function)
	case errors.Is(err, breach.ErrTooLarge):
		return fmt.Errorf("%s: a value has more than max_points points in its knowledge skyline; raise max_points, or take a smaller c", function)
	case errors.Is(err, breach.ErrTooClose):
		return fmt.Errorf("%s: c must differ from the breach probabilities: one of them agrees with it in 20 digits, at an m at which it would take products of more than %d numbers to tell which is less; take another c, a smaller m or smaller weights", function, breach.MaxNumbers)
	}
	if param, ok := errors.AsType[*engine.ParamError](err); ok {
		return fmt.Errorf("%s: %s", function, param.Requirement())
	}
	return fmt.Errorf("%s: %w", function, err)
}

// requirement returns the requirement of a point that has been checked.
func (p *point) requirement() breach.Requirement {
	threshold, _ := breach.NewThreshold(p.threshold())
	return breach.Requirement{Point: p.knowledge(), C: threshold}
}

func (p *point) knowledge() knowledge.Point {
	l, _ := parseWhole(p.l)
	k, _ := parseWhole(p.k)
	m, _ := parseWhole(p.m)
	return knowledge.Point{L: l, K: k, M: m}
}

// threshold returns c of a point that has been checked.
func (p *point) threshold() float64 {
	c, _ := parseThreshold(p.c)
	return c
}

// asked are points with what they require.
type asked struct {
	thresholds   []float64
	requirements []breach.Requirement
}

func (a *asked) add(p *point) {
	a.thresholds = append(a.thresholds, p.threshold())
	a.requirements = append(a.requirements, p.requirement())
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
		if !p.named {
			if others == nil {
				others = &asked{}
			}
			others.add(p)
			continue
		}
		if named[p.value] == nil {
			number, ok := in.number(p.value)
			if !ok {
				number = -1
			}
			named[p.value] = &asked{}
			all = append(all, question{partition.Value{Text: p.value}, number, named[p.value]})
		}
		named[p.value].add(p)
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
