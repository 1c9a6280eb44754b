package mask

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/engine/jump/tables"
)

// randomComponent makes a component of few people.
func randomComponent(rng *rand.Rand, people int, nested bool) *Component {
	c := &Component{}
	groups := 1
	if !nested {
		groups = 1 + rng.IntN(3)
	}
	values := 1 + rng.IntN(5)
	small := 1 + rng.IntN(4)
	for range groups {
		c.Counts = append(c.Counts, make([]int64, values))
	}
	for people > 0 {
		n := min(people, 1+rng.IntN(small))
		people -= n
		h := rng.IntN(groups)
		c.Cells = append(c.Cells, int64(n))
		c.In = append(c.In, h)
		for range n {
			c.Counts[h][rng.IntN(1+rng.IntN(values))]++
		}
	}
	free := rng.IntN(4) == 0
	if nested {
		for i := range c.Cells {
			if !free || rng.IntN(3) > 0 {
				c.Must = append(c.Must, []int{i})
			}
		}
		return c
	}
	sets := 1 + rng.IntN(4)
	c.Must = make([][]int, sets)
	for i := range c.Cells {
		s := rng.IntN(sets)
		if !free || rng.IntN(3) > 0 {
			c.Must[s] = append(c.Must[s], i)
		}
		if rng.IntN(8) == 0 { // overlapping, or the same cell twice
			s := rng.IntN(sets)
			c.Must[s] = append(c.Must[s], i)
		}
	}
	return c
}

func randomProperty(rng *rand.Rand) tables.Property {
	switch rng.IntN(8) {
	case 0, 1:
		return tables.MaxShare{Share: big.NewRat(1, 2)}
	case 2, 3:
		return tables.MaxShare{Share: big.NewRat(rng.Int64N(7), 1+rng.Int64N(6))}
	case 4, 5:
		return tables.Distinct{Values: rng.Int64N(5)}
	case 6:
		return tables.Recursive{C: big.NewRat(1+rng.Int64N(5), 1+rng.Int64N(3)), L: 1 + rng.Int64N(4)}
	}
	return tables.Entropy{L: big.NewRat(2+rng.Int64N(4), 2)}
}

func equal(a, b *tables.Set) error {
	if a.Tables.Cmp(b.Tables) != 0 {
		return fmt.Errorf("%v tables, want %v", a.Tables, b.Tables)
	}
	for c := range b.With {
		for v := range b.With[c] {
			if a.With[c][v].Cmp(b.With[c][v]) != 0 {
				return fmt.Errorf("%v tables with value %d in cell %d, want %v", a.With[c][v], v, c, b.With[c][v])
			}
		}
	}
	return nil
}

// methods counts a component by every method that applies to all of its parts.
func methods(t *testing.T, c *Component, p tables.Property) map[string]*tables.Set {
	all := map[string]*tables.Set{}
	for _, method := range []string{Polynomial, Pinned, Capacities, Remainders} {
		plan := c.plan(p)
		if plan.forecast.Possible == tables.No {
			continue
		}
		set := tables.NewSet(len(c.Cells), c.values())
		set.Tables.SetInt64(1)
		applies := false
		results := []*result{}
		for _, part := range plan.parts {
			r := part.countFree()
			if len(part.sets) > 0 {
				var q interface{ count(*meter) (*result, error) }
				switch method {
				case Polynomial:
					if part.nested() && part.rule.capped {
						q = newPolynomial(part)
					}
				case Pinned:
					if part.nested() && part.rule.capped && newPinned(part) != nil {
						q = newPinned(part)
					}
				case Capacities:
					if part.rule.capped || part.rule.distinct > 0 {
						q = newCapacities(part)
					}
				case Remainders:
					q = newRemainders(part)
				}
				if q == nil {
					applies = false
					break
				}
				applies = true
				var err error
				if r, err = q.count(&meter{ctx: context.Background(), limit: math.Inf(1)}); err != nil {
					t.Fatal(err)
				}
			}
			results = append(results, r)
			set.Tables.Mul(set.Tables, r.tables)
		}
		if !applies || len(results) < len(plan.parts) {
			continue
		}
		for i, part := range plan.parts {
			others := big.NewInt(1)
			for j, r := range results {
				if j != i {
					others.Mul(others, r.tables)
				}
			}
			for j, cell := range part.cells {
				for k, column := range part.columns {
					for _, original := range cell.members {
						for _, v := range column.values {
							set.With[original][v].Mul(results[i].with[j][k], others)
						}
					}
				}
			}
		}
		all[method] = set
	}
	return all
}

func TestCountByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	seen := map[string]int{}
	for i := range 6000 {
		c := randomComponent(rng, 1+rng.IntN(8), i%2 == 0)
		p := randomProperty(rng)
		want := oracle(c, p)
		forecast := c.Forecast(p)
		got, err := c.Count(context.Background(), p, 1e9)
		if err != nil {
			t.Fatalf("instance %d: %+v, %+v: %v", i, c, p, err)
		}
		if err := equal(got, want); err != nil {
			t.Fatalf("instance %d: %+v, %+v, %s: %v", i, c, p, forecast.Method, err)
		}
		seen[forecast.Method]++
		if forecast.Possible == tables.No && want.Tables.Sign() > 0 || forecast.Possible == tables.Yes && want.Tables.Sign() == 0 {
			t.Fatalf("instance %d: %+v, %+v: possible %v, but %v tables", i, c, p, forecast.Possible, want.Tables)
		}
		for method, got := range methods(t, c, p) {
			seen["all "+method]++
			if err := equal(got, want); err != nil {
				t.Fatalf("instance %d: %+v, %+v, %s: %v", i, c, p, method, err)
			}
		}
	}
	t.Log(seen)
}

func TestErrors(t *testing.T) {
	c := &Component{Cells: []int64{60, 60, 60, 60, 60}, In: make([]int, 5), Must: [][]int{{0}, {1}, {2}, {3}, {4}}, Counts: [][]int64{{75, 74, 76, 73, 2}}}
	p := tables.MaxShare{Share: big.NewRat(1, 3)}
	if _, err := c.Count(context.Background(), p, 1e6); !errors.Is(err, ErrTooLarge) {
		t.Errorf("got %v, want %v", err, ErrTooLarge)
	}
}
