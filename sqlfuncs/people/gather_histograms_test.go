package people

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/sqlfuncs/host"
)

// TestGatherHistograms: each row keeps its histogram, in whichever states rows are gathered.
func TestGatherHistograms(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 7))
	for range 100 {
		g, want := new(GatheredHistograms), []string(nil)
		for range 3 {
			part, rows := new(GatheredHistograms), rng.IntN(20)
			integers := host.Column{Len: rows, Elem: &host.Column{}}
			values, histograms := host.Column{Len: rows, Elem: &host.Column{}}, host.Column{Len: rows}
			for range rows {
				n := rng.Int64N(9)
				histogram := fmt.Sprint(n, "of", 100+rng.IntN(900))[:1+rng.IntN(4)]
				want = append(want, histogram)
				integers.Elem.Int64s = append(integers.Elem.Int64s, int64(len(want)))
				values.Elem.Strings, values.Elem.Null = append(values.Elem.Strings, ""), append(values.Elem.Null, true)
				integers.Ends, values.Ends = append(integers.Ends, len(integers.Elem.Int64s)), append(values.Ends, len(values.Elem.Strings))
				histograms.Strings = append(histograms.Strings, histogram)
			}
			half := rng.IntN(rows + 1)
			for _, r := range [][2]int{{0, half}, {half, rows}} {
				if err := part.add([]host.Column{integers, values, histograms}, r[0], r[1]); err != nil {
					t.Fatal(err)
				}
			}
			if err := g.merge(part); err != nil {
				t.Fatal(err)
			}
		}
		var got []string
		for row := range g.Counts {
			got = append(got, string(g.Histogram(row)))
		}
		if !slices.Equal(got, want) {
			t.Fatalf("histograms are %q, want %q", got, want)
		}
		for column := range g.Columns {
			codes, texts := g.Column(column)
			for row, code := range codes {
				if texts[code] != fmt.Sprint(row+1) {
					t.Fatalf("row %d is %q", row, texts[code])
				}
			}
		}
	}
	null := host.Column{Len: 1, Null: []bool{true}, Strings: []string{""}}
	one := host.Column{Len: 1, Ends: []int{1}, Elem: &host.Column{Len: 1, Int64s: []int64{1}}}
	text := host.Column{Len: 1, Ends: []int{1}, Elem: &host.Column{Len: 1, Null: []bool{true}, Strings: []string{""}}}
	if err := new(GatheredHistograms).add([]host.Column{one, text, null}, 0, 1); err == nil {
		t.Error("a histogram that is NULL is no error")
	}
}
