package capi

import (
	"testing"

	"skyline/sqlfuncs/host"
)

func TestFits(t *testing.T) {
	bigint, varchar := host.Type{Kind: host.Bigint}, host.Type{Kind: host.Varchar}
	row := host.Type{Kind: host.Struct, Fields: []host.Field{{Name: "a", Type: bigint}, {Name: "b", Type: varchar}}}
	numbers, texts := host.Column{Len: 2, Int64s: []int64{1, 2}}, host.Column{Len: 2, Strings: []string{"x", "y"}}
	rows := host.Column{Len: 2, Fields: []host.Column{numbers, texts}}
	lists := func(ends ...int) host.Column {
		return host.Column{Len: len(ends), Ends: ends, Elem: &rows}
	}
	for _, test := range []struct {
		name   string
		t      host.Type
		column host.Column
		rows   int
		want   bool
	}{
		{"numbers", bigint, numbers, 2, true},
		{"too few", bigint, numbers, 3, false},
		{"too many", bigint, numbers, 1, false},
		{"texts for numbers", bigint, texts, 2, false},
		{"numbers for texts", varchar, numbers, 2, false},
		{"length alone", bigint, host.Column{Len: 2}, 2, false},
		{"nulls", bigint, host.Column{Len: 2, Int64s: []int64{1, 2}, Null: []bool{true, false}}, 2, true},
		{"nulls of too many", bigint, host.Column{Len: 2, Int64s: []int64{1, 2}, Null: []bool{true, false, true}}, 2, false},
		{"rows", row, rows, 2, true},
		{"a member less", row, host.Column{Len: 2, Fields: []host.Column{numbers}}, 2, false},
		{"members in another order", row, host.Column{Len: 2, Fields: []host.Column{texts, numbers}}, 2, false},
		{"lists", host.ListOf(row), lists(0, 2, 2), 3, true},
		{"lists of other rows", host.ListOf(bigint), lists(0, 2, 2), 3, false},
		{"lists that fall back", host.ListOf(row), lists(2, 1, 2), 3, false},
		{"lists beyond their elements", host.ListOf(row), lists(1, 3), 2, false},
		{"lists short of them", host.ListOf(row), lists(1, 1), 2, false},
		{"no lists", host.ListOf(row), rows, 2, false},
	} {
		if got := fits(test.t, &test.column, test.rows); got != test.want {
			t.Errorf("%s: fits = %v, want %v", test.name, got, test.want)
		}
	}
}
