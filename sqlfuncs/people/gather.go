package people

import (
	"database/sql"
	"fmt"
	"math"
	"slices"
	"strings"

	"skyline/engine/partition"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

// Gathered is the state of __skyline_gather: counted rows of a table whose columns
// the plan does not know, each value as a number.
type Gathered struct {
	Columns []gatheredColumn
	codes   []int32 // row by row
	Counts  []int64
	People  int64
}

// gatheredColumn numbers the texts of a column in the order in which they come.
type gatheredColumn struct {
	numbers map[string]int32
	texts   []string
	Null    int32 // the number of NULL, whose text is ""; -1: there is none
}

// gatheredRow is what __skyline_gather takes of a row.
type gatheredRow struct {
	Values []sql.Null[string]
	N      int64
}

// GatherAggregate is __skyline_gather(key, function, values, n, apart): the rows of
// a table as lists of texts, each of which counts n times, kept for the kernel.
func GatherAggregate() host.Aggregate {
	return host.Kept("__skyline_gather", func() *Gathered { return new(Gathered) }, (*Gathered).add, (*Gathered).merge)
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

func (g *Gathered) add(row *gatheredRow) error {
	if err := g.shape(len(row.Values)); err != nil {
		return err
	}
	for i, v := range row.Values {
		code, err := g.Columns[i].number(v.V, !v.Valid)
		if err != nil {
			return err
		}
		g.codes = append(g.codes, code)
	}
	return g.count(row.N)
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

// Column returns a column: the number of each row's text, and the texts by number. They are
// in no order.
func (g *Gathered) Column(i int) (codes []int32, texts []string) {
	codes = make([]int32, len(g.Counts))
	for row := range codes {
		codes[row] = g.codes[row*len(g.Columns)+i]
	}
	return codes, g.Columns[i].texts
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

// BoolToInt is 1 for true, to order by.
func BoolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// AddGathered adds a CTE of one row: names, those of a source's columns, and kept, its
// counted rows as __skyline_gather keeps them.
func AddGathered(p *sqltext.Plan, name sqltext.SQL, function, why string, source sqltext.SQL) {
	p.With(name, why, sqltext.Fill(`
		SELECT
		    ({names}) AS names,
		    (SELECT __skyline_gather({key}, {function}, v, n, {apart}) FROM ({rows})) AS kept
	`, sqltext.Args{
		"names": ColumnNames(source), "rows": CountedRows(source),
		"key": sqltext.PlanKey, "function": sqltext.Text(function), "apart": sqltext.Apart,
	}))
}

// ColumnNames is the SELECT of the list of the names of a source's columns. They are DuckDB's
// to know.
func ColumnNames(source sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("SELECT list(column_name) FROM (DESCRIBE SELECT * FROM {source} AS tbl)", sqltext.Args{"source": source})
}

// CountedRows is the SELECT of a source's different rows: v, the texts of their values, and
// n, how often they come. COLUMNS(*) stands for each of the columns.
func CountedRows(source sqltext.SQL) sqltext.SQL {
	return sqltext.Fill(`
		SELECT list_value(*COLUMNS(* EXCLUDE (__skyline_n))) AS v, __skyline_n AS n
		FROM (
		    SELECT {texts}, __skyline_n
		    FROM (SELECT {canonical}, count(*) AS __skyline_n FROM {source} AS tbl GROUP BY ALL)
		)
	`, sqltext.Args{"source": source, "texts": sqltext.TextOf("COLUMNS(* EXCLUDE (__skyline_n))"), "canonical": sqltext.Canonical("COLUMNS(*)")})
}
