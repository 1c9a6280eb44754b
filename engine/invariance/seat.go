package invariance

import (
	"cmp"
	"context"
	"slices"
)

// seat decides which of the new people of a value join which bucket: those of a bucket are spread evenly over all of
// them, in the order of their codes, so that each bucket has people everywhere.
func (d *division) seat(ctx context.Context) error {
	type join struct{ bucket, place int32 }
	joins := make([][]join, d.table.Values)
	for i, b := range d.buckets {
		for j, v := range b.signature {
			if b.take[j] > 0 {
				joins[v] = append(joins[v], join{int32(i), int32(j)})
			}
		}
	}
	for v, people := range d.newcomers {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		counts := make([]int64, len(joins[v]))
		for i, to := range joins[v] {
			counts[i] = d.buckets[to.bucket].take[to.place]
		}
		for i, to := range evenly(counts) {
			b, place := d.buckets[joins[v][to].bucket], joins[v][to].place
			b.people[place] = append(b.people[place], people[i])
		}
	}
	return nil
}

// evenly returns a sequence in which the number i comes counts[i] times, at even distances: its j-th time, from 0, is
// ordered by (2j+1)/(2·counts[i]), and where these are equal the smaller number comes first.
func evenly(counts []int64) []int32 {
	if len(counts) == 1 {
		return make([]int32, counts[0])
	}
	type turn struct {
		at int64 // 2j+1
		of int32
	}
	var turns []turn
	for i, n := range counts {
		for j := range n {
			turns = append(turns, turn{2*j + 1, int32(i)})
		}
	}
	slices.SortFunc(turns, func(a, b turn) int {
		return cmp.Or(cmp.Compare(a.at*counts[b.of], b.at*counts[a.of]), cmp.Compare(a.of, b.of))
	})
	sequence := make([]int32, len(turns))
	for i, t := range turns {
		sequence[i] = t.of
	}
	return sequence
}
