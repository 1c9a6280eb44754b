package host

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// Kernel is a computation that a plan runs as a job: a Go function from a typed
// specification to typed rows.
type Kernel struct {
	Name   string
	Fields []Field      // of its rows
	spec   reflect.Type // a pointer to its specification
	// read makes a job of what the specification and the data say.
	read func(spec string, data *string) (Run, error)
}

// KernelOf returns a kernel. A specification S is a struct that is decoded from JSON: from
// what the planner knows, then from what the statement has computed. It holds what other
// private functions have kept as fields Handle, Shared, or pointers to them. The rows R are
// as in NewRows.
//
// compute looks at ctx often enough to stop within a moment. Its errors get the name of
// the public function in front: see Named.
func KernelOf[S, R any](name string, compute func(ctx context.Context, spec *S) (*Rows[R], error)) Kernel {
	handles := handlesOf(name, reflect.TypeFor[S]())
	return Kernel{
		Name:   name,
		Fields: FieldsOf[R](),
		spec:   reflect.TypeFor[*S](),
		read: func(spec string, data *string) (Run, error) {
			s := new(S)
			err := decodeSpec(s, spec)
			if data != nil {
				err = errors.Join(err, decodeSpec(s, *data))
			}
			// Asked for whatever else is wrong, so that nothing stays behind.
			missing := askFor(reflect.ValueOf(s).Elem(), handles)
			if err != nil {
				return nil, errSpec
			}
			if missing != nil {
				return nil, missing
			}
			return func(ctx context.Context) (Column, error) {
				rows, err := compute(ctx, s)
				if err != nil {
					return Column{}, err
				}
				if rows == nil {
					rows = NewRows[R]()
				}
				return rows.column(), nil
			}, nil
		},
	}
}

var errSpec = errors.New("the specification cannot be read")

// decodeSpec decodes one JSON object, whose members must all be known. Numbers in a member
// of type any stay as they were written. Where a member does not fit, the others are decoded
// all the same.
func decodeSpec(into any, text string) error {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	decoder.DisallowUnknownFields()
	err := decoder.Decode(into)
	if _, end := decoder.Token(); !errors.Is(end, io.EOF) {
		err = errors.Join(err, errSpec)
	}
	return err
}

// Handle is a member of a specification: a value that Kept or Keep has kept. In JSON it is
// the handle, a number or a text. The kernel that decodes it takes the value, and is the only
// one who has it then. A *Handle may be NULL, or not there, and is nil then.
//
// Where the value is not there, or not a T, the query ends with ErrNotKept; where another
// kernel has taken it, with ErrUsed.
type Handle[T any] struct {
	Value T
	handleNumber
}

// Shared is a Handle of a value that KeptShared has kept. Other kernels may have the same
// value at the same time, so it is there to be read only.
type Shared[T any] struct {
	Value T
	handleNumber
}

// handleNumber is the handle of a value.
type handleNumber struct{ number string }

// UnmarshalJSON implements json.Unmarshaler. It never fails: JSON behind it is to be decoded
// too, which may hold more handles. What is wrong with it shows when the value is asked for.
func (h *handleNumber) UnmarshalJSON(text []byte) error {
	// NULL says nothing, as everywhere in JSON: the data may hold what the plan did not know.
	if !bytes.Equal(text, []byte("null")) {
		h.number = strings.Trim(string(text), `"`)
	}
	return nil
}

// MarshalJSON implements json.Marshaler: so a planner can write what it knows as an S.
func (handleNumber) MarshalJSON() ([]byte, error) { return []byte("null"), nil }

func (h *Handle[T]) askFor() (err error) {
	h.Value, err = Take[T](h.number)
	return err
}

func (h *Shared[T]) askFor() (err error) {
	h.Value, err = lookShared[T](h.number)
	return err
}

// asker is a *Handle or a *Shared of any type.
type asker interface{ askFor() error }

var askerType = reflect.TypeFor[asker]()

// handlesOf returns where a specification has handles. It panics if it has some where
// nobody would ask for them.
func handlesOf(kernel string, t reflect.Type) [][]int {
	if t.Kind() != reflect.Struct {
		panic(fmt.Sprintf("%s: the specification must be a struct, got %v", kernel, t))
	}
	var paths [][]int
	for _, f := range reflect.VisibleFields(t) {
		embedded := f.Anonymous && f.Type.Kind() == reflect.Struct && !isHandle(f.Type)
		switch {
		case isHandle(f.Type):
			if !f.IsExported() {
				panic(fmt.Sprintf("%s: %v.%s is a handle and must be exported, or JSON does not see it", kernel, t, f.Name))
			}
			paths = append(paths, f.Index)
		case !embedded && hasHandle(f.Type, map[reflect.Type]bool{}):
			panic(fmt.Sprintf("%s: %v.%s must not have handles in it: they are members of a specification itself, or of a struct that it embeds", kernel, t, f.Name))
		}
	}
	return paths
}

// isHandle reports whether a type is a Handle, a Shared, or a pointer to one.
func isHandle(t reflect.Type) bool {
	return t.Implements(askerType) || reflect.PointerTo(t).Implements(askerType)
}

// hasHandle reports whether values of a type may have handles in them.
func hasHandle(t reflect.Type, seen map[reflect.Type]bool) bool {
	if isHandle(t) {
		return true
	}
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return hasHandle(t.Elem(), seen)
	case reflect.Struct:
		for f := range t.Fields() {
			if hasHandle(f.Type, seen) {
				return true
			}
		}
	default:
	}
	return false
}

// askFor asks for what all handles of a specification stand for.
func askFor(spec reflect.Value, paths [][]int) error {
	var err error
	for _, path := range paths {
		h := spec.FieldByIndex(path)
		if h.Kind() != reflect.Pointer {
			h = h.Addr()
		}
		if h.IsNil() {
			continue
		}
		if failed := h.Interface().(asker).askFor(); failed != nil {
			err = failed
		}
	}
	return err
}

// startName is the function that starts all kernels.
const startName = "__skyline_start"

// StartScalar returns the function that starts a kernel as a job, whose handle it returns:
//
//	__skyline_start(function VARCHAR, kernel VARCHAR, spec VARCHAR, data VARCHAR) BIGINT
//
// function is the public function that the plan is of; spec is JSON that the plan knew, and
// data, which may be NULL, what the statement has computed: system.main.to_json of a struct.
// A number that is infinite or none is no JSON: it must be text there. Bytes are a member
// []byte, and system.main.base64 in SQL. What has a row for each of the table's is not for
// JSON: an aggregate that Kept or KeptShared returns keeps it.
//
// It panics if two kernels have the same name.
func StartScalar(kernels []Kernel) Scalar {
	byName := map[string]*Kernel{}
	for i, k := range kernels {
		if byName[k.Name] != nil {
			panic(startName + ": there are two kernels called " + k.Name)
		}
		byName[k.Name] = &kernels[i]
	}
	type start struct {
		Function, Kernel, Spec string
		Data                   sql.Null[string]
	}
	return VolatileOf(startName, func(a *start) (int64, error) {
		k := byName[a.Kernel]
		if k == nil || !isFunction(a.Function) {
			return 0, errNotPlan(a.Function)
		}
		var data *string
		if a.Data.Valid {
			data = &a.Data.V
		}
		function := strings.Clone(a.Function)
		compute, err := k.read(a.Spec, data)
		if errors.Is(err, errSpec) {
			return 0, errNotPlan(function)
		}
		if err != nil {
			return 0, Named(function, err)
		}
		return startJob(k.job(), function, func(ctx context.Context) (Column, error) {
			rows, err := compute(ctx)
			return rows, Named(function, err)
		})
	})
}

// job is what its jobs are known by.
func (k *Kernel) job() string { return "skyline_" + k.Name }

// RowsScalars returns, for each kernel, the function that hands over the rows of a job of
// its own, once:
//
//	__skyline_<kernel>_rows(job BIGINT) LIST(STRUCT)
//
// One for all cannot be: DuckDB wants to know what type a result has before it calls the
// function, and knows of the argument no more than that it is a BIGINT.
func RowsScalars(kernels []Kernel) []Scalar {
	scalars := make([]Scalar, len(kernels))
	for i := range kernels {
		scalars[i] = rowsScalar(kernels[i].job(), kernels[i].Fields)
	}
	return scalars
}
