package host

import (
	"math"
	"reflect"
	"sync"
	"unsafe"
)

// Rows are the rows of a result, each of which is a struct R. They are kept as columns.
// They are not for several goroutines at once.
type Rows[R any] struct {
	shape  *structWriter
	values Column
	row    R // where the writer finds the row: it would take memory of its own elsewhere
}

// NewRows returns no rows yet. It panics if R does not fit.
func NewRows[R any]() *Rows[R] {
	shape := rowsShape(reflect.TypeFor[R]())
	return &Rows[R]{shape: shape, values: shape.typ.empty()}
}

// Add adds a row. The texts of it stay referenced: those that are views of DuckDB's memory
// must be cloned.
func (r *Rows[R]) Add(row R) {
	r.row = row
	r.shape.put(&r.values, unsafe.Pointer(&r.row))
}

// Len returns the number of rows.
func (r *Rows[R]) Len() int { return r.values.Len }

// column returns the rows as a struct column.
func (r *Rows[R]) column() Column { return r.values }

// FieldsOf returns the columns of rows R. It panics if R does not fit.
func FieldsOf[R any]() []Field { return rowsShape(reflect.TypeFor[R]()).typ.Fields }

var rowsShapes sync.Map // from reflect.Type to *structWriter

func rowsShape(t reflect.Type) *structWriter {
	if shape, ok := rowsShapes.Load(t); ok {
		return shape.(*structWriter)
	}
	shape := newStructWriter("rows", t)
	rowsShapes.Store(t, shape)
	return shape
}

// empty returns a column of no values of the type.
func (t *Type) empty() Column {
	switch t.Kind {
	case List:
		elem := t.Elem.empty()
		return Column{Elem: &elem}
	case Struct:
		c := Column{Fields: make([]Column, len(t.Fields))}
		for i := range t.Fields {
			c.Fields[i] = t.Fields[i].Type.empty()
		}
		return c
	default:
		return Column{}
	}
}

// putValue appends the Go value at p to a column.
type putValue func(c *Column, p unsafe.Pointer)

// structWriter appends structs.
type structWriter struct {
	typ     Type
	members []writtenMember
}

type writtenMember struct {
	at  uintptr
	put putValue
}

func newStructWriter(what string, t reflect.Type) *structWriter {
	w := &structWriter{typ: Type{Kind: Struct}}
	for _, m := range membersOf(what, t) {
		typ, put := writerOf(what, &m)
		w.typ.Fields = append(w.typ.Fields, Field{m.name, typ})
		w.members = append(w.members, writtenMember{m.at, put})
	}
	return w
}

func (w *structWriter) put(c *Column, p unsafe.Pointer) {
	for i := range w.members {
		m := &w.members[i]
		m.put(&c.Fields[i], unsafe.Add(p, m.at))
	}
	c.present()
}

// present counts a value that is not NULL, and has been appended.
func (c *Column) present() {
	if c.Null != nil {
		c.Null = append(c.Null, false)
	}
	c.Len++
}

// absent appends a NULL to a column that has no members.
func (c *Column) absent(kind Kind) {
	switch kind {
	case Boolean:
		c.Bools = append(c.Bools, false)
	case Bigint:
		c.Int64s = append(c.Int64s, 0)
	case Double:
		c.Float64s = append(c.Float64s, 0)
	case Varchar, Blob:
		c.Strings = append(c.Strings, "")
	case List:
		c.Ends = append(c.Ends, c.Elem.Len)
	case Struct:
		// Structs are never NULL.
	}
	c.mark(c.Len, true)
	c.Len++
}

// writerOf returns how a member is written.
func writerOf(what string, m *member) (Type, putValue) {
	t := m.goType
	if value, valid, ok := nullOf(t); ok {
		kind, ok := plainKind(value)
		if !ok {
			panicType(what, m.name, t)
		}
		return Type{Kind: kind}, plainWriter(kind, value, valid)
	}
	if kind, ok := plainKind(t); ok {
		inner := plainWriter(kind, t, 0)
		if m.nanNull {
			return Type{Kind: kind}, func(c *Column, p unsafe.Pointer) {
				if math.IsNaN(*(*float64)(p)) {
					c.absent(Double)
				} else {
					inner(c, p)
				}
			}
		}
		return Type{Kind: kind}, inner
	}
	switch t.Kind() {
	case reflect.Struct:
		if t.PkgPath() == "database/sql" {
			break // sql.NullString and the like: sql.Null is for them
		}
		w := newStructWriter(what, t)
		return w.typ, w.put
	case reflect.Slice:
		typ, inner := writerOf(what, &member{name: m.name, goType: t.Elem()})
		return ListOf(typ), listWriter(t.Elem(), inner, m.nilNull)
	default:
	}
	panicType(what, m.name, t)
	return Type{}, nil
}

// plainWriter returns how a value without members is written. Of a sql.Null, the value is
// in front, and valid is where it says whether there is one; otherwise valid is 0.
func plainWriter(kind Kind, t reflect.Type, valid uintptr) putValue {
	switch {
	case kind == Boolean:
		return func(c *Column, p unsafe.Pointer) {
			if valid != 0 && !*(*bool)(unsafe.Add(p, valid)) {
				c.absent(Boolean)
				return
			}
			c.Bools = append(c.Bools, *(*bool)(p))
			c.present()
		}
	case kind == Bigint && t.Size() == 4:
		return func(c *Column, p unsafe.Pointer) {
			if valid != 0 && !*(*bool)(unsafe.Add(p, valid)) {
				c.absent(Bigint)
				return
			}
			c.Int64s = append(c.Int64s, int64(*(*int32)(p)))
			c.present()
		}
	case kind == Bigint:
		return func(c *Column, p unsafe.Pointer) {
			if valid != 0 && !*(*bool)(unsafe.Add(p, valid)) {
				c.absent(Bigint)
				return
			}
			c.Int64s = append(c.Int64s, *(*int64)(p))
			c.present()
		}
	case kind == Double:
		return func(c *Column, p unsafe.Pointer) {
			if valid != 0 && !*(*bool)(unsafe.Add(p, valid)) {
				c.absent(Double)
				return
			}
			c.Float64s = append(c.Float64s, *(*float64)(p))
			c.present()
		}
	default:
		return func(c *Column, p unsafe.Pointer) {
			if valid != 0 && !*(*bool)(unsafe.Add(p, valid)) {
				c.absent(Varchar)
				return
			}
			c.Strings = append(c.Strings, *(*string)(p))
			c.present()
		}
	}
}

// sliceHeader is how Go keeps a slice.
type sliceHeader struct {
	data     unsafe.Pointer
	len, cap int
}

func listWriter(elem reflect.Type, inner putValue, nilNull bool) putValue {
	size := elem.Size()
	return func(c *Column, p unsafe.Pointer) {
		slice := (*sliceHeader)(p)
		if nilNull && slice.data == nil {
			c.absent(List)
			return
		}
		for i := range slice.len {
			inner(c.Elem, unsafe.Add(slice.data, uintptr(i)*size))
		}
		c.Ends = append(c.Ends, c.Elem.Len)
		c.present()
	}
}
