package people

import (
	"slices"
	"strconv"
	"strings"

	"skyline/engine/partition"
	"skyline/engine/privacy"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

// A table with several sensitive columns is one with a single one whose values are tuples:
// so it is counted, split and searched as any other, in one scan. What is required of a
// column looks at its part of the tuples (privacy.OfColumn).
//
// A tuple is a text: for each of its values the length in bytes, a colon and the text, or -
// for NULL. So different tuples have different texts.

// nullPart is a NULL in the text of a tuple.
const nullPart = "-"

// tupleText is the text of the tuple of some columns.
func tupleText(columns []sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("concat({parts})", sqltext.Args{"parts": sqltext.List(sqltext.Map(columns, func(_ int, column sqltext.SQL) sqltext.SQL {
		return sqltext.Fill("coalesce(strlen({text}) || ':' || {text}, {null})", sqltext.Args{"text": sqltext.TextOf(column), "null": sqltext.Text(nullPart)})
	}))})
}

// ownSensitive are s1, s2, …, the names of several sensitive columns in Types.
func (in *Input) ownSensitive() []sqltext.SQL { return sqltext.Numbered(len(in.Sensitive), "s#") }

// typedSensitive are the sensitive columns for Types.
func (in *Input) typedSensitive() []sqltext.SQL {
	if len(in.Sensitive) < 2 {
		return []sqltext.SQL{in.sensitiveColumn() + " AS s"}
	}
	own := in.ownSensitive()
	return append(sqltext.Map(in.Sensitive, func(i int, name string) sqltext.SQL { return in.Column(name) + " AS " + own[i] }), "NULL::VARCHAR AS s")
}

// readTuple returns the values of a tuple.
func readTuple(text string, columns int) ([]partition.Value, bool) {
	values := make([]partition.Value, 0, columns)
	for ; text != ""; columns-- {
		if rest, isNull := strings.CutPrefix(text, nullPart); isNull {
			values, text = append(values, partition.Value{Null: true}), rest
			continue
		}
		digits, rest, ok := strings.Cut(text, ":")
		n, err := strconv.Atoi(digits)
		if !ok || err != nil || n < 0 || n > len(rest) {
			return nil, false
		}
		values, text = append(values, partition.Value{Text: rest[:n]}), rest[n:]
	}
	return values, columns == 0
}

// tuples are those of a table, read.
type tuples struct {
	of     [][]partition.Value // by the tuple's number; nil for people who are absent
	known  bool                // the adversary knows the other columns
	absent int32
}

// readTuples reads the tuples that are a table's values.
func readTuples(values []partition.Value, columns int) (*tuples, error) {
	t := &tuples{of: make([][]partition.Value, len(values)), absent: -1}
	for i, v := range values {
		if v.Text == partition.Absent {
			t.absent = int32(i)
			continue
		}
		var ok bool
		if t.of[i], ok = readTuple(v.Text, columns); !ok {
			return nil, host.ErrNotKept
		}
	}
	return t, nil
}

// column returns a column of the tuples by its number.
func (t *tuples) column(i int, name string) *privacy.Column {
	c := &privacy.Column{Name: name, Of: make([]int32, len(t.of))}
	numbers := map[partition.Value]int32{}
	for _, tuple := range t.of {
		if tuple == nil {
			continue
		}
		if _, ok := numbers[tuple[i]]; !ok {
			numbers[tuple[i]] = 0
			c.Values = append(c.Values, tuple[i])
		}
	}
	slices.SortFunc(c.Values, func(a, b partition.Value) int {
		if a.Null != b.Null {
			return BoolToInt(b.Null) - BoolToInt(a.Null)
		}
		return strings.Compare(a.Text, b.Text)
	})
	for n, v := range c.Values {
		numbers[v] = int32(n)
	}
	for number, tuple := range t.of {
		if tuple != nil {
			c.Of[number] = numbers[tuple[i]]
		}
	}
	if t.known {
		c.Known = t.others(i)
	}
	return c
}

// others numbers what tuples have in the other columns than one.
func (t *tuples) others(i int) []int32 {
	known, numbers := make([]int32, len(t.of)), map[string]int32{}
	for number, tuple := range t.of {
		if tuple == nil {
			continue
		}
		var key strings.Builder
		for j, v := range tuple {
			switch {
			case j == i:
			case v.Null:
				key.WriteString(nullPart)
			default:
				key.WriteString(strconv.Itoa(len(v.Text)) + ":" + v.Text)
			}
		}
		if _, ok := numbers[key.String()]; !ok {
			numbers[key.String()] = int32(len(numbers))
		}
		known[number] = numbers[key.String()]
	}
	return known
}

// ColumnRequirements are those on one of several sensitive columns.
type ColumnRequirements struct {
	Name string `json:"name"`
	Requirements
}

// All are the requirements, and those on each of several sensitive columns.
func (r *Requirements) All() []*Requirements {
	all := []*Requirements{r}
	for _, c := range r.Columns {
		all = append(all, &c.Requirements)
	}
	return all
}

// ofColumns is Of where there are several sensitive columns: first what is required of people,
// then what is of each column.
func (r *Requirements) ofColumns(given []GivenPoint, table *TableValues) ([]privacy.Requirement, error) {
	ofPeople := *r
	ofPeople.Columns = nil
	all, err := ofPeople.Of(nil, table)
	if err != nil {
		return nil, err
	}
	t, err := readTuples(table.Values, len(r.Columns))
	if err != nil {
		return nil, err
	}
	t.known = r.KnowsOthers
	for i, of := range r.Columns {
		column := t.column(i, of.Name)
		required, err := of.Of(pointsOf(given, i), table.ofColumn(i, column))
		if err != nil {
			return nil, err
		}
		for _, requirement := range required {
			all = append(all, privacy.Among(t.absent, privacy.OfColumn(column, requirement)))
		}
	}
	return all, nil
}

// ofColumn returns the values of one of several sensitive columns.
func (t *TableValues) ofColumn(i int, c *privacy.Column) *TableValues {
	return &TableValues{Values: c.Values, Number: func(text string) (int32, bool) {
		i, ok := slices.BinarySearchFunc(c.Values, text, func(v partition.Value, text string) int {
			if v.Null {
				return -1
			}
			return strings.Compare(v.Text, text)
		})
		return int32(i), ok
	}, whole: t.whole.ofColumn(c), facts: &ValueFacts{columns: []*ColumnFacts{t.facts.Of(i)}}}
}

// ofColumn returns the whole table as far as one of several sensitive columns goes.
func (w *whole) ofColumn(c *privacy.Column) *whole {
	if w == nil {
		return nil
	}
	return &whole{w.constraint, c.Marginal(&w.group), c.Values}
}

// Give is Skyline.Give for the skylines of all columns.
func (r *Requirements) Give(p *sqltext.Plan, in *Input) ([]GivenPoint, []sqltext.Member) {
	if r.Columns == nil {
		return r.Skyline.Give(p, in.Call)
	}
	var parts []sqltext.SQL
	own := in.ownSensitive()
	for i, of := range r.Columns {
		if of.Skyline != nil {
			parts = append(parts, sqltext.Fill("SELECT {a} AS a, * FROM ({rows})", sqltext.Args{
				"a": sqltext.Int(int64(i)), "rows": of.Skyline.rows(in.Call, "t."+own[i]),
			}))
		}
	}
	if parts == nil {
		return nil, nil
	}
	p.With(Points, "the points of knowledge of each sensitive column a, with values as its type writes them", sqltext.Join("\nUNION ALL\n", parts...))
	return nil, []sqltext.Member{{Name: "points", Value: "(SELECT list(struct_pack(a := a, value := value, l := l::VARCHAR, k := k::VARCHAR, m := m::VARCHAR, c := c::VARCHAR) ORDER BY a ASC, i ASC) FROM __skyline_points)"}}
}

// pointsOf are the points of one of several sensitive columns.
func pointsOf(given []GivenPoint, column int) []GivenPoint {
	var of []GivenPoint
	for _, p := range given {
		if p.A == column {
			of = append(of, p)
		}
	}
	return of
}
