package profile

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/engine/jump/tables"
)

// benchChain is groups of some people, least to least + 8, in two parts of two cells.
func benchChain(r *rand.Rand, people, values, least int) Chain {
	var c Chain
	for people >= least {
		n := least + r.IntN(9)
		people -= n
		g := Group{Counts: make([]int64, values)}
		for range n {
			g.Counts[r.IntN(values)]++
		}
		for _, m := range []int{n / 2, n - n/2} {
			s := m/2 - r.IntN(2)
			g.Parts = append(g.Parts, Part{Sizes: []int64{int64(s), int64(m - s)}})
		}
		c = append(c, g)
	}
	return c
}

func BenchmarkCount(b *testing.B) {
	for _, size := range []struct {
		people, values int
		share          *big.Rat
		least          int
	}{
		{300, 5, big.NewRat(1, 2), 22},
		{1500, 5, big.NewRat(1, 2), 22},
		{1100, 8, big.NewRat(1, 2), 22},
		{300, 5, big.NewRat(2, 3), 22},
		{1500, 5, big.NewRat(2, 3), 22},
		{300, 8, big.NewRat(2, 3), 22},
		{1100, 8, big.NewRat(2, 5), 22},
		// Some classes go wrong: enumeration and search.
		{60, 5, big.NewRat(2, 3), 10},
		{150, 6, big.NewRat(3, 4), 22},
		{250, 6, big.NewRat(3, 4), 30},
	} {
		c := benchChain(random(), size.people, size.values, size.least)
		p := tables.MaxShare{Share: size.share}
		b.Run(fmt.Sprintf("people=%d/values=%d/share=%s", size.people, size.values, size.share.RatString()), func(b *testing.B) {
			for b.Loop() {
				if _, err := c.Count(context.Background(), p, 1e9); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(c.Forecast(p), "forecast")
		})
	}
}

func BenchmarkForecast(b *testing.B) {
	c := benchChain(random(), 1500, 5, 22)
	for b.Loop() {
		c.Forecast(tables.MaxShare{Share: big.NewRat(1, 2)})
	}
}

// BenchmarkJudge decides for tables drawn from a permutation set.
func BenchmarkJudge(b *testing.B) {
	for _, people := range []int{300, 3000} {
		b.Run(fmt.Sprintf("people=%d", people), func(b *testing.B) {
			r := random()
			c := benchChain(r, people, 5, 22)
			judge, err := c.Judge(half, 1e7)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := judge.Contains(context.Background(), drawSpread(r, c)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// drawSpread draws a table with the chain's counts.
func drawSpread(r *rand.Rand, c Chain) (spread [][]int64) {
	for _, g := range c {
		var values []int
		for v, n := range g.Counts {
			for range n {
				values = append(values, v)
			}
		}
		r.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
		for _, p := range g.Parts {
			for _, s := range p.Sizes {
				row := make([]int64, len(g.Counts))
				for range s {
					row[values[0]]++
					values = values[1:]
				}
				spread = append(spread, row)
			}
		}
	}
	return spread
}

func random() *rand.Rand { return rand.New(rand.NewPCG(3, 4)) }
