package profile

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"
)

// randomEntries draws a group's entries with numbers of which products are often equal to
// others, and to τ.
func randomEntries(r *rand.Rand) *profile {
	p := new(profile)
	for range 1 + r.IntN(5) {
		e := entry{tables: big.NewInt(int64(2 + r.IntN(50)))}
		e.passing = big.NewInt(1 + r.Int64N(e.tables.Int64()))
		alphas := []*big.Rat{big.NewRat(1, 1), big.NewRat(9, 10), big.NewRat(3, 4), big.NewRat(1, 2), big.NewRat(1, 3), big.NewRat(99, 100)}
		taus := []*big.Rat{nil, nil, nil, big.NewRat(1, 2), big.NewRat(9, 10), big.NewRat(27, 40), big.NewRat(1, 100), big.NewRat(99, 100)}
		e.alpha, e.tau = alphas[r.IntN(len(alphas))], taus[r.IntN(len(taus))]
		e.floats()
		p.entries = append(p.entries, e)
	}
	return p
}

// TestWrong compares the search with all choices of an entry of each group.
func TestWrong(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	found := 0
	for range 3000 {
		groups := make([]*profile, 1+r.IntN(5))
		for k := range groups {
			groups[k] = randomEntries(r)
		}
		want, by := listWrong(groups)
		got, weights, err := wrong(groups, &budget{ctx: context.Background(), limit: 1e9})
		if err != nil {
			t.Fatal(err)
		}
		if !same(got.tables, want.tables) || !same(got.passing, want.passing) {
			t.Fatalf("wrong = %v, %v, want %v, %v", got.tables, got.passing, want.tables, want.passing)
		}
		for k := range groups {
			for i := range groups[k].entries {
				if !same(weights[k].tables[i], by[k][i].tables) || !same(weights[k].passing[i], by[k][i].passing) {
					t.Fatalf("group %d, entry %d: %v, %v, want %v, %v", k, i, weights[k].tables[i], weights[k].passing[i], by[k][i].tables, by[k][i].passing)
				}
			}
		}
		if want.tables.Sign() > 0 {
			found++
		}
	}
	if found < 500 {
		t.Errorf("%d cases with anything to find", found)
	}
}

func same(got, want *big.Int) bool {
	if got == nil {
		return want.Sign() == 0
	}
	return got.Cmp(want) == 0
}

func listWrong(groups []*profile) (all sums, by [][]sums) {
	all = sums{tables: new(big.Int), passing: new(big.Int)}
	for _, p := range groups {
		row := make([]sums, len(p.entries))
		for i := range row {
			row[i] = sums{tables: new(big.Int), passing: new(big.Int)}
		}
		by = append(by, row)
	}
	chosen := make([]int, len(groups))
	var choose func(k int)
	choose = func(k int) {
		if k < len(groups) {
			for i := range groups[k].entries {
				chosen[k] = i
				choose(k + 1)
			}
			return
		}
		alpha, exceeded := big.NewRat(1, 1), false
		tables, passing := big.NewInt(1), big.NewInt(1)
		for k, i := range chosen {
			alpha.Mul(alpha, groups[k].entries[i].alpha)
			tables.Mul(tables, groups[k].entries[i].tables)
			passing.Mul(passing, groups[k].entries[i].passing)
		}
		for k, i := range chosen {
			tau := groups[k].entries[i].tau
			exceeded = exceeded || tau != nil && alpha.Cmp(tau) > 0
		}
		if !exceeded {
			return
		}
		all.tables.Add(all.tables, tables)
		all.passing.Add(all.passing, passing)
		for k, i := range chosen {
			e := &groups[k].entries[i]
			by[k][i].tables.Add(by[k][i].tables, new(big.Int).Quo(tables, e.tables))
			by[k][i].passing.Add(by[k][i].passing, new(big.Int).Quo(passing, e.passing))
		}
	}
	choose(0)
	return all, by
}
