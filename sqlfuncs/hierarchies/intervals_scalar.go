package hierarchies

import (
	"database/sql"
	"errors"
	"slices"
	"strings"

	"skyline/engine/hierarchy"
	"skyline/sqlfuncs/host"
)

// intervalsArgs are the arguments of __skyline_intervals.
type intervalsArgs struct {
	Kind   string // of the column
	Widths []string
	Origin string
	At     string // the day of ages, "" for none
	Bottom string // where the scale ends, "" for nowhere
	Top    string
	Value  sql.Null[string]

	// made is what the row before was labelled with: as a rule, all have the same.
	made labeller `sql:"-"`
}

// labeller gives the labels of values, and knows what for.
type labeller struct {
	kind, origin, at string
	ends             hierarchy.Ends
	widths           []string
	labels           func(value string) ([]string, error) // nil for what is in no interval
	path             []string                             // the labels of the last value
}

// intervalsScalar is __skyline_intervals(kind, widths, origin, at, bottom, top, value): the labels of the text
// of a value, from level 1 to the top.
func intervalsScalar() host.Scalar {
	return host.ScalarOf("__skyline_intervals", (*intervalsArgs).labels)
}

func (a *intervalsArgs) labels() ([]string, error) {
	if err := a.make(); err != nil {
		return nil, err
	}
	m := &a.made
	m.path = m.path[:0]
	if a.Value.Valid {
		labels, err := m.labels(a.Value.V)
		if err != nil {
			return nil, err
		}
		m.path = append(m.path, labels...)
	}
	if len(m.path) == 0 {
		own := "NULL"
		if a.Value.Valid {
			own = strings.Clone(a.Value.V)
		}
		m.path = append(m.path, slices.Repeat([]string{own}, len(m.widths))...)
	}
	m.path = append(m.path, "*")
	return m.path, nil
}

// make makes the labeller of this row, unless the one before has the same.
func (a *intervalsArgs) make() error {
	m := &a.made
	if m.labels != nil && m.kind == a.Kind && m.origin == a.Origin && m.at == a.At && m.ends == (hierarchy.Ends{Bottom: a.Bottom, Top: a.Top}) && slices.Equal(m.widths, a.Widths) {
		return nil
	}
	kind, origin, at, widths := strings.Clone(a.Kind), strings.Clone(a.Origin), strings.Clone(a.At), make([]string, len(a.Widths))
	for i, w := range a.Widths {
		widths[i] = strings.Clone(w)
	}
	ends := hierarchy.Ends{Bottom: strings.Clone(a.Bottom), Top: strings.Clone(a.Top)}
	labels, err := labelsOf(kind, widths, origin, at, ends)
	*m = labeller{kind: kind, origin: origin, at: at, ends: ends, widths: widths, labels: labels}
	return err
}

// labelsOf returns the function that gives the labels of a value's text.
func labelsOf(kind string, widths []string, origin, at string, ends hierarchy.Ends) (func(value string) ([]string, error), error) {
	switch {
	case at != "":
		ages, err := hierarchy.NewAges(widths, origin, at, ends)
		if err != nil {
			return nil, err
		}
		return func(born string) ([]string, error) {
			labels, err := ages.Labels(born)
			if errors.Is(err, hierarchy.ErrNotBorn) {
				err = errors.New("hierarchy_intervals: age_at must not be before a date of the column, and somebody is born later; give a later day, or leave them out in a query given as tbl")
			}
			return labels, err
		}, nil
	case kind == kindDate:
		p, err := hierarchy.NewPeriods(widths, origin, ends)
		if err != nil {
			return nil, err
		}
		return func(date string) ([]string, error) { return p.Labels(date), nil }, nil
	}
	in, err := hierarchy.NewIntervals(widths, origin, ends)
	if err != nil {
		return nil, err
	}
	return func(number string) ([]string, error) { return in.Labels(number, kind == kindWhole), nil }, nil
}
