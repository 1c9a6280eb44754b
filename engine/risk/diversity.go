package risk

import (
	"context"
	"math"
	"slices"

	"skyline/engine/partition"
)

// Diversity is how many sensitive values the people of the worst QI group have.
type Diversity struct {
	// Distinct is the smallest number of different values in a group.
	Distinct int
	// Entropy is the largest l for which entropy l-diversity holds:
	//
	//	min_j exp(-Σ_v q_v·ln q_v)
	Entropy float64
	// RecursiveC[i] belongs to l = 2+i: recursive (c,l)-diversity holds for
	// exactly the c above it. With r_1 >= r_2 >= … the counts in a group,
	//
	//	max_j r_1 / (r_l + r_{l+1} + …)
	//
	// and infinite where a group has fewer than l values.
	RecursiveC []float64
	// Alpha is the largest share of a value in a group, the smallest α for which
	// a table has (α,k)-anonymity (k being the size of its smallest group).
	Alpha float64
}

// Diversity returns the measures of diversity, RecursiveC for l up to maxL, of a
// release that is not empty. Where people may have several values, only Distinct
// and Alpha mean something: shares do not add up to 1 then.
//
// Entropy is within 1e-12 of the value, and is the number of values where all
// are equally frequent in the worst group; the others are correctly rounded.
//
// Source: Machanavajjhala, Kifer, Gehrke, Venkitasubramaniam, "L-Diversity:
// Privacy Beyond k-Anonymity", TKDD 1(1) (2007), Sect. 4; Wong, Li, Fu, Wang,
// "(α,k)-Anonymity", KDD (2006).
//
// Errors: that of ctx.
func (r *Release) Diversity(ctx context.Context, maxL int) (*Diversity, error) {
	d := &Diversity{Distinct: math.MaxInt, Entropy: math.Inf(1)}
	alpha := share{0, 1}
	recursive := slices.Repeat([]share{{0, 1}}, max(0, maxL-1))
	err := r.each(ctx, func(g *partition.Group) {
		d.Distinct = min(d.Distinct, len(g.Counts))
		if len(g.Counts) == 0 {
			return // nobody has a value
		}
		if s := (share{g.Counts[0].N, g.People}); alpha.less(s) {
			alpha = s
		}
		d.Entropy = min(d.Entropy, entropy(g))
		rest := g.People - g.Counts[0].N
		for i := range recursive {
			if s := (share{g.Counts[0].N, max(0, rest)}); recursive[i].less(s) {
				recursive[i] = s
			}
			if i+1 < len(g.Counts) {
				rest -= g.Counts[i+1].N
			}
		}
	})
	for _, s := range recursive {
		c := math.Inf(1)
		if s.of > 0 {
			c = quotient(s.n, s.of)
		}
		d.RecursiveC = append(d.RecursiveC, c)
	}
	d.Alpha = quotient(alpha.n, alpha.of)
	return d, err
}

// entropy returns exp(-Σ q·ln q) as (n/r_1)·exp(Σ (r_v/n)·ln(r_1/r_v)), which has
// no rounding where all counts are equal.
func entropy(g *partition.Group) float64 {
	sum, first := 0.0, float64(g.Counts[0].N)
	for _, c := range g.Counts {
		sum += float64(float64(c.N) / float64(g.People) * math.Log(first/float64(c.N)))
	}
	return float64(g.People) / first * math.Exp(sum)
}
