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

// Only DuckDB can read a text in the type of a column. What it reads goes to the kernel as
// readings: of each value, that it is one; of each label, which value it is, if it is one, and
// the values that are its ends.

// readingRow is what __skyline_readings takes of a text.
type readingRow struct {
	Column int64 // its number, from 0
	Kind   string
	Text   sql.Null[string] // the value, or the label
	// Rank is equal for what the column's type holds for equal, and larger for what is
	// larger; NULL where nothing could be read.
	Rank sql.Null[int64]
	// Position is where it lies among numbers, NULL if it does not.
	Position sql.Null[float64]
}

// Kinds of readings.
const (
	readValue = "value"         // of a value
	readLabel = people.SaysOne  // of a label, as one value
	readLow   = people.SaysLow  // of the lower end of a label
	readHigh  = people.SaysHigh // of the upper end
)

// maxColumns is how many there may be: the number of a column is no reason to take memory.
const maxColumns = math.MaxInt16

var errReading = errors.New("a reading must be of a column, and of a value or a label")

// Readings is the state of __skyline_readings, by the number of the column.
type Readings struct{ columns []columnReadings }

// columnReadings are the readings of a column.
type columnReadings struct{ values, labels, lows, highs []readingRow }

// ReadingsAggregate is __skyline_readings(key, function, column, kind, text, rank, position):
// what was read of texts, kept for kernels to read.
func ReadingsAggregate() host.Aggregate {
	return host.KeptShared("__skyline_readings", func() *Readings { return new(Readings) }, (*Readings).add, (*Readings).merge)
}

func (r *Readings) add(row *readingRow) error {
	if row.Column < 0 || row.Column >= maxColumns {
		return errReading
	}
	own := *row
	own.Text.V = strings.Clone(row.Text.V)
	c := r.column(int(row.Column))
	for _, list := range []struct {
		kind string
		rows *[]readingRow
	}{{readValue, &c.values}, {readLabel, &c.labels}, {readLow, &c.lows}, {readHigh, &c.highs}} {
		if row.Kind == list.kind {
			own.Kind = list.kind
			*list.rows = append(*list.rows, own)
			return nil
		}
	}
	return errReading
}

func (r *Readings) merge(from *Readings) error {
	for i := range from.columns {
		into, c := r.column(i), &from.columns[i]
		into.values = append(into.values, c.values...)
		into.labels = append(into.labels, c.labels...)
		into.lows = append(into.lows, c.lows...)
		into.highs = append(into.highs, c.highs...)
	}
	return nil
}

func (r *Readings) column(i int) *columnReadings {
	for len(r.columns) <= i {
		r.columns = append(r.columns, columnReadings{})
	}
	return &r.columns[i]
}

// readColumn is a column for the engine, and the numbers that its values and labels have
// there.
type readColumn struct {
	utility.Column
	values, labels numbering
}

// of returns so many columns. Of one without rows nothing was read.
func (r *Readings) of(n int) ([]readColumn, error) {
	if len(r.columns) > n {
		return nil, errReading
	}
	columns := make([]readColumn, n)
	for i := range r.columns {
		var err error
		if columns[i], err = r.columns[i].read(); err != nil {
			return nil, err
		}
	}
	return columns, nil
}

// read puts the readings of a column together. Values are in the order of the type, NULL
// last, and labels in that of their texts, NULL first: nothing depends on the order in which
// the readings came.
func (r *columnReadings) read() (readColumn, error) {
	values := sorted(r.values, func(a, b *readingRow) int {
		return cmp.Or(cmp.Compare(rankOf(a), rankOf(b)), strings.Compare(a.Text.V, b.Text.V))
	})
	labels := sorted(r.labels, func(a, b *readingRow) int {
		return cmp.Or(people.BoolToInt(a.Text.Valid)-people.BoolToInt(b.Text.Valid), strings.Compare(a.Text.V, b.Text.V))
	})
	c := readColumn{values: numberingOf(values), labels: numberingOf(labels)}
	for _, v := range values {
		c.Values = append(c.Values, utility.Value{Text: v.Text.V, Null: !v.Text.Valid, Rank: v.Rank.V, Position: v.position()})
	}
	for _, l := range labels {
		label := utility.Label{Text: l.Text.V, Null: !l.Text.Valid, Position: l.position()}
		if l.Rank.Valid {
			label.Rank = &l.Rank.V
		}
		c.Labels = append(c.Labels, label)
	}
	return c, errors.Join(
		c.setEnds(r.lows, func(l *utility.Label, end *utility.End) { l.Low = end }),
		c.setEnds(r.highs, func(l *utility.Label, end *utility.End) { l.High = end }))
}

// sorted returns rows in order. They stay where they are: other kernels read them too.
func sorted(rows []readingRow, compare func(a, b *readingRow) int) []*readingRow {
	order := make([]*readingRow, len(rows))
	for i := range rows {
		order[i] = &rows[i]
	}
	slices.SortFunc(order, compare)
	return order
}

// setEnds tells labels one of their ends.
func (c *readColumn) setEnds(ends []readingRow, set func(l *utility.Label, end *utility.End)) error {
	for i := range ends {
		label, ok := c.labels.texts[ends[i].Text.V]
		if !ok {
			return errReading
		}
		set(&c.Labels[label], &utility.End{Rank: ends[i].Rank.V, Position: ends[i].position()})
	}
	return nil
}

// position is where it lies among numbers, NaN if it does not.
func (r *readingRow) position() float64 {
	if !r.Position.Valid {
		return math.NaN()
	}
	return r.Position.V
}

// rankOf is the rank of a value. NULL is the last.
func rankOf(value *readingRow) int64 {
	if !value.Rank.Valid {
		return math.MaxInt64
	}
	return value.Rank.V
}

// numberingOf returns the numbers of the texts of readings: their places.
func numberingOf(all []*readingRow) numbering {
	n := numbering{make(map[string]int32, len(all)), -1}
	for i, row := range all {
		if row.Text.Valid {
			n.texts[row.Text.V] = int32(i)
		} else {
			n.null = int32(i)
		}
	}
	return n
}
