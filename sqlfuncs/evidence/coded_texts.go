package evidence

import (
	"bytes"
	"errors"
	"hash/maphash"
	"math"
	"slices"

	"skyline/engine/partition"
	"skyline/engine/profile"
	"skyline/sqlfuncs/host"
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
// code of each row. Codes are found in a table with open addressing.
type codedColumn struct {
	slots []codeSlot // a power of two of them
	texts []byte     // one behind the other
	ends  []int      // by code: where its text ends
	null  int32      // 1 + the code of NULL, whose text is empty; 0 without
	n     []int64    // people by code
	codes []int32    // by row
}

// codeSlot is 1 + a code, 0 for none, and the hash of its text: few others have to be looked at.
type codeSlot struct {
	hash uint32
	code int32
}

// hashSeed is of this process: hashes say nothing but where codes are looked for.
var hashSeed = maphash.MakeSeed()

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
	lists, people := &args[0], &args[1]
	for row := begin; row < end; row++ {
		if lists.IsNull(row) || people.IsNull(row) {
			return errors.New("rows must not be NULL")
		}
		at, behind := lists.ListRange(row)
		if err := t.shape(behind - at); err != nil {
			return err
		}
		if err := t.grow(people.Int64s[row]); err != nil {
			return err
		}
	}
	for i := range t.columns {
		c := &t.columns[i]
		for row := begin; row < end; row++ {
			at, _ := lists.ListRange(row)
			code, err := c.code(lists.Elem.Strings[at+i], lists.Elem.IsNull(at+i))
			if err != nil {
				return err
			}
			c.codes = append(c.codes, code)
			c.n[code] += people.Int64s[row]
		}
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
	codes := make([]int32, len(from.ends))
	for old := range from.ends {
		code, err := c.code(string(from.text(old)), from.null == int32(old)+1)
		if err != nil {
			return err
		}
		codes[old] = code
		c.n[code] += from.n[old]
	}
	c.codes = slices.Grow(c.codes, len(from.codes))
	for _, old := range from.codes {
		c.codes = append(c.codes, codes[old])
	}
	return nil
}

// text is that of a code.
func (c *codedColumn) text(code int) []byte {
	begin := 0
	if code > 0 {
		begin = c.ends[code-1]
	}
	return c.texts[begin:c.ends[code]]
}

// code is that of a text, which is copied if it is new.
func (c *codedColumn) code(text string, isNull bool) (int32, error) {
	if isNull {
		if c.null == 0 {
			code, err := c.enter("")
			if err != nil {
				return 0, err
			}
			c.null = code + 1
		}
		return c.null - 1, nil
	}
	if 2*len(c.ends) >= len(c.slots) {
		c.widen()
	}
	hash, mask := uint32(maphash.String(hashSeed, text)), len(c.slots)-1
	for at := int(hash) & mask; ; at = (at + 1) & mask {
		switch slot := &c.slots[at]; {
		case slot.code == 0:
			code, err := c.enter(text)
			if err != nil {
				return 0, err
			}
			*slot = codeSlot{hash, code + 1}
			return code, nil
		case slot.hash == hash && string(c.text(int(slot.code-1))) == text:
			return slot.code - 1, nil
		}
	}
}

// enter gives a text the next code.
func (c *codedColumn) enter(text string) (int32, error) {
	if len(c.ends) == math.MaxInt32-1 {
		return 0, errors.New("a column must have fewer than 2^31 different values")
	}
	c.texts = append(c.texts, text...)
	c.ends, c.n = append(c.ends, len(c.texts)), append(c.n, 0)
	return int32(len(c.ends) - 1), nil
}

// widen makes room for twice as many.
func (c *codedColumn) widen() {
	old := c.slots
	c.slots = make([]codeSlot, max(16, 2*len(old)))
	mask := len(c.slots) - 1
	for _, slot := range old {
		if slot.code == 0 {
			continue
		}
		at := int(slot.hash) & mask
		for c.slots[at].code != 0 {
			at = (at + 1) & mask
		}
		c.slots[at] = slot
	}
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
	return len(t.columns[i].ends)
}

// inOrder is up to how many different values come in the order of their texts, NULL first. What
// is said of more does not depend on their order.
const inOrder = 1000

// entries calls f with each value of the i-th column and how many people have it. The texts are
// there during the call only.
func (t *codedTexts) entries(i int, f func(text string, isNull bool, n int64) error) error {
	if t.columns == nil { // no rows
		return nil
	}
	c := &t.columns[i]
	codes := make([]int32, len(c.ends))
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
			return bytes.Compare(c.text(int(a)), c.text(int(b)))
		})
	}
	for _, code := range codes {
		if err := f(string(c.text(int(code))), code == c.null-1, c.n[code]); err != nil {
			return err
		}
	}
	return nil
}
