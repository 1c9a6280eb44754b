package sqltext_test

import (
	"testing"

	"skyline/sqlfuncs/sqltext"
)

func TestFill(t *testing.T) {
	t.Parallel()
	const query = "SELECT a\nFROM t"
	for _, test := range []struct {
		template sqltext.SQL
		args     sqltext.Args
		want     sqltext.SQL
	}{
		{"", nil, ""},
		{"SELECT {a}, {b}, {a}", sqltext.Args{"a": "x", "b": "y"}, "SELECT x, y, x"},
		// Of one line: as it is.
		{" JOIN {a} ", sqltext.Args{"a": "x"}, " JOIN x "},
		// Braces.
		{"{{a: {a}}", sqltext.Args{"a": "1"}, "{a: 1}"},
		{"'{a}' \"{b}\" {a} -- {c}\n+ 1", sqltext.Args{"a": "x"}, "'{a}' \"{b}\" x -- {c}\n+ 1"},
		{"\x00{a}\x00{a}", sqltext.Args{"a": "x"}, "\x00{a}\x00x"},
		// Arguments are not looked into.
		{"{a}{b}", sqltext.Args{"a": "{b}", "b": "{a}"}, "{b}{a}"},
		// An apostrophe in a comment.
		{"\n-- it's {a}\nSELECT {a}, 'b'", sqltext.Args{"a": "x"}, "-- it's {a}\nSELECT x, 'b'"},
		// Indentation goes, tabs being four blanks.
		{"\n\t\tSELECT a  \n\t\t  FROM t\n\n\t\t\tWHERE b\n\t", nil, "SELECT a\n  FROM t\n\n    WHERE b"},
		{"\n\n  \n  SELECT a\n", nil, "SELECT a"},
		{"\n", nil, ""},
		{"SELECT a\n\tFROM t\n", nil, "SELECT a\n    FROM t"},
		// What stands in quotes does not.
		{"\n\t\tSELECT 'a\n\t\t  b ' AS \"\n\t\"\n\t\tFROM \x00(\n\n\t\tFROM t )\x00\n", nil, "SELECT 'a\n\t\t  b ' AS \"\n\t\"\nFROM \x00(\n\n\t\tFROM t )\x00"},
		{"\n\t{a}\n\t{b}", sqltext.Args{"a": "'x\n  y'", "b": "\x00\n u\x00"}, "'x\n  y'\n\x00\n u\x00"},
		// Several lines behind blanks, in parentheses, and in a line.
		{"\n  (\n      {q}\n  )", sqltext.Args{"q": query}, "(\n    SELECT a\n    FROM t\n)"},
		{"\nx\n  FROM ({q}) AS v", sqltext.Args{"q": query}, "x\n  FROM (\n      SELECT a\n      FROM t\n  ) AS v"},
		{"\nx\n  a, {q}, b", sqltext.Args{"q": query}, "x\n  a, SELECT a\n      FROM t, b"},
		{"FROM t{q}", sqltext.Args{"q": " JOIN a\nJOIN b"}, "FROM t JOIN a\n    JOIN b"},
		{"({q})", sqltext.Args{"q": "\n\t\tSELECT 'a\nb'\n\t\tFROM t\n\t"}, "(\n    SELECT 'a\nb'\n    FROM t\n)"},
		{"({q})", sqltext.Args{"q": "-- why\nSELECT a\n\nFROM t"}, "(\n    -- why\n    SELECT a\n\n    FROM t\n)"},
		// Nothing comes of a line.
		{"\n\tSELECT a\n\t{where}\n\t  {a} {b}\n\n\tORDER BY a", sqltext.Args{"where": "", "a": "", "b": ""}, "SELECT a\n\nORDER BY a"},
		{"\n\tSELECT a\n\tFROM t {where}", sqltext.Args{"where": ""}, "SELECT a\nFROM t"},
		{"{where}", sqltext.Args{"where": ""}, ""},
		{"{a}", sqltext.Args{"a": "''"}, "''"},
	} {
		got := sqltext.Fill(test.template, test.args)
		if got != test.want {
			t.Errorf("Fill(%q) =\n%s\nwant\n%s", test.template, got, test.want)
		}
	}
}

func TestFillPanics(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		template sqltext.SQL
		args     sqltext.Args
	}{
		"missing":          {"{a} {b}", sqltext.Args{"a": "x"}},
		"not used":         {"{a}", sqltext.Args{"a": "x", "b": "y"}},
		"used in quotes":   {"'{a}'", sqltext.Args{"a": "x"}},
		"no name":          {"{}", nil},
		"no placeholder":   {"{a b}", sqltext.Args{"a": "x"}},
		"brace not closed": {"{a", sqltext.Args{"a": "x"}},
		"comment":          {"({a})", sqltext.Args{"a": "x -- y"}},
		"quote not closed": {"{a} 'x", sqltext.Args{"a": "x"}},
	} {
		panics(t, name, func() { sqltext.Fill(test.template, test.args) })
	}
}
