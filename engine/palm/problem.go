package palm

import (
	"encoding/binary"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"skyline/engine/distribution"
	"skyline/engine/presence"
)

// problem is a group, reduced to what its existence probabilities depend on: people
// whose values have, column by column, the same probability at first and are as often
// present have the same likelihood, however far the columns are shifted.
type problem struct {
	columns       []column
	kinds         []int32 // class by class, the kind of its value in each column
	people        []int64 // by class
	size, present int64
	estimator     presence.Estimator
	weights       []float64   // scratch, by class
	probabilities [][]float64 // scratch, by column and kind
}

// column is a column of a group.
type column struct {
	start  *distribution.Distribution
	counts []distribution.Count // of the people who are present
	n      int64                // how many these are
	kinds  []kind
	kindOf []int32 // by position in start
}

// kind are values of a column with the same weight in start that are as often present.
type kind struct {
	weight, count int64
	values        int64 // how many there are
	occurs        bool  // whether anybody of the group has one
}

func newProblem(g *Group) *problem {
	p := &problem{columns: make([]column, len(g.Start)), probabilities: make([][]float64, len(g.Start))}
	for i, n := range g.People {
		p.size += n
		p.present += g.Present[i]
	}
	for d := range p.columns {
		p.columns[d] = newColumn(&g.Start[d], g.Codes[d], g.Present)
		p.probabilities[d] = make([]float64, len(p.columns[d].kinds))
	}
	p.classify(g)
	p.weights = make([]float64, len(p.people))
	return p
}

func newColumn(start *distribution.Distribution, codes []int32, present []int64) column {
	c := column{start: start, kindOf: make([]int32, len(start.Codes))}
	often, occurs := make([]int64, len(start.Codes)), make([]bool, len(start.Codes))
	for i, code := range codes {
		at, _ := slices.BinarySearch(start.Codes, code)
		often[at] += present[i]
		occurs[at] = true
		c.n += present[i]
	}
	number := map[kind]int32{}
	for at, n := range often {
		if n > 0 {
			c.counts = append(c.counts, distribution.Count{Code: start.Codes[at], N: n})
		}
		k := kind{weight: start.Weights[at], count: n}
		i, ok := number[k]
		if !ok {
			i = int32(len(c.kinds))
			number[k] = i
			c.kinds = append(c.kinds, k)
		}
		c.kinds[i].values++
		c.kinds[i].occurs = c.kinds[i].occurs || occurs[at]
		c.kindOf[at] = i
	}
	return c
}

// classify puts the cells of a group into classes, in the order in which they first occur.
func (p *problem) classify(g *Group) {
	number := map[string]int{}
	key, kinds := []byte(nil), make([]int32, len(p.columns))
	for i, n := range g.People {
		key = key[:0]
		for d := range p.columns {
			at, _ := slices.BinarySearch(p.columns[d].start.Codes, g.Codes[d][i])
			kinds[d] = p.columns[d].kindOf[at]
			key = binary.AppendUvarint(key, uint64(kinds[d]))
		}
		class, ok := number[string(key)]
		if !ok {
			class = len(p.people)
			number[string(key)] = class
			p.people = append(p.people, 0)
			p.kinds = append(p.kinds, kinds...)
		}
		p.people[class] += n
	}
}

// isOptimal reports whether the column's distribution is utility-optimal at first.
func (c *column) isOptimal() bool {
	for i := range c.kinds {
		// In the same proportion as all: exactly, as the products have 128 bits.
		k := &c.kinds[i]
		high, low := bits.Mul64(uint64(k.weight), uint64(c.n))
		otherHigh, otherLow := bits.Mul64(uint64(k.count), uint64(c.start.Total))
		if high != otherHigh || low != otherLow {
			return false
		}
	}
	return c.n > 0
}

// shift says how far a column is shifted: the part num/den of the way, 0 <= num <= den.
type shift struct{ num, den int64 }

func (s shift) float() float64 { return float64(s.num) / float64(s.den) }

// allows reports whether the weights of a distribution that is shifted in parts of 1/den
// are whole numbers of 62 bits.
func (c *column) allows(den int64) bool {
	return den == 1 || c.start.Total <= (1<<62)/den/max(1, c.n)
}

// weight returns that of a kind's values at a shift, and total what they all add up to
// (Eqn 3).
func (c *column) weight(k *kind, s shift) int64 {
	switch s.num {
	case 0:
		return k.weight
	case s.den:
		return k.count
	}
	return (s.den-s.num)*k.weight*c.n + s.num*k.count*c.start.Total
}

func (c *column) total(s shift) int64 {
	switch s.num {
	case 0:
		return c.start.Total
	case s.den:
		return c.n
	}
	return s.den * c.start.Total * c.n
}

// at returns the column's distribution at a shift.
func (c *column) at(s shift) distribution.Distribution {
	d := distribution.Distribution{Total: c.total(s)}
	for i, code := range c.start.Codes {
		if w := c.weight(&c.kinds[c.kindOf[i]], s); w > 0 {
			d.Codes, d.Weights = append(d.Codes, code), append(d.Weights, w)
		}
	}
	return d
}

// probability is that of each value of a kind, with the part t of the way done.
func (c *column) probability(k *kind, t float64) float64 {
	return (1-t)*float64(k.weight)/float64(c.start.Total) + t*float64(k.count)/float64(c.n)
}

// cost is the column's part of the KL cost at a shift.
func (c *column) cost(t float64) float64 {
	cost := 0.0
	for i := range c.kinds {
		if k := &c.kinds[i]; k.count > 0 {
			cost -= float64(float64(k.values*k.count) * math.Log(c.probability(k, t)))
		}
	}
	return cost
}

func (p *problem) cost(shifts []shift) float64 {
	cost := 0.0
	for d := range p.columns {
		cost += p.columns[d].cost(shifts[d].float())
	}
	return cost
}

// estimate returns the smallest and the largest existence probability, as float64
// arithmetic has them.
func (p *problem) estimate(shifts []shift) (low, high float64) {
	for d := range p.columns {
		c, t := &p.columns[d], shifts[d].float()
		largest := 0.0
		for i := range c.kinds {
			p.probabilities[d][i] = c.probability(&c.kinds[i], t)
			largest = max(largest, p.probabilities[d][i])
		}
		// Likelihoods matter up to a factor, and are not to vanish where there are many columns.
		for i := range c.kinds {
			p.probabilities[d][i] /= largest
		}
	}
	for class := range p.people {
		w := 1.0
		for d, k := range p.kinds[class*len(p.columns) : (class+1)*len(p.columns)] {
			w *= p.probabilities[d][k]
		}
		p.weights[class] = w
	}
	return p.estimator.Range(p.weights, p.people, p.present)
}

// set returns the likelihoods at a shift, as whole numbers.
//
// Errors: those of presence.NewSet.
func (p *problem) set(shifts []shift) (*presence.Set, error) {
	classes := make([]presence.Class, len(p.people))
	var factor big.Int
	for class, n := range p.people {
		w := big.NewInt(1)
		for d, k := range p.kinds[class*len(p.columns) : (class+1)*len(p.columns)] {
			w.Mul(w, factor.SetInt64(p.columns[d].weight(&p.columns[d].kinds[k], shifts[d])))
		}
		classes[class] = presence.Class{Weight: w, People: n}
	}
	return presence.NewSet(classes, p.present)
}
