package invariance

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkNext makes the second release of people of whom 10 % have been replaced.
func BenchmarkNext(b *testing.B) {
	for _, people := range []int{50_000, 1_000_000} {
		rng := rand.New(rand.NewPCG(1, uint64(people)))
		first := &Table{Values: 14, Columns: []Column{column(75), column(2), column(16), column(100)}}
		draw := func(t *Table, signature int32) {
			t.Value = append(t.Value, min(rng.Int32N(14), rng.Int32N(14)))
			t.Signature = append(t.Signature, signature)
			for d := range t.Columns {
				t.Columns[d].Codes = append(t.Columns[d].Codes, rng.Int32N(int32(len(t.Columns[d].Positions))))
			}
		}
		for range people {
			draw(first, New)
		}
		r, err := Next(b.Context(), first, Options{M: 4, Workers: 2})
		if err != nil {
			b.Fatal(err)
		}
		second := &Table{Values: 14, Signatures: r.Signatures, Columns: []Column{column(75), column(2), column(16), column(100)}}
		for i := range people {
			if rng.IntN(10) == 0 {
				draw(second, New)
				continue
			}
			second.Value = append(second.Value, first.Value[i])
			second.Signature = append(second.Signature, r.Groups[r.Of[i]].Signature)
			for d := range second.Columns {
				second.Columns[d].Codes = append(second.Columns[d].Codes, first.Columns[d].Codes[i])
			}
		}
		b.Run(fmt.Sprintf("people=%d", people), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Next(b.Context(), second, Options{M: 4, Counterfeits: true, Workers: 2}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
