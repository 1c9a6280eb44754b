package people

import (
	"database/sql"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"skyline/sqlfuncs/host"
)

// TestGatherIntegers: rows of integers, texts and NULL, added to several states which are
// merged, have the codes and texts that they were added with, whether a value came as an
// integer or as its text.
func TestGatherIntegers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 6))
	for range 100 {
		const columns = 3
		g := new(Gathered)
		var want [columns][]sql.Null[string]
		var counts []int64
		for range 3 {
			part, rows := new(Gathered), rng.IntN(60)
			integers, values, times := host.Column{Len: rows, Elem: &host.Column{}}, host.Column{Len: rows, Elem: &host.Column{}}, host.Column{Len: rows}
			for range rows {
				for i := range columns {
					n := []int64{math.MinInt64, math.MaxInt64, -1, 0, 1 << 32, 7 << 40, rng.Int64N(9)}[rng.IntN(7)]
					integer, text := rng.IntN(3) > 0, sql.Null[string]{V: strconv.FormatInt(n, 10), Valid: rng.IntN(5) > 0}
					if integer {
						text.Valid = true
					}
					want[i] = append(want[i], text)
					integers.Elem.Int64s, integers.Elem.Null = append(integers.Elem.Int64s, n), append(integers.Elem.Null, !integer)
					values.Elem.Strings, values.Elem.Null = append(values.Elem.Strings, text.V), append(values.Elem.Null, integer || !text.Valid)
				}
				counts = append(counts, 1+rng.Int64N(3))
				integers.Ends, values.Ends = append(integers.Ends, len(integers.Elem.Int64s)), append(values.Ends, len(values.Elem.Strings))
				times.Int64s = append(times.Int64s, counts[len(counts)-1])
			}
			half := rng.IntN(rows + 1)
			for _, err := range []error{part.addRows(&integers, &values, &times, 0, half), part.addRows(&integers, &values, &times, half, rows), g.merge(part)} {
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		if !slices.Equal(g.Counts, counts) {
			t.Fatalf("Counts = %v, want %v", g.Counts, counts)
		}
		for i := range g.Columns {
			codes, texts := g.OrderedColumn(i)
			for row, code := range codes {
				null := want[i][row] == sql.Null[string]{V: want[i][row].V}
				if texts[code] != want[i][row].V && !null || null != (texts[code] == "") {
					t.Fatalf("column %d, row %d: %q, want %v", i, row, texts[code], want[i][row])
				}
			}
			if values := slices.Clone(texts); !slices.IsSorted(texts) && texts[len(texts)-1] != "" || len(slices.Compact(values)) != len(texts) {
				t.Fatalf("column %d: %q", i, texts)
			}
		}
	}
}

func TestGatherIntegersErrors(t *testing.T) {
	list := func(n int, elem host.Column) host.Column { return host.Column{Len: 1, Ends: []int{n}, Elem: &elem} }
	two := list(2, host.Column{Len: 2, Int64s: []int64{1, 2}})
	texts := list(2, host.Column{Len: 2, Strings: []string{"", ""}, Null: []bool{true, true}})
	one, null := host.Column{Len: 1, Int64s: []int64{1}}, host.Column{Len: 1, Null: []bool{true}, Int64s: []int64{1}}
	for i, args := range [][]host.Column{
		{two, list(1, host.Column{Len: 1, Strings: []string{""}}), one},
		{list(0, host.Column{}), texts, one},
		{two, texts, null},
		{two, texts, {Len: 1, Int64s: []int64{0}}},
		{two, {Len: 1, Null: []bool{true}, Ends: []int{0}, Elem: &host.Column{}}, one},
	} {
		a := GatherIntegersAggregate()
		if err := a.Update(a.New(), append([]host.Column{{Len: 1, Strings: []string{"gnf_decompose"}}}, args...), 0, 1); err == nil {
			t.Error(fmt.Sprint("no error of ", i))
		}
	}
}
