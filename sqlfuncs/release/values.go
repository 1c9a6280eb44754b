package release

import (
	"database/sql"
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"skyline/sqlfuncs/host"
)

// Values are the different values of the columns of a table, and their codes: in each column
// from 0, in the order of the values, NULL last. They are known by sqltext.OrderKey. One
// thing serves all columns, so that a plan has as many operators for hundreds as for two.
type Values struct {
	columns []valuesColumn
	finish  sync.Once
	done    atomic.Bool
	left    atomic.Int64 // how many values no row stands for yet
}

// valuesColumn has the values of a column.
type valuesColumn struct {
	codes   map[string]int32 // by their keys
	hasNull bool             // its code is the last one
	stands  []atomic.Bool    // by code: a row stands for it
}

// Served implements serving: when a row stands for each value, all codes have been asked for.
func (v *Values) Served() bool { return v.done.Load() && v.left.Load() <= 0 }

// valuesRow is what __skyline_values takes of a row: the keys of all columns, or of the first
// ones.
type valuesRow struct{ Keys []sql.Null[host.Bytes] }

// ValuesAggregate is __skyline_values(key, function, keys, apart): the different values of the
// columns of a table, kept to look codes up in.
func ValuesAggregate() host.Aggregate {
	return host.Kept("__skyline_values", func() *Values { return new(Values) },
		func(v *Values, row *valuesRow) error {
			for i, key := range row.Keys {
				if err := v.column(i).add(string(key.V), !key.Valid); err != nil {
					return err
				}
			}
			return nil
		},
		(*Values).merge)
}

// merge adds the values of another.
func (v *Values) merge(from *Values) error {
	for i := range from.columns {
		c := v.column(i)
		c.hasNull = c.hasNull || from.columns[i].hasNull
		for key := range from.columns[i].codes {
			if err := c.add(key, false); err != nil {
				return err
			}
		}
	}
	return nil
}

// column returns a column, which there is from then on.
func (v *Values) column(i int) *valuesColumn {
	for len(v.columns) <= i {
		v.columns = append(v.columns, valuesColumn{codes: map[string]int32{}})
	}
	return &v.columns[i]
}

// add adds a key, which may be a view of memory that is not ours.
func (c *valuesColumn) add(key string, isNull bool) error {
	if isNull {
		c.hasNull = true
		return nil
	}
	if _, ok := c.codes[key]; ok {
		return nil
	}
	if len(c.codes) == math.MaxInt32-1 {
		return errors.New("a column must have at most 2147483647 different values; leave it out")
	}
	c.codes[strings.Clone(key)] = 0
	return nil
}

// inOrder gives the values their codes.
func (v *Values) inOrder() {
	for i := range v.columns {
		c := &v.columns[i]
		keys := make([]string, 0, len(c.codes))
		for key := range c.codes {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		for code, key := range keys {
			c.codes[key] = int32(code)
		}
		n := len(keys)
		if c.hasNull {
			n++
		}
		c.stands = make([]atomic.Bool, n)
		v.left.Add(int64(n))
	}
	v.done.Store(true)
}

// code returns the code of a key, -1 if it is none of the values.
func (c *valuesColumn) code(key string, isNull bool) int64 {
	if isNull {
		if !c.hasNull {
			return -1
		}
		return int64(len(c.codes))
	}
	if code, ok := c.codes[key]; ok {
		return int64(code)
	}
	return -1
}

// maskArgs are the arguments of __skyline_mask.
type maskArgs struct{ Codes []sql.Null[int64] }

// ValuesScalars returns what looks things up in Values: __skyline_codes(values, keys), the codes
// of a row's keys, NULL where they are none of the values; and __skyline_stands(values, codes),
// those codes for which this row is the first to be asked about, and NULL for the others, or
// for all of them; and __skyline_mask(codes), a digit for each: 1, or 0 for NULL.
func ValuesScalars() []host.Scalar {
	bigint := host.Type{Kind: host.Bigint}
	codes := host.ListOf(bigint)
	return []host.Scalar{
		host.ScalarOf("__skyline_mask", func(a *maskArgs) (string, error) {
			mask := make([]byte, len(a.Codes))
			for i, code := range a.Codes {
				mask[i] = '0'
				if code.Valid {
					mask[i] = '1'
				}
			}
			return string(mask), nil
		}),
		{
			Name: "__skyline_codes", Params: []host.Type{bigint, host.ListOf(host.Type{Kind: host.Blob})}, Result: codes, Volatile: true,
			Call: func(args []host.Column, rows int) (host.Column, error) {
				return eachOfValues(args, rows, func(c *valuesColumn, elem *host.Column, at int) int64 {
					if elem.IsNull(at) {
						return c.code("", true)
					}
					return c.code(elem.Strings[at], false)
				}, false)
			},
		},
		{
			Name: "__skyline_stands", Params: []host.Type{bigint, codes}, Result: codes, Volatile: true,
			Call: func(args []host.Column, rows int) (host.Column, error) {
				return eachOfValues(args, rows, func(c *valuesColumn, elem *host.Column, at int) int64 {
					if elem.IsNull(at) {
						return -1
					}
					code := elem.Int64s[at]
					if code < 0 || code >= int64(len(c.stands)) || c.stands[code].Load() || c.stands[code].Swap(true) {
						return -1
					}
					return code
				}, true)
			},
		},
	}
}

// eachOfValues returns lists of what f makes of each element of the lists in the second
// argument, -1 for NULL. If stands, a list of nothing but that is NULL, and the elements of the
// others are counted as those that a row stands for.
func eachOfValues(args []host.Column, rows int, f func(c *valuesColumn, elem *host.Column, at int) int64, stands bool) (host.Column, error) {
	lists := &args[1]
	out := host.Column{Len: rows, Ends: make([]int, rows), Null: make([]bool, rows), Elem: &host.Column{}}
	var v *Values
	last := int64(0)
	for row := range rows {
		if args[0].IsNull(row) || lists.IsNull(row) {
			return out, host.ErrNotKept
		}
		if handle := args[0].Int64s[row]; v == nil || handle != last {
			var err error
			if v, err = host.Look[*Values](handle); err != nil {
				return out, err
			}
			last = handle
			v.finish.Do(v.inOrder)
		}
		begin, end := lists.ListRange(row)
		if end-begin > len(v.columns) {
			return out, host.ErrNotKept
		}
		some := int64(0)
		first := len(out.Elem.Int64s)
		for at := begin; at < end; at++ {
			code := f(&v.columns[at-begin], lists.Elem, at)
			if code >= 0 {
				some++
			}
			out.Elem.Int64s, out.Elem.Null = append(out.Elem.Int64s, max(code, 0)), append(out.Elem.Null, code < 0)
		}
		if stands {
			v.left.Add(-some)
			if some == 0 {
				out.Null[row] = true
				out.Elem.Int64s, out.Elem.Null = out.Elem.Int64s[:first], out.Elem.Null[:first]
			}
		}
		out.Ends[row] = len(out.Elem.Int64s)
	}
	out.Elem.Len = len(out.Elem.Int64s)
	return out, nil
}
