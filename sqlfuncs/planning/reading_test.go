package planning

import (
	"maps"
	"slices"
	"strconv"
	"testing"
)

// TestReading: codes for missing values, kinds, spellings. A code counts from two people on.
func TestReading(t *testing.T) {
	repeat := func(n int, texts ...string) []string { return slices.Repeat(texts, n) }
	for _, test := range []struct {
		name     string
		column   string // its type
		values   []string
		kind     string
		missing  []string
		people   int64 // with a code for missing
		variants int64
	}{
		{"whole numbers", "VARCHAR", []string{"1", "22", "-3", "+4"}, "whole numbers", nil, 0, 0},
		{"numbers", "BIGINT", []string{"1", "22"}, "", nil, 0, 0},
		{"leading zeros", "VARCHAR", append(repeat(1, "01"), texts(100, 150)...), "", nil, 0, 0},
		{"words for missing", "VARCHAR", append(repeat(3, "NA"), "na", " n/a ", "?", "?", "F", "M"), "", []string{"na", "?"}, 7, 0},
		{"the empty text", "VARCHAR", append(repeat(2, "", " "), "x"), "", []string{""}, 4, 0},
		{"one person's code", "VARCHAR", []string{"NA", "x"}, "", nil, 1, 0},
		{"a number for missing", "VARCHAR", append(repeat(2, "-9"), "5", "10"), "whole numbers", []string{"-9"}, 2, 0},
		{"a temperature", "VARCHAR", append(repeat(2, "-9"), "-5", "60"), "whole numbers", nil, 0, 0},
		{"a temperature with a point", "VARCHAR", append(repeat(2, "-9"), "-5.5", "60"), "numbers", nil, 0, 0},
		{"nines", "BIGINT", append(repeat(2, "99"), "1", "2", "5"), "", []string{"99"}, 2, 0},
		{"an age", "BIGINT", append(repeat(2, "99"), "1", "50"), "", nil, 0, 0},
		{"nothing but nines", "BIGINT", append(repeat(2, "99"), "999"), "", nil, 0, 0},
		{"nines in words", "VARCHAR", append(repeat(2, "99"), "a", "b"), "", nil, 0, 0},
		{"spellings", "VARCHAR", []string{"public", "Public", "PUBLIC ", "private"}, "", nil, 0, 2},
		{"nothing", "VARCHAR", nil, "", nil, 0, 0},
		{"nothing but codes", "VARCHAR", repeat(3, "NA"), "", []string{"na"}, 3, 0},
	} {
		r := read(test.column, 2, test.values)
		codes, people := r.Missing()
		if !slices.Equal(codes, test.missing) || people != test.people {
			t.Errorf("%s: missing %q of %d people, want %q of %d", test.name, codes, people, test.missing, test.people)
		}
		if r.Kind() != test.kind || r.Variants() != test.variants {
			t.Errorf("%s: %q, %d spellings, want %q and %d", test.name, r.Kind(), r.Variants(), test.kind, test.variants)
		}
	}
}

// texts are numbers as texts.
func texts(from, to int) (list []string) {
	for i := from; i <= to; i++ {
		list = append(list, strconv.Itoa(i))
	}
	return list
}

// read reads values, each as often as it is given.
func read(column string, least int64, values []string) *Reading {
	r, n := NewReading(column, least, len(values)), map[string]int64{}
	for _, v := range values {
		n[v]++
	}
	for _, v := range slices.Sorted(maps.Keys(n)) {
		r.Add(v, n[v])
	}
	return r
}

// FuzzReading: no text is too much, and what is counted adds up.
func FuzzReading(f *testing.F) {
	f.Add("-9", "2020-01-31", "1,5")
	f.Add("31/12/2020", " na", "\xff")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		for _, column := range []string{"VARCHAR", "BIGINT"} {
			r := read(column, 1, []string{a, b, c})
			if codes, people := r.Missing(); people > 3 || len(codes) > 3 || r.Variants() > 2 {
				t.Errorf("%q, %q, %q as %s: codes %q of %d people, %d spellings", a, b, c, column, codes, people, r.Variants())
			}
			r.Kind()
		}
	})
}
