package people

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"skyline/engine/breach"
	"skyline/engine/knowledge"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// Point is a knowledge point with a threshold, for one value or (Named is false) for every
// value that no point names.
type Point struct {
	Value string // the text of the sensitive value, as DuckDB writes it
	Named bool
	knowledge.Point
	C float64
}

// pointKeys are the members of a point, with what one that is not there stands for.
var pointKeys = []struct{ name, standIn string }{{"value", ""}, {"l", call.DefaultKnowledge}, {"k", call.DefaultKnowledge}, {"m", call.DefaultKnowledge}, {"c", call.DefaultThreshold}}

// DefaultPoint is the point of an attacker of whom nothing is said.
func DefaultPoint() Point {
	var texts [5]string
	for i, key := range pointKeys {
		texts[i] = key.standIn
	}
	p, _ := newPoint(texts, false) // the stand-ins are numbers
	return p
}

// Skyline is what a plan and its kernel know of the points of a call.
type Skyline struct {
	NamedValues
	points []Point     // of the call, or else
	table  sqltext.SQL // what stands behind FROM for a table of them
}

// Points is the CTE of the points that Give adds where their values are known to DuckDB only:
// i, value (a text as DuckDB writes the sensitive column's type), l, k, m, c.
const Points = sqltext.SQL("__skyline_points")

// NamesValues reports whether points may name values: then Give reads Types.
func (s *Skyline) NamesValues() bool {
	return s != nil && (s.table != "" || slices.ContainsFunc(s.points, func(p Point) bool { return p.Named }))
}

// Give returns what a kernel gets of the points: as its specification has them, where no value
// is named, and otherwise as data, of Points, which it adds to the plan. No skyline has none.
func (s *Skyline) Give(p *sqltext.Plan, c *call.Call) ([]GivenPoint, []sqltext.Member) {
	switch {
	case s == nil:
		return nil, nil
	case s.NamesValues():
		s.addPoints(p, c)
		return nil, []sqltext.Member{{Name: "points", Value: "(SELECT list(struct_pack(value := value, l := l::VARCHAR, k := k::VARCHAR, m := m::VARCHAR, c := c::VARCHAR) ORDER BY i ASC) FROM __skyline_points)"}}
	}
	given := make([]GivenPoint, len(s.points))
	for i, p := range s.points {
		given[i] = GivenPoint{L: text(p.L), K: text(p.K), M: text(p.M), C: text(p.C)}
	}
	return given, nil
}

// addPoints adds Points.
//
// Values are brought to the text that DuckDB has for them in the type of the sensitive
// column: 1.5 and 1.50 are the same DECIMAL. DuckDB's message on a failed cast would tell
// the value, which may come from a table.
func (s *Skyline) addPoints(p *sqltext.Plan, c *call.Call) {
	p.With(Points, "the points of knowledge, with values as the sensitive column's type writes them", s.rows(c, "t.s"))
}

// rows is the SELECT of the points, whose values are of the type of a column of Types.
func (s *Skyline) rows(c *call.Call, own sqltext.SQL) sqltext.SQL {
	from, param := s.table, "skyline: value"
	if from == "" {
		from, param = sqltext.Fill("(VALUES {rows}) AS v (i, value, l, k, m, c)", sqltext.Args{"rows": sqltext.Join(",\n", sqltext.Map(s.points, pointRow)...)}), s.Where+": value"
		if s.Where == "value" {
			param = s.Where
		}
	}
	column := "the sensitive column"
	if own != "t.s" { // there are several
		column += " " + string(sqltext.Ident(s.Column))
	}
	return sqltext.Fill(`
		SELECT i, CASE WHEN given THEN coalesce({text}, {fail}) END AS value, l, k, m, c
		FROM (
		    SELECT v.i, v.value IS NOT NULL AS given, {value} AS s, v.l, v.k, v.m, v.c
		    FROM {from}, {types} AS t
		)
	`, sqltext.Args{
		"text": ValueText(), "fail": c.Fail(param + " must be of the type of " + column), "value": sqltext.CastLike("v.value", own),
		"from": from, "types": Types,
	})
}

func pointRow(i int, p Point) sqltext.SQL {
	value := sqltext.SQL("NULL")
	if p.Named {
		value = sqltext.Text(p.Value)
	}
	return sqltext.Fill("({i}, {value}, {l}, {k}, {m}, {c})", sqltext.Args{
		"i": sqltext.Int(int64(i)), "value": value, "l": sqltext.Int(p.L), "k": sqltext.Int(p.K), "m": sqltext.Int(p.M), "c": sqltext.Float(p.C),
	})
}

func text(number any) *string {
	s := fmt.Sprint(number)
	return &s
}

// GivenPoint is a point as a kernel gets it. One of a table of the user's is seen there for
// the first time.
type GivenPoint struct {
	A     int     `json:"a,omitzero"` // which of several sensitive columns it is about
	Value *string `json:"value,omitempty"`
	L     *string `json:"l,omitempty"`
	K     *string `json:"k,omitempty"`
	M     *string `json:"m,omitempty"`
	C     *string `json:"c,omitempty"`
}

// ReadPoints reads points, and finds what is wrong with them.
func ReadPoints(given []GivenPoint) ([]Point, error) {
	points := make([]Point, len(given))
	for i, g := range given {
		texts := [5]string{}
		for j, text := range []*string{g.Value, g.L, g.K, g.M, g.C} {
			if texts[j] = pointKeys[j].standIn; text != nil {
				texts[j] = *text
			}
		}
		var err error
		if points[i], err = newPoint(texts, g.Value != nil); err != nil {
			return nil, err
		}
	}
	return points, nil
}

// newPoint reads the members of a point, in the order of pointKeys.
func newPoint(texts [5]string, named bool) (Point, error) {
	p := Point{Value: texts[0], Named: named}
	for i, number := range []*int64{&p.L, &p.K, &p.M} {
		var ok bool
		if *number, ok = call.ParseWhole(texts[1+i]); !ok {
			return p, fmt.Errorf("skyline: %s must be %s, got %s", pointKeys[1+i].name, call.WholeRule, showNumber(texts[1+i]))
		}
	}
	var ok bool
	if p.C, ok = call.ParseThreshold(texts[4]); !ok {
		return p, fmt.Errorf("skyline: c must be %s, got %s", call.ThresholdRule, showNumber(texts[4]))
	}
	return p, nil
}

// showNumber writes what stands where a number belongs. Points may come from a
// table, and a text there may be anything, for instance a column of data.
func showNumber(text string) string {
	if _, err := strconv.ParseFloat(text, 64); err != nil && !errors.Is(err, strconv.ErrRange) {
		return "a text"
	}
	return text
}

// Requirement returns what the point requires.
func (p *Point) Requirement() breach.Requirement {
	threshold, _ := breach.NewThreshold(p.C) // checked
	return breach.Requirement{Point: p.Point, C: threshold}
}

// ReadSkyline reads a skyline: a list of points, or the name of a table of them.
func ReadSkyline(c *call.Call, where string, skyline any, sensitive string) (*Skyline, error) {
	switch skyline := skyline.(type) {
	case string:
		source, err := sqltext.FromTable(skyline)
		if err != nil {
			return nil, c.Errorf("%s: %v", where, err)
		}
		var columns []string
		for _, key := range pointKeys {
			columns = append(columns, key.name)
		}
		table := sqltext.Fill("(SELECT row_number() OVER () AS i, p.value, p.l::VARCHAR AS l, p.k::VARCHAR AS k, p.m::VARCHAR AS m, p.c::VARCHAR AS c FROM {source} AS p) AS v",
			sqltext.Args{"source": c.Having(where, skyline, source, call.Role{Param: where, Columns: columns})})
		named, err := NewNamedValues(c, where, sensitive, false)
		return &Skyline{NamedValues: *named, table: table}, err
	case []any:
		points, err := ReadPointList(c, skyline)
		if err != nil {
			return nil, err
		}
		return NewSkyline(c, points, where, sensitive)
	}
	return nil, c.Errorf("%s must be a list of points {'value': …, 'l': …, 'k': …, 'm': …, 'c': …} or the name of a table of them, got %s", where, call.Show(skyline))
}

// NewSkyline returns the skyline of points that are written in the parameter where.
func NewSkyline(c *call.Call, points []Point, where, sensitive string) (*Skyline, error) {
	named, err := NewNamedValues(c, where, sensitive, true)
	return &Skyline{NamedValues: *named, points: points}, err
}

// ReadPointList reads a list of points of a call.
func ReadPointList(c *call.Call, list []any) ([]Point, error) {
	if len(list) == 0 {
		return nil, c.Errorf("skyline must have at least one point")
	}
	points := make([]Point, len(list))
	for i, element := range list {
		members, ok := element.(map[string]any)
		if !ok {
			return nil, c.Errorf("skyline must be a list of points {'value': …, 'l': …, 'k': …, 'm': …, 'c': …}, got %s in it", call.Show(element))
		}
		var err error
		if points[i], err = readPoint(c, members); err != nil {
			return nil, err
		}
	}
	return points, nil
}

func readPoint(c *call.Call, members map[string]any) (Point, error) {
	var texts [5]string
	at := map[string]int{}
	for i, key := range pointKeys {
		texts[i], at[key.name] = key.standIn, i
	}
	named := false
	for member, v := range members {
		name := call.Folded(member)
		i, ok := at[name]
		if !ok {
			return Point{}, c.Errorf("skyline: a point has the members value, l, k, m, c, got %s", sqltext.Text(member))
		}
		if v == nil {
			continue
		}
		text, err := c.ScalarText("skyline: "+name, v)
		if err != nil {
			return Point{}, err
		}
		texts[i] = text
		named = named || name == "value"
	}
	p, err := newPoint(texts, named)
	if err != nil {
		return p, c.Errorf("%v", err)
	}
	return p, nil
}

// MarshalJSON writes what the kernel has to know: the points come as data.
func (s *Skyline) MarshalJSON() ([]byte, error) { return json.Marshal(s.NamedValues) }
