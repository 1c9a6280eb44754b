package disclosure

import (
	"math"
	"math/big"
	"slices"
)

// minimizer computes, for a QI group, the smallest probabilities that negated
// atoms about its people all hold.
//
// For n people of whom S_j have one of the j most frequent values, at most h
// negated atoms hold with a probability of at least
//
//	m(h) = min Π_i (n − i − S_{k_i}) / (n − i)    over k_0 >= k_1 >= … >= 1, Σ k_i <= h
//
// where person i lacks the k_i most frequent values: the people whose atoms are
// more come first (Lemma 12). That order is essential: with the factors of another
// one the product would be smaller than any probability.
//
// With d values, m(h) = 0 just when h >= d. That h = d suffices is plain: one person
// lacks them all. And as long as the k_i sum up to less than d, every factor is
// positive: then (i+1)·k_i <= d−1 <= k_i·(d−k_i), so i < d−k_i <= n − S_{k_i}. So up
// to min(k+1, d−1) atoms there is nothing to clamp, nobody too few, and what floats
// may underflow to is known not to be 0.
//
// Source: Martin et al., "Worst-Case Background Knowledge for Privacy-Preserving
// Data Publishing", ICDE 2007, Sect. 3.3.1, Algorithm 1 (Minimize1). The paper
// computes one m(h) by memoized recursion over (person, largest part, atoms left),
// which is O(h³) for one h by its count. All of m(0), …, m(k+1) come here at once
// from one table over (people, atoms), filled for the part sizes j from large to
// small: of people with at least j atoms each there are at most (k+1)/j, so there
// are (k+1)²·(1 + ½ + ⅓ + …) steps, O(k² log k).
type minimizer struct {
	k     int
	table []float64 // by people and atoms
	// For parts: the last part of each entry of the table, and what it was put to.
	ends  []int32
	steps []step
}

// step is a part put to the parts of an earlier step, -1 for none.
type step struct {
	part     int32
	previous int32
}

func newMinimizer(k int) *minimizer { return &minimizer{k: k} }

// atoms returns up to how many atoms no probability is 0.
func (m *minimizer) atoms(p *profile) int { return min(m.k+1, p.width-1) }

// minimums stores m(0), …, m(k+1) in into, which has that length.
func (m *minimizer) minimums(p *profile, into []float64) {
	m.fill(p, false)
	e := m.atoms(p)
	for h := range e + 1 {
		into[h] = 1
	}
	for i := 1; i <= e; i++ {
		for h, product := range m.table[i*(e+1)+i : (i+1)*(e+1)] {
			into[i+h] = min(into[i+h], product)
		}
	}
	for h := 1; h <= e; h++ {
		into[h] = max(min(into[h], into[h-1]), math.SmallestNonzeroFloat64)
	}
	clear(into[e+1:])
}

// fill makes the table for up to e atoms: at i·(e+1)+h the smallest product for i
// people with h atoms, by the j processed so far.
func (m *minimizer) fill(p *profile, withSteps bool) {
	e := m.atoms(p)
	size := (e + 1) * (e + 1)
	m.table = slices.Grow(m.table[:0], size)[:size]
	for i := range m.table {
		m.table[i] = math.Inf(1)
	}
	m.table[0] = 1
	if withSteps {
		m.ends = slices.Grow(m.ends[:0], size)[:size]
		m.ends[0], m.steps = -1, m.steps[:0]
	}
	for j := e; j >= 1; j-- {
		for i := range e / j {
			ratio := float64(p.people-int64(i)-p.sums[j]) / float64(p.people-int64(i))
			from, to := m.table[i*(e+1):(i+1)*(e+1)], m.table[(i+1)*(e+1)+j:(i+2)*(e+1)]
			last := len(to) - 1
			if i == 0 {
				last = 0
			}
			for h := i * j; h <= last; h++ {
				product := from[h] * ratio
				if product >= to[h] {
					continue
				}
				to[h] = product
				if withSteps {
					m.ends[(i+1)*(e+1)+h+j] = int32(len(m.steps))
					m.steps = append(m.steps, step{int32(j), m.ends[i*(e+1)+h]})
				}
			}
		}
	}
}

// parts returns, for each h up to k+1, the k_i of the smallest product, with no
// more atoms than it takes.
func (m *minimizer) parts(p *profile) [][]int {
	m.fill(p, true)
	parts := make([][]int, m.k+2)
	for h := range parts {
		parts[h] = m.chosen(p, h)
	}
	return parts
}

// chosen returns the parts of the smallest product for at most h atoms in a table
// with steps: of equal ones the first with the fewest atoms.
func (m *minimizer) chosen(p *profile, h int) []int {
	e := m.atoms(p)
	if h > e {
		return []int{p.width}
	}
	least, at := 1.0, int32(-1)
	for used := 1; used <= h; used++ {
		for i := 1; i <= used; i++ {
			if product := m.table[i*(e+1)+used]; product < least {
				least, at = product, m.ends[i*(e+1)+used]
			}
		}
	}
	var parts []int
	for ; at >= 0; at = m.steps[at].previous {
		parts = append(parts, int(m.steps[at].part))
	}
	slices.Reverse(parts)
	return parts
}

// probability returns the numerator and the denominator of the product for parts.
func (p *profile) probability(parts []int) (numerator, denominator *big.Int) {
	numerator, denominator = big.NewInt(1), big.NewInt(1)
	for i, k := range parts {
		numerator.Mul(numerator, big.NewInt(p.people-int64(i)-p.sums[k]))
		denominator.Mul(denominator, big.NewInt(p.people-int64(i)))
	}
	return numerator, denominator
}

// exactMinimums returns m(0), …, m(k+1) as fractions, by the same table.
func exactMinimums(p *profile, k int) []*big.Rat {
	m := newMinimizer(k)
	e := m.atoms(p)
	table := make([][]*big.Rat, e+1)
	for i := range table {
		table[i] = make([]*big.Rat, e+1)
	}
	table[0][0] = big.NewRat(1, 1)
	for j := e; j >= 1; j-- {
		for i := range e / j {
			ratio := big.NewRat(p.people-int64(i)-p.sums[j], p.people-int64(i))
			for h := i * j; h <= e-j; h++ {
				if table[i][h] == nil {
					continue
				}
				product := new(big.Rat).Mul(table[i][h], ratio)
				if to := &table[i+1][h+j]; *to == nil || product.Cmp(*to) < 0 {
					*to = product
				}
			}
		}
	}
	minimums := make([]*big.Rat, k+2)
	minimums[0] = table[0][0]
	for h := 1; h <= k+1; h++ {
		if h > e {
			minimums[h] = new(big.Rat)
			continue
		}
		minimums[h] = minimums[h-1]
		for i := 1; i <= h; i++ {
			if x := table[i][h]; x != nil && x.Cmp(minimums[h]) < 0 {
				minimums[h] = x
			}
		}
	}
	return minimums
}
