package region_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/region"
)

// boxes are regions as a test has them: for each, in each column, which codes it
// covers.
type boxes [][][]bool

// cutAtRandom parts boxes of codes, and then takes some codes away.
func cutAtRandom(rng *rand.Rand, columns, codes, count int) boxes {
	whole := make([][]bool, columns)
	for d := range whole {
		whole[d] = slices.Repeat([]bool{true}, codes)
	}
	all := boxes{whole}
	for range 20 * count {
		if len(all) == count {
			break
		}
		i, d := rng.IntN(len(all)), rng.IntN(columns)
		a, b := clone(all[i]), clone(all[i])
		at, some := rng.IntN(codes), rng.IntN(3) == 0
		for code := range codes {
			// A cut of the order, or of a hierarchy, whose parts are any codes.
			left := code < at
			if some {
				left = rng.IntN(2) == 0
			}
			a[d][code], b[d][code] = a[d][code] && left, b[d][code] && !left
		}
		if slices.Contains(a[d], true) && slices.Contains(b[d], true) {
			all[i] = a
			all = append(all, b)
		}
	}
	for _, box := range all {
		for d := range box {
			if rng.IntN(2) == 0 {
				box[d][rng.IntN(codes)] = false
			}
		}
	}
	return all
}

func clone(box [][]bool) [][]bool {
	c := make([][]bool, len(box))
	for d := range box {
		c[d] = slices.Clone(box[d])
	}
	return c
}

// index makes the covers, equal ones being one, with their spans in any order.
func (all boxes) index(rng *rand.Rand, columns int) (*region.Index, error) {
	covers := make([][][]region.Span, columns)
	numbers := make([]map[string]int32, columns)
	var regions []int32
	for _, box := range all {
		for d, codes := range box {
			if numbers[d] == nil {
				numbers[d] = map[string]int32{}
			}
			key := ""
			var spans []region.Span
			for code, covered := range codes {
				if !covered {
					key += "-"
					continue
				}
				key += "x"
				spans = append(spans, region.Span{First: int32(code), Last: int32(code)})
				if n := len(spans); n > 1 && spans[n-2].Last == int32(code)-1 && rng.IntN(2) == 0 {
					spans = spans[:n-1]
					spans[n-2].Last = int32(code)
				}
			}
			if _, ok := numbers[d][key]; !ok {
				numbers[d][key] = int32(len(covers[d]))
				rng.Shuffle(len(spans), func(i, j int) { spans[i], spans[j] = spans[j], spans[i] })
				covers[d] = append(covers[d], spans)
			}
			regions = append(regions, numbers[d][key])
		}
	}
	return region.New(context.Background(), covers, regions)
}

// place looks at each box.
func (all boxes) place(codes []int64) int64 {
	found := int64(region.None)
	for i, box := range all {
		inside := true
		for d, code := range codes {
			inside = inside && box[d][code]
		}
		switch {
		case inside && found == region.None:
			found = int64(i)
		case inside:
			return region.Several
		}
	}
	return found
}

// TestPlaces compares the tree with looking at each region, for parts of parts and
// for regions that overlap.
func TestPlaces(t *testing.T) {
	seen := map[int64]int{}
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 11))
		columns, codes := 1+rng.IntN(4), 2+rng.IntN(12)
		all := cutAtRandom(rng, columns, codes, 1+rng.IntN(60))
		if seed%3 == 0 {
			all = append(all, cutAtRandom(rng, columns, codes, 1+rng.IntN(5))...)
		}
		x, err := all.index(rng, columns)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		var rows, want []int64
		for range 200 {
			row := make([]int64, columns)
			for d := range row {
				row[d] = rng.Int64N(int64(codes))
			}
			rows, want = append(rows, row...), append(want, all.place(row))
			seen[min(want[len(want)-1], 0)]++
		}
		got := make([]int64, len(want))
		x.Places(rows, got)
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: Places = %v, want %v", seed, got, want)
		}
		for d := range columns {
			for code := range codes {
				want := slices.ContainsFunc(all, func(box [][]bool) bool { return box[d][code] })
				if got := x.Covers(d, int32(code)); got != want {
					t.Fatalf("seed %d: Covers(%d, %d) = %v, want %v", seed, d, code, got, want)
				}
			}
		}
	}
	for _, what := range []int64{region.None, region.Several, 0} {
		if seen[what] < 1000 {
			t.Errorf("%d rows of kind %d say little", seen[what], what)
		}
	}
}

func TestNoRegions(t *testing.T) {
	for _, columns := range []int{1, 3} {
		x, err := region.New(context.Background(), make([][][]region.Span, columns), nil)
		if err != nil {
			t.Fatal(err)
		}
		got := []int64{7}
		x.Places(make([]int64, columns), got)
		if got[0] != region.None || x.Covers(0, 0) {
			t.Errorf("Places = %v, Covers = %v with no regions", got, x.Covers(0, 0))
		}
	}
}

func TestTangled(t *testing.T) {
	// Each interval reaches into the next one.
	var covers []([]region.Span)
	var regions []int32
	for i := range int32(1001) {
		covers = append(covers, []region.Span{{First: i, Last: i + 1}})
		regions = append(regions, i)
	}
	if _, err := region.New(context.Background(), [][][]region.Span{covers}, regions); !errors.Is(err, region.ErrTangled) {
		t.Errorf("New of tangled regions: %v, want %v", err, region.ErrTangled)
	}
	x, err := region.New(context.Background(), [][][]region.Span{covers}, regions[:1000])
	if err != nil {
		t.Fatal(err)
	}
	got := make([]int64, 3)
	x.Places([]int64{0, 1, 1001}, got)
	if want := []int64{0, region.Several, region.None}; !slices.Equal(got, want) {
		t.Errorf("Places = %v, want %v", got, want)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := region.New(ctx, make([][][]region.Span, 2), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("New of a cancelled context: %v", err)
	}
}
