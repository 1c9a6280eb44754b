package attack

import "math"

// The oracle has each person on its own, and lists all ways to deal the values of a group out to
// its people. It shares nothing with the package.

type oraclePerson struct {
	known []int
	value int // true
}

type oracleGroup struct {
	people    []oraclePerson
	histogram []int // by value
}

type oracle struct {
	values     int
	attributes []int
	groups     []oracleGroup
	rates      [][][]float64 // by attribute, code and value
	beliefs    [][][]float64 // by group, person and value
	likelihood float64       // logarithm, of the groups' histograms by the rates before
}

// deal calls f with each way to deal values out: the value of each person.
func deal(histogram []int, people int, f func(values []int)) {
	left := append([]int(nil), histogram...)
	values := make([]int, people)
	var next func(i int)
	next = func(i int) {
		if i == people {
			f(values)
			return
		}
		for s := range left {
			if left[s] > 0 {
				left[s]--
				values[i] = s
				next(i + 1)
				left[s]++
			}
		}
	}
	next(0)
}

func (o *oracle) start() {
	o.beliefs = nil
	for _, g := range o.groups {
		var of [][]float64
		for range g.people {
			belief := make([]float64, o.values)
			for s, n := range g.histogram {
				belief[s] = float64(n) / float64(len(g.people))
			}
			of = append(of, belief)
		}
		o.beliefs = append(o.beliefs, of)
	}
	o.count()
}

func (o *oracle) prior(s int) float64 {
	n := 0
	for _, g := range o.groups {
		n += g.histogram[s]
	}
	return float64(n)
}

func (o *oracle) count() {
	o.rates = nil
	for a, codes := range o.attributes {
		rates := make([][]float64, codes)
		for r := range rates {
			rates[r] = make([]float64, o.values)
			for s := range rates[r] {
				sum := 1.0
				for g := range o.groups {
					for i, p := range o.groups[g].people {
						if p.known[a] == r {
							sum += o.beliefs[g][i][s]
						}
					}
				}
				rates[r][s] = sum / (o.prior(s) + float64(codes))
			}
		}
		o.rates = append(o.rates, rates)
	}
}

func (o *oracle) weight(known []int, s int) float64 {
	w := 1.0
	for a, r := range known {
		if r >= 0 {
			w *= o.rates[a][r][s]
		}
	}
	return w
}

func (o *oracle) believe() {
	o.likelihood = 0
	for g := range o.groups {
		of := &o.groups[g]
		total := 0.0
		sums := make([][]float64, len(of.people))
		for i := range sums {
			sums[i] = make([]float64, o.values)
		}
		deal(of.histogram, len(of.people), func(values []int) {
			w := 1.0
			for i, s := range values {
				w *= o.weight(of.people[i].known, s)
			}
			total += w
			for i, s := range values {
				sums[i][s] += w
			}
		})
		for i := range sums {
			for s := range sums[i] {
				o.beliefs[g][i][s] = sums[i][s] / total
			}
		}
		o.likelihood += math.Log(total)
	}
	// What Learn calls the rates themselves: one person more for each.
	for _, rates := range o.rates {
		for _, of := range rates {
			for _, rate := range of {
				o.likelihood += math.Log(rate)
			}
		}
	}
}

// oracleRight is what can be expected of guessing the likeliest of values.
func oracleRight(likelihoods []float64, value int) float64 {
	most, ties, hit := 0.0, 0, false
	for _, p := range likelihoods {
		most = math.Max(most, p)
	}
	for s, p := range likelihoods {
		if p >= most*(1-1e-9) {
			ties++
			hit = hit || s == value
		}
	}
	if !hit {
		return 0
	}
	return 1 / float64(ties)
}
