package people

import (
	"database/sql"
	"errors"
	"slices"

	"skyline/engine/partition"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

// Gathered is the state of __skyline_gather: counted rows of a table whose columns
// the plan does not know, each value as a number.
type Gathered struct {
	Columns []gatheredColumn
	Counts  []int64
	People  int64
}

// gatheredColumn is the numbers of a column's texts, row by row.
type gatheredColumn struct {
	interned
	codes []int32
}

// gatheredRow is what __skyline_gather takes of a row.
type gatheredRow struct {
	Values []sql.Null[string]
	N      int64
}

// GatherAggregate is __skyline_gather(key, function, values, n): the rows of a table as lists
// of texts, each of which counts n times, kept for kernels to read.
func GatherAggregate() host.Aggregate {
	return host.KeptShared("__skyline_gather", func() *Gathered { return new(Gathered) }, (*Gathered).add, (*Gathered).merge)
}

// shape makes sure that all rows have the same number of values.
func (g *Gathered) shape(columns int) error {
	if g.Columns == nil {
		g.Columns = make([]gatheredColumn, columns)
	}
	if len(g.Columns) != columns {
		return errors.New("rows must have the same columns")
	}
	return nil
}

func (g *Gathered) add(row *gatheredRow) error {
	if err := g.shape(len(row.Values)); err != nil {
		return err
	}
	for i, v := range row.Values {
		c := &g.Columns[i]
		code, err := c.number(v.V, !v.Valid)
		if err != nil {
			return err
		}
		c.codes = append(c.codes, code)
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

func (g *Gathered) merge(s *Gathered) error {
	if s.Columns == nil {
		return nil
	}
	if err := g.shape(len(s.Columns)); err != nil {
		return err
	}
	for i := range s.Columns {
		if err := g.Columns[i].merge(&s.Columns[i]); err != nil {
			return err
		}
	}
	for _, n := range s.Counts {
		if err := g.count(n); err != nil {
			return err
		}
	}
	return nil
}

func (c *gatheredColumn) merge(from *gatheredColumn) error {
	renumbered, err := c.add(&from.interned)
	if err != nil {
		return err
	}
	c.codes = slices.Grow(c.codes, len(from.codes))
	for _, code := range from.codes {
		c.codes = append(c.codes, renumbered[code])
	}
	return nil
}

// Column returns a column: the number of each row's text, and the texts by number. They are
// in no order.
func (g *Gathered) Column(i int) (codes []int32, texts []string) {
	return slices.Clone(g.Columns[i].codes), g.Columns[i].texts
}

// OrderedColumn is Column with the texts in their order, NULL last.
func (g *Gathered) OrderedColumn(i int) (codes []int32, texts []string) {
	c := &g.Columns[i]
	texts, rank := c.ordered()
	codes, _ = g.Column(i)
	for row, code := range codes {
		codes[row] = rank[code]
	}
	return codes, texts
}

// Ordered returns the rows column by column, as OrderedColumn does.
func (g *Gathered) Ordered() (columns [][]int32, texts [][]string) {
	columns, texts = make([][]int32, len(g.Columns)), make([][]string, len(g.Columns))
	for i := range g.Columns {
		columns[i], texts[i] = g.OrderedColumn(i)
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

// AddGathered adds a CTE of one row: names, those of the table's columns, and kept, its
// counted rows as __skyline_gather_integers keeps them.
func (in *Input) AddGathered(p *sqltext.Plan, name sqltext.SQL, why string) {
	p.With(name, why, sqltext.Fill(`
		SELECT
		    ({names}) AS names,
		    (SELECT __skyline_gather_integers({key}, {function}, i, v, n) FROM ({rows})) AS kept
	`, sqltext.Args{
		"names": in.ColumnNames(), "rows": in.countedIntegers(),
		"key": sqltext.PlanKey, "function": sqltext.Text(in.Call.Function.Name),
	}))
}

// ColumnNames is the SELECT of the list of the names of the table's columns, but the weight.
// They are DuckDB's to know.
func (in *Input) ColumnNames() sqltext.SQL {
	return sqltext.Fill("SELECT list(column_name) FROM (DESCRIBE SELECT *{but} FROM {source} AS tbl)", sqltext.Args{"but": in.butWeight(), "source": in.Source})
}

// ColumnTypes is the SELECT of the types of the same columns, without the labels of ENUMs.
func (in *Input) ColumnTypes() sqltext.SQL {
	return sqltext.Fill("SELECT list({type}) FROM (DESCRIBE SELECT *{but} FROM {source} AS tbl)", sqltext.Args{"type": sqltext.WithoutLabels("column_type"), "but": in.butWeight(), "source": in.Source})
}

// butWeight stands behind a star that means all columns but the weight.
func (in *Input) butWeight() sqltext.SQL {
	if in.Weight == "" {
		return ""
	}
	return " EXCLUDE (" + sqltext.Ident(in.Weight) + ")"
}

// CountedRows is the SELECT of the table's different rows: v, the texts of their values, and
// n, how many people have them. COLUMNS(*) stands for each of the columns. param names the
// table in messages.
func (in *Input) CountedRows(param string) sqltext.SQL {
	return sqltext.Fill(`
		SELECT list_value(*COLUMNS(* EXCLUDE (__skyline_n))) AS v, __skyline_n AS n
		FROM (
		    {rows}
		)
	`, sqltext.Args{"rows": in.CountedTexts(param)})
}

// CountedTexts is CountedRows with the texts in columns of the same names as the table's,
// and __skyline_n behind them.
func (in *Input) CountedTexts(param string) sqltext.SQL {
	return sqltext.Fill("SELECT {texts}, __skyline_n\n{counted}", sqltext.Args{
		"texts": sqltext.TextOf("COLUMNS(* EXCLUDE (__skyline_n))"), "counted": in.fromCounted(param, param),
	})
}

// fromCounted is the FROM clause of the table's different rows, as sqltext.Canonical leaves
// their values, and __skyline_n, how many people have each. table is what an error about too
// many of them calls it.
func (in *Input) fromCounted(param, table string) sqltext.SQL {
	n, where := in.PeopleOf(in.Column(in.Weight), param), sqltext.SQL("")
	if in.Weight != "" {
		n = sqltext.Fill("coalesce(TRY_CAST({n} AS BIGINT), {fail})", sqltext.Args{"n": n, "fail": in.Fail(call.TooManyPeople(table))})
		where = "\nWHERE __skyline_n > 0"
	}
	return sqltext.Fill("FROM (SELECT {canonical}, {n} AS __skyline_n FROM {source} AS tbl GROUP BY ALL){where}", sqltext.Args{
		"source": in.Source, "canonical": sqltext.Canonical("COLUMNS(*" + in.butWeight() + ")"),
		"n": n, "where": where,
	})
}
