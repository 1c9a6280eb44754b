package profile

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// isMinimal returns whether a person is alone with some columns, and with no smaller subset.
func (w world) isMinimal(person int, columns []int) bool {
	if !w.alone(columns)[person] {
		return false
	}
	for set := 1; set < 1<<len(columns)-1; set++ {
		var smaller []int
		for i, c := range columns {
			if set>>i&1 == 1 {
				smaller = append(smaller, c)
			}
		}
		if w.alone(smaller)[person] {
			return false
		}
	}
	return true
}

// additions counts the ways to add further columns to a subset of size, one after the other,
// until there are maxSize, by going all of them.
func additions(columns, size, maxSize int) (n float64) {
	if size == maxSize {
		return 1
	}
	for range columns - size {
		n += additions(columns, size+1, maxSize)
	}
	return n
}

// TestUniques compares with the definition: for each person, every subset.
func TestUniques(t *testing.T) {
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 8))
		table, w, bodies := newWorld(rng)
		maxSize, most := 1+rng.IntN(5), rng.IntN(4)
		got, subsets, err := table.Uniques(t.Context(), maxSize, most, 1+rng.IntN(3))
		if err != nil {
			t.Fatal(err)
		}
		var want []Unique
		for body, person := range bodies {
			if person < 0 {
				continue
			}
			u := Unique{Body: body, Fewest: math.MaxInt64}
			for place, s := range subsets {
				if !w.isMinimal(person, s.Columns) {
					continue
				}
				u.Count++
				u.Fewest = min(u.Fewest, int64(len(s.Columns)))
				u.Score += additions(len(table.columns), len(s.Columns), min(maxSize, len(table.columns)))
				if len(u.First) < most {
					u.First = append(u.First, place)
				}
			}
			if u.Count > 0 {
				want = append(want, u)
			}
		}
		if a, b := fmt.Sprint(got), fmt.Sprint(want); a != b {
			t.Errorf("seed %d, size %d, most %d: got %s, want %s of %v", seed, maxSize, most, a, b, w)
		}
	}
}

// TestUniquesOfMany has more bodies than a goroutine takes at a time, of whom every tenth is
// alone with one column, all with both others, and more subsets than are kept.
func TestUniquesOfMany(t *testing.T) {
	const n = 3 * 64 * noteWords
	columns := make([][]int32, 3)
	for i := range int32(n) {
		rare := int32(0)
		if i%10 == 0 {
			rare = i + 1
		}
		for c, code := range []int32{rare, i / 100, i % 100} {
			columns[c] = append(columns[c], code)
		}
	}
	people := slices.Repeat([]int64{1}, n)
	for workers := 1; workers <= 4; workers += 3 {
		got, _, err := NewTable(columns, people).Uniques(t.Context(), 3, 1, workers)
		if err != nil || len(got) != n {
			t.Fatalf("%d workers: %d of %d, %v", workers, len(got), n, err)
		}
		for i, u := range got {
			want := Unique{Body: i, Score: 1, Count: 1, Fewest: 2, First: []int{5}}
			if i%10 == 0 {
				want = Unique{Body: i, Score: 3, Count: 2, Fewest: 1, First: []int{0}}
			}
			if a, b := fmt.Sprint(u), fmt.Sprint(want); a != b {
				t.Fatalf("%d workers: got %s, want %s", workers, a, b)
			}
		}
	}
}

// TestLargeScore: the ways from one of 26 columns to all are 25!, beyond 64 bits; and a person
// alone in a table is with each of its columns.
func TestLargeScore(t *testing.T) {
	f, _ := ways(26, 26)[0].Float64()
	if want := 15511210043330985984000000.0; f != want { // OEIS A000142
		t.Errorf("got %v, want %v", f, want)
	}
	columns := slices.Repeat([][]int32{{0}}, 26)
	got, _, err := NewTable(columns, []int64{1}).Uniques(t.Context(), 2, 0, 1)
	if err != nil || len(got) != 1 || got[0].Score != 26*25 || got[0].Count != 26 {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestCancelUniques(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := NewTable([][]int32{{0, 1}, {0, 0}}, []int64{1, 1}).Uniques(ctx, 2, 1, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func ExampleTable_Uniques() {
	ages, sexes := []int32{20, 20, 30, 30}, []int32{0, 1, 1, 1}
	found, subsets, err := NewTable([][]int32{ages, sexes}, []int64{1, 1, 1, 1}).Uniques(context.Background(), 2, 10, 1)
	for _, u := range found {
		fmt.Println(u.Body, u.Score, u.Count, u.Fewest, subsets[u.First[0]].Columns)
	}
	fmt.Println(err)
	// Output:
	// 0 1 1 1 [1]
	// 1 1 1 2 [0 1]
	// <nil>
}
