package releases

import (
	"math/big"
	"math/rand/v2"
	"slices"
)

// worlds is what the worlds of a core say, by trying all tables of counts: of each cell and value the least and the
// largest count, and the mean.
type worlds struct {
	ranges [][]countRange
	number *big.Int // how many worlds there are, by people
	mean   [][]*big.Rat
}

// enumerate lists the tables cell by cell and value by value, and keeps those that have all counts of the groups, and if
// there are ranges, all counts within them.
func enumerate(c *core, within [][]countRange) *worlds {
	left := make([][]int64, len(c.groups))
	for g := range left {
		left[g] = slices.Clone(c.groups[g].counts)
	}
	w := &worlds{number: new(big.Int), mean: make([][]*big.Rat, len(c.cells)), ranges: make([][]countRange, len(c.cells))}
	x := make([][]int64, len(c.cells))
	for j := range x {
		x[j] = make([]int64, len(c.values))
		for range c.values {
			w.mean[j] = append(w.mean[j], new(big.Rat))
			w.ranges[j] = append(w.ranges[j], countRange{1 << 60, -1})
		}
	}
	var fill func(j, s int, people int64)
	fill = func(j, s int, people int64) {
		if j == len(c.cells) {
			for g := range left {
				for _, k := range left[g] {
					if k != 0 {
						return
					}
				}
			}
			weight := big.NewInt(1)
			for j := range x {
				for n, k := int64(0), 0; k < len(x[j]); k++ {
					n += x[j][k]
					weight.Mul(weight, new(big.Int).Binomial(n, x[j][k]))
				}
			}
			w.number.Add(w.number, weight)
			for j := range x {
				for s, k := range x[j] {
					w.ranges[j][s].low = min(w.ranges[j][s].low, k)
					w.ranges[j][s].high = max(w.ranges[j][s].high, k)
					w.mean[j][s].Add(w.mean[j][s], new(big.Rat).SetInt(new(big.Int).Mul(weight, big.NewInt(k))))
				}
			}
			return
		}
		if s == len(c.values) {
			if people == 0 {
				next := int64(0)
				if j+1 < len(c.cells) {
					next = c.cells[j+1].people
				}
				fill(j+1, 0, next)
			}
			return
		}
		for k := range people + 1 {
			fits := true
			for _, g := range c.cells[j].groups {
				fits = fits && left[g][s] >= k
			}
			if !fits {
				break
			}
			if within != nil && (k < within[j][s].low || k > within[j][s].high) {
				continue
			}
			for _, g := range c.cells[j].groups {
				left[g][s] -= k
			}
			x[j][s] = k
			fill(j, s+1, people-k)
			for _, g := range c.cells[j].groups {
				left[g][s] += k
			}
		}
		x[j][s] = 0
	}
	fill(0, 0, c.cells[0].people)
	for j := range w.mean {
		for s := range w.mean[j] {
			w.mean[j][s].Quo(w.mean[j][s], new(big.Rat).SetInt(w.number))
		}
	}
	return w
}

// randomPeople returns people of at most so many releases, some of them absent from one.
func randomPeople(r *rand.Rand, releases, values int) []made {
	people := make([]made, 4+r.IntN(9))
	groups := make([]int, releases)
	for i := range groups {
		groups[i] = 2 + r.IntN(3)
	}
	absent := r.IntN(2) * r.IntN(4)
	skew := r.IntN(2)
	for i := range people {
		p := &people[i]
		for k := range releases {
			g := int32(r.IntN(groups[k]))
			if r.IntN(10) < absent {
				g = Absent
			}
			p.groups = append(p.groups, g)
		}
		p.value = int32(r.IntN(1 + r.IntN(values)))
		if skew == 0 {
			p.value = int32(r.IntN(values))
		}
	}
	return people
}
