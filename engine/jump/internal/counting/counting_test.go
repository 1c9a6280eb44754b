package counting

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"skyline/engine/internal/budget"
	"skyline/engine/jump/beliefs"
	"skyline/tests/trials"
)

// randomComponent makes a component of few people.
func randomComponent(rng *rand.Rand, people int, nested bool) *Component {
	c := &Component{}
	groups := 1
	if !nested {
		groups = 1 + rng.IntN(3)
	}
	values := 1 + rng.IntN(5)
	small := 1 + rng.IntN(5)
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
			c.Counts[h][rng.IntN(values)]++
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
		if other := rng.IntN(sets); rng.IntN(8) == 0 && !slices.Contains(c.Must[other], i) {
			c.Must[other] = append(c.Must[other], i) // overlapping
		}
	}
	c.Must = slices.DeleteFunc(c.Must, func(cells []int) bool { return len(cells) == 0 })
	return c
}

func randomProperty(rng *rand.Rand) beliefs.Property {
	switch rng.IntN(8) {
	case 0, 1:
		return beliefs.MaxShare{Share: big.NewRat(1, 2)}
	case 2, 3:
		return beliefs.MaxShare{Share: big.NewRat(rng.Int64N(7), 1+rng.Int64N(6))}
	case 4, 5:
		return beliefs.Distinct{Values: rng.Int64N(5)}
	case 6:
		return beliefs.Recursive{C: big.NewRat(1+rng.Int64N(5), 1+rng.Int64N(3)), L: 1 + rng.Int64N(4)}
	}
	return beliefs.Entropy{L: big.NewRat(2+rng.Int64N(4), 2)}
}

func equal(a, b *beliefs.Set) error {
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

// only returns the component with one method alone.
func (c *Component) only(method string) *Component {
	alone := *c
	alone.Without = nil
	for _, m := range methods {
		if m.name != method {
			alone.Without = append(alone.Without, m.name)
		}
	}
	return &alone
}

// byMethod counts a component by each method that applies to all of its parts and takes at
// most so much work by its forecast; in fact it may be a hundred times as much. The names
// are those of methods.
func byMethod(t *testing.T, c *Component, p beliefs.Property, most float64) map[string]*beliefs.Set {
	t.Helper()
	all := map[string]*beliefs.Set{}
	if chosen(c, p) == "" {
		return all
	}
	for _, m := range methods {
		plan := c.only(m.name).plan(p)
		if applies(plan) && plan.work <= most {
			set, err := c.only(m.name).Count(context.Background(), p, 100*most)
			if err != nil {
				t.Fatalf("%+v, %+v, %s: %v, forecast %.1e", c, p, m.name, err, plan.work)
			}
			all[m.name] = set
		}
	}
	return all
}

// applies reports whether each part of a plan has a method, if it needs one.
func applies(p *plan) bool {
	for i, part := range p.parts {
		if len(part.sets) > 0 && p.methods[i] == nil {
			return false
		}
	}
	return true
}

// chosen returns the name of the method for the part that takes most; none if no part needs
// one, or there is nothing to count.
func chosen(c *Component, p beliefs.Property) string {
	name, most := "", -1.0
	plan := c.plan(p)
	for i, m := range plan.methods {
		if m != nil && m.forecast() > most {
			most = m.forecast()
			for _, known := range methods {
				if reflect.TypeOf(known.of(plan.parts[i])) == reflect.TypeOf(m) {
					name = known.name
				}
			}
		}
	}
	return name
}

func TestCountByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	seen := map[string]int{}
	bounded, tight := 0, 0
	for i := range trials.Number(1500, 4000) {
		c, p := randomComponent(rng, 1+rng.IntN(9), i%2 == 0), randomProperty(rng)
		for again := 0; again < 20 && i%8 > 1; again++ {
			if chosen(c, p) != "" {
				break // enough are trivial
			}
			c, p = randomComponent(rng, 3+rng.IntN(7), i%2 == 0), randomProperty(rng)
		}
		want := oracle(c, p)
		method, possible := chosen(c, p), c.Possible(p)
		got, err := c.Count(context.Background(), p, 1e9)
		if err != nil {
			t.Fatalf("instance %d: %+v, %+v: %v", i, c, p, err)
		}
		if err := equal(got, want); err != nil {
			t.Fatalf("instance %d: %+v, %+v, %s: %v", i, c, p, method, err)
		}
		seen[method]++
		if possible == beliefs.No && want.Tables.Sign() > 0 || possible == beliefs.Yes && want.Tables.Sign() == 0 {
			t.Fatalf("instance %d: %+v, %+v: possible %v, but %v tables", i, c, p, possible, want.Tables)
		}
		total := c.Total()
		if bound, ok := c.Bound(p); ok {
			bounded++
			share := new(big.Rat).SetFrac(want.Tables, total)
			if bound.Cmp(share) < 0 {
				t.Fatalf("instance %d: %+v, %+v: bound %v of %v", i, c, p, bound, share)
			}
			if bound.Cmp(new(big.Rat).Add(share, big.NewRat(1, 1<<50))) < 0 {
				tight++
			}
		}
		for method, got := range byMethod(t, c, p, math.Inf(1)) {
			seen["all "+method]++
			if err := equal(got, want); err != nil {
				t.Fatalf("instance %d: %+v, %+v, %s: %v", i, c, p, method, err)
			}
		}
	}
	t.Log(seen, bounded, tight)
}

// TestMethodsAgree compares the methods where there are too many tables to list.
func TestMethodsAgree(t *testing.T) {
	trials.Long(t)
	rng := rand.New(rand.NewPCG(5, 6))
	compared := map[string]int{}
	for _, i := range instances {
		agree(t, i.c, i.property, 3e7, compared)
	}
	for i := range trials.Number(1500, 4000) {
		agree(t, largerComponent(rng, i%2 == 0), randomProperty(rng), 3e6, compared)
	}
	t.Log(compared)
}

// agree compares all methods that take so much work at most, and counts the pairs.
func agree(t *testing.T, c *Component, p beliefs.Property, most float64, compared map[string]int) {
	t.Helper()
	var first *beliefs.Set
	var firstMethod string
	all := byMethod(t, c, p, most)
	for _, m := range methods {
		method := m.name
		set, ok := all[method]
		if !ok {
			continue
		}
		if first == nil {
			first, firstMethod = set, method
			conserved(t, c, set)
			if bound, ok := c.Bound(p); ok && bound.Cmp(new(big.Rat).SetFrac(set.Tables, c.Total())) < 0 {
				t.Fatalf("%+v, %+v: bound %v", c, p, bound)
			}
			continue
		}
		compared[firstMethod+" "+method]++
		if err := equal(set, first); err != nil {
			t.Fatalf("%+v, %+v, %s and %s: %v", c, p, method, firstMethod, err)
		}
	}
}

// conserved checks that everybody has some value in every table, and that as many people
// of a group have a value as there are.
func conserved(t *testing.T, c *Component, s *beliefs.Set) {
	t.Helper()
	inGroup := beliefs.NewSet(len(c.Counts), c.values()).With
	for i, with := range s.With {
		sum := new(big.Int)
		for v, n := range with {
			sum.Add(sum, n)
			g := inGroup[c.In[i]][v]
			g.Add(g, new(big.Int).Mul(n, big.NewInt(c.Cells[i])))
		}
		if sum.Cmp(s.Tables) != 0 {
			t.Fatalf("%+v: somebody of cell %d has a value in %v of %v tables", c, i, sum, s.Tables)
		}
	}
	for h, counts := range c.Counts {
		for v, n := range counts {
			if want := new(big.Int).Mul(s.Tables, big.NewInt(n)); inGroup[h][v].Cmp(want) != 0 {
				t.Fatalf("%+v: group %d has value %d %v times, want %v", c, h, v, inGroup[h][v], want)
			}
		}
	}
}

// largerComponent makes a component of disjoint sets, often of the same shape.
func largerComponent(rng *rand.Rand, nested bool) *Component {
	groups, values := 1, 2+rng.IntN(6)
	if !nested {
		groups = 1 + rng.IntN(3)
	}
	c := &Component{}
	for range groups {
		c.Counts = append(c.Counts, make([]int64, values))
	}
	add := func(group int, size int64) {
		c.Cells = append(c.Cells, size)
		c.In = append(c.In, group)
		for range size {
			c.Counts[group][min(rng.IntN(values), rng.IntN(values+3))]++
		}
	}
	shapes := 1 + rng.IntN(3)
	for range shapes {
		sizes := make([]int64, groups)
		for h := range sizes {
			sizes[h] = rng.Int64N(8)
			if nested {
				sizes[h] = 2 + rng.Int64N(14)
			}
		}
		for range 1 + rng.IntN(3) {
			var set []int
			for h, n := range sizes {
				if n > 0 {
					set = append(set, len(c.Cells))
					add(h, n)
				}
			}
			if len(set) > 0 {
				c.Must = append(c.Must, set)
			}
		}
	}
	if rng.IntN(3) == 0 {
		add(rng.IntN(groups), 1+rng.Int64N(9))
	}
	rng.Shuffle(len(c.Must), func(i, j int) { c.Must[i], c.Must[j] = c.Must[j], c.Must[i] })
	return c
}

func TestErrors(t *testing.T) {
	c := siblings(6, 60, 60, 60, 60, 60)
	for _, p := range []beliefs.Property{upTo(1, 3), beliefs.Entropy{L: big.NewRat(4, 1)}, beliefs.Distinct{Values: 5}} {
		if _, err := c.Count(context.Background(), p, 1e5); !errors.Is(err, budget.ErrTooLarge) {
			t.Errorf("%+v: got %v, want %v", p, err, budget.ErrTooLarge)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := siblings(14, 1000, 1000).Count(ctx, upTo(1, 6), 1e9); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	none := siblings(6, 3, 3).only("")
	if _, err := none.Count(context.Background(), upTo(1, 2), math.Inf(1)); !errors.Is(err, budget.ErrTooLarge) || !math.IsInf(none.Forecast(upTo(1, 2)), 1) {
		t.Errorf("without methods: got %v, want %v", err, budget.ErrTooLarge)
	}
	if s, err := (&Component{}).Count(context.Background(), upTo(1, 2), 0); err != nil || s.Tables.Cmp(big.NewInt(1)) != 0 {
		t.Errorf("nobody: got %v, %v, want the empty table", s, err)
	}
}

// TestDisperse compares with exact probabilities.
func TestDisperse(t *testing.T) {
	trials.Long(t)
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range 300 {
		people := int64(1 + rng.IntN(60))
		if i%60 == 0 {
			people = 2000
		}
		special, sample := rng.Int64N(people+1), 1+rng.Int64N(people)
		d := draw{people, special, sample}.disperse()
		sum := new(big.Rat)
		for k := range sample + 1 {
			ways := new(big.Int).Mul(new(big.Int).Binomial(special, k), new(big.Int).Binomial(people-special, sample-k))
			exact := new(big.Rat).SetFrac(ways, new(big.Int).Binomial(people, sample))
			sum.Add(sum, exact)
			got, ok := ratio(d.upTo(k))
			if !ok {
				got = big.NewRat(1, 1)
			}
			if got.Cmp(sum) < 0 {
				t.Fatalf("%d of %d, %d drawn, up to %d: %v, want at least %v", special, people, sample, k, got, sum)
			}
			if over := new(big.Rat).Sub(got, sum); over.Cmp(big.NewRat(1, 1<<40)) > 0 {
				t.Fatalf("%d of %d, %d drawn, up to %d: %v is far above %v", special, people, sample, k, got, sum)
			}
		}
	}
}

// TestForecastOverflows: there are more states than a float can say.
func TestForecastOverflows(t *testing.T) {
	for _, groups := range []int{100, 250, 1000} {
		c := crossing(3, groups, 9, 100)
		for _, p := range []beliefs.Property{upTo(3, 5), beliefs.Distinct{Values: 3}, beliefs.Entropy{L: big.NewRat(5, 2)}} {
			for _, part := range c.plan(p).parts {
				for _, known := range methods {
					if m := known.of(part); m != nil && !(m.forecast() > 1e9) {
						t.Errorf("%d groups, %+v, %s: about %v steps", groups, p, known.name, m.forecast())
					}
				}
			}
			if _, err := c.Count(t.Context(), p, 1e9); !errors.Is(err, budget.ErrTooLarge) {
				t.Errorf("%d groups, %+v: %v, want %v", groups, p, err, budget.ErrTooLarge)
			}
		}
	}
}
