package release

import (
	"database/sql"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// Values are the different values of the columns of a table, and their codes: in each column
// from 0, in the order of the values, NULL last. They are known by sqltext.OrderKey. One
// thing serves all columns, so that a plan has as many operators for hundreds as for two.
//
// A value gets a number when it is first seen, and its code when all have been: the numbers of all
// rows are kept by DuckDB, and nothing but them is looked at again.
type Values struct {
	mutex   sync.RWMutex // of the list of columns
	columns []*valuesColumn
	listed  bool // the aggregate has seen all values, and rows ask for their numbers at any time
	finish  sync.Once
	done    atomic.Bool
	left    atomic.Int64 // how many values no row stands for yet
}

// valuesColumn has the values of a column.
type valuesColumn struct {
	mutex   sync.RWMutex
	keys    people.TextSet
	hasNull atomic.Bool
	codes   []int32       // by number; the last one is that of NULL
	stands  []atomic.Bool // by code: a row stands for it
}

// isNullKey reports whether a key is one of NULL.
func isNullKey(key string) bool { return key != "" && key[0] == sqltext.NullMark }

// numberOfNull is the number of NULL; those of keys are from 1.
const numberOfNull = 0

// Served implements serving: when a row stands for each value, all codes have been asked for.
func (v *Values) Served() bool { return v.done.Load() && v.left.Load() <= 0 }

// isNoKey reports whether a row has no value of a column, as those have that are listed for some
// columns only: no value has an empty key.
func isNoKey(key string, isNull bool) bool { return key == "" && !isNull }

// noNumber is the number of no value.
const noNumber = -1

// valuesRow is what __skyline_values takes of a row: the keys of all columns, or of the first
// ones.
type valuesRow struct{ Keys []sql.Null[host.Bytes] }

// ValuesAggregate is __skyline_values(key, function, keys, apart): values kept to number rows by.
// It is given those that rows do not have that are numbered.
func ValuesAggregate() host.Aggregate {
	return host.Kept("__skyline_values", func() *Values { return new(Values) },
		func(v *Values, row *valuesRow) error {
			v.listed = v.listed || len(row.Keys) > 0
			for i, column := range v.columnsOf(len(row.Keys)) {
				key := string(row.Keys[i].V)
				if isNoKey(key, !row.Keys[i].Valid) {
					continue
				}
				if err := column.add(key, !row.Keys[i].Valid || isNullKey(key)); err != nil {
					return err
				}
			}
			return nil
		},
		(*Values).merge)
}

// merge adds the values of another.
func (v *Values) merge(from *Values) error {
	v.listed = v.listed || from.listed
	for i, column := range v.columnsOf(len(from.columns)) {
		other := from.columns[i]
		if other.hasNull.Load() {
			column.hasNull.Store(true)
		}
		for n := range other.keys.Len() {
			if err := column.add(other.keys.Text(n), false); err != nil {
				return err
			}
		}
	}
	return nil
}

// columnsOf returns the first n columns, which there are from then on.
func (v *Values) columnsOf(n int) []*valuesColumn {
	v.mutex.RLock()
	columns := v.columns
	v.mutex.RUnlock()
	if len(columns) < n {
		v.mutex.Lock()
		for len(v.columns) < n {
			v.columns = append(v.columns, new(valuesColumn))
		}
		columns = v.columns
		v.mutex.Unlock()
	}
	return columns[:n]
}

// add adds a key, which may be a view of memory that is not ours.
func (c *valuesColumn) add(key string, isNull bool) error {
	if isNull {
		c.hasNull.Store(true)
		return nil
	}
	_, err := c.keys.Add(key)
	return err
}

// number sets numbers[at], for every at from first on and by steps, to the number of a key, and adds
// keys unless all values are there.
func (c *valuesColumn) number(keys *host.Column, numbers []int64, first, step int, done *atomic.Bool) error {
	var missing []int
	c.mutex.RLock()
	for at := first; at < len(numbers); at += step {
		if isNoKey(keys.Strings[at], keys.IsNull(at)) {
			numbers[at] = noNumber
			continue
		}
		if keys.IsNull(at) || isNullKey(keys.Strings[at]) {
			numbers[at] = numberOfNull
			if !c.hasNull.Load() {
				c.hasNull.Store(true)
			}
			continue
		}
		n := c.keys.Find(keys.Strings[at])
		if n < 0 {
			missing = append(missing, at)
		}
		numbers[at] = int64(n) + 1
	}
	c.mutex.RUnlock()
	if missing == nil {
		return nil
	}
	if done.Load() {
		return host.ErrNotKept
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, at := range missing {
		n, err := c.keys.Add(keys.Strings[at])
		if err != nil {
			return err
		}
		numbers[at] = int64(n) + 1
	}
	return nil
}

// inOrder gives the values their codes. The keys go, unless they may be asked for.
func (v *Values) inOrder() {
	v.done.Store(true)
	for _, c := range v.columnsOf(0)[:len(v.columns)] {
		c.mutex.Lock()
		order := c.keys.InOrder()
		c.codes = make([]int32, len(order)+1)
		for code, n := range order {
			c.codes[n+1] = int32(code)
		}
		n := len(order)
		c.codes[numberOfNull] = int32(n)
		if c.hasNull.Load() {
			n++
		}
		c.stands = make([]atomic.Bool, n)
		v.left.Add(int64(n))
		if !v.listed {
			c.keys = people.TextSet{}
		}
		c.mutex.Unlock()
	}
}

// code returns the code of a number.
func (c *valuesColumn) code(number int64) (int64, error) {
	if uint64(number) >= uint64(len(c.codes)) {
		return 0, host.ErrNotKept
	}
	code := int64(c.codes[number])
	if code >= int64(len(c.stands)) {
		return 0, host.ErrNotKept // NULL, where there is none
	}
	return code, nil
}

// codesOf sets codes to those of numbers, of rows of so many columns.
func (v *Values) codesOf(numbers, codes []int64, width int) (err error) {
	v.finish.Do(v.inOrder)
	for d, c := range v.columnsOf(width) {
		for at := d; at < len(numbers); at += width {
			if codes[at], err = c.code(numbers[at]); err != nil {
				return err
			}
		}
	}
	return nil
}

// keptValues returns the values that are kept under a handle, none under 0.
func keptValues(handle int64) (*Values, error) {
	if handle == 0 {
		return nil, nil
	}
	return host.Look[*Values](handle)
}

// standsFor reports whether the row that asks is the first to ask about a code.
func (c *valuesColumn) standsFor(code int64) bool {
	return !c.stands[code].Load() && !c.stands[code].Swap(true)
}

// maskArgs are the arguments of __skyline_mask.
type maskArgs struct{ Codes []sql.Null[int64] }

// ValuesScalars returns what looks things up in Values: __skyline_numbers(values, keys), the numbers
// of a row's keys; __skyline_codes(values, numbers), their codes, of rows that are asked about when all
// have their numbers; __skyline_stands(values, numbers), the codes for which this row is the first
// to be asked about, and NULL for the others, or for all of them; and __skyline_mask(codes), a digit for
// each: 1, or 0 for NULL.
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
			Name: "__skyline_numbers", Params: []host.Type{bigint, host.ListOf(host.Type{Kind: host.Blob})}, Result: codes, Volatile: true,
			Call: func(args []host.Column, rows int) (host.Column, error) {
				out := numbersLike(&args[1], rows)
				return out, eachOfValues(args, rows, func(v *Values, begin, end, width int) error {
					first, last := out.Ends[begin]-width, out.Ends[end-1]
					for d, c := range v.columnsOf(width) {
						if err := c.number(args[1].Elem, out.Elem.Int64s[:last], first+d, width, &v.done); err != nil {
							return err
						}
					}
					return nil
				})
			},
		},
		{
			Name: "__skyline_codes", Params: []host.Type{bigint, codes}, Result: codes, Volatile: true,
			Call: func(args []host.Column, rows int) (host.Column, error) {
				out := numbersLike(&args[1], rows)
				return out, eachOfValues(args, rows, func(v *Values, begin, end, width int) error {
					first, last := out.Ends[begin]-width, out.Ends[end-1]
					return v.codesOf(args[1].Elem.Int64s[first:last], out.Elem.Int64s[first:last], width)
				})
			},
		},
		{
			Name: "__skyline_stands", Params: []host.Type{bigint, codes}, Result: codes, Volatile: true,
			Call: func(args []host.Column, rows int) (host.Column, error) {
				out := host.Column{Len: rows, Ends: make([]int, 0, rows), Null: make([]bool, 0, rows), Elem: &host.Column{}}
				err := eachOfValues(args, rows, func(v *Values, begin, end, width int) error {
					v.finish.Do(v.inOrder)
					return v.stand(v.columnsOf(width), &args[1], begin, end, &out)
				})
				out.Elem.Len = len(out.Elem.Int64s)
				return out, err
			},
		},
	}
}

// numbersLike are lists of numbers of the lengths of others.
func numbersLike(lists *host.Column, rows int) host.Column {
	n := 0
	if rows > 0 {
		n = lists.Ends[rows-1]
	}
	return host.Column{Len: rows, Ends: slices.Clone(lists.Ends[:rows]), Elem: &host.Column{Len: n, Int64s: make([]int64, n)}}
}

// stand appends to out those codes of the rows begin to end-1, by lists of their numbers, that these are
// the first to have: NULL for the others, and no list where it is none.
func (v *Values) stand(columns []*valuesColumn, lists *host.Column, begin, end int, out *host.Column) error {
	numbers := lists.Elem.Int64s
	for row := begin; row < end; row++ {
		some, first := int64(0), len(out.Elem.Int64s)
		at, last := lists.ListRange(row)
		for ; at < last; at++ {
			d := len(columns) - (last - at)
			if numbers[at] == noNumber {
				continue
			}
			code, err := columns[d].code(numbers[at])
			if err != nil {
				return err
			}
			if !columns[d].standsFor(code) {
				continue
			}
			if some == 0 {
				out.Elem.Int64s = append(out.Elem.Int64s, make([]int64, len(columns))...)
				out.Elem.Null = append(out.Elem.Null, slices.Repeat([]bool{true}, len(columns))...)
			}
			some++
			out.Elem.Int64s[first+d], out.Elem.Null[first+d] = code, false
		}
		v.left.Add(-some)
		out.Null = append(out.Null, some == 0)
		out.Ends = append(out.Ends, len(out.Elem.Int64s))
	}
	return nil
}

var errLists = errors.New("rows must have the same columns")

// eachOfValues calls f for rows of the same values, from begin to end-1, whose lists have width
// elements each. All rows of a call are of one, unless a query is correlated.
func eachOfValues(args []host.Column, rows int, f func(v *Values, begin, end, width int) error) error {
	lists := &args[1]
	widthOf := func(row int) int {
		begin, end := lists.ListRange(row)
		return end - begin
	}
	for begin := 0; begin < rows; {
		if args[0].IsNull(begin) {
			return host.ErrNotKept
		}
		v, err := host.Look[*Values](args[0].Int64s[begin])
		if err != nil {
			return err
		}
		end, width := begin, widthOf(begin)
		for end < rows && !args[0].IsNull(end) && args[0].Int64s[end] == args[0].Int64s[begin] && !lists.IsNull(end) && widthOf(end) == width {
			end++
		}
		if end == begin || width == 0 {
			return errLists
		}
		if err := f(v, begin, end, width); err != nil {
			return err
		}
		begin = end
	}
	return nil
}
