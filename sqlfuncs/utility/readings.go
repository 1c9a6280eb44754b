package utility

import (
	"cmp"
	"database/sql"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"skyline/engine/utility"
	"skyline/sqlfuncs/people"
)

// reading is what the plan read of a text of a column.
type reading struct {
	column int
	kind   string
	text   sql.Null[string] // the value, or the label
	// rank is equal for what the column's type holds for equal, and larger for what is
	// larger; NULL where nothing could be read.
	rank sql.Null[int64]
	// position is where it lies among numbers, NaN if it does not.
	position float64
}

// Kinds of readings.
const (
	readValue = "value" // of a value
	readLabel = "label" // of a label, as one value
	readLow   = "low"   // of the lower end of a label
	readHigh  = "high"  // of the upper end
)

var errReading = errors.New("a reading must be of a column, and of a value or a label")

// readingsOf returns the rows of the plan: column, kind, text, rank, position.
func readingsOf(g *people.Gathered) ([]reading, error) {
	columns := columnsOf(g)
	if len(columns) != 5 && len(columns) != 0 {
		return nil, errReading
	}
	all := make([]reading, len(g.Counts))
	for row := range all {
		text := func(i int) sql.Null[string] {
			c := &columns[i]
			return sql.Null[string]{V: c.texts[c.codes[row]], Valid: c.codes[row] != c.null}
		}
		r := reading{kind: text(1).V, text: text(2), position: math.NaN()}
		column, err := strconv.Atoi(text(0).V)
		r.column = column
		if rank := text(3); rank.Valid {
			var wrong error
			r.rank.V, wrong = strconv.ParseInt(rank.V, 10, 64)
			r.rank.Valid = true
			err = errors.Join(err, wrong)
		}
		if position := text(4); position.Valid {
			var wrong error
			r.position, wrong = strconv.ParseFloat(position.V, 64)
			err = errors.Join(err, wrong)
		}
		if err != nil {
			return nil, errReading
		}
		all[row] = r
	}
	return all, nil
}

// readColumn is a column for the engine, and the numbers that its values and labels have
// there.
type readColumn struct {
	utility.Column
	values, labels numbering
}

// readColumns puts the readings of so many columns together.
func readColumns(n int, all []reading) ([]readColumn, error) {
	of := make([]columnReadings, n)
	for _, one := range all {
		if one.column < 0 || one.column >= n {
			return nil, errReading
		}
		c := &of[one.column]
		switch one.kind {
		case readValue:
			c.values = append(c.values, one)
		case readLabel:
			c.labels = append(c.labels, one)
		case readLow, readHigh:
			c.ends = append(c.ends, one)
		default:
			return nil, errReading
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
		return cmp.Or(cmp.Compare(rankOf(&a), rankOf(&b)), strings.Compare(a.text.V, b.text.V))
	})
	slices.SortFunc(r.labels, func(a, b reading) int {
		return cmp.Or(people.BoolToInt(a.text.Valid)-people.BoolToInt(b.text.Valid), strings.Compare(a.text.V, b.text.V))
	})
	c := readColumn{values: numberingOf(r.values), labels: numberingOf(r.labels)}
	for i := range r.values {
		v := &r.values[i]
		c.Values = append(c.Values, utility.Value{Text: v.text.V, Null: !v.text.Valid, Rank: v.rank.V, Position: v.position})
	}
	for i := range r.labels {
		l := &r.labels[i]
		label := utility.Label{Text: l.text.V, Null: !l.text.Valid, Position: l.position, OrNull: strings.HasSuffix(l.text.V, " or NULL")}
		if l.rank.Valid {
			label.Rank = &l.rank.V
		}
		c.Labels = append(c.Labels, label)
	}
	for i := range r.ends {
		e := &r.ends[i]
		label, ok := c.labels.texts[e.text.V]
		if !ok {
			return c, errReading
		}
		end := &utility.End{Rank: e.rank.V, Position: e.position}
		if e.kind == readLow {
			c.Labels[label].Low = end
		} else {
			c.Labels[label].High = end
		}
	}
	return c, nil
}

// rankOf is the rank of a value. NULL is the last.
func rankOf(value *reading) int64 {
	if !value.rank.Valid {
		return math.MaxInt64
	}
	return value.rank.V
}

// numberingOf returns the numbers of the texts of readings.
func numberingOf(all []reading) numbering {
	n := numbering{make(map[string]int32, len(all)), -1}
	for i := range all {
		if all[i].text.Valid {
			n.texts[all[i].text.V] = int32(i)
		} else {
			n.null = int32(i)
		}
	}
	return n
}
