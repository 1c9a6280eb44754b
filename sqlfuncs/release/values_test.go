package release

import (
	"slices"
	"testing"

	"skyline/sqlfuncs/host"
)

// TestValues: codes are in the order of keys, NULL last, however rows were divided among states;
// each value has one row that stands for it, and then the values have served.
func TestValues(t *testing.T) {
	rows := [][]string{{"b", "x"}, {"a", "-"}, {"b", "x"}, {"-", "y"}, {"a"}} // "-" is NULL; the last has one column
	want := [][]int64{{1, 0}, {0, 2}, {1, 0}, {2, 1}, {0}}
	for divided := range len(rows) + 1 {
		v, other := new(Values), new(Values)
		for i, row := range rows {
			state := v
			if i >= divided {
				state = other
			}
			for d, key := range row {
				if err := state.column(d).add(key, key == "-"); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := v.merge(other); err != nil {
			t.Fatal(err)
		}
		handle := host.Keep(v)
		defer host.Drop(handle)
		keys := host.Column{Len: len(rows), Elem: &host.Column{}}
		handles := host.Column{Len: len(rows)}
		for _, row := range rows {
			for _, key := range row {
				keys.Elem.Strings, keys.Elem.Null = append(keys.Elem.Strings, key), append(keys.Elem.Null, key == "-")
			}
			keys.Elem.Len = len(keys.Elem.Strings)
			keys.Ends = append(keys.Ends, keys.Elem.Len)
			handles.Int64s = append(handles.Int64s, handle)
		}
		scalars := map[string]host.Scalar{}
		for _, s := range ValuesScalars() {
			scalars[s.Name] = s
		}
		codes, err := scalars["__skyline_codes"].Call([]host.Column{handles, keys}, len(rows))
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.Concat(want...); !slices.Equal(codes.Elem.Int64s, got) {
			t.Errorf("with %d rows in the first state the codes are %v, want %v", divided, codes.Elem.Int64s, got)
		}
		if v.Served() {
			t.Error("before rows stand for the values they have served")
		}
		stands, err := scalars["__skyline_stands"].Call([]host.Column{handles, codes}, len(rows))
		if err != nil {
			t.Fatal(err)
		}
		if want := []bool{false, false, true, false, true}; !slices.Equal(stands.Null, want) {
			t.Errorf("rows that stand for nothing are %v, want %v", stands.Null, want)
		}
		if !v.Served() {
			t.Error("when rows stand for all values they have not served")
		}
		if c := &v.columns[0]; c.code("c", false) != -1 || v.columns[1].code("", true) != 2 {
			t.Error("what is none of the values has a code, or NULL has not the last one")
		}
	}
}
