package capi

import (
	"testing"

	"skyline/sqlfuncs"
)

func TestFits(t *testing.T) {
	bigint, varchar := sqlfuncs.Type{Kind: sqlfuncs.Bigint}, sqlfuncs.Type{Kind: sqlfuncs.Varchar}
	row := sqlfuncs.Type{Kind: sqlfuncs.Struct, Fields: []sqlfuncs.Field{{Name: "a", Type: bigint}, {Name: "b", Type: varchar}}}
	numbers, texts := sqlfuncs.Column{Len: 2, Int64s: []int64{1, 2}}, sqlfuncs.Column{Len: 2, Strings: []string{"x", "y"}}
	rows := sqlfuncs.Column{Len: 2, Fields: []sqlfuncs.Column{numbers, texts}}
	lists := func(ends ...int) sqlfuncs.Column {
		return sqlfuncs.Column{Len: len(ends), Ends: ends, Elem: &rows}
	}
	for _, test := range []struct {
		name   string
		t      sqlfuncs.Type
		column sqlfuncs.Column
		rows   int
		want   bool
	}{
		{"numbers", bigint, numbers, 2, true},
		{"too few", bigint, numbers, 3, false},
		{"too many", bigint, numbers, 1, false},
		{"texts for numbers", bigint, texts, 2, false},
		{"numbers for texts", varchar, numbers, 2, false},
		{"length alone", bigint, sqlfuncs.Column{Len: 2}, 2, false},
		{"nulls", bigint, sqlfuncs.Column{Len: 2, Int64s: []int64{1, 2}, Null: []bool{true, false}}, 2, true},
		{"nulls of too many", bigint, sqlfuncs.Column{Len: 2, Int64s: []int64{1, 2}, Null: []bool{true, false, true}}, 2, false},
		{"rows", row, rows, 2, true},
		{"a member less", row, sqlfuncs.Column{Len: 2, Fields: []sqlfuncs.Column{numbers}}, 2, false},
		{"members in another order", row, sqlfuncs.Column{Len: 2, Fields: []sqlfuncs.Column{texts, numbers}}, 2, false},
		{"lists", sqlfuncs.ListOf(row), lists(0, 2, 2), 3, true},
		{"lists of other rows", sqlfuncs.ListOf(bigint), lists(0, 2, 2), 3, false},
		{"lists that fall back", sqlfuncs.ListOf(row), lists(2, 1, 2), 3, false},
		{"lists beyond their elements", sqlfuncs.ListOf(row), lists(1, 3), 2, false},
		{"lists short of them", sqlfuncs.ListOf(row), lists(1, 1), 2, false},
		{"no lists", sqlfuncs.ListOf(row), rows, 2, false},
	} {
		if got := fits(test.t, &test.column, test.rows); got != test.want {
			t.Errorf("%s: fits = %v, want %v", test.name, got, test.want)
		}
	}
}
