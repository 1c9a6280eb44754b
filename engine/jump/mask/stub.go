package mask

import (
	"context"
	"errors"
	"math/big"

	"skyline/engine/jump/tables"
)

var ErrTooLarge = errors.New("mask: too large")

type Component struct {
	Cells  []int64
	In     []int
	Counts [][]int64
	Must   [][]int
}
type Forecast struct {
	Method   string
	Work     float64
	Possible tables.Verdict
}

func (c *Component) Forecast(p tables.Property) Forecast { return Forecast{"stub", 1000, tables.Unknown} }
func (c *Component) Bound(p tables.Property) (*big.Rat, bool) { return nil, false }
func (c *Component) Count(ctx context.Context, p tables.Property, limit float64) (*tables.Set, error) {
	values := len(c.Counts[0])
	set := tables.NewSet(len(c.Cells), values)
	left := make([][]int64, len(c.Counts))
	for i := range left {
		left[i] = append([]int64{}, c.Counts[i]...)
	}
	spread := make([][]int64, len(c.Cells))
	for i := range spread {
		spread[i] = make([]int64, values)
	}
	var rec func(cell, v int, room int64, ways *big.Int)
	rec = func(cell, v int, room int64, ways *big.Int) {
		if cell == len(c.Cells) {
			for _, m := range c.Must {
				h := make([]int64, values)
				for _, k := range m {
					for v := range h {
						h[v] += spread[k][v]
					}
				}
				if !p.HoldsGroup(h) {
					return
				}
			}
			set.Tables.Add(set.Tables, ways)
			for k := range spread {
				for v, n := range spread[k] {
					x := new(big.Int).Mul(ways, big.NewInt(n))
					set.With[k][v].Add(set.With[k][v], x.Quo(x, big.NewInt(c.Cells[k])))
				}
			}
			return
		}
		if v == values {
			if room == 0 {
				next := int64(0)
				if cell+1 < len(c.Cells) {
					next = c.Cells[cell+1]
				}
				rec(cell+1, 0, next, ways)
			}
			return
		}
		l := left[c.In[cell]]
		for n := int64(0); n <= min(room, l[v]); n++ {
			l[v] -= n
			spread[cell][v] = n
			rec(cell, v+1, room-n, new(big.Int).Mul(ways, new(big.Int).Binomial(room, n)))
			spread[cell][v] = 0
			l[v] += n
		}
	}
	rec(0, 0, c.Cells[0], big.NewInt(1))
	return set, nil
}
