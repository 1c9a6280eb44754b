package counting

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/engine/internal/budget"
	"skyline/engine/jump/beliefs"
)

// siblings makes one group of cells of the given sizes, each of which must satisfy the
// property, with counts that fall off like those of a usual attribute.
func siblings(values int, sizes ...int64) *Component {
	rng := rand.New(rand.NewPCG(7, 7))
	c := &Component{Cells: sizes, In: make([]int, len(sizes)), Counts: [][]int64{make([]int64, values)}}
	for i, n := range sizes {
		c.Must = append(c.Must, []int{i})
		for range n {
			c.Counts[0][min(rng.IntN(values), rng.IntN(values))]++
		}
	}
	return c
}

func repeat(n int, size int64) []int64 {
	all := make([]int64, n)
	for i := range all {
		all[i] = size
	}
	return all
}

// crossing makes groups of people that sets cross: a cell of each group in each set.
func crossing(values, groups, sets int, size int64) *Component {
	rng := rand.New(rand.NewPCG(7, 7))
	c := &Component{Must: make([][]int, sets)}
	for h := range groups {
		c.Counts = append(c.Counts, make([]int64, values))
		for s := range sets {
			c.Must[s] = append(c.Must[s], len(c.Cells))
			c.Cells = append(c.Cells, size)
			c.In = append(c.In, h)
			for range size {
				c.Counts[h][min(rng.IntN(values), rng.IntN(values))]++
			}
		}
	}
	return c
}

func upTo(num, denom int64) beliefs.Property { return beliefs.MaxShare{Share: big.NewRat(num, denom)} }

var instances = []struct {
	name     string
	c        *Component
	property beliefs.Property
}{
	{"2x250 14 values", siblings(14, 250, 250), upTo(1, 6)},
	{"2x500 14 values", siblings(14, 500, 500), upTo(1, 6)},
	{"2x1000 14 values", siblings(14, 1000, 1000), upTo(1, 6)},
	{"2x2000 14 values", siblings(14, 2000, 2000), upTo(1, 6)},
	{"5+44995 14 values", siblings(14, 5, 44995), upTo(1, 2)},
	{"20+1980 14 values", siblings(14, 20, 1980), upTo(1, 6)},
	{"3x40 5 values", siblings(5, 40, 40, 40), upTo(1, 2)},
	{"3x80 5 values", siblings(5, 80, 80, 80), upTo(1, 2)},
	{"4x20 5 values", siblings(5, 20, 20, 20, 20), upTo(1, 2)},
	{"5x12 5 values", siblings(5, repeat(5, 12)...), upTo(3, 7)},
	{"40x5 8 values", siblings(8, repeat(40, 5)...), upTo(1, 2)},
	{"20x10 8 values", siblings(8, repeat(20, 10)...), upTo(1, 2)},
	{"10x5+10x8 8 values", siblings(8, append(repeat(10, 5), repeat(10, 8)...)...), upTo(1, 2)},
	{"20x5+20x3 8 values distinct 2", siblings(8, append(repeat(20, 5), repeat(20, 3)...)...), beliefs.Distinct{Values: 2}},
	{"6x4 6 values distinct 3", siblings(6, repeat(6, 4)...), beliefs.Distinct{Values: 3}},
	{"10x4 6 values distinct 3", siblings(6, repeat(10, 4)...), beliefs.Distinct{Values: 3}},
	{"3x8 4 values recursive", siblings(4, 8, 8, 8), beliefs.Recursive{C: big.NewRat(2, 1), L: 3}},
	{"2x30 4 values entropy", siblings(4, 30, 30), beliefs.Entropy{L: big.NewRat(5, 2)}},
	{"4x6 20 values entropy", siblings(20, repeat(4, 6)...), beliefs.Entropy{L: big.NewRat(4, 1)}},
	{"12+14 40 values entropy", siblings(40, 12, 14), beliefs.Entropy{L: big.NewRat(10, 1)}},
	{"crossing 2 groups 3 sets of 2", crossing(4, 2, 3, 2), upTo(1, 2)},
	{"crossing 3 groups 3 sets of 2", crossing(3, 3, 3, 2), upTo(2, 3)},
	{"crossing 2 groups 4 sets of 3", crossing(4, 2, 4, 3), upTo(1, 2)},
	{"crossing 2 groups 3 sets of 3 recursive", crossing(4, 2, 3, 3), beliefs.Recursive{C: big.NewRat(2, 1), L: 3}},
	{"crossing 2 groups 4 sets of 3 distinct 3", crossing(4, 2, 4, 3), beliefs.Distinct{Values: 3}},
}

// BenchmarkCount reports the forecast besides, per method that applies.
func BenchmarkCount(b *testing.B) {
	for _, i := range instances {
		for _, m := range methods {
			plan := i.c.only(m.name).plan(i.property)
			if work := plan.work; !applies(plan) || work > 5e9 || work > 100*i.c.Forecast(i.property) {
				continue
			}
			b.Run(fmt.Sprint(i.name, "/", m.name), func(b *testing.B) {
				var steps *budget.Budget
				for b.Loop() {
					steps = budget.New(b.Context(), math.Inf(1))
					for k, part := range plan.parts {
						if _, err := part.count(plan.methods[k], steps); err != nil {
							b.Fatal(err)
						}
					}
				}
				b.ReportMetric(plan.work/1e6, "Mforecast")
				b.ReportMetric(steps.Spent()/1e6, "Mspent")
			})
		}
	}
}

func BenchmarkBound(b *testing.B) {
	for _, i := range []struct {
		name string
		c    *Component
	}{
		{"45000 people 9 sets", siblings(14, repeat(9, 5000)...)},
		{"45000 people 1000 sets", siblings(14, repeat(1000, 45)...)},
		{"20000 people 10 groups 10 sets", crossing(14, 10, 10, 200)},
	} {
		b.Run(i.name, func(b *testing.B) {
			for b.Loop() {
				bound, ok := i.c.Bound(upTo(1, 7))
				if ok {
					x, _ := bound.Float64()
					b.ReportMetric(x*1e6, "bound/1e-6")
				}
			}
		})
	}
}

func BenchmarkForecast(b *testing.B) {
	for _, i := range []struct {
		name     string
		c        *Component
		property beliefs.Property
	}{
		{"9x5000", siblings(14, repeat(9, 5000)...), upTo(1, 7)},
		{"9000x5", siblings(14, repeat(9000, 5)...), upTo(1, 2)},
		{"9000x5 entropy", siblings(14, repeat(9000, 5)...), beliefs.Entropy{L: big.NewRat(2, 1)}},
		{"45000 values", siblings(45000, 20000, 25000), upTo(1, 1000)},
		{"100 groups 9 sets", crossing(14, 100, 9, 50), upTo(1, 7)},
	} {
		b.Run(i.name, func(b *testing.B) {
			for b.Loop() {
				i.c.Forecast(i.property)
			}
		})
	}
}
