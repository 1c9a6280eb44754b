package region_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"skyline/engine/region"
)

// BenchmarkIndex makes the index of boxes that were cut at random, and places rows.
func BenchmarkIndex(b *testing.B) {
	const columns, codes, count, rows = 5, 1 << 20, 100_000, 1 << 16
	rng := rand.New(rand.NewPCG(1, 1))
	boxes := make([][]region.Span, 1, count)
	for range columns {
		boxes[0] = append(boxes[0], region.Span{First: 0, Last: codes - 1})
	}
	for len(boxes) < count {
		i, d := rng.IntN(len(boxes)), rng.IntN(columns)
		s := boxes[i][d]
		if s.First == s.Last {
			continue
		}
		at := s.First + rng.Int32N(s.Last-s.First)
		other := append([]region.Span(nil), boxes[i]...)
		boxes[i][d].Last, other[d].First = at, at+1
		boxes = append(boxes, other)
	}
	covers := make([][][]region.Span, columns)
	var regions []int32
	for i, box := range boxes {
		for d, s := range box {
			covers[d] = append(covers[d], []region.Span{s})
			regions = append(regions, int32(i))
		}
	}
	var x *region.Index
	b.Run("New", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			x, _ = region.New(context.Background(), covers, regions)
		}
	})
	b.Run("Places", func(b *testing.B) {
		all := make([]int64, rows*columns)
		for i := range all {
			all[i] = rng.Int64N(codes)
		}
		groups := make([]int64, rows)
		for b.Loop() {
			x.Places(all, groups)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rows, "ns/row")
	})
}
