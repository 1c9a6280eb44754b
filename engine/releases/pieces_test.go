package releases

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/internal/budget"
	"skyline/tests/trials"
)

// TestPiecesByWorlds compares the worlds of a core with those of its pieces, whatever the ranges are that they are made
// with: the means of all counts are the same. The pieces' worlds keep to the ranges by themselves.
func TestPiecesByWorlds(t *testing.T) {
	var pieces, several, known int
	for _, releases := range []int{2, 3} {
		for seed := range trials.Seeds(t, 500, 8000) {
			r := rand.New(rand.NewPCG(seed, uint64(releases)))
			c := coreOf(randomPeople(r, releases, 4), 4)
			if len(c.cells) == 0 {
				continue
			}
			w := enumerate(c, nil)
			for _, limit := range []float64{0, 300, math.Inf(1)} {
				ranges, err := c.ranges(budget.New(t.Context(), limit))
				if err != nil {
					t.Fatal(err)
				}
				parts := c.pieces(ranges)
				pieces += len(parts)
				if len(parts) > 1 {
					several++
				}
				mean := make([][]*big.Rat, len(c.cells))
				for j := range mean {
					for s := range c.values {
						mean[j] = append(mean[j], new(big.Rat).SetInt64(ranges[j][s].low))
					}
				}
				for _, p := range parts {
					part := enumerate(p, nil)
					if within := enumerate(p, p.within); within.number.Cmp(part.number) != 0 {
						t.Fatalf("%d releases, seed %d, limit %g: %v worlds, %v of them within the ranges", releases, seed, limit, part.number, within.number)
					}
					for i := range p.cells {
						j := slices.IndexFunc(c.cells, func(cell coreCell) bool { return cell.cell == p.cells[i].cell })
						for k, value := range p.values {
							if p.within[i][k] != (countRange{}) {
								mean[j][slices.Index(c.values, value)].Set(part.mean[i][k])
							}
						}
					}
				}
				for j := range mean {
					for s, m := range mean[j] {
						if ranges[j][s].low == ranges[j][s].high {
							known++
						}
						if m.Cmp(w.mean[j][s]) != 0 {
							t.Fatalf("%d releases, seed %d, limit %g: cell %d, value %d: the mean is %v, of all worlds %v", releases, seed, limit, j, s, m, w.mean[j][s])
						}
					}
				}
			}
		}
	}
	t.Logf("%d pieces, %d times several; %d counts known", pieces, several, known)
	if several == 0 || known == 0 {
		t.Error("not all cases occurred")
	}
}

// TestPiecesOfRows is two squares of cells with a bridge between them: they are pieces of their own.
func TestPiecesOfRows(t *testing.T) {
	var people []made
	for _, square := range []int32{0, 2} {
		for i := range int32(4) {
			people = append(people, made{[]int32{square + i%2, square + i/2}, i&1 ^ i>>1})
		}
	}
	// A third value in the bridge's cell alone is no way across: both of its groups tell it.
	people = append(people, made{[]int32{0, 2}, 2})
	c := coreOf(people, 3)
	ranges, err := c.ranges(budget.New(t.Context(), math.Inf(1)))
	if err != nil {
		t.Fatal(err)
	}
	if parts := c.pieces(ranges); len(parts) != 2 || len(parts[0].cells) != 4 || len(parts[1].cells) != 4 || len(parts[0].values) != 2 {
		t.Errorf("%d pieces, want two squares", len(parts))
	}
}
