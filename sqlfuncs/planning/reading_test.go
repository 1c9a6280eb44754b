package planning

import (
	"slices"
	"testing"
)

// TestReading: what columns of texts are. Each value is that of as many people as it is given
// times; a code for missing counts from two on.
func TestReading(t *testing.T) {
	repeat := func(n int, texts ...string) []string { return slices.Repeat(texts, n) }
	for _, test := range []struct {
		name     string
		column   string // its type
		values   []string
		form     Form
		missing  []string
		people   int64 // with a code for missing
		unread   int64
		variants int64
	}{
		{"whole numbers", "VARCHAR", []string{"1", "22", "-3", "+4"}, Whole, nil, 0, 0, 0},
		{"numbers", "VARCHAR", []string{"1.5", "2", ".5", "1e3"}, Number, nil, 0, 0, 0},
		{"a decimal comma", "VARCHAR", []string{"1,5", "2", "3,25"}, Comma, nil, 0, 0, 0},
		{"a comma and a point", "VARCHAR", []string{"1,5", "2.5"}, Text, nil, 0, 0, 0},
		{"leading zeros", "VARCHAR", []string{"01", "12", "00"}, Codes, nil, 0, 0, 0},
		{"one zero", "VARCHAR", []string{"0", "12"}, Whole, nil, 0, 0, 0},
		{"dates", "VARCHAR", []string{"2020-01-31", "2020-02-29"}, Day, nil, 0, 0, 0},
		{"no dates", "VARCHAR", []string{"2020-01-32", "2021-02-29"}, Text, nil, 0, 0, 0},
		{"dates in two forms", "VARCHAR", []string{"2020-01-31", "31.1.2020"}, Day, nil, 0, 0, 0},
		{"moments and dates", "VARCHAR", []string{"2020-01-31 10:00", "2020-01-31T10:00:01.5", "2020-01-31"}, Moment, nil, 0, 0, 0},
		{"words for missing", "VARCHAR", append(repeat(3, "NA"), "na", " n/a ", "?", "?", "F", "M"), Text, []string{"na", "?"}, 7, 0, 0},
		{"the empty text", "VARCHAR", append(repeat(2, "", " "), "x"), Text, []string{""}, 4, 0, 0},
		{"one person's code", "VARCHAR", []string{"NA", "x"}, Text, nil, 1, 0, 0},
		{"a number for missing", "VARCHAR", append(repeat(2, "-9"), "5", "6"), Whole, []string{"-9"}, 2, 0, 0},
		{"a temperature", "VARCHAR", append(repeat(2, "-9"), "-5", "6"), Whole, nil, 0, 0, 0},
		{"a temperature with a point", "VARCHAR", append(repeat(2, "-9"), "-5.5", "6"), Number, nil, 0, 0, 0},
		{"nines", "BIGINT", append(repeat(2, "99"), "1", "2", "5"), Whole, []string{"99"}, 2, 0, 0},
		{"an age", "BIGINT", append(repeat(2, "99"), "1", "50"), Whole, nil, 0, 0, 0},
		{"nothing but nines", "BIGINT", append(repeat(2, "99"), "999"), Whole, nil, 0, 0, 0},
		{"nines in words", "VARCHAR", append(repeat(2, "99"), "a", "b"), Text, nil, 0, 0, 0},
		{"spellings", "VARCHAR", []string{"public", "Public", "PUBLIC ", "private"}, Text, nil, 0, 0, 2},
		{"one of twenty is no number", "VARCHAR", append(repeat(1, "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19"), "many"), Whole, nil, 0, 1, 0},
		{"one of ten is no number", "VARCHAR", append(repeat(1, "1", "2", "3", "4", "5", "6", "7", "8", "9"), "many"), Text, nil, 0, 0, 0},
		{"nothing", "VARCHAR", nil, Text, nil, 0, 0, 0},
		{"nothing but codes", "VARCHAR", repeat(3, "NA"), Text, []string{"na"}, 3, 0, 0},
	} {
		r := read(test.column, 2, test.values)
		codes, people := r.Missing()
		if got := r.Form(); got != test.form {
			t.Errorf("%s: form %d, want %d", test.name, got, test.form)
		}
		if !slices.Equal(codes, test.missing) || people != test.people {
			t.Errorf("%s: missing %q of %d people, want %q of %d", test.name, codes, people, test.missing, test.people)
		}
		if r.Unread() != test.unread || r.Variants() != test.variants {
			t.Errorf("%s: %d unread, %d spellings, want %d and %d", test.name, r.Unread(), r.Variants(), test.unread, test.variants)
		}
	}
}

// read reads values, each as often as it is given.
func read(column string, least int64, values []string) *Reading {
	r, n := NewReading(column, least), map[string]int64{}
	for _, v := range values {
		n[v]++
	}
	for _, v := range slices.Sorted(slices.Values(values)) {
		if n[v] > 0 {
			r.Add(v, n[v])
			n[v] = 0
		}
	}
	return r
}

// TestDayForms: the day or the month first.
func TestDayForms(t *testing.T) {
	for _, test := range []struct {
		values []string
		forms  []string
		open   bool
	}{
		{[]string{"31/01/2020", "01/02/2020"}, []string{"%d/%m/%Y", "%d-%m-%Y"}, false},
		{[]string{"01/31/2020", "01/02/2020"}, []string{"%m/%d/%Y", "%m-%d-%Y"}, false},
		{[]string{"01/02/2020"}, nil, true},
		{[]string{"31/01/2020", "01/31/2020"}, nil, true},
		{[]string{"2020-01-31", "01/02/2020"}, []string{"%Y-%m-%d"}, true},
		{[]string{"2020-01-31", "1.2.2020", "2020/1/31"}, []string{"%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y"}, false},
	} {
		forms, open := read("VARCHAR", 1, test.values).DayForms()
		if !slices.Equal(forms, test.forms) || open != test.open {
			t.Errorf("%q: %q, open %t; want %q, open %t", test.values, forms, open, test.forms, test.open)
		}
	}
}

// FuzzReading: no text is too much, and what is counted adds up.
func FuzzReading(f *testing.F) {
	f.Add("-9", "2020-01-31", "1,5")
	f.Add("31/12/2020", " na", "\xff")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		for _, column := range []string{"VARCHAR", "BIGINT"} {
			r := read(column, 1, []string{a, b, c})
			codes, people := r.Missing()
			if people > 3 || len(codes) > 3 || r.Unread() < 0 || r.Unread() > 3 || r.Variants() > 2 {
				t.Errorf("%q, %q, %q as %s: codes %q of %d people, %d unread, %d spellings", a, b, c, column, codes, people, r.Unread(), r.Variants())
			}
			r.DayForms()
		}
	})
}
