package people

import (
	"database/sql"
	"strings"

	"skyline/engine/label"
	"skyline/sqlfuncs/host"
)

// Labels in plans: only DuckDB knows the texts of values and can read them, and only package
// label knows how labels are spelled.

// Kinds of what a label says, for LabelScalars.
const (
	SaysOne  = "label" // one value
	SaysLow  = "low"   // the lower end of a range
	SaysHigh = "high"  // the upper end
)

// labelArgs are the arguments of __skyline_label.
type labelArgs struct {
	Low     string
	High    sql.Null[string] // NULL: the label is of Low alone
	HasNull bool
}

// saidArgs are the arguments of __skyline_label_said. In a column of texts every label has two
// ends: see package label.
type saidArgs struct {
	Label sql.Null[string]
	Type  string // of the column
}

// saidRow is a text that a label says, to be read in the type of a column.
type saidRow struct {
	Kind string
	Said sql.Null[string]
}

// shownArgs are the arguments of __skyline_label_shown.
type shownArgs struct {
	Label  string
	Commas int64 // the most commas, with a space behind, that a value has
}

// openArgs are the arguments of __skyline_label_open.
type openArgs struct {
	Low, High sql.Null[string] // NULL: no end
	IsBelow   bool             // High is not covered
	HasNull   bool
}

// ClosedLabel returns the label of a value, or up to another one, and NULL if hasNull.
func ClosedLabel(low string, high sql.Null[string], hasNull bool) string {
	text := label.Alone(low)
	if high.Valid {
		text = label.Range(low, high.V)
	}
	if hasNull {
		text = label.WithNull(text)
	}
	return text
}

// OpenLabel returns the label of values between ends, NULL where there is none. The upper one is not
// covered if isBelow.
func OpenLabel(low, high sql.Null[string], isBelow, hasNull bool) string {
	var text string
	switch {
	case !low.Valid && !high.Valid:
		return label.Everything
	case !high.Valid:
		text = label.From(low.V)
	case !low.Valid && isBelow:
		text = label.Under(high.V)
	case !low.Valid:
		text = label.UpTo(high.V)
	case low.V == high.V:
		text = label.Alone(low.V)
	default:
		text = label.Range(low.V, high.V)
	}
	if hasNull {
		return label.WithNull(text)
	}
	return text
}

// LabelScalars returns __skyline_label(low, high, has_null), the label of one value or a range;
// __skyline_label_open(low, high, is_below, has_null), that of a range whose ends may be missing;
// __skyline_label_said(label, type), the texts in a label that are a value or the ends of a range; and
// __skyline_label_shown(label, commas), the values that stand in it beside the label itself.
func LabelScalars() []host.Scalar {
	return []host.Scalar{
		host.ScalarOf("__skyline_label", func(a *labelArgs) (string, error) {
			return strings.Clone(ClosedLabel(a.Low, a.High, a.HasNull)), nil
		}),
		host.ScalarOf("__skyline_label_open", func(a *openArgs) (string, error) {
			return strings.Clone(OpenLabel(a.Low, a.High, a.IsBelow, a.HasNull)), nil
		}),
		host.ScalarOf("__skyline_label_said", func(a *saidArgs) ([]saidRow, error) {
			return said(a.Label, a.Type == "VARCHAR"), nil
		}),
		host.ScalarOf("__skyline_label_shown", func(a *shownArgs) ([]sql.Null[string], error) {
			texts, hasNull := label.Shown(strings.Clone(a.Label), int(a.Commas))
			values := make([]sql.Null[string], len(texts), len(texts)+1)
			for i, text := range texts {
				values[i] = host.Some(text)
			}
			if hasNull {
				values = append(values, sql.Null[string]{})
			}
			return values, nil
		}),
	}
}

// said returns what a label says: there is always a value, which nothing may be.
func said(text sql.Null[string], isText bool) []saidRow {
	if !text.Valid {
		return []saidRow{{SaysOne, text}}
	}
	text.V = strings.Clone(text.V)
	l := label.Read(text.V)
	switch {
	case l.Kind == label.Span:
		return []saidRow{{SaysOne, text}, {SaysLow, host.Some(l.Texts[0])}, {SaysHigh, host.Some(l.Texts[1])}}
	case l.Kind == label.Least && !isText:
		return []saidRow{{SaysOne, text}, {SaysLow, host.Some(l.Texts[0])}}
	case l.Kind == label.Most && !isText:
		return []saidRow{{SaysOne, text}, {SaysHigh, host.Some(l.Texts[0])}}
	case l.Kind == label.One && l.HasNull:
		return []saidRow{{SaysOne, text}, {SaysLow, host.Some(l.Texts[0])}, {SaysHigh, host.Some(l.Texts[0])}}
	case l.Quoted:
		return []saidRow{{SaysOne, host.Some(l.Texts[0])}}
	}
	return []saidRow{{SaysOne, text}}
}
