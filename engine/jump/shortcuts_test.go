package jump

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/jump/beliefs"
	"skyline/tests/trials"
	"skyline/tests/worlds"
)

// The engines and shortcuts one by one, on instances so small that exact counting comes
// first and they would not be asked: each against the tables themselves.

var smallProperties = []struct {
	property   beliefs.Property
	definition worlds.Property
}{
	{beliefs.MaxShare{Share: big.NewRat(1, 2)}, worlds.MaxShare{Over: 1, Under: 2}},
	{beliefs.MaxShare{Share: big.NewRat(2, 3)}, worlds.MaxShare{Over: 2, Under: 3}},
	{beliefs.MaxShare{Share: big.NewRat(3, 4)}, worlds.MaxShare{Over: 3, Under: 4}},
	{beliefs.MaxShare{Share: big.NewRat(9, 10)}, worlds.MaxShare{Over: 9, Under: 10}},
	{beliefs.Distinct{Values: 2}, worlds.Distinct(2)},
	{beliefs.Distinct{Values: 3}, worlds.Distinct(3)},
	{beliefs.Entropy{L: big.NewRat(3, 2)}, worlds.Entropy{Over: 3, Under: 2}},
	{beliefs.Recursive{C: big.NewRat(2, 1), L: 2}, worlds.Recursive{Over: 2, Under: 1, L: 2}},
	{beliefs.Recursive{C: big.NewRat(1, 1), L: 2}, worlds.Recursive{Over: 1, Under: 1, L: 2}},
}

func TestShortcuts(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	asked := map[string]int{}
	for seed := range trials.Seeds(t, 150, 1500) {
		rng := rand.New(rand.NewPCG(seed, 77))
		s := smallInstance(rng)
		if len(s.all) > 1500 || len(s.all) < 2 {
			continue
		}
		a := &Algorithm{Strategy: []Strategy{Jump, Jump, Safe, Certified}[rng.IntN(4)]}
		p := smallProperties[rng.IntN(len(smallProperties))]
		a.Property = p.property
		if a.Strategy == Jump {
			for range s.groups {
				a.Jump = append(a.Jump, 1+rng.Int64N(int64(len(s.groups))))
			}
		}
		checkShortcuts(t, s, a, p.definition, asked)
		if t.Failed() {
			t.Fatalf("seed %d: %v, %v, %v by %v", seed, s, a.Strategy, a.Jump, a.Property)
		}
	}
	// All different in a group of three is so unlikely that hardly any table passes.
	for _, of := range [][]int32{{0, 0, 0, 1, 1, 1, 2, 2, 2}, {0, 0, 0, 1, 1, 1, 1, 1, 1}, {0, 0, 0, 1, 1, 1, 1, 2, 2}} {
		for _, strategy := range []Strategy{Safe, Certified} {
			nine := &small{groups: [][]int32{of, make([]int32, 9)}, cellOf: of, all: worlds.Arrangements([]int{0, 0, 0, 1, 1, 1, 2, 2, 2})}
			checkShortcuts(t, nine, &Algorithm{Strategy: strategy, Property: beliefs.Distinct{Values: 3}}, worlds.Distinct(3), asked)
		}
	}
	t.Log(asked)
	for _, name := range []string{"gates", "nested", "symmetric", "by chance", "enclosed by events", "enclosed", "between", "none of", "classes"} {
		if asked[name] == 0 {
			t.Errorf("%s: never asked", name)
		}
	}
}

// checkShortcuts compares all that the engine can say of the permutation sets of an instance.
func checkShortcuts(t *testing.T, s *small, a *Algorithm, p worlds.Property, asked map[string]int) {
	t.Helper()
	w := s.world(a, p, func(at worlds.View) bool {
		engine := s.engine(t, at.Table)
		verdict, _, err := newEvaluator(engine, a, &Options{Limit: 1e9}).settle(t.Context(), at.I, engine.signature(at.I))
		if err != nil {
			t.Fatal(err)
		}
		return verdict == beliefs.Yes
	})
	for i := 2; i <= len(s.groups); i++ {
		for _, class := range w.Classes(i, s.all) {
			c := &shortcutCase{T: t, small: s, world: w, algorithm: a, i: i, all: class, set: w.Disclosure(i, class[0]), asked: asked}
			c.engine = s.engine(t, class[0])
			c.check()
		}
	}
}

// shortcutCase is a permutation set of g_i and what is true of it.
type shortcutCase struct {
	*testing.T
	*small
	world     *worlds.World
	algorithm *Algorithm
	i         int
	all, set  [][]int // the permutation set and the disclosure set
	engine    *Table
	asked     map[string]int
}

// passesAny reports whether a table passes any of some generalizations.
func (c *shortcutCase) passesAny(table []int, list []int) bool {
	return slices.ContainsFunc(list, func(j int) bool { return c.world.HoldsPermutation(j, table) })
}

func (c *shortcutCase) none(list []int) [][]int {
	return slices.DeleteFunc(slices.Clone(c.all), func(table []int) bool { return c.passesAny(table, list) })
}

func (c *shortcutCase) check() {
	ctx := c.Context()
	v, err := newEvaluator(c.engine, c.algorithm, &Options{Limit: 1e9}).view(ctx, c.i, c.engine.signature(c.i))
	if err != nil {
		c.Fatal(err)
	}
	if v.blocked != nil {
		c.Errorf("g%d: blocked: %v", c.i, v.blocked)
		return
	}
	c.asked["gates"] += len(v.gates)
	if v.nested && len(v.live) > 0 {
		c.asked["nested"]++
	}
	for _, u := range c.set {
		if c.passesAny(u, v.gates) {
			c.Errorf("g%d: table %v of the disclosure set passes a gate of %v", c.i, u, v.gates)
		}
	}
	if v.failersArrive {
		for _, u := range c.none(v.live) {
			if !slices.ContainsFunc(c.set, func(t []int) bool { return slices.Equal(t, u) }) {
				c.Errorf("g%d: table %v passes none of %v, and does not arrive", c.i, u, v.live)
			}
		}
	}
	// Counts.
	for name, list := range map[string][]int{"live": v.live, "gates": v.gates} {
		b, _, err := v.noneOf(ctx, list, 1e9)
		if err != nil {
			c.Fatal(err)
		}
		c.asked["none of"]++
		c.counted("none of "+name, b, c.none(list))
	}
	if len(v.live) > 0 {
		b, err := v.classes().count(ctx, 1e9)
		if err != nil {
			c.Fatal(err)
		}
		c.asked["classes"]++
		c.counted("classes", b, c.set)
	}
	if len(c.set) == 0 || !c.world.Holds(c.i, c.all) || len(v.live) == 0 {
		return // nothing else is asked for such a set
	}
	if v.isSymmetric() {
		c.asked["symmetric"]++
		c.counted("symmetric", v.table.alike(c.i, v.signature), c.set)
	}
	c.answers(v)
}

// answers asks for what bounds say.
func (c *shortcutCase) answers(v *view) {
	ctx := c.Context()
	if v.failersArrive {
		a, err := v.byChance(ctx)
		c.answered("by chance", a, err)
		a, err = v.enclosed(ctx, 0)
		c.answered("enclosed by events", a, err)
		a, err = v.enclosed(ctx, 1e9)
		c.answered("enclosed", a, err)
	}
	upper, _, err := v.noneOf(ctx, v.gates, 1e9)
	if err != nil {
		c.Fatal(err)
	}
	lower := v.table.none(v.i, v.signature)
	if v.failersArrive {
		if lower, _, err = v.noneOf(ctx, v.live, 1e9); err != nil {
			c.Fatal(err)
		}
	}
	a, err := v.between(ctx, lower, upper)
	c.answered("between", a, err)
}

// answered compares an answer, if there is one, with the disclosure set.
func (c *shortcutCase) answered(name string, a *answer, err error) {
	if err != nil {
		c.Fatal(err)
	}
	if a == nil {
		return
	}
	c.asked[name]++
	if holds := c.world.Holds(c.i, c.set); a.holds != beliefs.VerdictOf(holds) {
		c.Errorf("%s: g%d: verdict %v, want %v", name, c.i, a.holds, holds)
	}
	if a.bound == nil {
		return
	}
	if highest := worlds.Highest(c.set); highest.Cmp(a.bound) > 0 {
		c.Errorf("%s: g%d: a share of %v is above the bound %v", name, c.i, highest, a.bound)
	}
}

// counted compares a belief with a list of tables.
func (c *shortcutCase) counted(name string, b *belief, list [][]int) {
	if b.total != nil && b.total.Cmp(big.NewInt(int64(len(list)))) != 0 {
		c.Errorf("%s: g%d: %v tables, want %d", name, c.i, b.total, len(list))
		return
	}
	if len(list) == 0 {
		return
	}
	of, shares := c.engine.generalizations[c.i-1].of, worlds.Shares(list, 5)
	for x, cell := range c.cellOf {
		row := b.row(cell)
		sum := rowSum(row)
		for k, n := range row {
			value := b.signature[of[cell]][k].Value
			if got := new(big.Rat).SetFrac(n, sum); got.Cmp(shares[x][value]) != 0 {
				c.Errorf("%s: g%d: person %d has value %d in a share of %v, want %v", name, c.i, x, value, got, shares[x][value])
			}
		}
	}
}
