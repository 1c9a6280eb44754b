package profile

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/matching"
	"skyline/tests/trials"
)

// lacking are people by what they have, -1 for a missing value.
type lacking [][]int

// match reports whether what two have may be the same in some columns.
func (l lacking) match(p, q int, columns []int) bool {
	for _, c := range columns {
		if l[p][c] >= 0 && l[q][c] >= 0 && l[p][c] != l[q][c] {
			return false
		}
	}
	return true
}

func (l lacking) matches(p int, columns []int) (n int64) {
	for q := range l {
		if l.match(p, q, columns) {
			n++
		}
	}
	return n
}

// isMinimal tries every smaller subset.
func (l lacking) isMinimal(p int, columns []int) bool {
	if l.matches(p, columns) != 1 {
		return false
	}
	for set := 1; set < 1<<len(columns)-1; set++ {
		var smaller []int
		for i, c := range columns {
			if set>>i&1 == 1 {
				smaller = append(smaller, c)
			}
		}
		if l.matches(p, smaller) == 1 {
			return false
		}
	}
	return true
}

// subsetsOf are all subsets of one to maxSize columns, by size, then in their order.
func subsetsOf(columns, maxSize int) (all [][]int) {
	var of func(begin, size int, chosen []int)
	of = func(begin, size int, chosen []int) {
		if size == 0 {
			all = append(all, append([]int(nil), chosen...))
			return
		}
		for c := begin; c < columns; c++ {
			of(c+1, size-1, append(slices.Clip(chosen), c))
		}
	}
	for size := 1; size <= min(maxSize, columns); size++ {
		of(0, size, nil)
	}
	return all
}

// TestMatching compares with the definition: every person with every other, in every subset.
func TestMatching(t *testing.T) {
	lacked, alone := 0, 0
	for seed := range uint64(1500) {
		rng := rand.New(rand.NewPCG(seed, 31))
		columns, maxSize, most := 1+rng.IntN(4), 1+rng.IntN(4), rng.IntN(4)
		codes, missing := make([][]int32, columns), make([]int32, columns)
		for c := range missing {
			missing[c] = int32(rng.IntN(12))
		}
		var people []int64
		var l lacking
		var bodies []int // whose rows are of one person
		share := rng.Float64() / 5
		for range rng.IntN(9) {
			row := make([]int, columns)
			for c := range row {
				if row[c] = rng.IntN(4); rng.Float64() < share || row[c] == int(missing[c]) {
					row[c] = -1
					lacked++
				}
				code := missing[c]
				if row[c] >= 0 {
					code = int32(row[c])
				}
				codes[c] = append(codes[c], code)
			}
			n := max(1, rng.IntN(5)-2)
			people, bodies = append(people, int64(n)), append(bodies, len(l))
			for range n {
				l = append(l, row)
			}
		}
		got, subsets, err := NewTable(codes, people).Matching(t.Context(), missing, maxSize, most)
		if err != nil {
			t.Fatal(err)
		}
		all := subsetsOf(columns, maxSize)
		if len(all) != len(subsets) {
			t.Fatalf("seed %d: %d subsets of %d", seed, len(subsets), len(all))
		}
		for i, s := range subsets {
			want := Subset{Columns: all[i], UniqueShare: math.NaN(), AverageRisk: math.NaN(), Distinction: math.NaN(), Separation: math.NaN()}
			risk, apart := new(big.Rat), int64(0)
			for p := range l {
				f := l.matches(p, all[i])
				if risk.Add(risk, big.NewRat(1, f)); want.Smallest == 0 || f < want.Smallest {
					want.Smallest = f
				}
				if f == 1 {
					want.Unique++
				}
				want.Minimal = want.Minimal || l.isMinimal(p, all[i])
				for q := range l {
					if !l.match(p, q, all[i]) {
						apart++
					}
				}
			}
			if n := int64(len(l)); n > 0 {
				want.UniqueShare = float64(want.Unique) / float64(n)
				want.AverageRisk, _ = risk.Quo(risk, big.NewRat(n, 1)).Float64()
				if n > 1 {
					want.Separation = float64(apart) / float64(n*(n-1))
				}
			}
			if !(math.Abs(s.AverageRisk-want.AverageRisk) > 1e-15) {
				s.AverageRisk = want.AverageRisk
			}
			if a, b := fmt.Sprint(s), fmt.Sprint(want); a != b {
				t.Fatalf("seed %d: got %s, want %s of %v", seed, a, b, l)
			}
		}
		var want []Unique
		for body, p := range bodies {
			u := Unique{Body: body}
			for place, columns := range all {
				if people[body] > 1 || !l.isMinimal(p, columns) {
					continue
				}
				if u.Count++; u.Fewest == 0 {
					u.Fewest = int64(len(columns))
				}
				u.Score += additions(len(codes), len(columns), min(maxSize, len(codes)))
				if len(u.First) < most {
					u.First = append(u.First, place)
				}
			}
			if u.Count > 0 {
				alone++
				want = append(want, u)
			}
		}
		if a, b := fmt.Sprint(got), fmt.Sprint(want); a != b {
			t.Fatalf("seed %d, size %d, most %d: got %s, want %s of %v", seed, maxSize, most, a, b, l)
		}
	}
	if lacked < 1500 || alone < 800 {
		t.Errorf("%d missing values, and %d people with minimal subsets: these are too few", lacked, alone)
	}
}

// TestMatchingLacksNothing: where nobody lacks a value, it says what Uniques and Subsets do.
func TestMatchingLacksNothing(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 32))
		codes := make([][]int32, 3)
		people := make([]int64, 1+rng.IntN(12))
		for row := range people {
			people[row] = max(1, rng.Int64N(5)-2)
			for c := range codes {
				codes[c] = append(codes[c], 1+rng.Int32N(4))
			}
		}
		table := NewTable(codes, people)
		got, subsets, err := table.Matching(t.Context(), []int32{0, 0, 0}, 3, 2)
		if err != nil {
			t.Fatal(err)
		}
		want, wanted, err := table.Uniques(t.Context(), 3, 2, 1)
		if err != nil {
			t.Fatal(err)
		}
		for i := range wanted {
			wanted[i].Groups, wanted[i].Distinction, wanted[i].Determines = 0, math.NaN(), nil
			if math.Abs(subsets[i].AverageRisk-wanted[i].AverageRisk) < 1e-15 {
				wanted[i].AverageRisk = subsets[i].AverageRisk
			}
		}
		if a, b := fmt.Sprint(got, subsets), fmt.Sprint(want, wanted); a != b {
			t.Fatalf("seed %d: got %s, want %s", seed, a, b)
		}
	}
}

func TestMatchingErrors(t *testing.T) {
	trials.Long(t)
	two := [][]int32{{0, 1}, {0, 1}}
	if _, _, err := NewTableOfPersons(two, []int32{0, 0}).Matching(t.Context(), []int32{-1, -1}, 2, 1); !errors.Is(err, ErrSeveral) {
		t.Errorf("several rows of a person: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := NewTable(two, []int64{1, 1}).Matching(ctx, []int32{-1, -1}, 1, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	// 2^14 rows that all lack other columns, in 16,383 subsets.
	const columns = 14
	codes, missing := make([][]int32, columns), make([]int32, columns)
	for row := range 1 << columns {
		for c := range codes {
			codes[c] = append(codes[c], int32(row>>c&1))
		}
	}
	if _, _, err := NewTable(codes, make([]int64, 1<<columns)).Matching(t.Context(), missing, columns, 1); !errors.Is(err, matching.ErrTooLarge) {
		t.Errorf("too many look-ups: %v", err)
	}
}
