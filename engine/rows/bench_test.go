package rows

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/breach"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// BenchmarkCheck is of people with 2 to 19 rows each in 576 groups, and one of 40 values.
func BenchmarkCheck(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 9))
	const groups, values = 576, 40
	table, counts := &partition.Table{}, make([][]int64, groups)
	for g := range counts {
		counts[g] = make([]int64, values)
		table.Groups = append(table.Groups, partition.Group{Histogram: fmt.Sprint(g)})
	}
	table.Values = make([]partition.Value, values)
	profiles := make([]Profile, 100_000)
	for i := range profiles {
		profiles[i].People = 1
		rows := map[int32]int64{}
		for range 2 + rng.IntN(18) {
			g := int32(rng.IntN(groups))
			rows[g]++
			counts[g][min(rng.IntN(values), rng.IntN(values))]++
			table.Groups[g].People++
			table.People++
		}
		for g, n := range rows {
			profiles[i].Parts = append(profiles[i].Parts, Part{g, n})
		}
		slices.SortFunc(profiles[i].Parts, func(x, y Part) int { return cmp.Compare(x.Group, y.Group) })
	}
	for g := range counts {
		for v, n := range counts[g] {
			if n > 0 {
				table.Groups[g].Counts = append(table.Groups[g].Counts, partition.Count{Value: int32(v), N: n})
			}
		}
		partition.SortCounts(table.Groups[g].Counts)
	}
	r, err := NewRelease(table, profiles)
	if err != nil {
		b.Fatal(err)
	}
	c, err := breach.NewThreshold(0.5)
	if err != nil {
		b.Fatal(err)
	}
	for _, p := range []knowledge.Point{{}, {K: 5}, {L: 2}, {M: 1}} {
		b.Run(fmt.Sprintf("l=%d/k=%d/m=%d", p.L, p.K, p.M), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := r.Check(context.Background(), 0, []breach.Requirement{{Point: p, C: c}}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
