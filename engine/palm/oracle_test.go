package palm

import (
	"math/big"
	"math/rand/v2"

	"skyline/engine/distribution"
	"skyline/engine/exact"
	"skyline/tests/worlds"
)

// The definitions, by enumeration: a person of the group for each row, every subset of as
// many people as are present.

// person is what each column's value has at first, and how often it is present.
type person struct {
	codes   []int32
	present bool
}

// toy is a small group, person by person.
type toy struct {
	domains []int // the codes of a column are below
	people  []person
}

func (y *toy) group() Group {
	g := Group{Codes: make([][]int32, len(y.domains))}
	for _, p := range y.people {
		for d, code := range p.codes {
			g.Codes[d] = append(g.Codes[d], code)
		}
		present := int64(0)
		if p.present {
			present = 1
		}
		g.People, g.Present = append(g.People, 1), append(g.Present, present)
	}
	for _, size := range y.domains {
		codes := make([]int32, size)
		for i := range codes {
			codes[i] = int32(i)
		}
		g.Start = append(g.Start, distribution.Uniform(codes))
	}
	return g
}

func (y *toy) present() int {
	n := 0
	for _, p := range y.people {
		if p.present {
			n++
		}
	}
	return n
}

// shifted is Eqn 3: the distribution of each column, the part t of the way from uniform to
// the shares of those who are present.
func (y *toy) shifted(t []*big.Rat) [][]*big.Rat {
	all := make([][]*big.Rat, len(y.domains))
	for d, size := range y.domains {
		for code := range size {
			n := int64(0)
			for _, p := range y.people {
				if p.present && p.codes[d] == int32(code) {
					n++
				}
			}
			f := big.NewRat(1, int64(size))
			f.Add(f, new(big.Rat).Mul(t[d], new(big.Rat).Sub(big.NewRat(n, int64(y.present())), f)))
			all[d] = append(all[d], f)
		}
	}
	return all
}

// likelihoods is Definition 10.
func (y *toy) likelihoods(f [][]*big.Rat) []*big.Rat {
	all := make([]*big.Rat, len(y.people))
	for i, p := range y.people {
		all[i] = big.NewRat(1, 1)
		for d, code := range p.codes {
			all[i].Mul(all[i], f[d][code])
		}
	}
	return all
}

func within(ex []*big.Rat, low, high float64) bool {
	for _, x := range ex {
		if x.Cmp(exact.Simplest(low)) < 0 || x.Cmp(exact.Simplest(high)) > 0 {
			return false
		}
	}
	return ex != nil
}

// certified is Algorithm 3: the people with the smallest likelihood, one with the largest
// and everybody else as likely as that (Definition 12), and the other way round.
func certified(likelihoods []*big.Rat, present int, low, high float64) bool {
	least, most := likelihoods[0], likelihoods[0]
	for _, p := range likelihoods {
		if p.Cmp(least) < 0 {
			least = p
		}
		if p.Cmp(most) > 0 {
			most = p
		}
	}
	down, up := []*big.Rat{least}, []*big.Rat{most}
	for range len(likelihoods) - 1 {
		down, up = append(down, most), append(up, least)
	}
	below, above := worlds.Existence(down, present), worlds.Existence(up, present)
	return below != nil && above != nil && below[0].Cmp(exact.Simplest(low)) >= 0 && above[0].Cmp(exact.Simplest(high)) <= 0
}

// steps is Algorithm 1, with steps that are counted, and one group by itself: how many are taken.
func (y *toy) steps(steps int64, keeps func(likelihoods []*big.Rat) bool) int64 {
	for k := int64(1); k <= steps; k++ {
		t := make([]*big.Rat, len(y.domains))
		for d := range t {
			t[d] = big.NewRat(k, steps)
		}
		if !keeps(y.likelihoods(y.shifted(t))) {
			return k - 1
		}
	}
	return steps
}

func randomToy(r *rand.Rand) *toy {
	y := &toy{}
	for range 1 + r.IntN(3) {
		y.domains = append(y.domains, 1+r.IntN(4))
	}
	share := r.Float64()
	for range 1 + r.IntN(8) {
		p := person{present: r.Float64() < share}
		for _, size := range y.domains {
			p.codes = append(p.codes, int32(r.IntN(size)))
			if r.IntN(3) == 0 {
				p.codes[len(p.codes)-1] = 0
			}
		}
		y.people = append(y.people, p)
	}
	return y
}
