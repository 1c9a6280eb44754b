package people

import (
	"bytes"
	"database/sql"
	"math"
	"slices"
	"testing"

	"skyline/engine/partition"
)

func gatheredOf(t *testing.T, rows ...gatheredRow) *Gathered {
	t.Helper()
	g := new(Gathered)
	for i := range rows {
		if err := g.add(&rows[i]); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func TestGatheredAsBytes(t *testing.T) {
	t.Parallel()
	text := func(s string) sql.Null[string] { return sql.Null[string]{V: s, Valid: true} }
	for name, g := range map[string]*Gathered{
		"no rows":    gatheredOf(t),
		"no columns": gatheredOf(t, gatheredRow{N: 3}, gatheredRow{N: math.MaxInt32}),
		"rows": gatheredOf(t, gatheredRow{[]sql.Null[string]{text("a"), {}}, 1}, gatheredRow{[]sql.Null[string]{text(""), text("é\x00")}, 200},
			gatheredRow{[]sql.Null[string]{text("a"), text("b")}, partition.MaxPeople - 201}),
	} {
		got, err := ReadGathered(g.bytes())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		columns, texts := got.Ordered()
		wantColumns, wantTexts := g.Ordered()
		same := func(a, b []int32) bool { return slices.Equal(a, b) }
		if got.People != g.People || !slices.Equal(got.Counts, g.Counts) || !slices.EqualFunc(columns, wantColumns, same) ||
			!slices.EqualFunc(texts, wantTexts, func(a, b []string) bool { return slices.Equal(a, b) }) {
			t.Errorf("%s: read %v %v of %v, want %v %v of %v", name, columns, texts, got.Counts, wantColumns, wantTexts, g.Counts)
		}
		for i := range g.Columns {
			if got.Columns[i].Null != g.Columns[i].Null {
				t.Errorf("%s: NULL is number %d of column %d, want %d", name, got.Columns[i].Null, i, g.Columns[i].Null)
			}
		}
	}
}

// FuzzReadGathered reads bytes of any kind. What can be read can be put in order, and is
// written as it was read.
func FuzzReadGathered(f *testing.F) {
	f.Add([]byte{0})
	f.Add([]byte{1, 2, 0, 1})
	f.Add([]byte{1, 2, 0, 1, 'a', 1, 'b', 1, 5, 0, 7})
	f.Add([]byte{1, 1, 1, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x3F})
	f.Fuzz(func(t *testing.T, b []byte) {
		g, err := ReadGathered(b)
		if err != nil {
			return
		}
		g.Ordered()
		again, err := ReadGathered(g.bytes())
		if err != nil || !bytes.Equal(again.bytes(), g.bytes()) {
			t.Errorf("what %x says is read otherwise, once written: %v", b, err)
		}
	})
}
