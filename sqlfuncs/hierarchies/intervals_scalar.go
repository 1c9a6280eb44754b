package hierarchies

import (
	"database/sql"
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
	Value  sql.Null[string]

	// made is what the row before was labelled with: as a rule, all have the same.
	made labeller `sql:"-"`
}

// labeller gives the labels of values, and knows what for.
type labeller struct {
	kind, origin string
	widths       []string
	labels       func(value string) []string // nil for what is in no interval
	path         []string                    // the labels of the last value
}

// intervalsScalar is __skyline_intervals(kind, widths, origin, value): the labels of the text
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
		m.path = append(m.path, m.labels(a.Value.V)...)
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
	if m.labels != nil && m.kind == a.Kind && m.origin == a.Origin && slices.Equal(m.widths, a.Widths) {
		return nil
	}
	kind, origin, widths := strings.Clone(a.Kind), strings.Clone(a.Origin), make([]string, len(a.Widths))
	for i, w := range a.Widths {
		widths[i] = strings.Clone(w)
	}
	labels, err := labelsOf(kind, widths, origin)
	*m = labeller{kind: kind, origin: origin, widths: widths, labels: labels}
	return err
}

// labelsOf returns the function that gives the labels of a value's text.
func labelsOf(kind string, widths []string, origin string) (func(value string) []string, error) {
	if kind == kindDate {
		p, err := hierarchy.NewPeriods(widths)
		if err != nil {
			return nil, err
		}
		return p.Labels, nil
	}
	in, err := hierarchy.NewIntervals(widths, origin)
	if err != nil {
		return nil, err
	}
	return func(number string) []string { return in.Labels(number, kind == kindWhole) }, nil
}
