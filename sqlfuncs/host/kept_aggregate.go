package host

import (
	"fmt"
	"strings"
	"unsafe"
)

// Kept returns an aggregate that gathers rows in an S and keeps it for a kernel: its
// result is the handle, as a text, which a Handle[*S] of the kernel's specification takes.
//
//	__skyline_<…>(key, function VARCHAR, <the fields of A>, apart) VARCHAR
//
// function is the public function that the plan is of. add adds a row to a state; A is as
// in ScalarOf, and there during the call only. merge adds a state to another, and must not
// keep parts of it. Their errors get the function's name in front: see Named.
func Kept[A, S any](name string, empty func() *S, add func(s *S, a *A) error, merge func(into, from *S) error) Aggregate {
	params, update := byRow[A](name, add)
	a := aggregateOf(name, Varchar, params, empty, update, merge, func(s *S) (string, error) { return keepText(s), nil })
	a.Params = append(a.Params, Type{Kind: Double})
	return a
}

// KeptShared is Kept for a state that kernels only read, as a Shared[*S]. In a correlated
// subquery several kernels get the same one. So nothing has to set its calls apart:
//
//	__skyline_<…>(key, function VARCHAR, <the fields of A>) VARCHAR
func KeptShared[A, S any](name string, empty func() *S, add func(s *S, a *A) error, merge func(into, from *S) error) Aggregate {
	params, update := byRow[A](name, add)
	return aggregateOf(name, Varchar, params, empty, update, merge, func(s *S) (string, error) { return keepShared(s), nil })
}

// KeptSharedColumns is KeptShared for arguments that are read a vector at a time, those of
// the types params behind function: add adds the rows begin..end-1 of args, any of which may
// be NULL.
func KeptSharedColumns[S any](name string, params []Type, empty func() *S, add func(s *S, args []Column, begin, end int) error, merge func(into, from *S) error) Aggregate {
	update := func(s *fold[S], args []Column, begin, end int) error { return s.named(add(s.value, args, begin, end)) }
	return aggregateOf(name, Varchar, params, empty, update, merge, func(s *S) (string, error) { return keepShared(s), nil })
}

// Folded is KeptShared for an aggregate that returns a text, or Bytes, and keeps nothing:
//
//	__skyline_<…>(key, function VARCHAR, <the fields of A>) VARCHAR or BLOB
func Folded[A, S any, R string | Bytes](name string, empty func() *S, add func(s *S, a *A) error, merge func(into, from *S) error, result func(s *S) (R, error)) Aggregate {
	kind := Varchar
	if _, ok := any(R("")).(Bytes); ok {
		kind = Blob
	}
	params, update := byRow[A](name, add)
	return aggregateOf(name, kind, params, empty, update, merge, func(s *S) (string, error) {
		r, err := result(s)
		return string(r), err
	})
}

// fold is the state of an aggregate, and the function that it is for: "" where it has no
// rows.
type fold[S any] struct {
	function string
	value    *S
}

// byRow returns the parameters that an A is read of, and how rows are added one by one.
func byRow[A, S any](name string, add func(s *S, a *A) error) (params []Type, update func(s *fold[S], args []Column, begin, end int) error) {
	read := newArguments[A](name)
	return read.params, func(s *fold[S], args []Column, begin, end int) error {
		a := new(A)
		for row := begin; row < end; row++ {
			if err := read.row(args, row, unsafe.Pointer(a)); err != nil {
				return err
			}
			if err := add(s.value, a); err != nil {
				return s.named(err)
			}
		}
		return nil
	}
}

func aggregateOf[S any](name string, kind Kind, params []Type, empty func() *S, update func(s *fold[S], args []Column, begin, end int) error, merge func(into, from *S) error, result func(s *S) (string, error)) Aggregate {
	return Aggregate{
		Name:   name,
		Params: append([]Type{{Kind: Varchar}}, params...),
		Result: Type{Kind: kind},
		New:    func() any { return &fold[S]{value: empty()} },
		Update: func(state any, args []Column, begin, end int) error {
			s := state.(*fold[S])
			for row := begin; row < end; row++ {
				if err := s.isFor(name, &args[0], row); err != nil {
					return err
				}
			}
			return update(s, args[1:], begin, end)
		},
		Combine: func(target, source any) error {
			t, s := target.(*fold[S]), source.(*fold[S])
			if s.function == "" {
				return nil
			}
			if t.function == "" {
				t.function = s.function
			}
			return t.named(merge(t.value, s.value))
		},
		Finalize: func(state any) (string, error) {
			s := state.(*fold[S])
			text, err := result(s.value)
			return text, s.named(err)
		},
	}
}

// isFor notes the function that a row is for, of the first row.
func (s *fold[S]) isFor(aggregate string, functions *Column, row int) error {
	if functions.IsNull(row) {
		return fmt.Errorf("%s: function must not be NULL", aggregate)
	}
	if s.function != "" {
		return nil
	}
	if !isFunction(functions.Strings[row]) {
		return errNotPlan(aggregate)
	}
	s.function = strings.Clone(functions.Strings[row])
	return nil
}

// named puts the function in front of an error. Without rows it is not known.
func (s *fold[S]) named(err error) error {
	if s.function == "" {
		return err
	}
	return Named(s.function, err)
}
