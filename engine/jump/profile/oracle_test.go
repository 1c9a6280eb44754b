package profile

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/engine/jump/tables"
)

// world is all tables of a chain, person by person, and what the strategy does with each,
// by definition.
type world struct {
	f, e, i []int // the group of each person; those of f are the cells
	values  int
	share   *big.Rat
	all     [][]byte
	passF   []bool // for each table
	passE   []bool
	inSet   []bool // the disclosure set of i
}

func newWorld(c Chain, share *big.Rat, limit int) *world {
	w := &world{share: share, values: len(c[0].Counts)}
	var pools [][]int64
	cell, part := 0, 0
	for i, g := range c {
		for _, p := range g.Parts {
			for _, s := range p.Sizes {
				for range s {
					w.f, w.e, w.i = append(w.f, cell), append(w.e, part), append(w.i, i)
				}
				cell++
			}
			part++
		}
		pools = append(pools, append([]int64(nil), g.Counts...))
	}
	table := make([]byte, len(w.f))
	var place func(x int)
	place = func(x int) {
		if len(w.all) > limit {
			return
		}
		if x == len(table) {
			w.all = append(w.all, append([]byte(nil), table...))
			return
		}
		pool := pools[w.i[x]]
		for v := range pool {
			if pool[v] > 0 {
				pool[v]--
				table[x] = byte(v)
				place(x + 1)
				pool[v]++
			}
		}
	}
	if place(0); len(w.all) > limit {
		return nil
	}
	w.decide()
	return w
}

// decide follows the definitions: a permutation set is the tables with the same counts in
// each group, disclosed if no person has a value in too many of them; the disclosure set
// under e is what is left of one without the tables for which f was disclosed.
func (w *world) decide() {
	w.passF, w.passE, w.inSet = make([]bool, len(w.all)), make([]bool, len(w.all)), make([]bool, len(w.all))
	for _, set := range w.sets(w.f) {
		holds := w.satisfies(set)
		for _, u := range set {
			w.passF[u] = holds
		}
	}
	for _, set := range w.sets(w.e) {
		var rest []int
		for _, u := range set {
			if !w.passF[u] {
				rest = append(rest, u)
			}
		}
		holds := w.satisfies(set)
		discloses := holds && w.satisfies(rest)
		for _, u := range set {
			w.passE[u] = holds
			w.inSet[u] = !w.passF[u] && !discloses
		}
	}
}

// sets returns the permutation sets of all tables.
func (w *world) sets(groups []int) [][]int {
	numbers := make(map[string]int)
	var sets [][]int
	signature := make([]byte, (groups[len(groups)-1]+1)*w.values)
	for u, table := range w.all {
		clear(signature)
		for x, v := range table {
			signature[groups[x]*w.values+int(v)]++
		}
		n, known := numbers[string(signature)]
		if !known {
			n = len(sets)
			numbers[string(signature)] = n
			sets = append(sets, nil)
		}
		sets[n] = append(sets[n], u)
	}
	return sets
}

func (w *world) satisfies(set []int) bool {
	for _, with := range w.with(set) {
		for _, n := range with {
			if new(big.Rat).SetFrac64(n, int64(len(set))).Cmp(w.share) > 0 {
				return false
			}
		}
	}
	return len(set) > 0
}

// with returns in how many of the tables each person has each value.
func (w *world) with(set []int) [][]int64 {
	n := make([][]int64, len(w.f))
	for x := range n {
		if len(set) == 0 {
			break
		}
		n[x] = make([]int64, w.values)
		for _, u := range set {
			n[x][w.all[u][x]]++
		}
	}
	return n
}

// randomChain draws a chain of few people, with cells of at least so many if possible.
func randomChain(r *rand.Rand, people, values, least int) Chain {
	divide := func(n int) []int {
		var parts []int
		for n > 0 {
			part := min(n, least+r.IntN(n))
			if n-part < least {
				part = n
			}
			parts, n = append(parts, part), n-part
		}
		return parts
	}
	var c Chain
	for _, n := range divide(people) {
		g := Group{Counts: make([]int64, values)}
		for k := range n {
			if r.IntN(3) == 0 {
				g.Counts[r.IntN(values)]++
			} else {
				g.Counts[k%values]++
			}
		}
		for _, m := range divide(n) {
			var p Part
			for _, s := range divide(m) {
				p.Sizes = append(p.Sizes, int64(s))
			}
			g.Parts = append(g.Parts, p)
		}
		c = append(c, g)
	}
	return c
}

var shares = []*big.Rat{
	big.NewRat(1, 2), big.NewRat(2, 3), big.NewRat(3, 4), big.NewRat(3, 5), big.NewRat(5, 7),
	big.NewRat(1, 3), big.NewRat(1, 1), big.NewRat(0, 1), big.NewRat(7, 5),
}

func TestOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	kept, mixed := 0, 0
	for trial := range 6000 {
		c := randomChain(r, 2+r.IntN(9), 2+r.IntN(3), 1+r.IntN(3))
		share := shares[r.IntN(5)]
		if trial%8 == 0 {
			share = shares[r.IntN(len(shares))]
		}
		w := newWorld(c, share, 3000)
		if w == nil {
			continue
		}
		inE := agree(t, c, w)
		kept++
		if inE {
			mixed++
		}
	}
	t.Logf("%d chains, %d with tables left that pass in e", kept, mixed)
}

// TestMistakes looks at larger chains of which classes go wrong in e.
func TestMistakes(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	several := 0
	for found := 0; found < 120; {
		c := randomChain(r, 8+r.IntN(5), 3+r.IntN(3), 2+r.IntN(2))
		share := shares[r.IntN(5)]
		wrong, err := c.mistaken(tables.MaxShare{Share: share})
		if err != nil {
			t.Fatal(err)
		}
		if !wrong {
			continue
		}
		w := newWorld(c, share, 30000)
		if w == nil {
			continue
		}
		found++
		if !agree(t, c, w) {
			t.Fatalf("%+v, share %v: no tables left that pass in e", c, share)
		}
		if len(c) > 1 {
			several++
		}
	}
	if several < 10 {
		t.Errorf("%d chains of several groups", several)
	}
}

func (c Chain) mistaken(p tables.MaxShare) (bool, error) {
	counting := &counting{chain: c, library: newLibrary(p, &budget{ctx: context.Background(), limit: 1e9})}
	counting.sort()
	found, err := counting.mistakes()
	return err == nil && found.tables.Sign() > 0, err
}

// agree compares Count and Judge with the definitions and reports whether the disclosure
// set has tables that pass in e, the difficult ones.
func agree(t *testing.T, c Chain, w *world) (inE bool) {
	t.Helper()
	ctx, p := context.Background(), tables.MaxShare{Share: w.share}
	var want []int
	for u, in := range w.inSet {
		if in {
			want = append(want, u)
			inE = inE || w.passE[u]
		}
	}
	got, err := c.Count(ctx, p, 1e9)
	if err != nil {
		t.Fatalf("%+v, share %v: %v", c, w.share, err)
	}
	if got.Tables.Cmp(big.NewInt(int64(len(want)))) != 0 {
		t.Fatalf("%+v, share %v: %v tables, want %d of %d", c, w.share, got.Tables, len(want), len(w.all))
	}
	if len(got.With) != w.f[len(w.f)-1]+1 {
		t.Fatalf("%+v: %d cells", c, len(got.With))
	}
	for x, with := range w.with(want) {
		for v, n := range with {
			if g := got.With[w.f[x]][v]; g.Cmp(big.NewInt(n)) != 0 {
				t.Fatalf("%+v, share %v: person %d has value %d in %v tables, want %d of %d", c, w.share, x, v, g, n, len(want))
			}
		}
	}
	judge, err := c.Judge(p, 1e9)
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range w.sets(w.f) {
		spread := make([][]int64, len(got.With))
		for i := range spread {
			spread[i] = make([]int64, w.values)
		}
		for x, v := range w.all[set[0]] {
			spread[w.f[x]][v]++
		}
		if in, err := judge.Contains(ctx, spread); err != nil || in != w.inSet[set[0]] {
			t.Fatalf("%+v, share %v: Contains(%v) = %v, %v, want %v", c, w.share, spread, in, err, !in)
		}
	}
	if _, err := c.Count(ctx, p, 0.5); !errors.Is(err, ErrTooLarge) {
		t.Fatalf("limit 0.5: %v", err)
	}
	return inE
}
