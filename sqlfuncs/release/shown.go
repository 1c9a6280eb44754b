package release

import (
	"database/sql"
	"errors"
	"maps"
	"math"
	"strings"

	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
)

// Ends are the ends of the regions of a release, as texts, by column and code.
type Ends struct{ columns []map[int64]shownEnd }

// shownEnd is what a value is shown as.
type shownEnd struct {
	low, high sql.Null[string] // as an end; NULL where its column's scale has none there
	isBelow   sql.Null[bool]   // as the upper end it is that of all values below the scale; NULL: the scale has no ends
}

// endRow is what __skyline_end_texts takes of a value.
type endRow struct {
	I, C      int64
	Low, High sql.Null[string]
	IsBelow   sql.Null[bool]
}

// EndsAggregate is __skyline_end_texts(key, function, column, code, low, high, is_below, apart): what
// values are shown as at the ends of regions, kept for __skyline_shown.
func EndsAggregate() host.Aggregate {
	return host.Kept("__skyline_end_texts", func() *Ends { return new(Ends) },
		func(e *Ends, row *endRow) error {
			if row.I < 0 || row.I > math.MaxInt16 {
				return errors.New("column must be a small number")
			}
			row.Low.V, row.High.V = strings.Clone(row.Low.V), strings.Clone(row.High.V)
			e.column(int(row.I))[row.C] = shownEnd{row.Low, row.High, row.IsBelow}
			return nil
		},
		func(into, from *Ends) error {
			for i, column := range from.columns {
				maps.Copy(into.column(i), column)
			}
			return nil
		})
}

func (e *Ends) column(i int) map[int64]shownEnd {
	for len(e.columns) <= i {
		e.columns = append(e.columns, map[int64]shownEnd{})
	}
	return e.columns[i]
}

// groupsArgs are the arguments of __skyline_shown.
type groupsArgs struct {
	Release, Ends int64
	Bounds        bool
}

// shownRow is a row of __skyline_shown: a QI group, and what is shown of it by column: its text, the
// level of a hierarchy's label, 0 for what is none; and for bounds the texts of its ends, whether it
// covers NULL, and its label.
type shownRow struct {
	G, Size     int64
	Texts       []sql.Null[string]
	Levels      []int64
	Lows, Highs []sql.Null[string]
	HasNulls    []bool
	Labels      []sql.Null[string]
}

// noEnds stands for Ends without a value, which an aggregate of no rows does not keep in a
// correlated subquery.
const noEnds = -1

// shownScalar is __skyline_shown(release, ends, bounds), the QI groups as they are shown. Without
// ends, 0, nothing is known of them but whether they cover NULL.
func shownScalar() host.Scalar {
	return host.VolatileOf("__skyline_shown", func(a *groupsArgs) ([]shownRow, error) {
		release, err := host.Look[*Placement](a.Release)
		if err != nil {
			return nil, err
		}
		var ends *Ends
		switch a.Ends {
		case 0:
		case noEnds:
			ends = &Ends{}
		default:
			if ends, err = host.Look[*Ends](a.Ends); err != nil {
				return nil, err
			}
		}
		return release.shown(ends, a.Bounds)
	})
}

// shown returns the QI groups.
func (p *Placement) shown(ends *Ends, bounds bool) ([]shownRow, error) {
	defer p.regionsLeft.Add(-1)
	rows := make([]shownRow, len(p.Sizes))
	for g := range rows {
		rows[g].G, rows[g].Size = int64(g+1), p.Sizes[g]
	}
	for d, regions := range p.Regions {
		for g := range regions {
			r, row := &regions[g], &rows[g]
			if ends != nil {
				var column map[int64]shownEnd
				if d < len(ends.columns) {
					column = ends.columns[d]
				}
				if err := row.show(r, column, bounds); err != nil {
					return nil, err
				}
			}
			if bounds {
				row.HasNulls = append(row.HasNulls, r.Null)
			}
		}
	}
	return rows, nil
}

// show adds what is shown of a region in the next column.
func (row *shownRow) show(r *ShownRegion, ends map[int64]shownEnd, bounds bool) error {
	low, hasLow := ends[int64(r.Low)]
	high, hasHigh := ends[int64(r.High)]
	if r.Low >= 0 && !hasLow || r.High >= 0 && !hasHigh {
		return host.ErrNotKept
	}
	text, label, isOpen := r.Label, r.Label, high.isBelow.Valid
	switch {
	case r.Label.Valid || r.Low < 0:
	case isOpen:
		text = host.Some(people.OpenLabel(low.low, high.high, high.isBelow.V, r.Null))
		if !low.low.Valid || !high.high.Valid {
			label = text
		}
	default:
		end := high.high
		end.Valid = r.Low != r.High || low.low != high.high
		text = host.Some(people.ClosedLabel(low.low.V, end, r.Null))
	}
	row.Texts, row.Levels = append(row.Texts, text), append(row.Levels, r.Level)
	if bounds {
		row.Lows, row.Highs, row.Labels = append(row.Lows, low.low), append(row.Highs, high.high), append(row.Labels, label)
	}
	return nil
}
