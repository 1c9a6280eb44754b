package release

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"skyline/sqlfuncs/host"
)

// lists are lists of texts, of which "-" is NULL.
func lists(rows [][]string) host.Column {
	c := host.Column{Len: len(rows), Elem: &host.Column{}}
	for _, row := range rows {
		for _, text := range row {
			c.Elem.Strings, c.Elem.Null = append(c.Elem.Strings, text), append(c.Elem.Null, text == "-")
		}
		c.Elem.Len = len(c.Elem.Strings)
		c.Ends = append(c.Ends, c.Elem.Len)
	}
	return c
}

// called calls a function of ValuesScalars for lists.
func called(t *testing.T, name string, handle int64, list host.Column) (host.Column, error) {
	t.Helper()
	handles := host.Column{Len: list.Len, Int64s: slices.Repeat([]int64{handle}, list.Len)}
	for _, s := range ValuesScalars() {
		if s.Name == name {
			return s.Call([]host.Column{handles, list}, list.Len)
		}
	}
	t.Fatalf("there is no %s", name)
	return host.Column{}, nil
}

func mustCall(t *testing.T, name string, handle int64, list host.Column) host.Column {
	t.Helper()
	out, err := called(t, name, handle, list)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestValues: codes are in the order of keys, NULL last, in whichever order rows came; each value has
// one row that stands for it, and then the values have served.
func TestValues(t *testing.T) {
	rows := [][]string{{"b", "x"}, {"a", "-"}, {"b", "x"}, {"-", "y"}, {"a", "y"}}
	want := [][]int64{{1, 0}, {0, 2}, {1, 0}, {2, 1}, {0, 1}}
	for first := range rows {
		v := new(Values)
		handle := host.Keep(v)
		defer host.Drop(handle)
		turned := slices.Concat(rows[first:], rows[:first])
		numbers := mustCall(t, "__skyline_numbers", handle, lists(turned))
		codes := mustCall(t, "__skyline_codes", handle, numbers)
		if got := slices.Concat(slices.Concat(want[first:], want[:first])...); !slices.Equal(codes.Elem.Int64s, got) {
			t.Errorf("from row %d on the codes are %v, want %v", first, codes.Elem.Int64s, got)
		}
		if v.Served() {
			t.Error("before rows stand for the values they have served")
		}
		stands := mustCall(t, "__skyline_stands", handle, numbers)
		stood := map[string]int{}
		for row := range rows {
			begin, end := stands.ListRange(row)
			if stands.IsNull(row) != (begin == end) {
				t.Errorf("row %d has a list of %d and is NULL: %v", row, end-begin, stands.IsNull(row))
			}
			for at := begin; at < end; at++ {
				if !stands.Elem.Null[at] {
					stood[fmt.Sprint(at-begin, stands.Elem.Int64s[at])]++
				}
			}
		}
		if len(stood) != 6 {
			t.Errorf("rows stand for %v, want each of the 6 values once", stood)
		}
		for value, n := range stood {
			if n != 1 {
				t.Errorf("%d rows stand for %s", n, value)
			}
		}
		if !v.Served() {
			t.Error("when rows stand for all values they have not served")
		}
		if _, err := called(t, "__skyline_numbers", handle, lists([][]string{{"c", "x"}})); err == nil {
			t.Error("a value that comes when codes have been asked for is no error")
		}
	}
}

// TestValuesListed: values that were listed before, by several states, are still known when codes have
// been asked for.
func TestValuesListed(t *testing.T) {
	v, other := new(Values), new(Values)
	for i, key := range []string{"b", "a", "b", "-"} {
		state := v
		if i > 1 {
			state = other
		}
		state.listed = true
		if err := state.columnsOf(1)[0].add(key, key == "-"); err != nil {
			t.Fatal(err)
		}
	}
	if err := v.merge(other); err != nil {
		t.Fatal(err)
	}
	handle := host.Keep(v)
	defer host.Drop(handle)
	for range 2 {
		numbers := mustCall(t, "__skyline_numbers", handle, lists([][]string{{"-"}, {"b"}, {"a"}}))
		if codes := mustCall(t, "__skyline_codes", handle, numbers); !slices.Equal(codes.Elem.Int64s, []int64{2, 1, 0}) {
			t.Errorf("the codes are %v, want [2 1 0]", codes.Elem.Int64s)
		}
	}
}

// TestValuesRefused: what no plan asks is an error.
func TestValuesRefused(t *testing.T) {
	handle := host.Keep(new(Values))
	defer host.Drop(handle)
	mustCall(t, "__skyline_numbers", handle, lists([][]string{{"a"}}))
	for _, number := range []int64{0, 2, -1} { // 0 is NULL, of which there is none
		numbers := host.Column{Len: 1, Ends: []int{1}, Elem: &host.Column{Len: 1, Int64s: []int64{number}}}
		if codes, err := called(t, "__skyline_codes", handle, numbers); err == nil {
			t.Errorf("number %d has the code %v", number, codes.Elem.Int64s)
		}
	}
	if _, err := called(t, "__skyline_numbers", handle, host.Column{Len: 1, Null: []bool{true}, Ends: []int{0}, Elem: &host.Column{}}); err == nil {
		t.Error("no list is no error")
	}
	if _, err := called(t, "__skyline_numbers", handle+1, lists([][]string{{"a"}})); err == nil {
		t.Error("a handle of nothing is no error")
	}
}

// TestValuesAtOnce: threads number rows at once.
func TestValuesAtOnce(t *testing.T) {
	handle := host.Keep(new(Values))
	defer host.Drop(handle)
	var group sync.WaitGroup
	numbers := make([]host.Column, 4)
	rows := make([][]string, 3000)
	for i := range rows {
		rows[i] = []string{fmt.Sprintf("%05d", i), fmt.Sprintf("%02d", i%40)}
	}
	for k := range numbers {
		group.Go(func() {
			shuffled := slices.Clone(rows)
			slices.Reverse(shuffled[:k*700])
			numbers[k], _ = called(t, "__skyline_numbers", handle, lists(shuffled))
		})
	}
	group.Wait()
	codes := mustCall(t, "__skyline_codes", handle, numbers[0])
	for i := range rows {
		if codes.Elem.Int64s[2*i] != int64(i) || codes.Elem.Int64s[2*i+1] != int64(i%40) {
			t.Fatalf("row %d has the codes %v", i, codes.Elem.Int64s[2*i:2*i+2])
		}
	}
}

// TestNullKeys: a key of NULL may have any bytes behind its mark, and all of them are one value.
func TestNullKeys(t *testing.T) {
	handle := host.Keep(new(Values))
	defer host.Drop(handle)
	numbers := mustCall(t, "__skyline_numbers", handle, lists([][]string{{"\x02a"}, {"\x01b"}, {"\x02"}, {"-"}}))
	codes := mustCall(t, "__skyline_codes", handle, numbers)
	if want := []int64{1, 0, 1, 1}; !slices.Equal(codes.Elem.Int64s, want) {
		t.Errorf("codes = %d, want %d", codes.Elem.Int64s, want)
	}
}

// TestNoValue: rows that have no value of a column stand for none, not for NULL, and have no code.
func TestNoValue(t *testing.T) {
	v := new(Values)
	handle := host.Keep(v)
	defer host.Drop(handle)
	numbers := mustCall(t, "__skyline_numbers", handle, lists([][]string{{"a", ""}, {"", "x"}}))
	stands := mustCall(t, "__skyline_stands", handle, numbers)
	if want := []bool{false, true, true, false}; !slices.Equal(stands.Elem.Null, want) {
		t.Errorf("values for which no row stands: %v, want %v", stands.Elem.Null, want)
	}
	if !v.Served() {
		t.Error("when rows stand for all values they have not served")
	}
	if _, err := called(t, "__skyline_codes", handle, numbers); err == nil {
		t.Error("the code of no value is no error")
	}
}
