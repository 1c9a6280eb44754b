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

// world is a table as its people: the rows of each.
type world [][][]int32

// with returns who has a combination that somebody has in some columns.
func (w world) with(row []int32, columns []int) (people []int) {
	for p, rows := range w {
		if slices.ContainsFunc(rows, func(other []int32) bool {
			return !slices.ContainsFunc(columns, func(c int) bool { return row[c] != other[c] })
		}) {
			people = append(people, p)
		}
	}
	return people
}

// alone returns who has a combination that is nobody else's.
func (w world) alone(columns []int) map[int]bool {
	alone := map[int]bool{}
	for p, rows := range w {
		for _, row := range rows {
			if len(w.with(row, columns)) == 1 {
				alone[p] = true
			}
		}
	}
	return alone
}

// minimal returns whether somebody is alone with some columns, and with no smaller subset.
func (w world) minimal(columns []int) bool {
	lone := w.alone(columns)
	for set := 1; set < 1<<len(columns)-1; set++ {
		var smaller []int
		for i, c := range columns {
			if set>>i&1 == 1 {
				smaller = append(smaller, c)
			}
		}
		for p := range w.alone(smaller) {
			delete(lone, p)
		}
	}
	return len(lone) > 0
}

// newWorld returns a random table of people with one row each, of weights, or of people with
// several rows; and whose each of its rows is: a person of the world, or -1 for that of
// several people.
func newWorld(rng *rand.Rand) (*Table, world, []int) {
	columns, several := make([][]int32, 1+rng.IntN(4)), rng.IntN(2) == 0
	var people []int64
	var persons []int32
	var w world
	var bodies []int
	for range rng.IntN(12) {
		row := make([]int32, len(columns))
		for c := range row {
			row[c] = rng.Int32N(int32(c) + 2)
			columns[c] = append(columns[c], row[c])
		}
		if p := rng.IntN(len(w) + 1); several && p < len(w) {
			w[p], persons = append(w[p], row), append(persons, int32(p))
			continue
		}
		n := int64(1)
		if !several {
			n += rng.Int64N(2)
		}
		if bodies = append(bodies, len(w)); n > 1 {
			bodies[len(bodies)-1] = -1
		}
		people, persons = append(people, n), append(persons, int32(len(w)))
		for range n {
			w = append(w, [][]int32{row})
		}
	}
	if several {
		numbers := rng.Perm(len(w))
		for i, p := range persons {
			persons[i] = int32(numbers[p])
		}
		for p, number := range numbers {
			bodies[number] = p
		}
		return NewTableOfPersons(columns, persons), w, bodies
	}
	return NewTable(columns, people), w, bodies
}

// TestSubsets compares with the definition.
func TestSubsets(t *testing.T) {
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 7))
		table, w, _ := newWorld(rng)
		found, err := table.Subsets(t.Context(), 4, 1+rng.IntN(3))
		if err != nil || int64(len(found)) != Forecast(len(table.columns), 4) {
			t.Fatalf("seed %d: %d subsets, %v", seed, len(found), err)
		}
		for _, got := range found {
			groups, smallest := map[string]bool{}, int64(0)
			for _, rows := range w {
				for _, row := range rows {
					with := w.with(row, got.Columns)
					key := ""
					for _, c := range got.Columns {
						key += fmt.Sprint(row[c], " ")
					}
					groups[key] = true
					if n := int64(len(with)); smallest == 0 || n < smallest {
						smallest = n
					}
				}
			}
			if got.Groups != int64(len(groups)) || got.Smallest != smallest || got.Unique != int64(len(w.alone(got.Columns))) || got.Minimal != w.minimal(got.Columns) {
				t.Errorf("seed %d: %+v of %v, want %d groups, smallest %d, %d alone, minimal %t", seed, got, w, len(groups), smallest, len(w.alone(got.Columns)), w.minimal(got.Columns))
			}
		}
	}
}

func TestForecast(t *testing.T) {
	for _, test := range []struct {
		columns, size int
		want          int64
	}{{0, 3, 0}, {1, 3, 1}, {3, 3, 7}, {30, 3, 4525}, {30, 4, 31930}, {30, 0, 0}, {52, 52, 1<<52 - 1}, {54, 54, Uncountable}, {10000, 100, Uncountable}} {
		if got := Forecast(test.columns, test.size); got != test.want {
			t.Errorf("Forecast(%d, %d) = %d, want %d", test.columns, test.size, got, test.want)
		}
	}
}

// TestLargeCounts has groups whose pairs exceed 64 bits.
func TestLargeCounts(t *testing.T) {
	const half = 1 << 60
	found, err := NewTable([][]int32{{0, 1}}, []int64{half, half}).Subsets(t.Context(), 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	// Of 2^61 (2^61 - 1) pairs 2^121 differ.
	if want := math.Ldexp(1, 60) / (math.Ldexp(1, 61) - 1); found[0].Separation != want || found[0].Smallest != half {
		t.Errorf("got %+v, want a separation of %v", found[0], want)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := NewTable([][]int32{{0, 1}, {0, 0}}, []int64{1, 1}).Subsets(ctx, 2, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func ExampleTable_Subsets() {
	ages, sexes := []int32{20, 20, 30, 30}, []int32{0, 1, 1, 1}
	found, err := NewTable([][]int32{ages, sexes}, []int64{1, 1, 1, 1}).Subsets(context.Background(), 2, 1)
	for _, s := range found {
		fmt.Println(s.Columns, s.Groups, s.Unique, s.Separation, s.Minimal)
	}
	fmt.Println(err)
	// Output:
	// [0] 2 0 0.6666666666666666 false
	// [1] 2 1 0.5 true
	// [0 1] 3 2 0.8333333333333334 true
	// <nil>
}
