package jump

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/jump/tables"
	"skyline/tests/trials"
)

// The engines and shortcuts one by one, on instances so small that exact counting comes
// first and they would not be asked: each against the tables themselves.

var smallProperties = []tables.Property{
	tables.MaxShare{Share: big.NewRat(1, 2)},
	tables.MaxShare{Share: big.NewRat(2, 3)},
	tables.MaxShare{Share: big.NewRat(3, 4)},
	tables.MaxShare{Share: big.NewRat(9, 10)},
	tables.Distinct{Values: 2},
	tables.Distinct{Values: 3},
	tables.Entropy{L: big.NewRat(3, 2)},
	tables.Recursive{C: big.NewRat(2, 1), L: 2},
	tables.Recursive{C: big.NewRat(1, 1), L: 2},
}

func TestShortcuts(t *testing.T) {
	t.Parallel()
	asked := map[string]int{}
	for seed := range uint64(trials.Number(300, 1500)) {
		rng := rand.New(rand.NewPCG(seed, 77))
		s := smallInstance(rng)
		if len(s.all) > 1500 || len(s.all) < 2 {
			continue
		}
		a := &Algorithm{Strategy: []Strategy{Jump, Jump, Safe, Certified}[rng.IntN(4)], Property: smallProperties[rng.IntN(len(smallProperties))]}
		if a.Strategy == Jump {
			for range s.groups {
				a.Jump = append(a.Jump, 1+rng.Int64N(int64(len(s.groups))))
			}
		}
		w := newPublisher(s, a)
		w.certified = func(j, u int) bool {
			engine := s.engine(t, s.all[u])
			verdict, _, err := newEvaluator(engine, a, &Options{Limit: 1e9}).settle(t.Context(), j, engine.signature(j))
			if err != nil {
				t.Fatal(err)
			}
			return verdict == tables.Yes
		}
		for i := 2; i <= len(s.groups); i++ {
			for _, list := range w.sets[i-1] {
				c := &shortcutCase{T: t, publisher: w, i: i, all: list, set: w.set(i, list[0]), asked: asked}
				c.engine = s.engine(t, s.all[list[0]])
				c.check()
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d: %v, %v, %v by %v", seed, s, a.Strategy, a.Jump, a.Property)
		}
	}
	t.Log(asked)
	for _, name := range []string{"gates", "nested", "symmetric", "by chance", "enclosed by events", "enclosed", "between", "none of", "profiles", "listed", "classes"} {
		if asked[name] == 0 {
			t.Errorf("%s: never asked", name)
		}
	}
}

// shortcutCase is a permutation set of g_i and what is true of it.
type shortcutCase struct {
	*testing.T
	*publisher
	i        int
	all, set []int // the permutation set and the disclosure set
	engine   *Table
	asked    map[string]int
}

// passesAny reports whether table u passes any of some generalizations.
func (c *shortcutCase) passesAny(u int, list []int) bool {
	return slices.ContainsFunc(list, func(j int) bool { return c.permits[j-1][c.signatures[u][j-1]] })
}

func (c *shortcutCase) none(list []int) []int {
	return slices.DeleteFunc(slices.Clone(c.all), func(u int) bool { return c.passesAny(u, list) })
}

func (c *shortcutCase) check() {
	ctx := c.Context()
	v, err := newEvaluator(c.engine, c.algorithm, &Options{Limit: 1e9}).view(ctx, c.i, c.engine.signature(c.i))
	if err != nil {
		c.Fatal(err)
	}
	if v.unclear != nil {
		c.Errorf("g%d: unclear: %v", c.i, v.unclear)
		return
	}
	c.asked["gates"] += len(v.gates)
	if v.nested && len(v.live) > 0 {
		c.asked["nested"]++
	}
	for _, u := range c.set {
		if c.passesAny(u, v.gates) {
			c.Errorf("g%d: table %v of the disclosure set passes a gate of %v", c.i, c.small.all[u], v.gates)
		}
	}
	if v.arrives {
		for _, u := range c.none(v.live) {
			if !slices.Contains(c.set, u) {
				c.Errorf("g%d: table %v passes none of %v, and does not arrive", c.i, c.small.all[u], v.live)
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
		if l := v.listing(); l != nil {
			if b, err = l.count(ctx); err != nil {
				c.Fatal(err)
			}
			c.asked["listed"]++
			c.counted("listed", b, c.set)
		}
		if chain := v.chain(); chain != nil {
			if b, err = chain.count(ctx, 1e9); err != nil {
				c.Fatal(err)
			}
			c.asked["profiles"]++
			c.counted("profiles", b, c.set)
		}
	}
	if len(c.set) == 0 || !c.holds(c.all) || len(v.live) == 0 {
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
	if v.arrives {
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
	if v.arrives {
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
	if holds := c.holds(c.set); a.holds != tables.VerdictOf(holds) {
		c.Errorf("%s: g%d: verdict %v, want %v", name, c.i, a.holds, holds)
	}
	if a.bound == nil {
		return
	}
	for x := range c.cellOf {
		for _, n := range c.with(c.set, x) {
			if share := new(big.Rat).SetFrac(n, big.NewInt(int64(len(c.set)))); share.Cmp(a.bound) > 0 {
				c.Errorf("%s: g%d: a share of %v is above the bound %v", name, c.i, share, a.bound)
			}
		}
	}
}

// counted compares a belief with a list of tables.
func (c *shortcutCase) counted(name string, b *belief, list []int) {
	if b.total != nil && b.total.Cmp(big.NewInt(int64(len(list)))) != 0 {
		c.Errorf("%s: g%d: %v tables, want %d", name, c.i, b.total, len(list))
		return
	}
	if len(list) == 0 {
		return
	}
	of := c.engine.generalizations[c.i-1].of
	for x, cell := range c.cellOf {
		want, row := c.with(list, x), b.row(cell)
		sum := rowSum(row)
		for k, n := range row {
			value := b.signature[of[cell]][k].Value
			got := new(big.Rat).SetFrac(n, sum)
			if got.Cmp(new(big.Rat).SetFrac(want[value], big.NewInt(int64(len(list))))) != 0 {
				c.Errorf("%s: g%d: person %d has value %d in a share of %v, want %v of %d", name, c.i, x, value, got, want[value], len(list))
			}
		}
	}
}
