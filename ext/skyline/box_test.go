package main

import (
	"fmt"
	"strings"
	"testing"
)

func TestBoxFits(t *testing.T) {
	conn := openMemory(t)
	for _, statement := range []string{
		"SELECT 'a' AS a",
		"SELECT repeat('x', 300) AS a",
		"SELECT repeat('x', 30) AS a, repeat('y', 50) AS b, 1 AS c",
		"SELECT " + strings.Repeat("'some text' AS column_name, ", 30) + "1",
		"SELECT repeat('日本', 40) AS a, range AS b FROM range(100)",
		"SELECT repeat('some words ', 30) AS a, 1 AS b",
		"SELECT repeat('x', 100) || ' ' || repeat('y', 200) AS a, repeat('日本 ', 40) AS b, {'a': 'some words in a struct'} AS c",
	} {
		for _, width := range []int{0, 20, 40, 80, 200} {
			r, err := query(t.Context(), conn, statement, castToText)
			if err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			err = writeBox(&out, r, screen{width: width, rows: defaultRows})
			r.rows.Close()
			if err != nil {
				t.Fatal(err)
			}
			widths := map[int]bool{}
			for line := range strings.Lines(out.String()) {
				widths[textWidth(strings.TrimSuffix(line, "\n"))] = true
			}
			for w := range widths {
				if len(widths) != 1 || width >= 40 && w > width {
					t.Errorf("%s at width %d has widths %v:\n%s", statement, width, widths, out.String())
				}
			}
		}
	}
}

func TestBoxHidesColumns(t *testing.T) {
	conn := openMemory(t)
	r, err := query(t.Context(), conn, "SELECT 1000 AS a1, 2000 AS a2, 3000 AS a3, 4000 AS a4, 5000 AS a5, 6000 AS a6", castToText)
	if err != nil {
		t.Fatal(err)
	}
	defer r.rows.Close()
	var out strings.Builder
	if err := writeBox(&out, r, screen{width: 40}); err != nil {
		t.Fatal(err)
	}
	want := `
┌───────┬───────┬───────┬───────┐
│  a1   │  a2   │  a3   │  a4   │
│ int32 │ int32 │ int32 │ int32 │
├───────┼───────┼───────┼───────┤
│  1000 │  2000 │  3000 │  4000 │
├───────┴───────┴───────┴───────┤
│ 1 row     6 columns (4 shown) │
│       not shown: a5, a6       │
└───────────────────────────────┘
`
	if out.String() != want[1:] {
		t.Errorf("got\n%s\nwant%s", out.String(), want)
	}
}

// TestBoxKeepsSentences looks at a result that is too wide: a sentence goes on several lines, types
// before it are cut sooner than it is left out, and structs behind it are left out first.
func TestBoxKeepsSentences(t *testing.T) {
	conn := openMemory(t)
	for width, want := range map[int]string{
		70: `
┌───────┬───────┬─────────┬──────────────────────────────────────────┐
│   l   │   k   │  safe   │                 meaning                  │
│ int64 │ int64 │ boolean │                 varchar                  │
├───────┼───────┼─────────┼──────────────────────────────────────────┤
│     0 │     1 │ false   │ Somebody who knows a person's group in   │
│       │       │         │ this table can become certain.           │
├───────┴───────┴─────────┴──────────────────────────────────────────┤
│ 1 row                                          5 columns (4 shown) │
│                         not shown: witness                         │
└────────────────────────────────────────────────────────────────────┘
`,
		60: `
┌─────┬─────┬───────┬──────────────────────────────────────┐
│  l  │  k  │ safe  │               meaning                │
│ in… │ in… │ bool… │               varchar                │
├─────┼─────┼───────┼──────────────────────────────────────┤
│   0 │   1 │ false │ Somebody who knows a person's group  │
│     │     │       │ in this table can become certain.    │
├─────┴─────┴───────┴──────────────────────────────────────┤
│ 1 row                                5 columns (4 shown) │
│                    not shown: witness                    │
└──────────────────────────────────────────────────────────┘
`,
	} {
		r, err := query(t.Context(), conn, `SELECT 0::BIGINT AS l, 1::BIGINT AS k, false AS safe,
			'Somebody who knows a person''s group in this table can become certain.' AS meaning, {'group': 'somewhere', 'people': 3} AS witness`, castToText)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		err = writeBox(&out, r, screen{width: width})
		r.rows.Close()
		if err != nil {
			t.Fatal(err)
		}
		if out.String() != want[1:] {
			t.Errorf("at width %d:\n%s\nwant%s", width, out.String(), want)
		}
	}
}

func TestOnLines(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"short", "short"},
		{"two words", "two\nwords"},
		{"unbreakable", "unbrea\nkable"},
		{strings.Repeat("ab cd ", 12), strings.Repeat("ab cd\n", 11) + "ab cd"},
	} {
		if got := onLines(strings.TrimSpace(c.text), 6); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
	long := strings.Split(onLines(strings.Repeat("word ", 100), 10), "\n")
	if last := long[len(long)-1]; len(long) != maxLines || !strings.HasSuffix(last, "…") || textWidth(last) > 10 {
		t.Errorf("a long text has %d lines and ends with %q", len(long), last)
	}
}

func TestBoxShowsFirstAndLastRows(t *testing.T) {
	conn := openMemory(t)
	for _, c := range []struct{ rows, shown int }{{1, 1}, {40, 40}, {43, 43}, {44, 40}, {60, 40}, {1000, 40}} {
		r, err := query(t.Context(), conn, fmt.Sprintf("SELECT range + 1 FROM range(%d)", c.rows), castToText)
		if err != nil {
			t.Fatal(err)
		}
		rows, total, err := collect(r, defaultRows)
		r.rows.Close()
		if err != nil || len(rows) != c.shown || total != c.rows {
			t.Errorf("%d of %d rows, %v, want %d of %d", len(rows), total, err, c.shown, c.rows)
			continue
		}
		if rows[0][0] != "1" || rows[len(rows)-1][0] != fmt.Sprint(c.rows) {
			t.Errorf("of %d rows, the first is %s and the last %s", c.rows, rows[0][0], rows[len(rows)-1][0])
		}
		if half := c.shown / 2; c.shown < c.rows && (rows[half-1][0] != fmt.Sprint(half) || rows[half][0] != fmt.Sprint(c.rows-half+1)) {
			t.Errorf("of %d rows, %s comes before the gap and %s after", c.rows, rows[half-1][0], rows[half][0])
		}
	}
}
