package utility

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"skyline/engine/label"
	"skyline/engine/loglinear"
	"skyline/engine/utility"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// A release of one table may have labels that stand for several values. Which columns there are is
// known when the query runs, and so no plan can have DuckDB read them in the columns' types: texts
// of numbers, dates and times are put in order here.

// hasLabels reports whether a table is the only one, with no shuffled values, and has texts that
// are no values of the original.
func (w *workload) hasLabels(t *releasedTable) bool {
	if len(w.released) != 1 || len(t.rhs) > 0 {
		return false
	}
	return slices.ContainsFunc(t.names, func(name string) bool {
		at := w.original.column(name)
		if at < 0 {
			return false
		}
		own := w.original.columns[at].numbering()
		return slices.Contains(t.columns[t.column(name)].elsewhere(&own), -1)
	})
}

// labelled reads the labels of the only released table, after cells.
func (w *workload) labelled(ctx context.Context, cells *loglinear.Cells, hierarchies *Nodes) (*loglinear.Labelled, error) {
	t := &w.released[0]
	columns := make([]utility.Column, len(w.attributes))
	original := utility.Cells{N: cells.Counts, Codes: make([][]int32, len(columns))}
	release := utility.Cells{N: t.counts, Codes: make([][]int32, len(columns))}
	out := &loglinear.Labelled{Counts: t.counts, Order: make([][]int32, len(columns)), Labels: make([][][]loglinear.Run, len(columns))}
	for a, name := range w.attributes {
		labels := &t.columns[t.column(name)]
		c, order := columnOfTexts(w.types[w.original.column(name)], &w.numberings[a], labels)
		if hierarchies != nil {
			var err error
			if c.Hierarchy, err = hierarchies.column(name); err != nil {
				return nil, err
			}
		}
		places := make([]int32, len(order))
		for place, code := range order {
			places[code] = int32(place)
		}
		original.Codes[a] = make([]int32, len(cells.Counts))
		for row, code := range cells.Columns[a] {
			original.Codes[a][row] = places[code]
		}
		columns[a], release.Codes[a], out.Order[a] = c, labels.codes, order
	}
	read, err := utility.New(utility.Layout{QI: len(columns)}, columns, original, release)
	if unknown, ok := errors.AsType[*utility.UnknownLabelError](err); ok {
		return nil, t.errorf("must have values of the original in column %s, or labels of them, and the number of different ones that are neither is %d; give their hierarchy in hierarchies, or write them as [low, high], {a, b} or *",
			sqltext.Ident(w.attributes[unknown.Column]), unknown.Labels)
	}
	if errors.Is(err, utility.ErrMorePeople) {
		return nil, t.errorf("must have at most as many people as original, where it has labels")
	}
	if err != nil {
		return nil, err
	}
	out.Columns = release.Codes
	for a := range columns {
		out.Labels[a] = make([][]loglinear.Run, len(columns[a].Labels))
		for l := range columns[a].Labels {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			out.Labels[a][l] = runsOf(read.Choices(a, int32(l)).Values)
		}
	}
	return out, nil
}

// runsOf returns the runs of numbers in their order.
func runsOf(places []int32) []loglinear.Run {
	var runs []loglinear.Run
	for _, at := range places {
		if n := len(runs); n > 0 && runs[n-1].Last == at-1 {
			runs[n-1].Last = at
		} else {
			runs = append(runs, loglinear.Run{First: at, Last: at})
		}
	}
	return runs
}

// columnOfTexts returns a column for the engine of the values that a numbering has, and their
// numbers there in the order of the column's type; and of the labels that another has.
func columnOfTexts(typeName string, values *numbering, labels *textColumn) (utility.Column, []int32) {
	read := placeOf(typeName)
	var c utility.Column
	type numbered struct {
		text string
		code int32
		at   *place
	}
	var all []numbered
	for text, code := range values.texts {
		all = append(all, numbered{text, code, read(text)})
	}
	slices.SortFunc(all, func(a, b numbered) int { return cmp.Or(a.at.compare(b.at), cmp.Compare(a.text, b.text)) })
	ranks := ranking{}
	for i := range all {
		ranks.add(all[i].at)
	}
	ends := make([][2]*place, len(labels.texts)) // of ranges
	ones := make([]*place, len(labels.texts))
	for i, text := range labels.texts {
		if int32(i) == labels.null {
			continue
		}
		said := label.Read(text)
		switch {
		case said.Kind == label.Span:
			ends[i] = [2]*place{read(said.Texts[0]), read(said.Texts[1])}
		case said.Kind == label.Least && typeName != textType:
			ends[i][0] = read(said.Texts[0])
		case said.Kind == label.Most && typeName != textType:
			ends[i][1] = read(said.Texts[0])
		case said.Kind == label.One && said.HasNull:
			ends[i] = [2]*place{read(said.Texts[0]), read(said.Texts[0])}
		case said.Quoted:
			ones[i] = read(said.Texts[0])
		default:
			ones[i] = read(text)
		}
		ranks.add(ones[i])
		ranks.add(ends[i][0])
		ranks.add(ends[i][1])
	}
	ranks.sort()
	order := make([]int32, 0, len(all)+1)
	for _, v := range all {
		order = append(order, v.code)
		c.Values = append(c.Values, utility.Value{Text: v.text, Rank: ranks.of(v.at, v.code), Position: noPosition})
	}
	if values.null >= 0 {
		order = append(order, values.null)
		c.Values = append(c.Values, utility.Value{Null: true, Position: noPosition})
	}
	for i, text := range labels.texts {
		l := utility.Label{Text: text, Null: int32(i) == labels.null, Position: noPosition}
		end := func(at *place) *utility.End {
			if at == nil {
				return nil
			}
			return &utility.End{Rank: ranks.of(at, 0), Position: noPosition}
		}
		if ones[i] != nil {
			rank := ranks.of(ones[i], 0)
			l.Rank = &rank
		}
		l.Low, l.High = end(ends[i][0]), end(ends[i][1])
		c.Labels = append(c.Labels, l)
	}
	return c, order
}

// noPosition is that of what is not measured.
var noPosition = math.NaN()

// place is where a text stands in the order of a type; nil: nowhere.
type place struct {
	class  int // -1 below all numbers, 1 above, 2 NaN
	number *big.Rat
	text   string
}

func (a *place) compare(b *place) int {
	switch {
	case a == nil || b == nil:
		return people.BoolToInt(a == nil) - people.BoolToInt(b == nil)
	case a.number != nil && b.number != nil:
		return a.number.Cmp(b.number)
	}
	return cmp.Or(cmp.Compare(a.class, b.class), strings.Compare(a.text, b.text))
}

const textType = "VARCHAR"

var (
	numericType = regexp.MustCompile(`^(?:` + sqltext.TypePattern(sqltext.NumericTypes) + `)$`)
	wholeType   = regexp.MustCompile(`^(?:` + sqltext.TypePattern(sqltext.IntegerTypes) + `|` + sqltext.TypePattern(sqltext.LongIntegerTypes) + `)$`)
	timeType    = regexp.MustCompile(`^(?:DATE|TIMESTAMP[^\[]*|TIME)$`)
	// Moments of the years 0001 to 9999, whose texts are in the order of time. Those with a zone
	// are written in that of the session.
	timeText = regexp.MustCompile(`^(\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2}(\.\d+)?)?|\d{2}:\d{2}:\d{2}(\.\d+)?)$`)
)

// placeOf returns what reads texts of a type. What it cannot put in order has no place.
func placeOf(typeName string) func(text string) *place {
	switch {
	case numericType.MatchString(typeName):
		return func(text string) *place {
			if class, ok := map[string]int{"-inf": -1, "inf": 1, "nan": 2}[strings.ToLower(text)]; ok {
				return &place{class: class}
			}
			number, ok := people.ParseNumber(text)
			if !ok {
				return nil
			}
			return &place{number: number}
		}
	case timeType.MatchString(typeName):
		return func(text string) *place {
			if !timeText.MatchString(text) {
				return nil
			}
			return &place{text: text}
		}
	case typeName == textType:
		return func(text string) *place { return &place{text: text} }
	}
	return func(string) *place { return nil }
}

// ranking numbers places in their order.
type ranking []*place

func (r *ranking) add(at *place) {
	if at != nil {
		*r = append(*r, at)
	}
}

func (r *ranking) sort() {
	slices.SortFunc(*r, (*place).compare)
	*r = slices.CompactFunc(*r, func(a, b *place) bool { return a.compare(b) == 0 })
}

// of is the rank of a place; what has none has one of its own, behind all others.
func (r ranking) of(at *place, own int32) int64 {
	if at == nil {
		return int64(len(r)) + int64(own)
	}
	rank, _ := slices.BinarySearchFunc(r, at, (*place).compare)
	return int64(rank)
}
