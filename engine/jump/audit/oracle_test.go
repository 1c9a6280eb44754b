package audit

import (
	"context"
	"fmt"
	"math/rand/v2"

	"skyline/engine/jump/tables"
)

// truth is a permutation set listed table by table, person by person.
type truth struct {
	pop    *Population
	tables []string // spreads, one for each table
	spread map[string][][]int64
}

func list(pop *Population) *truth {
	t := &truth{pop: pop, spread: make(map[string][][]int64)}
	var cellOf []int
	for c, n := range pop.Cells {
		for range n {
			cellOf = append(cellOf, c)
		}
	}
	values := len(pop.Counts[0])
	left := make([][]int64, len(pop.Counts))
	for g := range left {
		left[g] = append([]int64(nil), pop.Counts[g]...)
	}
	spread := make([][]int64, len(pop.Cells))
	for c := range spread {
		spread[c] = make([]int64, values)
	}
	var place func(x int)
	place = func(x int) {
		if x == len(cellOf) {
			key := fmt.Sprint(spread)
			t.tables = append(t.tables, key)
			if t.spread[key] == nil {
				for _, row := range spread {
					t.spread[key] = append(t.spread[key], append([]int64(nil), row...))
				}
			}
			return
		}
		c := cellOf[x]
		for v := range values {
			if left[pop.In[c]][v] == 0 {
				continue
			}
			left[pop.In[c]][v]--
			spread[c][v]++
			place(x + 1)
			spread[c][v]--
			left[pop.In[c]][v]++
		}
	}
	place(0)
	return t
}

// shares returns the share of the tables that are in a set, and the largest share of
// these in which a person has a value.
func (t *truth) shares(in func(key string) bool) (share, highest float64) {
	kept := 0
	with := make(map[[2]int]float64)
	for _, key := range t.tables {
		if !in(key) {
			continue
		}
		kept++
		for c, row := range t.spread[key] {
			for v, n := range row {
				with[[2]int{c, v}] += float64(n) / float64(t.pop.Cells[c])
			}
		}
	}
	for _, sum := range with {
		highest = max(highest, sum/float64(kept))
	}
	return float64(kept) / float64(len(t.tables)), highest
}

// randomPopulation draws one of few people.
func randomPopulation(r *rand.Rand) *Population {
	p := new(Population)
	values := 2 + r.IntN(2)
	for g := range 1 + r.IntN(2) {
		counts := make([]int64, values)
		for range 1 + r.IntN(3) {
			n := int64(1 + r.IntN(2))
			p.Cells, p.In = append(p.Cells, n), append(p.In, g)
			for range n {
				counts[r.IntN(values)]++
			}
		}
		p.Counts = append(p.Counts, counts)
	}
	return p
}

// randomSet draws a verdict for every spread; unknown ones may be in the set or not.
func (t *truth) randomSet(r *rand.Rand, unknown int) (Reaches, func(key string) bool) {
	verdicts, in := make(map[string]tables.Verdict), make(map[string]bool)
	rare := 2 + r.IntN(4)
	for _, key := range t.tables { // in their order, not the map's
		if _, known := verdicts[key]; known {
			continue
		}
		in[key] = r.IntN(rare) == 0
		verdicts[key] = tables.VerdictOf(in[key])
		if r.IntN(100) < unknown {
			verdicts[key] = tables.Unknown
		}
	}
	reaches := func(_ context.Context, spread [][]int64) (tables.Verdict, error) {
		return verdicts[fmt.Sprint(spread)], nil
	}
	return reaches, func(key string) bool { return in[key] }
}
