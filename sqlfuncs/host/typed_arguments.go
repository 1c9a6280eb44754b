package host

import (
	"database/sql"
	"fmt"
	"math"
	"reflect"
	"slices"
	"unsafe"
)

// ScalarOf returns a scalar function of the arguments A, a struct whose fields are the
// parameters in their order; see Bytes for their types. f is called for each row, by
// several threads at once. What A holds is there during the call of f only: its texts and
// lists are views of DuckDB's memory, which must be cloned to outlive it, and the next row
// has the same A.
//
// The result R is of a type that a field can have, or a slice of structs.
//
// A NULL that a field has no room for is an error, and f is not called. Errors of f are
// returned as they are: f knows for which public function it works.
func ScalarOf[A, R any](name string, f func(a *A) (R, error)) Scalar {
	read := newArguments[A](name)
	result, put := writerOf(name, &member{name: "the result", goType: reflect.TypeFor[R]()})
	return Scalar{
		Name:   name,
		Params: read.params,
		Result: result,
		Call: func(args []Column, rows int) (Column, error) {
			out := result.empty()
			out.reserve(result.Kind, rows)
			// One of each a call: a variable of each row would take memory.
			var value struct {
				a A
				r R
			}
			for row := range rows {
				err := read.row(args, row, unsafe.Pointer(&value.a))
				if err == nil {
					value.r, err = f(&value.a)
				}
				if err != nil {
					return Column{}, err
				}
				put(&out, unsafe.Pointer(&value.r))
			}
			return out, nil
		},
	}
}

// VolatileOf is ScalarOf for a function whose result is another one each time.
func VolatileOf[A, R any](name string, f func(a *A) (R, error)) Scalar {
	s := ScalarOf(name, f)
	s.Volatile = true
	return s
}

// reserve makes room for values of a kind.
func (c *Column) reserve(kind Kind, n int) {
	switch kind {
	case Boolean:
		c.Bools = make([]bool, 0, n)
	case Bigint:
		c.Int64s = make([]int64, 0, n)
	case Double:
		c.Float64s = make([]float64, 0, n)
	case Varchar, Blob:
		c.Strings = make([]string, 0, n)
	case List:
		c.Ends = make([]int, 0, n)
	case Struct:
		// Its members grow as they do.
	}
}

// arguments fills a struct from a row.
type arguments struct {
	function string
	params   []Type
	members  []argument
}

type argument struct {
	name string
	at   uintptr
	get  getValue
}

// getValue stores the value of a row at p, and says what is wrong with it.
type getValue func(c *Column, row int, p unsafe.Pointer) fault

// fault is what can be wrong with an argument.
type fault int

const (
	noFault fault = iota
	faultNull
	faultElement
	faultRange
)

func newArguments[A any](function string) *arguments {
	a := &arguments{function: function}
	for _, m := range membersOf(function, reflect.TypeFor[A]()) {
		typ, get := readerOf(function, &m)
		a.params = append(a.params, typ)
		a.members = append(a.members, argument{m.name, m.at, get})
	}
	return a
}

func (a *arguments) row(args []Column, row int, p unsafe.Pointer) error {
	for i := range a.members {
		m := &a.members[i]
		if fault := m.get(&args[i], row, unsafe.Add(p, m.at)); fault != noFault {
			return a.fault(fault, m.name)
		}
	}
	return nil
}

func (a *arguments) fault(f fault, name string) error {
	rule := "not be NULL"
	switch f {
	case faultElement:
		rule = "not have NULL in it"
	case faultRange:
		rule = fmt.Sprintf("be from %d to %d", math.MinInt32, math.MaxInt32)
	case noFault, faultNull:
	}
	return fmt.Errorf("%s: %s must %s", a.function, name, rule)
}

// readerOf returns how a member is read.
func readerOf(what string, m *member) (Type, getValue) {
	t := m.goType
	if value, valid, ok := nullOf(t); ok {
		kind, ok := plainKind(value)
		if !ok {
			panicType(what, m.name, t)
		}
		return Type{Kind: kind}, plainReader(kind, value, valid)
	}
	if kind, ok := plainKind(t); ok {
		inner := plainReader(kind, t, 0)
		if m.nanNull {
			return Type{Kind: kind}, func(c *Column, row int, p unsafe.Pointer) fault {
				if c.IsNull(row) {
					*(*float64)(p) = math.NaN()
					return noFault
				}
				return inner(c, row, p)
			}
		}
		return Type{Kind: kind}, inner
	}
	if t.Kind() == reflect.Slice {
		if kind, get := listReader(t.Elem(), m.nilNull); get != nil {
			return ListOf(Type{Kind: kind}), get
		}
	}
	panicType(what, m.name, t)
	return Type{}, nil
}

// plainReader returns how a value without members is read. valid is as for plainWriter.
func plainReader(kind Kind, t reflect.Type, valid uintptr) getValue {
	switch {
	case kind == Boolean:
		return func(c *Column, row int, p unsafe.Pointer) fault {
			if c.IsNull(row) {
				*(*bool)(p) = false
				return nullValue(p, valid)
			}
			*(*bool)(p) = c.Bools[row]
			return hasValue(p, valid)
		}
	case kind == Bigint && t.Size() == 4:
		return func(c *Column, row int, p unsafe.Pointer) fault {
			if c.IsNull(row) {
				*(*int32)(p) = 0
				return nullValue(p, valid)
			}
			n := c.Int64s[row]
			if n != int64(int32(n)) {
				return faultRange
			}
			*(*int32)(p) = int32(n)
			return hasValue(p, valid)
		}
	case kind == Bigint:
		return func(c *Column, row int, p unsafe.Pointer) fault {
			if c.IsNull(row) {
				*(*int64)(p) = 0
				return nullValue(p, valid)
			}
			*(*int64)(p) = c.Int64s[row]
			return hasValue(p, valid)
		}
	case kind == Double:
		return func(c *Column, row int, p unsafe.Pointer) fault {
			if c.IsNull(row) {
				*(*float64)(p) = 0
				return nullValue(p, valid)
			}
			*(*float64)(p) = c.Float64s[row]
			return hasValue(p, valid)
		}
	default:
		return func(c *Column, row int, p unsafe.Pointer) fault {
			if c.IsNull(row) {
				*(*string)(p) = ""
				return nullValue(p, valid)
			}
			*(*string)(p) = c.Strings[row]
			return hasValue(p, valid)
		}
	}
}

// nullValue notes NULL in a sql.Null; elsewhere it has no room.
func nullValue(p unsafe.Pointer, valid uintptr) fault {
	if valid == 0 {
		return faultNull
	}
	*(*bool)(unsafe.Add(p, valid)) = false
	return noFault
}

// hasValue notes in a sql.Null that it has a value.
func hasValue(p unsafe.Pointer, valid uintptr) fault {
	if valid != 0 {
		*(*bool)(unsafe.Add(p, valid)) = true
	}
	return noFault
}

// listReader returns how lists with elements of a type are read; nil: there are none.
func listReader(elem reflect.Type, nilNull bool) (Kind, getValue) {
	bools := func(c *Column) []bool { return c.Bools }
	int64s := func(c *Column) []int64 { return c.Int64s }
	float64s := func(c *Column) []float64 { return c.Float64s }
	texts := func(c *Column) []string { return c.Strings }
	switch elem {
	case reflect.TypeFor[sql.Null[bool]]():
		return Boolean, nullableElements(bools, nilNull)
	case reflect.TypeFor[sql.Null[int64]]():
		return Bigint, nullableElements(int64s, nilNull)
	case reflect.TypeFor[sql.Null[float64]]():
		return Double, nullableElements(float64s, nilNull)
	case reflect.TypeFor[sql.Null[string]]():
		return Varchar, nullableElements(texts, nilNull)
	case reflect.TypeFor[sql.Null[Bytes]]():
		return Blob, nullableElements(texts, nilNull) // Bytes are kept as strings are
	}
	kind, _ := plainKind(elem)
	switch elem.Kind() {
	case reflect.Bool:
		return kind, elements(bools, nilNull)
	case reflect.Int64:
		return kind, elements(int64s, nilNull)
	case reflect.Float64:
		return kind, elements(float64s, nilNull)
	case reflect.String:
		return kind, elements(texts, nilNull)
	default:
		// Others would have to be copied.
		return 0, nil
	}
}

// elements reads a list as a view.
func elements[T any](values func(c *Column) []T, nilNull bool) getValue {
	return func(c *Column, row int, p unsafe.Pointer) fault {
		list := (*[]T)(p)
		if c.IsNull(row) {
			*list = nil
			return nullList(nilNull)
		}
		begin, end := c.ListRange(row)
		if slices.Contains(NullsOf(c.Elem, begin, end), true) {
			return faultElement
		}
		if begin == end {
			*list = []T{} // not nil
			return noFault
		}
		*list = values(c.Elem)[begin:end:end]
		return noFault
	}
}

// nullableElements reads a list into memory that the next row uses again.
func nullableElements[T any](values func(c *Column) []T, nilNull bool) getValue {
	return func(c *Column, row int, p unsafe.Pointer) fault {
		list := (*[]sql.Null[T])(p)
		if c.IsNull(row) {
			*list = nil
			return nullList(nilNull)
		}
		begin, end := c.ListRange(row)
		if *list == nil {
			*list = make([]sql.Null[T], 0, end-begin)
		}
		to := (*list)[:0]
		for i := begin; i < end; i++ {
			if c.Elem.IsNull(i) {
				to = append(to, sql.Null[T]{})
			} else {
				to = append(to, sql.Null[T]{V: values(c.Elem)[i], Valid: true})
			}
		}
		*list = to
		return noFault
	}
}

func nullList(nilNull bool) fault {
	if nilNull {
		return noFault
	}
	return faultNull
}
