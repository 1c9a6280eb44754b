package people

import (
	"cmp"
	"database/sql"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestOrderedColumn sorts random texts, many of which begin alike, by comparing them.
func TestOrderedColumn(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	pieces := []string{"", "a", "abcdefgh", "abcdefg", "\x00", "\xff", "b\x00", "é"}
	for range 300 {
		var g Gathered
		var given []sql.Null[string]
		for range rng.IntN(30) {
			row := gatheredRow{Values: make([]sql.Null[string], 1), N: 1}
			if rng.IntN(8) > 0 {
				row.Values[0] = sql.Null[string]{V: pieces[rng.IntN(len(pieces))] + pieces[rng.IntN(len(pieces))], Valid: true}
			}
			given = append(given, row.Values[0])
			if err := g.add(&row); err != nil {
				t.Fatal(err)
			}
		}
		if len(g.Columns) == 0 {
			continue
		}
		codes, texts := g.OrderedColumn(0)
		null := len(texts)
		if g.Columns[0].Null() >= 0 {
			null--
		}
		if !slices.IsSorted(texts[:null]) || len(slices.Compact(slices.Clone(texts[:null]))) != null {
			t.Fatalf("texts are %q", texts)
		}
		for row, code := range codes {
			if want := given[row]; texts[code] != want.V || (int(code) == null) == want.Valid {
				t.Fatalf("row %d is %q, NULL %v, want %+v", row, texts[code], int(code) == null, want)
			}
		}
	}
}

// TestRowOrder compares with a stable sort of rows.
func TestRowOrder(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(9, 10))
	for range 300 {
		rows, sizes := rng.IntN(40), make([]int, rng.IntN(4))
		columns, want := make([][]int32, len(sizes)), make([]int, rows)
		for i := range columns {
			sizes[i], columns[i] = 1+rng.IntN([]int{6, 100, 2 * fewCodes}[rng.IntN(3)]), make([]int32, rows)
			for row := range rows {
				columns[i][row] = int32(rng.IntN(sizes[i]))
			}
		}
		for row := range want {
			want[row] = row
		}
		slices.SortStableFunc(want, func(a, b int) int {
			for _, codes := range columns {
				if c := cmp.Compare(codes[a], codes[b]); c != 0 {
					return c
				}
			}
			return 0
		})
		if got := RowOrder(columns, sizes, rows); !slices.Equal(got, want) {
			t.Fatalf("RowOrder(%v, %v, %d) = %v, want %v", columns, sizes, rows, got, want)
		}
	}
	if got := Sizes([][]string{{"a", "b"}, nil}); !slices.Equal(got, []int{2, 0}) {
		t.Errorf("Sizes = %v", got)
	}
}
