package host

import (
	"database/sql"
	"errors"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
)

type testArgs struct {
	Values    string
	Codes     []int64
	Histogram Bytes
	N         int
	Small     int32
	Share     float64 `sql:"share,nan=null"`
	Ok        bool
	Point     sql.Null[string]
	K         sql.Null[int64]
	SmallK    sql.Null[int32]
	X         sql.Null[float64]
	Is        sql.Null[bool]
	Texts     []sql.Null[string] `sql:"texts,nil=null"`
	Numbers   []float64          `sql:"numbers,nil=null"`
	Names     []testRole
	Flags     []bool
	Blobs     []Bytes
	MaybeK    []sql.Null[int64]
}

// columnOf makes a column of Go values; nil is NULL, whose payload is garbage.
func columnOf(t Type, values ...any) Column {
	c := Column{Len: len(values)}
	if t.Kind == List {
		c.Elem = &Column{}
	}
	var elements []any
	for i, v := range values {
		if v == nil {
			if c.Null == nil {
				c.Null = make([]bool, len(values))
			}
			c.Null[i] = true
		}
		switch t.Kind {
		case Boolean:
			b, ok := v.(bool)
			c.Bools = append(c.Bools, b || !ok)
		case Bigint:
			n, ok := v.(int)
			if !ok {
				n = -99
			}
			c.Int64s = append(c.Int64s, int64(n))
		case Double:
			x, ok := v.(float64)
			if !ok {
				x = -99
			}
			c.Float64s = append(c.Float64s, x)
		case List:
			list, _ := v.([]any)
			elements = append(elements, list...)
			c.Ends = append(c.Ends, len(elements))
		default:
			s, _ := v.(string)
			c.Strings = append(c.Strings, s)
		}
	}
	if t.Kind == List {
		elem := columnOf(*t.Elem, elements...)
		c.Elem = &elem
	}
	return c
}

// columnsOf makes columns of rows.
func columnsOf(types []Type, rows ...[]any) []Column {
	columns := make([]Column, len(types))
	for i, t := range types {
		var values []any
		for _, row := range rows {
			values = append(values, row[i])
		}
		columns[i] = columnOf(t, values...)
	}
	return columns
}

func list(values ...any) []any { return append([]any{}, values...) }

func TestScalarOf(t *testing.T) {
	var got []testArgs
	s := ScalarOf("__skyline_test", func(a *testArgs) (int64, error) {
		clone := *a
		clone.Codes, clone.Texts, clone.Numbers = append([]int64{}, a.Codes...), slices.Clone(a.Texts), slices.Clone(a.Numbers)
		clone.MaybeK = slices.Clone(a.MaybeK)
		got = append(got, clone)
		return int64(len(got)), nil
	})
	var types []string
	for _, p := range s.Params {
		types = append(types, shownType(p))
	}
	if want := "VARCHAR BIGINT[] BLOB BIGINT BIGINT DOUBLE BOOLEAN VARCHAR BIGINT BIGINT DOUBLE BOOLEAN VARCHAR[] DOUBLE[] VARCHAR[] BOOLEAN[] BLOB[] BIGINT[]"; strings.Join(types, " ") != want {
		t.Errorf("Params = %s,\nwant %s", strings.Join(types, " "), want)
	}
	full := list("one", list(1, 2), "\x00", 7, -8, 0.5, true, "p", 9, 10, 0.25, true, list("a", nil, ""), list(0.5, 1.0), list("n"), list(true, false), list("\xff"), list(nil, 3))
	sparse := list("", list(), "", 0, 0, nil, false, nil, nil, nil, nil, nil, nil, nil, list(), list(), list(), list())
	empty := list("", list(), "", 0, 0, 0.0, false, "", 0, 0, 0.0, false, list(), list(), list(), list(), list(), list())
	result, err := s.Call(columnsOf(s.Params, full, sparse, empty, full), 4)
	if err != nil || !reflect.DeepEqual(result.Int64s, []int64{1, 2, 3, 4}) || result.Len != 4 {
		t.Fatalf("Call = %v, %v", result, err)
	}
	wantFull := testArgs{
		Values: "one", Codes: []int64{1, 2}, Histogram: "\x00", N: 7, Small: -8, Share: 0.5, Ok: true, Point: Some("p"), K: Some(int64(9)), SmallK: Some(int32(10)),
		X: Some(0.25), Is: Some(true), Texts: []sql.Null[string]{Some("a"), {}, Some("")}, Numbers: []float64{0.5, 1}, Names: []testRole{"n"},
		Flags: []bool{true, false}, Blobs: []Bytes{"\xff"}, MaybeK: []sql.Null[int64]{{}, Some(int64(3))},
	}
	wantSparse := testArgs{Codes: []int64{}, Names: []testRole{}, Flags: []bool{}, Blobs: []Bytes{}, MaybeK: []sql.Null[int64]{}}
	wantEmpty := wantSparse
	wantEmpty.Point, wantEmpty.K, wantEmpty.SmallK, wantEmpty.X, wantEmpty.Is = Some(""), Some(int64(0)), Some(int32(0)), Some(0.0), Some(false)
	wantEmpty.Texts, wantEmpty.Numbers = []sql.Null[string]{}, []float64{}
	if !math.IsNaN(got[1].Share) {
		t.Errorf("NULL with nan=null is %v, want NaN", got[1].Share)
	}
	got[1].Share = 0
	for i, want := range []testArgs{wantFull, wantSparse, wantEmpty, wantFull} {
		if !reflect.DeepEqual(got[i], want) {
			t.Errorf("row %d has the arguments %#v,\nwant %#v", i, got[i], want)
		}
	}
}

func TestScalarRefuses(t *testing.T) {
	called := 0
	s := ScalarOf("__skyline_test", func(*testArgs) (bool, error) { called++; return true, nil })
	row := list("one", list(1, 2), "\x00", 7, -8, 0.5, true, "p", 9, 10, 0.25, true, list("a"), list(0.5), list("n"), list(true), list("b"), list(3))
	for i, name := range []string{0: "values", 1: "codes", 2: "histogram", 3: "n", 4: "small", 6: "ok", 14: "names", 15: "flags", 16: "blobs", 17: "maybe_k"} {
		if name == "" {
			continue
		}
		bad := slices.Clone(row)
		bad[i] = nil
		called = 0
		_, err := s.Call(columnsOf(s.Params, row, bad), 2)
		if want := "__skyline_test: " + name + " must not be NULL"; err == nil || err.Error() != want || called != 1 {
			t.Errorf("with NULL: %v after %d calls, want %s after 1", err, called, want)
		}
	}
	for i, name := range []string{1: "codes", 13: "numbers", 14: "names", 15: "flags"} {
		if name == "" {
			continue
		}
		bad := slices.Clone(row)
		bad[i] = list(nil)
		if _, err := s.Call(columnsOf(s.Params, bad), 1); err == nil || err.Error() != "__skyline_test: "+name+" must not have NULL in it" {
			t.Errorf("with NULL in a list: %v", err)
		}
	}
	for at, n := range map[int]int{4: math.MaxInt32 + 1, 9: math.MinInt32 - 1} {
		bad := slices.Clone(row)
		bad[at] = n
		if _, err := s.Call(columnsOf(s.Params, bad), 1); err == nil || !strings.HasSuffix(err.Error(), " must be from -2147483648 to 2147483647") {
			t.Errorf("with %d: %v", n, err)
		}
	}
}

func TestScalarResults(t *testing.T) {
	type n struct{ N sql.Null[int64] }
	args := []Column{columnOf(Type{Kind: Bigint}, 2, nil, 0)}
	check := func(s Scalar, typ string, want ...any) {
		t.Helper()
		c, err := s.Call(args, 3)
		if err != nil || shownType(s.Result) != typ {
			t.Fatalf("Call = %v; the result is %s, want %s", err, shownType(s.Result), typ)
		}
		checkLen(t, "result", s.Result, &c, 3)
		for i := range want {
			if got := valueOf(s.Result, &c, i); !reflect.DeepEqual(got, want[i]) {
				t.Errorf("row %d of %s = %v, want %v", i, typ, got, want[i])
			}
		}
	}
	check(VolatileOf("f", func(a *n) (sql.Null[int64], error) { return a.N, nil }), "BIGINT", int64(2), nil, int64(0))
	check(ScalarOf("f", func(a *n) (bool, error) { return a.N.Valid, nil }), "BOOLEAN", true, false, true)
	check(ScalarOf("f", func(a *n) (Bytes, error) { return Bytes(fmt.Sprint(a.N.V)), nil }), "BLOB", "2", "0", "0")
	check(ScalarOf("f", func(a *n) (float64, error) { return float64(a.N.V) / 4, nil }), "DOUBLE", 0.5, 0.0, 0.0)
	check(ScalarOf("f", func(a *n) ([]string, error) { return make([]string, a.N.V), nil }), "VARCHAR[]", list("", ""), list(), list())
	check(ScalarOf("f", func(a *n) (testPart, error) { return testPart{"p", int32(a.N.V)}, nil }), "STRUCT(name VARCHAR, n BIGINT)", map[string]any{"name": "p", "n": int64(2)})
	check(ScalarOf("f", func(a *n) ([]testPart, error) { return make([]testPart, a.N.V), nil }), "STRUCT(name VARCHAR, n BIGINT)[]",
		list(map[string]any{"name": "", "n": int64(0)}, map[string]any{"name": "", "n": int64(0)}), list(), list())

	failed := errors.New("public_name: what is wrong")
	if _, err := ScalarOf("f", func(*n) (bool, error) { return false, failed }).Call(args, 3); !errors.Is(err, failed) || err.Error() != failed.Error() {
		t.Errorf("Call = %v, want the error of f as it is", err)
	}
	if c, err := ScalarOf("f", func(*n) ([]testPart, error) { return nil, failed }).Call([]Column{{}}, 0); err != nil || c.Len != 0 || c.Elem == nil {
		t.Errorf("Call without rows = %v, %v", c, err)
	}
	if !VolatileOf("f", func(*n) (bool, error) { return true, nil }).Volatile || ScalarOf("f", func(*n) (bool, error) { return true, nil }).Volatile {
		t.Error("only what VolatileOf returns is volatile")
	}
	if c, err := ScalarOf("f", func(*struct{}) (bool, error) { return true, nil }).Call(nil, 2); err != nil || c.Len != 2 {
		t.Errorf("Call of a function without parameters = %v, %v", c, err)
	}
}

func TestArgumentsMisfit(t *testing.T) {
	result := func(any) {}
	mustPanic(t, "__f: a must be of a type", func() { result(ScalarOf("__f", func(*struct{ A []int32 }) (bool, error) { return true, nil })) })
	mustPanic(t, "__f: a must be of a type", func() { result(ScalarOf("__f", func(*struct{ A testPart }) (bool, error) { return true, nil })) })
	mustPanic(t, "__f: a must be of a type", func() { result(ScalarOf("__f", func(*struct{ A [][]string }) (bool, error) { return true, nil })) })
	mustPanic(t, "__f: a must be of a type", func() {
		result(ScalarOf("__f", func(*struct{ A sql.Null[[]string] }) (bool, error) { return true, nil }))
	})
	mustPanic(t, "__f: the result must be of a type", func() { result(ScalarOf("__f", func(*struct{}) (error, error) { return nil, nil })) })
	mustPanic(t, "__f: string must be a struct", func() { result(ScalarOf("__f", func(*string) (bool, error) { return true, nil })) })
}

// TestScalarAtOnce calls a function from several goroutines.
func TestScalarAtOnce(t *testing.T) {
	s := ScalarOf("f", func(a *struct{ Texts []sql.Null[string] }) (int64, error) { return int64(len(a.Texts)), nil })
	args := columnsOf(s.Params, list(list("a", nil)), list(list()), list(list("b")))
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 100 {
				if c, err := s.Call(args, 3); err != nil || !slices.Equal(c.Int64s, []int64{2, 0, 1}) {
					t.Errorf("Call = %v, %v", c.Int64s, err)
				}
			}
		})
	}
	wait.Wait()
}

type benchArgs struct {
	Values string
	Codes  []int64
	Hist   Bytes
	N      int64
	Level  sql.Null[int64]
}

// BenchmarkArguments is the sum of what a row has, for as many rows as DuckDB hands over at
// once.
func BenchmarkArguments(b *testing.B) {
	const rows = 2048
	sum := func(a *benchArgs) (int64, error) {
		return int64(len(a.Values)+len(a.Hist)) + a.Codes[0] + a.N + a.Level.V, nil
	}
	s := ScalarOf("f", sum)
	var values [][]any
	for i := range rows {
		var level any
		if i%2 == 0 {
			level = i
		}
		values = append(values, list("one", list(i, 2, 3), "histogram", i, level))
	}
	args := columnsOf(s.Params, values...)
	perRow := func(b *testing.B) { b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rows, "ns/row") }
	b.Run("typed", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := s.Call(args, rows); err != nil {
				b.Fatal(err)
			}
		}
		perRow(b)
	})
	b.Run("positional", func(b *testing.B) {
		b.ReportAllocs()
		var out Column
		for b.Loop() {
			result := make([]int64, rows)
			for row := range result {
				if args[0].IsNull(row) || args[1].IsNull(row) || args[2].IsNull(row) || args[3].IsNull(row) {
					b.Fatal("NULL")
				}
				begin, end := args[1].ListRange(row)
				if slices.Contains(NullsOf(args[1].Elem, begin, end), true) {
					b.Fatal("NULL")
				}
				codes := args[1].Elem.Int64s[begin:end]
				result[row] = int64(len(args[0].Strings[row])+len(args[2].Strings[row])) + codes[0] + args[3].Int64s[row] + args[4].Int64OrZero(row)
			}
			out = Column{Len: rows, Int64s: result}
		}
		perRow(b)
		runtime.KeepAlive(&out)
	})
}
