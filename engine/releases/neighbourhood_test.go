package releases

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/engine/internal/budget"
	"skyline/tests/trials"
)

// TestNeighbourhoodsByWorlds stops after a few steps wherever it begins: the bounds hold for all worlds, and most are
// narrower than the counts' ranges.
func TestNeighbourhoodsByWorlds(t *testing.T) {
	var compared, narrower, close int
	for _, releases := range []int{2, 3} {
		for seed := range trials.Seeds(t, 300, 5000) {
			r := rand.New(rand.NewPCG(seed, uint64(20+releases)))
			c := coreOf(randomPeople(r, releases, 3), 3)
			if len(c.cells) == 0 {
				continue
			}
			ranges, err := c.ranges(budget.New(t.Context(), math.Inf(1)))
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range c.pieces(ranges) {
				w := enumerate(p, nil)
				base := newChooser(p, byPlaces)
				for start := range base.places {
					for _, most := range []float64{2, 5, 10, 20, 40, mostAround} {
						b := newBuilder(base.from(int32(start)), budget.New(t.Context(), most))
						if err := b.stepOn(); err != nil {
							t.Fatal(err)
						}
						low, high := b.means()
						for i := range low {
							at := b.l.places[i]
							mean := w.mean[at.cell][at.value]
							l, h := outward(low[i], -1), outward(high[i], 1)
							if l.Cmp(mean) > 0 || h.Cmp(mean) < 0 {
								t.Fatalf("%d releases, seed %d, from %d, %g steps: the mean %v of %v is not in [%g, %g]", releases, seed, start, most, mean, at, low[i], high[i])
							}
							compared++
							if most == mostAround {
								if h.Sub(h, l).Cmp(big.NewRat(1, 1000)) > 0 {
									t.Fatalf("%d releases, seed %d: all worlds were counted, but the mean of %v is in [%g, %g]", releases, seed, at, low[i], high[i])
								}
								close++
							} else if width := p.within[at.cell][at.value]; high[i]-low[i] < float64(width.high-width.low)-1e-6 {
								narrower++
							}
						}
					}
				}
			}
		}
	}
	t.Logf("%d bounds, %d narrower than ranges, %d exact", compared, narrower, close)
	if narrower == 0 || close == 0 {
		t.Error("not all cases occurred")
	}
}
