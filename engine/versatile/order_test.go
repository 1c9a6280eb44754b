package versatile

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"skyline/engine/guardian"
	"skyline/engine/loglinear"
	"skyline/tests/trials"
)

// TestOrder: equal people have equal releases, to the last bit, in whatever order
// their cells come, and however they are counted, once the cells are sorted.
func TestOrder(t *testing.T) {
	ctx := context.Background()
	for seed := range trials.Seeds(t, 200, 1500) {
		r := rand.New(rand.NewPCG(seed, 7))
		o := randomOracle(r, 5)
		rules := o.randomRules(r, 2)
		schema := o.randomSchema(r, rules, 2)
		for method := UtilityAware; method <= MultiSA+1; method++ {
			release := func(c *loglinear.Cells) *Release {
				var release *Release
				var err error
				switch {
				case method <= MultiSA:
					release, err = Decompose(ctx, c, rules, 2, method, 1)
				case schema != nil:
					release, err = Evaluate(ctx, c, rules, 2, schema, 1)
				}
				if err != nil {
					t.Fatalf("seed %d, method %d: %v", seed, method, err)
				}
				return release
			}
			want := release(o.cells())
			for range 3 {
				if got := release(scattered(r, o)); !reflect.DeepEqual(got, want) {
					t.Errorf("seed %d, method %d: %+v, before %+v", seed, method, got, want)
				}
			}
		}
	}
}

// scattered returns the oracle's people in random cells of several or none, sorted.
func scattered(r *rand.Rand, o *oracle) *loglinear.Cells {
	rows := slices.Clone(o.rows)
	r.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	c := &loglinear.Cells{Sizes: o.sizes, Columns: make([][]int32, len(o.sizes))}
	add := func(row []int, n int64) {
		for a, v := range row {
			c.Columns[a] = append(c.Columns[a], int32(v))
		}
		c.Counts = append(c.Counts, n)
	}
	for i, row := range rows {
		if last := len(c.Counts) - 1; i > 0 && slices.Equal(row, rows[i-1]) && c.Counts[last] > 0 && r.IntN(2) == 0 {
			c.Counts[last]++
			continue
		}
		add(row, 1)
		if r.IntN(8) == 0 {
			add(row, 0)
		}
	}
	c.Sort()
	return c
}

// TestWorkers: neither the run nor the number of workers makes a difference.
func TestWorkers(t *testing.T) {
	trials.Long(t)
	c := texas(20_000)
	for _, decided := range []bool{true, false} {
		rules := texasRules(c, 9, 5, decided)
		for method := UtilityAware; method <= MultiSA; method++ {
			var want *Release
			for _, workers := range []int{1, 7, 1, 2}[:trials.Number(2, 4)] {
				got, err := Decompose(context.Background(), c, rules, 5, method, workers)
				if err != nil {
					t.Fatal(err)
				}
				if want == nil {
					want = got
				}
				if !reflect.DeepEqual(got, want) {
					t.Errorf("method %d, %d workers: %+v, before %+v", method, workers, got, want)
				}
			}
			schema := schemaOf(want)
			for _, rule := range rules {
				if method != MultiSA && guardian.Check(schema, rule).Status == guardian.Violated {
					t.Errorf("method %d: %v is not in GNF", method, schema)
				}
			}
		}
	}
}
