package evidence

import (
	"errors"
	"math"
	"slices"
	"strings"

	"skyline/engine/partition"
	"skyline/engine/profile"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
)

// codedTexts is the state of __skyline_coded_texts: the rows of a table whose columns the plan
// does not know, each value as the code of its text, and how many people have each.
type codedTexts struct {
	columns []codedColumn
	people  []int64 // how many have each row; nil: one
	rows    int
	total   int64
}

// codedColumn is the different texts of a column by their codes, from 0 as they are met, and the
// code of each row. Codes are the numbers of the set, those behind that of NULL one more.
type codedColumn struct {
	set   people.TextSet
	null  int32   // 1 + the code of NULL, 0 without
	n     []int64 // people by code
	codes []int32 // by row
}

// code is that of a text, which is copied if it is new.
func (c *codedColumn) code(text string, isNull bool) (int32, error) {
	if isNull {
		if c.null == 0 {
			c.null = int32(c.set.Len()) + 1
		}
		return c.null - 1, nil
	}
	number, err := c.set.Add(text)
	return c.behindNull(number), err
}

// behindNull is the code of the text of a number.
func (c *codedColumn) behindNull(number int) int32 {
	if c.null > 0 && number >= int(c.null)-1 {
		number++
	}
	return int32(number)
}

// text is that of a code; NULL has none.
func (c *codedColumn) text(code int32) string {
	switch {
	case code == c.null-1:
		return ""
	case c.null > 0 && code >= c.null:
		code--
	}
	return c.set.Text(int(code))
}

// different is how many codes there are.
func (c *codedColumn) different() int {
	if c.null > 0 {
		return c.set.Len() + 1
	}
	return c.set.Len()
}

// codedTextsAggregate is __skyline_coded_texts(key, function, texts, n): rows that n people
// have, as lists of texts, kept for kernels to read.
func codedTextsAggregate() host.Aggregate {
	bigint, varchar := host.Type{Kind: host.Bigint}, host.Type{Kind: host.Varchar}
	return host.KeptSharedColumns("__skyline_coded_texts", []host.Type{host.ListOf(varchar), bigint},
		func() *codedTexts { return new(codedTexts) }, (*codedTexts).add, (*codedTexts).merge)
}

// shape makes the columns.
func (t *codedTexts) shape(columns int) error {
	if t.columns == nil {
		t.columns = make([]codedColumn, columns)
	}
	if len(t.columns) != columns {
		return errors.New("rows must have the same columns")
	}
	return nil
}

// add adds rows column by column: the table of one stays near.
func (t *codedTexts) add(args []host.Column, begin, end int) error {
	lists, counts := &args[0], &args[1]
	for row := begin; row < end; row++ {
		if lists.IsNull(row) || counts.IsNull(row) {
			return errors.New("rows must not be NULL")
		}
		at, behind := lists.ListRange(row)
		if err := t.shape(behind - at); err != nil {
			return err
		}
		if err := t.grow(counts.Int64s[row]); err != nil {
			return err
		}
	}
	for i := range t.columns {
		for from := begin; from < end; from += lookAhead {
			if err := t.columns[i].add(lists, counts, i, from, min(from+lookAhead, end)); err != nil {
				return err
			}
		}
	}
	return nil
}

// lookAhead is how many texts are looked for at once.
const lookAhead = 64

// add adds the i-th values of rows, at most lookAhead.
func (c *codedColumn) add(lists, counts *host.Column, i, begin, end int) error {
	var texts [lookAhead]string
	var looked [lookAhead]people.Looked
	for row := begin; row < end; row++ {
		at, _ := lists.ListRange(row)
		texts[row-begin] = lists.Elem.Strings[at+i]
	}
	c.set.Look(texts[:end-begin], looked[:])
	for row := begin; row < end; row++ {
		at, _ := lists.ListRange(row)
		var code int32
		var err error
		if lists.Elem.IsNull(at + i) {
			code, err = c.code("", true)
		} else {
			var number int
			number, err = c.set.AddLooked(texts[row-begin], looked[row-begin])
			code = c.behindNull(number)
		}
		if err != nil {
			return err
		}
		c.codes = append(c.codes, code)
		c.count(code, counts.Int64s[row])
	}
	return nil
}

// grow notes how many people have a row. The engine numbers rows by an int32.
func (t *codedTexts) grow(n int64) error {
	if t.rows == math.MaxInt32 {
		return errors.New("tbl must have at most 2147483647 different rows; name fewer columns")
	}
	if n < 1 || n > partition.MaxPeople-t.total {
		return partition.ErrTooManyPeople
	}
	if n > 1 && t.people == nil {
		t.people = slices.Repeat([]int64{1}, t.rows)
	}
	if t.people != nil {
		t.people = append(t.people, n)
	}
	t.rows++
	t.total += n
	return nil
}

func (t *codedTexts) merge(from *codedTexts) error {
	if from.columns == nil {
		return nil
	}
	if t.columns == nil { // no text has to be looked for
		*t = codedTexts{columns: make([]codedColumn, len(from.columns)), people: slices.Clone(from.people), rows: from.rows, total: from.total}
		for i := range t.columns {
			c := &from.columns[i]
			t.columns[i] = codedColumn{set: c.set.Clone(), null: c.null, n: slices.Clone(c.n), codes: slices.Clone(c.codes)}
		}
		return nil
	}
	if err := t.shape(len(from.columns)); err != nil {
		return err
	}
	for row := range from.rows {
		n := int64(1)
		if from.people != nil {
			n = from.people[row]
		}
		if err := t.grow(n); err != nil {
			return err
		}
	}
	for i := range from.columns {
		if err := t.columns[i].merge(&from.columns[i]); err != nil {
			return err
		}
	}
	return nil
}

func (c *codedColumn) merge(from *codedColumn) error {
	codes := make([]int32, len(from.n))
	for old, n := range from.n {
		code, err := c.code(from.text(int32(old)), int32(old) == from.null-1)
		if err != nil {
			return err
		}
		codes[old] = code
		c.count(code, n)
	}
	c.codes = slices.Grow(c.codes, len(from.codes))
	for _, old := range from.codes {
		c.codes = append(c.codes, codes[old])
	}
	return nil
}

// count adds people who have a code.
func (c *codedColumn) count(code int32, n int64) {
	if int(code) == len(c.n) {
		c.n = append(c.n, 0)
	}
	c.n[code] += n
}

// table is the rows for the engine.
func (t *codedTexts) table() *profile.Table {
	columns := make([][]int32, len(t.columns))
	for i := range t.columns {
		columns[i] = t.columns[i].codes
	}
	return profile.NewTableOfRows(columns, t.people, t.rows)
}

// distinct returns how many different values the i-th column has.
func (t *codedTexts) distinct(i int) int {
	if t.columns == nil {
		return 0
	}
	return t.columns[i].different()
}

// inOrder is up to how many different values come in the order of their texts, NULL first. What
// is said of more does not depend on their order.
const inOrder = 1000

// entries calls f with each value of the i-th column and how many people have it.
func (t *codedTexts) entries(i int, f func(text string, isNull bool, n int64) error) error {
	if t.columns == nil { // no rows
		return nil
	}
	c := &t.columns[i]
	codes := make([]int32, c.different())
	for code := range codes {
		codes[code] = int32(code)
	}
	if len(codes) <= inOrder {
		slices.SortFunc(codes, func(a, b int32) int {
			if (a == c.null-1) != (b == c.null-1) {
				if a == c.null-1 {
					return -1
				}
				return 1
			}
			return strings.Compare(c.text(a), c.text(b))
		})
	}
	for _, code := range codes {
		if err := f(c.text(code), code == c.null-1, c.n[code]); err != nil {
			return err
		}
	}
	return nil
}
