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
┌───────┬───────┬───┬───────┬───────┐
│  a1   │  a2   │ … │  a5   │  a6   │
│ int32 │ int32 │   │ int32 │ int32 │
├───────┼───────┼───┼───────┼───────┤
│  1000 │  2000 │ … │  5000 │  6000 │
├───────┴───────┴───┴───────┴───────┤
│ 1 row         6 columns (4 shown) │
└───────────────────────────────────┘
`
	if out.String() != want[1:] {
		t.Errorf("got\n%s\nwant%s", out.String(), want)
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
