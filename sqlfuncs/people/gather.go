package people

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"skyline/engine/partition"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/sqltext"
)

// Gathered is the state of __skyline_gather: counted rows of a table whose columns
// the plan does not know, each value as a number.
type Gathered struct {
	function string
	Columns  []gatheredColumn
	codes    []int32 // row by row
	Counts   []int64
	People   int64
}

// gatheredColumn numbers the texts of a column in the order in which they come.
type gatheredColumn struct {
	numbers map[string]int32
	texts   []string
	Null    int32 // the number of NULL, whose text is ""; -1: there is none
}

// GatherAggregate is __skyline_gather(key, function, values, n, apart): the rows of
// a table as lists of texts, each of which counts n times, kept for the kernel.
func GatherAggregate() host.Aggregate {
	return host.Aggregate{
		Name:   "__skyline_gather",
		Params: []host.Type{{Kind: host.Varchar}, host.ListOf(host.Type{Kind: host.Varchar}), {Kind: host.Bigint}, {Kind: host.Double}},
		Result: host.Type{Kind: host.Varchar},
		New:    func() any { return new(Gathered) },
		Update: func(state any, args []host.Column, begin, end int) error {
			g := state.(*Gathered)
			for row := begin; row < end; row++ {
				if args[0].IsNull(row) || args[1].IsNull(row) || args[2].IsNull(row) {
					return fmt.Errorf("__skyline_gather: arguments must not be NULL")
				}
				if g.function == "" {
					g.function = strings.Clone(args[0].Strings[row])
				}
				first, last := args[1].ListRange(row)
				if err := g.add(args[1].Elem, first, last, args[2].Int64s[row]); err != nil {
					return Explain(g.function, err)
				}
			}
			return nil
		},
		Combine: func(target, source any) error {
			t, s := target.(*Gathered), source.(*Gathered)
			if t.function == "" {
				t.function = s.function
			}
			return Explain(t.function, t.merge(s))
		},
		Finalize: func(state any) (string, error) { return host.KeepText(state), nil },
	}
}

// shape makes sure that all rows have the same number of values.
func (g *Gathered) shape(columns int) error {
	if g.Columns == nil {
		g.Columns = make([]gatheredColumn, columns)
		for i := range g.Columns {
			g.Columns[i] = gatheredColumn{numbers: map[string]int32{}, Null: -1}
		}
	}
	if len(g.Columns) != columns {
		return fmt.Errorf("rows must have the same columns")
	}
	return nil
}

func (g *Gathered) add(values *host.Column, first, last int, n int64) error {
	if err := g.shape(last - first); err != nil {
		return err
	}
	for i := range g.Columns {
		code, err := g.Columns[i].number(values.Strings[first+i], values.IsNull(first+i))
		if err != nil {
			return err
		}
		g.codes = append(g.codes, code)
	}
	return g.count(n)
}

func (g *Gathered) count(n int64) error {
	if n < 1 || n > partition.MaxPeople-g.People {
		return partition.ErrTooManyPeople
	}
	g.People += n
	g.Counts = append(g.Counts, n)
	return nil
}

// number returns the number of a text, which may be a view of memory that is not
// ours.
func (c *gatheredColumn) number(text string, isNull bool) (int32, error) {
	if isNull && c.Null >= 0 {
		return c.Null, nil
	}
	if code, ok := c.numbers[text]; ok && !isNull {
		return code, nil
	}
	if len(c.texts) == math.MaxInt32 {
		return 0, fmt.Errorf("a column must have at most 2^31 different values")
	}
	code := int32(len(c.texts))
	if isNull {
		c.Null = code
		c.texts = append(c.texts, "")
		return code, nil
	}
	text = strings.Clone(text)
	c.texts = append(c.texts, text)
	c.numbers[text] = code
	return code, nil
}

func (g *Gathered) merge(s *Gathered) error {
	if s.Columns == nil {
		return nil
	}
	if err := g.shape(len(s.Columns)); err != nil {
		return err
	}
	renumbered := make([][]int32, len(s.Columns))
	for i := range s.Columns {
		from := &s.Columns[i]
		renumbered[i] = make([]int32, len(from.texts))
		for code, text := range from.texts {
			var err error
			if renumbered[i][code], err = g.Columns[i].number(text, int32(code) == from.Null); err != nil {
				return err
			}
		}
	}
	g.codes = slices.Grow(g.codes, len(s.codes))
	for at, code := range s.codes {
		g.codes = append(g.codes, renumbered[at%len(renumbered)][code])
	}
	for _, n := range s.Counts {
		if err := g.count(n); err != nil {
			return err
		}
	}
	return nil
}

// Ordered returns the rows column by column, with the values of each column
// numbered in the order of their texts, NULL last.
func (g *Gathered) Ordered() (columns [][]int32, texts [][]string) {
	columns, texts = make([][]int32, len(g.Columns)), make([][]string, len(g.Columns))
	for i := range g.Columns {
		c := &g.Columns[i]
		order := make([]int32, len(c.texts))
		for code := range order {
			order[code] = int32(code)
		}
		slices.SortFunc(order, func(a, b int32) int {
			if a == c.Null || b == c.Null {
				return BoolToInt(a == c.Null) - BoolToInt(b == c.Null)
			}
			return strings.Compare(c.texts[a], c.texts[b])
		})
		texts[i] = make([]string, len(order))
		rank := make([]int32, len(order))
		for place, code := range order {
			texts[i][place], rank[code] = c.texts[code], int32(place)
		}
		columns[i] = make([]int32, len(g.Counts))
		for row := range columns[i] {
			columns[i][row] = rank[g.codes[row*len(g.Columns)+i]]
		}
	}
	return columns, texts
}

func BoolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// GatherCTE returns the CTE of a source's counted rows as __skyline_gather keeps
// them, and the names of its columns. The columns are DuckDB's to know: COLUMNS(*)
// stands for each of them.
func GatherCTE(name, function, source string) string {
	return fmt.Sprintf("%[1]s AS (SELECT (SELECT system.main.list(column_name) FROM (DESCRIBE SELECT * FROM %[2]s AS tbl)) AS names,"+
		" (SELECT system.main.__skyline_gather(%[3]s, %[4]s, v, n, %[5]s) FROM (SELECT system.main.list_value(*COLUMNS(* EXCLUDE (__skyline_n))) AS v, __skyline_n AS n"+
		" FROM (SELECT %[6]s, __skyline_n FROM (SELECT %[7]s, system.main.count(*) AS __skyline_n FROM %[2]s AS tbl GROUP BY ALL)))) AS kept)",
		name, source, sqltext.PlanKey, oldtext.QuoteText(function), host.Apart, oldtext.TextOf("COLUMNS(* EXCLUDE (__skyline_n))"), oldtext.Canonical("COLUMNS(*)"))
}
