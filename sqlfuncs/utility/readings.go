package utility

import (
	"cmp"
	"database/sql"
	"errors"
	"math"
	"slices"
	"strings"

	"skyline/engine/utility"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
)

// reading is what the plan read of a text of a column, as __skyline_readings takes it.
type reading struct {
	Column int64
	Kind   string
	Text   sql.Null[string] // the value, or the label
	// Rank is equal for what the column's type holds for equal, and larger for what is
	// larger; NULL where nothing could be read.
	Rank sql.Null[int64]
	// Position is where it lies among numbers, NaN if it does not.
	Position float64 `sql:"position,nan=null"`
}

// Kinds of readings.
const (
	readValue = "value" // of a value
	readLabel = "label" // of a label, as one value
	readLow   = "low"   // of the lower end of a label
	readHigh  = "high"  // of the upper end
)

// readings is the state of __skyline_readings.
type readings struct{ all []reading }

// readingsAggregate is __skyline_readings(key, function, column, kind, text, rank, position,
// apart): what was read of texts, kept for the kernel.
func readingsAggregate() host.Aggregate {
	return host.Kept("__skyline_readings", func() *readings { return new(readings) }, (*readings).add,
		func(into, from *readings) error {
			into.all = append(into.all, from.all...)
			return nil
		})
}

var errReading = errors.New("a reading must be of a column, and of a value or a label")

func (r *readings) add(row *reading) error {
	kinds := []string{readValue, readLabel, readLow, readHigh}
	kind := slices.Index(kinds, row.Kind)
	if kind < 0 {
		return errReading
	}
	one := *row
	one.Kind, one.Text.V = kinds[kind], strings.Clone(row.Text.V)
	r.all = append(r.all, one)
	return nil
}

// readColumn is a column for the engine, and the numbers that its values and labels have
// there.
type readColumn struct {
	utility.Column
	values, labels numbering
}

// columns puts the readings of so many columns together.
func (r *readings) columns(n int) ([]readColumn, error) {
	of := make([]columnReadings, n)
	for _, one := range r.all {
		if one.Column < 0 || one.Column >= int64(n) {
			return nil, errReading
		}
		c := &of[one.Column]
		switch one.Kind {
		case readValue:
			c.values = append(c.values, one)
		case readLabel:
			c.labels = append(c.labels, one)
		default:
			c.ends = append(c.ends, one)
		}
	}
	columns := make([]readColumn, n)
	for i := range of {
		var err error
		if columns[i], err = of[i].column(); err != nil {
			return nil, err
		}
	}
	return columns, nil
}

// columnReadings are the readings of a column.
type columnReadings struct{ values, labels, ends []reading }

// column puts them together. Values are in the order of the type, NULL last, and labels in
// that of their texts, NULL first: nothing depends on the order in which the readings came.
func (r *columnReadings) column() (readColumn, error) {
	slices.SortFunc(r.values, func(a, b reading) int {
		return cmp.Or(cmp.Compare(rankOf(&a), rankOf(&b)), strings.Compare(a.Text.V, b.Text.V))
	})
	slices.SortFunc(r.labels, func(a, b reading) int {
		return cmp.Or(people.BoolToInt(a.Text.Valid)-people.BoolToInt(b.Text.Valid), strings.Compare(a.Text.V, b.Text.V))
	})
	c := readColumn{values: numberingOf(r.values), labels: numberingOf(r.labels)}
	for i := range r.values {
		v := &r.values[i]
		c.Values = append(c.Values, utility.Value{Text: v.Text.V, Null: !v.Text.Valid, Rank: v.Rank.V, Position: v.Position})
	}
	for i := range r.labels {
		l := &r.labels[i]
		label := utility.Label{Text: l.Text.V, Null: !l.Text.Valid, Position: l.Position, OrNull: strings.HasSuffix(l.Text.V, " or NULL")}
		if l.Rank.Valid {
			label.Rank = &l.Rank.V
		}
		c.Labels = append(c.Labels, label)
	}
	for i := range r.ends {
		e := &r.ends[i]
		label, ok := c.labels.texts[e.Text.V]
		if !ok {
			return c, errReading
		}
		end := &utility.End{Rank: e.Rank.V, Position: e.Position}
		if e.Kind == readLow {
			c.Labels[label].Low = end
		} else {
			c.Labels[label].High = end
		}
	}
	return c, nil
}

// rankOf is the rank of a value. NULL is the last.
func rankOf(value *reading) int64 {
	if !value.Rank.Valid {
		return math.MaxInt64
	}
	return value.Rank.V
}

// numberingOf returns the numbers of the texts of readings.
func numberingOf(all []reading) numbering {
	n := numbering{make(map[string]int32, len(all)), -1}
	for i := range all {
		if all[i].Text.Valid {
			n.texts[all[i].Text.V] = int32(i)
		} else {
			n.null = int32(i)
		}
	}
	return n
}
