package dynprog

import (
	"math"

	"skyline/engine/knowledge"
)

// BreachProbability returns the breach probability of the release candidate for
// an adversary at the knowledge point p, a number in [0, 1]. It is 0 if no group
// has the target value. Negative coordinates of p count as 0.
//
// Of B groups with the target value and D other values each, it takes
// O(B·(D·log D + k²·m²)) time and O(k·m + D) memory, in which k and m stand for
// p.K and p.M. If one of these is not below the size of every such group, it
// takes O(B) time; otherwise tables of k·m numbers must fit in memory.
//
// T and V carry a few units in the last place of error each, and the products
// have one factor a group.
//
// Source: Chen et al., Appendix A.3. See the package comment.
func BreachProbability(groups []Group, c knowledge.Constraint, p knowledge.Point) float64 {
	k, m, certain := bounds(groups, p)
	if certain {
		return 1
	}
	d := newProgram(k, m)
	for _, g := range groups {
		// A group without the target value changes neither array: it offers
		// no target, and people there say nothing (T = +∞, V = 1).
		if g.Sigma > 0 {
			d.fillV(g, c)
			d.fillTV(g, c, p.L)
			d.advance()
		}
	}
	return 1 / (1 + d.with[len(d.with)-1])
}

// program is the state of the dynamic program after some groups. Its tables have
// rows by the number of people u and columns by the number of people v.
type program struct {
	k, m int64

	// with[i*(m+1)+j] is the least negated ratio when the target, at most i
	// people u and at most j people v are in the groups so far; +∞ if the
	// target cannot be. without is the least probability that the v all lack
	// the target value when the target is elsewhere.
	//
	// The paper distributes exactly i and j. At most is the same, because T
	// and V do not grow with k and m, and needs no value for what cannot be.
	with, without []float64

	// Of the group at hand, v is V(g, j, i) for i ≤ k+1, and tv is
	// T(g, l, i)·V(g, j, i+1) for i ≤ k.
	v, tv []float64
}

// newProgram returns the state after no groups.
func newProgram(k, m int64) *program {
	size := (k + 1) * (m + 1)
	d := &program{
		k:       k,
		m:       m,
		with:    make([]float64, size),
		without: make([]float64, size),
		v:       make([]float64, size+m+1),
		tv:      make([]float64, size),
	}
	for i := range d.with {
		d.with[i] = math.Inf(1)
		d.without[i] = 1
	}
	return d
}

// advance takes the group of the tables v and tv into with and without. For each
// (i, j) it tries every split into (a, b) for the groups before and (i-a, j-b)
// for this one:
//
//	with'(i, j)    = min {with(a, b)·V(j-b, i-a), without(a, b)·T(i-a)·V(j-b, i-a+1)}
//	without'(i, j) = min {without(a, b)·V(j-b, i-a)}
//
// The splits read entries (a, b) ≤ (i, j) only, so going down from (k, m) the
// arrays can be overwritten in place.
func (d *program) advance() {
	width := d.m + 1
	for i := d.k; i >= 0; i-- {
		for j := d.m; j >= 0; j-- {
			leastWith, leastWithout := math.Inf(1), math.Inf(1)
			for a := range i + 1 {
				with := d.with[a*width:][:j+1]
				without := d.without[a*width:][:j+1]
				v := d.v[(i-a)*width:][:j+1]
				tv := d.tv[(i-a)*width:][:j+1]
				for b := range with {
					// +∞·0 is to be +∞. It comes out as NaN, which is not
					// less than anything and so is passed over.
					back := len(v) - 1 - b
					if x := with[b] * v[back]; x < leastWith {
						leastWith = x
					}
					if x := without[b] * tv[back]; x < leastWith {
						leastWith = x
					}
					if x := without[b] * v[back]; x < leastWithout {
						leastWithout = x
					}
				}
			}
			d.with[i*width+j] = leastWith
			d.without[i*width+j] = leastWithout
		}
	}
}

// fillV fills v with V(g, j, i) of a group that has the target value:
//
//	SVPI, Set  ∏_{h < j} (n - #σ - i - h)/(n - i - h)
//	Multiset   ((n - i - j)/(n - i))^#σ
//
// and 0 from the first numerator on that is not positive.
func (d *program) fillV(g Group, c knowledge.Constraint) {
	width := d.m + 1
	for i := range d.k + 2 {
		row := d.v[i*width:][:width]
		row[0] = 1
		for j := int64(1); j <= d.m; j++ {
			if c == knowledge.Multiset {
				row[j] = 0
				if g.People-i-j > 0 {
					// log1p keeps the base exact enough for large #σ.
					row[j] = math.Exp(float64(g.Sigma) * math.Log1p(-float64(j)/float64(g.People-i)))
				}
				continue
			}
			numerator := g.People - g.Sigma - i - (j - 1)
			if numerator <= 0 {
				clear(row[j:])
				break
			}
			row[j] = row[j-1] * float64(numerator) / float64(g.People-i-(j-1))
		}
	}
}

// fillTV fills tv with T(g, l, i)·V(g, j, i+1) of a group that has the target
// value, from v:
//
//	SVPI      T = (n - #σ - #s₁ - … - #s_l - i)/#σ
//	Set       T = (n - #σ - i)/#σ · ∏_{h ≤ l} (n - #s_h)/n
//	Multiset  T = q/(1-q) · ((n - 1)/n)^(#s₁ + … + #s_l), q = ((n - i - 1)/(n - i))^#σ
//
// and 0 if a numerator is not positive.
func (d *program) fillTV(g Group, c knowledge.Constraint, l int64) {
	n, sigma := float64(g.People), float64(g.Sigma)
	excluded := g.excluded(l)

	// What the excluded values take away does not depend on i: people who
	// cannot be the target in SVPI, a factor otherwise.
	var taken int64
	factor := 1.0
	switch c {
	case knowledge.SVPI:
		taken = total(excluded)
	case knowledge.Set:
		for _, count := range excluded {
			factor *= max(0, float64(g.People-count)) / n
		}
	case knowledge.Multiset:
		if sum := total(excluded); sum > 0 {
			factor = math.Exp(float64(sum) * math.Log1p(-1/n)) // 0 if n = 1
		}
	}

	width := d.m + 1
	for i := range d.k + 1 {
		var t float64
		switch {
		case c == knowledge.Multiset && g.People-i-1 > 0:
			// q/(1-q) = 1/(1/q - 1), and log 1/q = -#σ·log(1 - 1/(n-i)).
			t = factor / math.Expm1(-sigma*math.Log1p(-1/float64(g.People-i)))
		case c != knowledge.Multiset:
			t = factor * float64(max(0, g.People-g.Sigma-taken-i)) / sigma
		}
		v := d.v[(i+1)*width:][:width]
		tv := d.tv[i*width:][:width]
		for j := range tv {
			tv[j] = t * v[j]
		}
	}
}
