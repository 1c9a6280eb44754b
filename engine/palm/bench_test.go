package palm

import (
	"context"
	"math/rand/v2"
	"testing"

	"skyline/engine/cells"
)

// BenchmarkShift shifts groups of people who nearly all differ, of some hundred values in
// each of five columns, a fifth of them present.
func BenchmarkShift(b *testing.B) {
	for _, size := range []struct {
		name           string
		people, groups int
	}{{"10", 10, 1000}, {"30", 30, 300}, {"300", 300, 30}, {"5000", 5000, 1}} {
		r := rand.New(rand.NewPCG(1, 2))
		table := &cells.Cells{Codes: make([][]int32, 5)}
		var of []int64
		for g := range size.groups {
			for i := range size.people {
				// A fifth of them is present, and has smaller codes.
				value := int32(0)
				if 5*i < size.people {
					value = 1
				}
				for d := range table.Codes {
					table.Codes[d] = append(table.Codes[d], int32(r.ExpFloat64()*float64(size.people)/float64(10+5*value)))
				}
				table.N, table.Value, of = append(table.N, 1), append(table.Value, value), append(of, int64(g))
			}
		}
		groups := Groups(table, 0, of, size.groups)
		StartSets(groups)
		for name, method := range map[string]Method{"uniform": Uniform, "bounded": Bounded, "stepwise": Stepwise, "exact": Exact} {
			b.Run(size.name+"/"+name, func(b *testing.B) {
				for b.Loop() {
					if _, err := Shift(context.Background(), groups, Options{Method: method, Low: 0.01, High: 0.5, Steps: 10}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
