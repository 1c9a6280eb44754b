package people

import (
	"errors"

	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

// GatherIntegersAggregate is __skyline_gather_integers(key, function, integers, values, n):
// __skyline_gather where a value may be an integer in place of its text, which is read several
// times faster. It is the text where the integer is NULL.
func GatherIntegersAggregate() host.Aggregate {
	bigint, varchar := host.Type{Kind: host.Bigint}, host.Type{Kind: host.Varchar}
	return host.KeptSharedColumns("__skyline_gather_integers", []host.Type{host.ListOf(bigint), host.ListOf(varchar), bigint},
		func() *Gathered { return new(Gathered) },
		func(g *Gathered, args []host.Column, begin, end int) error {
			return g.addRows(&args[0], &args[1], &args[2], begin, end)
		}, (*Gathered).merge)
}

// addRows adds rows column by column, so that what a column has been numbered by is near. They
// count n times, or once where that is nil.
func (g *Gathered) addRows(integers, values, n *host.Column, begin, end int) error {
	for row := begin; row < end; row++ {
		if integers.IsNull(row) || values.IsNull(row) || n != nil && n.IsNull(row) {
			return errors.New("rows, and how often they occur, must not be NULL")
		}
		if err := g.shape(lengthOf(values, row)); err != nil {
			return err
		}
		if err := g.shape(lengthOf(integers, row)); err != nil {
			return err
		}
		times := int64(1)
		if n != nil {
			times = n.Int64s[row]
		}
		if err := g.count(times); err != nil {
			return err
		}
	}
	for i := range g.Columns {
		if err := g.Columns[i].addRows(i, integers, values, begin, end); err != nil {
			return err
		}
	}
	return nil
}

func lengthOf(lists *host.Column, row int) int {
	begin, end := lists.ListRange(row)
	return end - begin
}

// addRows adds the i-th values of rows.
func (c *gatheredColumn) addRows(i int, integers, values *host.Column, begin, end int) error {
	for row := begin; row < end; row++ {
		var code int32
		var err error
		at, _ := integers.ListRange(row)
		if at += i; !integers.Elem.IsNull(at) {
			code, err = c.ofInteger(integers.Elem.Int64s[at])
		} else {
			at, _ = values.ListRange(row)
			at += i
			code, err = c.number(values.Elem.Strings[at], values.Elem.IsNull(at))
		}
		if err != nil {
			return err
		}
		c.codes = append(c.codes, code)
	}
	return nil
}

// IntegersAndTexts are the elements of the lists that __skyline_gather_integers takes of a row's
// columns: their integers, and the texts of what is none.
func IntegersAndTexts(columns []sqltext.SQL) (integers, texts []sqltext.SQL) {
	for _, column := range columns {
		integers = append(integers, sqltext.IntegerOf(column))
		texts = append(texts, sqltext.Fill("CASE WHEN {integer} IS NULL THEN {text} END", sqltext.Args{
			"integer": sqltext.IntegerOf(column), "text": sqltext.TextOf(column),
		}))
	}
	return integers, texts
}

// countedIntegers is CountedRows with a list i of the values that are integers, NULL for
// others, and v of the texts of the others. The columns, of which there is a star only, are
// taken twice: by themselves, and out of a row. Of too many people it says what the kernel
// says (Explain), since either may be the first to find them.
func (in *Input) countedIntegers() sqltext.SQL {
	const of, but = sqltext.SQL("COLUMNS(* EXCLUDE (__skyline_n, __skyline_row))"), sqltext.SQL("COLUMNS(* EXCLUDE (__skyline_n, __skyline_i))")
	return sqltext.Fill(`
		SELECT __skyline_i AS i, list_value(*{but}) AS v, __skyline_n AS n
		FROM (
		    SELECT CASE WHEN {other} IS NULL THEN {text} END, __skyline_i, __skyline_n
		    FROM (
		        SELECT UNNEST(__skyline_row), __skyline_i, __skyline_n
		        FROM (
		            SELECT list_value(*{of}) AS __skyline_i, __skyline_row, __skyline_n
		            FROM (
		                SELECT {integer}, __skyline_row, __skyline_n
		                FROM (
		                    SELECT *, struct_pack(*COLUMNS(* EXCLUDE (__skyline_n))) AS __skyline_row
		                    {counted}
		                )
		            )
		        )
		    )
		)
	`, sqltext.Args{
		"of": of, "but": but, "integer": sqltext.IntegerOf(of), "other": sqltext.IntegerOf(but), "text": sqltext.TextOf(but), "counted": in.fromCounted("tbl", "the table"),
	})
}
