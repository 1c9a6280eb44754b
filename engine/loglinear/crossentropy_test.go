package loglinear

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
)

// TestCrossEntropyInChunks: over several chunks the cross-entropy is that of the
// definition, and equal to the last bit for each number of workers.
func TestCrossEntropyInChunks(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(9, 9))
	c := &Cells{Sizes: []int{3, 3000, 40, 9000}, Columns: make([][]int32, 4)}
	for range 40_000 {
		for a, size := range c.Sizes {
			c.Columns[a] = append(c.Columns[a], int32(r.IntN(size)))
		}
		c.Counts = append(c.Counts, 1+int64(r.IntN(2)))
	}
	c.Sort()
	groups := make([]int32, c.People())
	for p := range groups {
		groups[p] = int32(r.IntN(len(groups)/5)) - int32(r.IntN(2))
	}
	for _, left := range [][]int{{}, {0}, {1}, {0, 1}, {0, 1, 3}} {
		var want float64
		for i, workers := range []int{0, 1, 2, 5} {
			m := NewMeasure(c)
			m.Workers = workers
			got, err := m.crossEntropy(ctx, left, []int{2}, groups)
			if err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				want = got
				if defined := crossEntropyByDefinition(c, left, 2, groups); !(math.Abs(got-defined) <= 1e-10) {
					t.Errorf("left %v: %v, want %v", left, got, defined)
				}
			}
			if got != want {
				t.Errorf("left %v, %d workers: %v, want %v", left, workers, got, want)
			}
		}
	}
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := NewMeasure(c).crossEntropy(canceled, []int{1}, []int{2}, groups); err == nil {
		t.Error("no error of the context")
	}
}

// crossEntropyByDefinition is -Σ p(x,r) ln Σ_g n(x,g)/n · n(r,g)/n_g. The suppressed
// may have the values of all others.
func crossEntropyByDefinition(c *Cells, left []int, right int, groups []int32) float64 {
	type leftValue [3]int32
	var xs []leftValue // by person
	var rs []int32
	for i, k := range c.Counts {
		var x leftValue
		for j, a := range left {
			x[j] = c.Columns[a][i]
		}
		for range k {
			xs, rs = append(xs, x), append(rs, c.Columns[right][i])
		}
	}
	values, sizes := map[[2]int32]float64{}, map[int32]float64{} // by group
	for p, g := range groups {
		if g < 0 {
			continue
		}
		for _, of := range []int32{g, suppressed} {
			values[[2]int32{of, rs[p]}]++
			sizes[of]++
		}
	}
	in := map[leftValue]map[int32]float64{}
	for p, g := range groups {
		if in[xs[p]] == nil {
			in[xs[p]] = map[int32]float64{}
		}
		in[xs[p]][g]++
	}
	type cell struct {
		x leftValue
		r int32
	}
	logs := map[cell]float64{}
	n, total := float64(len(groups)), 0.0
	for p, x := range xs {
		at := cell{x, rs[p]}
		if _, known := logs[at]; !known {
			share := 0.0
			for g, k := range in[x] {
				share += k / n * values[[2]int32{g, rs[p]}] / sizes[g]
			}
			logs[at] = math.Log(share)
		}
		total -= logs[at] / n
	}
	return total
}
