package releases

import (
	"errors"
	"math"

	"skyline/engine/invariance"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
)

// changing is the people of a table that changes, as __skyline_changing gathers them.
type changing struct {
	columns   int
	numbers   []int32
	codes     []int32 // person by person
	value     []int32
	signature []int32
}

// changingRow is what __skyline_changing takes of a person: the number, the code in each column, the number of the
// value, and that of the signature, -1 for somebody new.
type changingRow struct {
	Number           int64
	Codes            []int64
	Value, Signature int64
}

// changingAggregate is __skyline_changing(key, function, number, codes, value, signature, apart): people, kept for the kernel.
func changingAggregate() host.Aggregate {
	return host.Kept("__skyline_changing", func() *changing { return new(changing) }, (*changing).add, (*changing).merge)
}

func (c *changing) add(row *changingRow) error {
	if len(c.numbers) == 0 {
		c.columns = len(row.Codes)
	}
	if row.Number < 0 || row.Value < 0 || row.Signature < -1 || len(row.Codes) != c.columns {
		return host.ErrNotKept // No plan counts so.
	}
	if max(row.Number, row.Value, row.Signature) >= math.MaxInt32 {
		return errTooManyRows
	}
	for _, code := range row.Codes {
		if code < 0 || code > math.MaxInt32 {
			return host.ErrNotKept
		}
		c.codes = append(c.codes, int32(code))
	}
	c.numbers, c.value, c.signature = append(c.numbers, int32(row.Number)), append(c.value, int32(row.Value)), append(c.signature, int32(row.Signature))
	return nil
}

func (c *changing) merge(from *changing) error {
	if len(from.numbers) == 0 {
		return nil
	}
	if len(c.numbers) == 0 {
		c.columns = from.columns
	}
	if c.columns != from.columns {
		return host.ErrNotKept
	}
	c.numbers, c.codes = append(c.numbers, from.numbers...), append(c.codes, from.codes...)
	c.value, c.signature = append(c.value, from.value...), append(c.signature, from.signature...)
	return nil
}

// table puts people in the order of their numbers, without columns.
func (c *changing) table(signatures [][]int32, values int64) (*invariance.Table, []int, error) {
	if c == nil {
		return nil, nil, host.ErrNotKept
	}
	n := len(c.numbers)
	most := int64(n) // values that people have, or signatures
	for _, s := range signatures {
		most += int64(len(s))
	}
	if values < 0 || values > most {
		return nil, nil, host.ErrNotKept
	}
	t := &invariance.Table{Values: int(values), Signatures: signatures, Value: make([]int32, n), Signature: make([]int32, n)}
	at := make([]int, n) // where the person of a number is, from 1
	for i, number := range c.numbers {
		if int(number) >= n || at[number] != 0 {
			return nil, nil, host.ErrNotKept
		}
		at[number] = i + 1
		t.Value[number], t.Signature[number] = c.value[i], c.signature[i]
	}
	return t, at, nil
}

var errTooManyRows = errors.New(people.TooManyRows)
