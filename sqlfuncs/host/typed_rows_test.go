package host

import (
	"database/sql"
	"fmt"
	"maps"
	"math"
	"reflect"
	"strings"
	"testing"
)

type (
	testRole string
	testKey  struct {
		Value sql.Null[string] `sql:"value"`
		L     int64            `sql:"l"`
	}
	testPart struct {
		Name testRole
		N    int32
	}
	testRow struct {
		testKey
		skipped     []byte `sql:"-"`
		C           float64
		Breach      float64 `sql:"breach,nan=null"`
		Safe        bool
		Role        testRole
		KnownGroup  sql.Null[int]
		Histogram   Bytes
		MaybeBlob   sql.Null[Bytes]
		QIGroups    []string `sql:",nil=null"`
		RuledOut    []sql.Null[string]
		Shares      []float64
		Codes       []int64
		small       int32
		Parts       []testPart
		Lists       [][]string
		MaybeNumber sql.Null[float64]
		MaybeBool   sql.Null[bool]
		MaybeSmall  sql.Null[int32]
	}
)

// valueOf returns row i of a column as a Go value, read by what Column says of itself.
func valueOf(t Type, c *Column, i int) any {
	if c.IsNull(i) {
		return nil
	}
	switch t.Kind {
	case Boolean:
		return c.Bools[i]
	case Bigint:
		return c.Int64s[i]
	case Double:
		return c.Float64s[i]
	case List:
		list := []any{}
		begin, end := c.ListRange(i)
		for j := begin; j < end; j++ {
			list = append(list, valueOf(*t.Elem, c.Elem, j))
		}
		return list
	case Struct:
		values := map[string]any{}
		for j, f := range t.Fields {
			values[f.Name] = valueOf(f.Type, &c.Fields[j], i)
		}
		return values
	default:
		return c.Strings[i]
	}
}

// checkLen makes sure that a column and all in it are as long as they say, as ext relies on.
func checkLen(t *testing.T, name string, typ Type, c *Column, n int) {
	t.Helper()
	values := map[Kind]int{Boolean: len(c.Bools), Bigint: len(c.Int64s), Double: len(c.Float64s), Varchar: len(c.Strings), Blob: len(c.Strings), List: len(c.Ends), Struct: n}[typ.Kind]
	if c.Len != n || values != n || c.Null != nil && len(c.Null) != n {
		t.Errorf("%s has Len %d, %d values and %d in Null, want %d", name, c.Len, values, len(c.Null), n)
	}
	if typ.Kind == List {
		elements := 0
		if n > 0 {
			elements = c.Ends[n-1]
		}
		checkLen(t, name+"[]", *typ.Elem, c.Elem, elements)
	}
	for i, f := range typ.Fields {
		checkLen(t, name+"."+f.Name, f.Type, &c.Fields[i], n)
	}
}

func TestFieldsOf(t *testing.T) {
	var got []string
	for _, f := range FieldsOf[testRow]() {
		got = append(got, f.Name+" "+shownType(f.Type))
	}
	want := []string{
		"value VARCHAR", "l BIGINT", "c DOUBLE", "breach DOUBLE", "safe BOOLEAN", "role VARCHAR", "known_group BIGINT", "histogram BLOB", "maybe_blob BLOB",
		"qi_groups VARCHAR[]", "ruled_out VARCHAR[]", "shares DOUBLE[]", "codes BIGINT[]", "small BIGINT",
		"parts STRUCT(name VARCHAR, n BIGINT)[]", "lists VARCHAR[][]", "maybe_number DOUBLE", "maybe_bool BOOLEAN", "maybe_small BIGINT",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("FieldsOf = %q,\nwant %q", got, want)
	}
}

func shownType(t Type) string {
	switch t.Kind {
	case List:
		return shownType(*t.Elem) + "[]"
	case Struct:
		var fields []string
		for _, f := range t.Fields {
			fields = append(fields, f.Name+" "+shownType(f.Type))
		}
		return "STRUCT(" + strings.Join(fields, ", ") + ")"
	default:
		return map[Kind]string{Boolean: "BOOLEAN", Bigint: "BIGINT", Double: "DOUBLE", Varchar: "VARCHAR", Blob: "BLOB"}[t.Kind]
	}
}

func TestRows(t *testing.T) {
	typ := Type{Kind: Struct, Fields: FieldsOf[testRow]()}
	rows := NewRows[testRow]()
	empty := rows.column()
	checkLen(t, "rows", typ, &empty, 0)
	zero := map[string]any{
		"value": nil, "l": int64(0), "c": 0.0, "breach": 0.0, "safe": false, "role": "", "known_group": nil, "histogram": "", "maybe_blob": nil,
		"qi_groups": nil, "ruled_out": []any{}, "shares": []any{}, "codes": []any{}, "small": int64(0), "parts": []any{}, "lists": []any{},
		"maybe_number": nil, "maybe_bool": nil, "maybe_small": nil,
	}
	rows.Add(testRow{})
	rows.Add(testRow{
		testKey: testKey{Some("Flu"), 3}, skipped: []byte("?"), C: 0.5, Breach: math.NaN(), Safe: true, Role: "target", KnownGroup: Some(7),
		Histogram: "\x00\xff", MaybeBlob: Some(Bytes("\x01")), QIGroups: []string{}, RuledOut: []sql.Null[string]{Some("Cold"), {}, Some("")},
		Shares: []float64{0.25, math.Inf(1)}, Codes: []int64{math.MinInt64, 2}, small: math.MinInt32,
		Parts: []testPart{{"a", 1}, {"", -1}}, Lists: [][]string{{"x", "y"}, nil, {"z"}},
		MaybeNumber: Some(math.NaN()), MaybeBool: Some(false), MaybeSmall: Some(int32(-2)),
	})
	full := map[string]any{
		"value": "Flu", "l": int64(3), "c": 0.5, "breach": nil, "safe": true, "role": "target", "known_group": int64(7), "histogram": "\x00\xff", "maybe_blob": "\x01",
		"qi_groups": []any{}, "ruled_out": []any{"Cold", nil, ""}, "shares": []any{0.25, math.Inf(1)}, "codes": []any{int64(math.MinInt64), int64(2)}, "small": int64(math.MinInt32),
		"parts": []any{map[string]any{"name": "a", "n": int64(1)}, map[string]any{"name": "", "n": int64(-1)}}, "lists": []any{[]any{"x", "y"}, []any{}, []any{"z"}},
		"maybe_number": "NaN", "maybe_bool": false, "maybe_small": int64(-2),
	}
	rows.Add(testRow{QIGroups: []string{"a", "b"}})
	last := maps.Clone(zero)
	last["qi_groups"] = []any{"a", "b"}
	if rows.Len() != 3 {
		t.Errorf("Len = %d, want 3", rows.Len())
	}
	c := rows.column()
	checkLen(t, "rows", typ, &c, 3)
	for i, want := range []map[string]any{zero, full, last} {
		got := valueOf(typ, &c, i).(map[string]any)
		if n, ok := got["maybe_number"].(float64); ok && math.IsNaN(n) {
			got["maybe_number"] = "NaN" // it is not equal to itself
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("row %d = %v,\nwant %v", i, got, want)
		}
	}
}

// TestRowsExtended: what two jobs have found is one list of rows.
func TestRowsExtended(t *testing.T) {
	typ := Type{Kind: Struct, Fields: FieldsOf[testRow]()}
	all := Column{Fields: make([]Column, len(typ.Fields))}
	for _, n := range []int{0, 2, 0, 3} {
		rows := NewRows[testRow]()
		for i := range n {
			rows.Add(testRow{testKey: testKey{Some("x"), int64(n)}, Shares: make([]float64, i), Parts: make([]testPart, i), Lists: make([][]string, i)})
		}
		c := rows.column()
		all.Extend(&c)
	}
	checkLen(t, "rows", typ, &all, 5)
	got := fmt.Sprint(all.Fields[1].Int64s, all.Fields[11].Ends, all.Fields[14].Ends)
	if want := "[2 2 3 3 3] [0 1 1 2 4] [0 1 1 2 4]"; got != want {
		t.Errorf("extended rows have l, and ends of lists, %s, want %s", got, want)
	}
}

func TestManyRows(t *testing.T) {
	const n = 1_000_000
	rows := NewRows[benchRow]()
	for i := range n {
		rows.Add(benchRow{Some("Flu"), int64(i), 0.5, i%3 == 0, sql.Null[int64]{V: int64(i), Valid: i%2 == 0}})
	}
	c := rows.column()
	checkLen(t, "rows", Type{Kind: Struct, Fields: FieldsOf[benchRow]()}, &c, n)
	for i := range n {
		if c.Fields[1].Int64s[i] != int64(i) || c.Fields[3].Bools[i] != (i%3 == 0) || c.Fields[4].IsNull(i) == (i%2 == 0) {
			t.Fatalf("row %d is not what was added", i)
		}
	}
}

// mustPanic makes sure that f says what is wrong.
func mustPanic(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		if got := fmt.Sprint(recover()); !strings.Contains(got, want) {
			t.Errorf("panic = %q, want %q in it", got, want)
		}
	}()
	f()
}

func TestRowsMisfit(t *testing.T) {
	mustPanic(t, "must be a struct", func() { NewRows[int]() })
	mustPanic(t, "a must be of a type that SQL has", func() { FieldsOf[struct{ A []byte }]() })
	mustPanic(t, "got map[string]int", func() { FieldsOf[struct{ A map[string]int }]() })
	mustPanic(t, "got *int", func() { FieldsOf[struct{ A *int }]() })
	mustPanic(t, "got float32", func() { FieldsOf[struct{ A float32 }]() })
	mustPanic(t, "got uint64", func() { FieldsOf[struct{ A uint64 }]() })
	mustPanic(t, "must be of a type", func() { FieldsOf[struct{ A sql.Null[[]string] }]() })
	mustPanic(t, "must be of a type", func() { FieldsOf[struct{ A sql.NullString }]() })
	mustPanic(t, "two fields called A", func() {
		FieldsOf[struct {
			A int
			B int `sql:"A"`
		}]()
	})
	mustPanic(t, "options that a int can have, got nan=null", func() {
		FieldsOf[struct {
			A int `sql:"a,nan=null"`
		}]()
	})
	mustPanic(t, "got null", func() {
		FieldsOf[struct {
			A []int `sql:"a,null"`
		}]()
	})
	mustPanic(t, "embed structs only", func() { FieldsOf[struct{ *testKey }]() })
}

func TestSnakeCase(t *testing.T) {
	for name, want := range map[string]string{"A": "a", "KnownGroup": "known_group", "QIGroup": "qi_group", "QI": "qi", "TableNo": "table_no", "small": "small", "L1": "l1"} {
		if got := snakeCase(name); got != want {
			t.Errorf("snakeCase(%s) = %s, want %s", name, got, want)
		}
	}
}

type benchRow struct {
	Value sql.Null[string]
	L     int64
	C     float64
	Safe  bool
	Group sql.Null[int64]
}

const benchRows = 1_000_000

func BenchmarkRows(b *testing.B) {
	b.Run("typed", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			rows := NewRows[benchRow]()
			for i := range benchRows {
				rows.Add(benchRow{Some("Flu"), int64(i), 0.5, true, sql.Null[int64]{V: int64(i), Valid: i%2 == 0}})
			}
			if rows.column().Len != benchRows {
				b.Fatal("rows are missing")
			}
		}
	})
}
