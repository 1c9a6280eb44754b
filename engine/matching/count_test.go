package matching

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine"
	"skyline/engine/partition"
)

// random is a small table, in which many values are missing.
func random(rng *rand.Rand) *Table {
	columns, rows := rng.IntN(5), rng.IntN(9)
	t := &Table{Codes: make([][]int32, columns), Missing: make([]int32, columns)}
	missing := rng.Float64()
	for d := range t.Codes {
		t.Missing[d] = int32(rng.IntN(4)) - 1
		t.Codes[d] = make([]int32, rows)
		for r := range t.Codes[d] {
			t.Codes[d][r] = int32(rng.IntN(3))
			if rng.Float64() < missing*missing && t.Missing[d] >= 0 {
				t.Codes[d][r] = t.Missing[d]
			}
		}
	}
	for range rows {
		t.People = append(t.People, 1+int64(rng.IntN(3)))
		t.Weights = append(t.Weights, Weight{rng.Int64N(1000), rng.Int64N(Parts)})
	}
	return t
}

// TestByDefinition compares all pairs of rows, of tiny tables.
func TestByDefinition(t *testing.T) {
	transitive, lacked := 0, 0
	for seed := range uint64(20000) {
		table := random(rand.New(rand.NewPCG(seed, 1)))
		got, err := Count(t.Context(), table)
		if err != nil {
			t.Fatal(err)
		}
		for r := range table.People {
			people, weight := int64(0), new(big.Int)
			for s := range table.People {
				matches := true
				for d, codes := range table.Codes {
					missing := table.Missing[d] >= 0 && (codes[r] == table.Missing[d] || codes[s] == table.Missing[d])
					if missing {
						lacked++
					}
					if !missing && codes[r] != codes[s] {
						matches = false
					}
				}
				if matches {
					people += table.People[s]
					weight.Add(weight, exactly(table.Weights[s]))
				}
			}
			if got[r].People != people || exactly(got[r].Weight).Cmp(weight) != 0 {
				t.Fatalf("seed %d: row %d of %+v has %+v, want %d people of weight %s", seed, r, table, got[r], people, weight)
			}
			if got[r].Weight.Part >= Parts {
				t.Fatalf("seed %d: a part of %d", seed, got[r].Weight.Part)
			}
		}
		if !slices.ContainsFunc(got, func(m Matches) bool { return m != got[0] }) {
			transitive++
		}
	}
	if lacked < 10000 || transitive > 15000 {
		t.Errorf("%d missing values, and %d tables in which all have the same matches", lacked, transitive)
	}
}

func exactly(w Weight) *big.Int {
	return new(big.Int).Add(new(big.Int).Mul(big.NewInt(w.Whole), big.NewInt(Parts)), big.NewInt(w.Part))
}

// TestNothingMissing: the matches are the group.
func TestNothingMissing(t *testing.T) {
	table := &Table{Codes: [][]int32{{0, 0, 1, 1}, {0, 0, 0, 1}}, Missing: []int32{-1, -1}, People: []int64{2, 1, 4, 1}}
	got, err := Count(t.Context(), table)
	if err != nil {
		t.Fatal(err)
	}
	for r, want := range []int64{3, 3, 4, 1} {
		if got[r].People != want {
			t.Errorf("row %d: %d, want %d", r, got[r].People, want)
		}
	}
}

func TestErrors(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	many := make([]int64, 2*looks)
	for i := range many {
		many[i] = 1
	}
	if _, err := Count(ctx, &Table{People: many}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := Count(t.Context(), &Table{People: []int64{partition.MaxPeople, 1}}); !errors.Is(err, partition.ErrTooManyPeople) {
		t.Errorf("too many people: %v", err)
	}
	if _, err := Count(t.Context(), &Table{People: []int64{1}, Weights: []Weight{{partition.MaxPeople, 0}}}); !errors.Is(err, partition.ErrTooManyPeople) {
		t.Errorf("too large a weight: %v", err)
	}
	for param, table := range map[string]*Table{
		"Codes":   {Codes: make([][]int32, 65), Missing: make([]int32, 65)},
		"Missing": {Codes: make([][]int32, 1)},
		"People":  {People: []int64{0}},
		"Weights": {People: []int64{1}, Weights: []Weight{{0, Parts}}},
	} {
		if _, err := Count(t.Context(), table); !errors.Is(err, &engine.ParamError{Package: "matching", Param: param}) {
			t.Errorf("%s: %v", param, err)
		}
	}
	for _, table := range []*Table{
		{Codes: [][]int32{{0}}, Missing: []int32{-1}},
		{People: []int64{1}, Weights: make([]Weight, 2)},
	} {
		if _, err := Count(t.Context(), table); !errors.Is(err, &engine.ParamError{Package: "matching"}) {
			t.Errorf("lengths: %v", err)
		}
	}
}

// TestTooLarge: 2^16 rows that all lack other columns are refused before any is counted.
func TestTooLarge(t *testing.T) {
	const columns = 17
	table := &Table{Codes: make([][]int32, columns), Missing: make([]int32, columns)}
	for r := range 1 << columns {
		for d := range table.Codes {
			table.Codes[d] = append(table.Codes[d], int32(r>>d&1))
		}
		table.People = append(table.People, 1)
	}
	if _, err := Count(t.Context(), table); !errors.Is(err, ErrTooLarge) || !errors.Is(err, engine.ErrTooLarge) {
		t.Error(err)
	}
}
