package releases_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/engine/releases"
	"skyline/tests/trials"
)

// byPeople counts worlds person by person, in the order given: after some people, what remains of all histograms is all
// that matters. It knows nothing of cells, cycles or weights, and reaches villages whose worlds are too many to list.
func (v *village) byPeople() [][]*big.Rat {
	type count struct{ ahead, behind *big.Int }
	number := map[[3]int]int{} // of each count of each group
	var full []byte
	for key, n := range v.histograms(v.has) {
		number[key] = len(full)
		full = append(full, byte(n))
	}
	give := func(state string, person, value int) (string, bool) {
		next := []byte(state)
		for release, group := range v.groups[person] {
			if group < 0 {
				continue
			}
			at, ok := number[[3]int{release, group, value}]
			if !ok || next[at] == 0 {
				return "", false
			}
			next[at]--
		}
		return string(next), true
	}
	layers := []map[string]*count{{string(full): {big.NewInt(1), new(big.Int)}}}
	for person := range v.has {
		next := map[string]*count{}
		for state, c := range layers[person] {
			for value := range v.values {
				if to, ok := give(state, person, value); ok {
					if next[to] == nil {
						next[to] = &count{new(big.Int), new(big.Int)}
					}
					next[to].ahead.Add(next[to].ahead, c.ahead)
				}
			}
		}
		layers = append(layers, next)
	}
	end := layers[len(v.has)][string(make([]byte, len(full)))]
	end.behind.SetInt64(1)
	all := make([][]*big.Rat, len(v.has))
	for person := len(v.has) - 1; person >= 0; person-- {
		sums := make([]*big.Int, v.values)
		for value := range sums {
			sums[value] = new(big.Int)
		}
		for state, c := range layers[person] {
			for value := range v.values {
				if to, ok := give(state, person, value); ok {
					behind := layers[person+1][to].behind
					c.behind.Add(c.behind, behind)
					sums[value].Add(sums[value], new(big.Int).Mul(c.ahead, behind))
				}
			}
		}
		for _, sum := range sums {
			all[person] = append(all[person], new(big.Rat).SetFrac(sum, end.ahead))
		}
	}
	return all
}

// villageOf returns the people of a table, cell by cell.
func villageOf(t *releases.Table) *village {
	v := &village{values: t.Values}
	for _, cell := range t.Cells {
		var groups []int
		for _, g := range cell.Groups {
			groups = append(groups, int(g))
		}
		for _, c := range cell.Counts {
			for range c.People {
				v.groups, v.has = append(v.groups, groups), append(v.has, int(c.Value))
			}
		}
	}
	return v
}

// evenly returns a table of two releases of two groups each, in which each group has the first three values equally often.
func evenly(r *rand.Rand, often int) *releases.Table {
	v := &village{values: 4}
	for i := range 2 {
		for value := range 3 {
			for range often {
				v.groups, v.has = append(v.groups, []int{i, i}), append(v.has, value)
			}
			v.groups, v.has = append(v.groups, []int{i, 1 - i}), append(v.has, value)
		}
	}
	for range 3 + r.IntN(4) {
		v.groups, v.has = append(v.groups, []int{r.IntN(2), r.IntN(2)}), append(v.has, 3)
	}
	t, _ := v.table()
	return t
}

// TestByPeople compares larger villages with the count person by person.
func TestByPeople(t *testing.T) {
	r := rand.New(rand.NewPCG(24, 2))
	for i := range trials.Number(48, 400) {
		var table *releases.Table
		switch {
		case i == 0: // so many worlds that they take more than one prime
			table = cycle(r, 4, 40, 2)
		case i%4 == 0:
			table = cycle(r, 4+2*r.IntN(4), 1+r.IntN(4), 2+r.IntN(3))
		case i%8 == 1: // with three values that every group has equally often, so that they are a class
			table = evenly(r, 2+r.IntN(3))
		case i%4 == 1:
			table = ladder(r, 2+r.IntN(3), 1+r.IntN(2), 2+r.IntN(2))
		case i%4 == 2:
			table, _ = randomVillage(r, 10+r.IntN(10), 2, 3, 2+r.IntN(3), r.IntN(2) == 0).table()
		default:
			table, _ = randomVillage(r, 10+r.IntN(6), 3, 2, 2+r.IntN(2), r.IntN(2) == 0).table()
		}
		v := villageOf(table)
		truth := v.byPeople()
		shares, err := releases.Shares(t.Context(), table, math.Inf(1))
		if err != nil {
			t.Fatal(err)
		}
		// The first limit is for nothing but flows, the second one for what is around cells, too: to count takes more.
		var bounds [][]releases.CellShares
		for _, limit := range []float64{1000, 1.5e6} {
			of, err := releases.Shares(t.Context(), table, limit)
			if err != nil {
				t.Fatal(err)
			}
			bounds = append(bounds, of)
		}
		_, cellOf := v.table()
		for person, row := range truth {
			for value, p := range row {
				if low, high := shareOf(shares[cellOf[person]], value); low.Cmp(p) != 0 || high.Cmp(p) != 0 {
					t.Fatalf("%+v: P(%d has %d) is in [%v, %v], want %v", *table, person, value, low, high, p)
				}
				for _, of := range bounds {
					if low, high := shareOf(of[cellOf[person]], value); low.Cmp(p) > 0 || high.Cmp(p) < 0 {
						t.Fatalf("%+v: P(%d has %d) is in [%v, %v], but it is %v", *table, person, value, low, high, p)
					}
				}
			}
		}
	}
}

// TestOracles compares the two oracles.
func TestOracles(t *testing.T) {
	r := rand.New(rand.NewPCG(24, 3))
	for range 50 {
		v := randomVillage(r, 3+r.IntN(5), 2, 2, 3, true)
		if got, want := fmt.Sprint(v.byPeople()), fmt.Sprint(v.probabilities()); got != want {
			t.Fatalf("%+v: %s, want %s", *v, got, want)
		}
	}
}
