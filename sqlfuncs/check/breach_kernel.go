package check

import (
	"context"
	"errors"

	"skyline/engine/breach"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/engine/rows"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
)

// The kernels behind skyline_check, skyline_find and skyline_surface take what
// the planned statement has counted: points, and a summary of the QI groups.

// breachSpec is what such a kernel gets.
type breachSpec struct {
	ValuesPerPerson people.PerPerson    `json:"values_per_person"`
	Named           *people.NamedValues `json:"named"`
	MaxPoints       int64               `json:"max_points,omitzero"` // of skyline_find
	Points          []people.GivenPoint `json:"points,omitempty"`
	Groups          []byte              `json:"groups,omitempty"` // a summary

	Relatives *host.Shared[*relatives] `json:"relatives,omitempty"` // nil: anybody may be in a family
	Records   *host.Shared[*records]   `json:"records,omitempty"`   // of people with several rows; instead of Groups
}

// breachInput is what it works on.
type breachInput struct {
	release *breach.Release
	rows    *rows.Release // instead, where each row has a value
	table   *partition.Table
	points  []people.Point
	number  func(text string) (int32, bool)
	family  *family // nil: anybody may be in it
}

func (s *breachSpec) read() (*breachInput, error) {
	points, err := people.ReadPoints(s.Points)
	if err != nil {
		return nil, err
	}
	if len(points) == 0 {
		return nil, errors.New("skyline must have at least one point")
	}
	seen := map[people.Point]bool{}
	for _, p := range points {
		if seen[p] {
			return nil, errors.New("skyline must not have the same point twice for a value")
		}
		seen[p] = true
	}
	constraint := s.ValuesPerPerson.Constraint()
	builder := partition.Builder{PeopleCounted: constraint != knowledge.SVPI}
	in := &breachInput{points: points, number: builder.Number}
	if s.ValuesPerPerson == people.Rows {
		if s.Records == nil || s.Relatives != nil {
			return nil, host.ErrNotKept
		}
		if in.rows, err = s.Records.Value.release(&builder); err != nil {
			return nil, err
		}
		in.table = builder.Table()
		return in, s.Named.Check(points, &people.TableValues{Values: in.table.Values, Number: in.number})
	}
	if err := builder.AddSummary(string(s.Groups)); err != nil {
		return nil, err
	}
	if s.Relatives != nil {
		if in.family, err = addRelatives(&builder, s.Relatives.Value); err != nil {
			return nil, err
		}
	}
	in.table = builder.Table()
	if err := s.Named.Check(points, &people.TableValues{Values: in.table.Values, Number: in.number}); err != nil {
		return nil, err
	}
	in.release, err = breach.NewRelease(in.table, constraint)
	return in, err
}

// searched is a release of which skyline_find and skyline_surface ask the same, whatever model
// holds.
type searched interface {
	Find(ctx context.Context, value int32, c breach.Threshold, limit int) ([]knowledge.Point, error)
	Surface(ctx context.Context, value int32, most knowledge.Point, yield func(knowledge.Point, float64)) error
}

func (in *breachInput) searched() searched {
	if in.rows != nil {
		return in.rows
	}
	return in.release
}

// asked are points with what they require.
type asked struct {
	thresholds   []float64
	requirements []breach.Requirement
}

func (a *asked) add(p *people.Point) {
	a.thresholds = append(a.thresholds, p.C)
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
