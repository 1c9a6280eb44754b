package privacy

import (
	"fmt"
	"math"
	"math/big"

	"skyline/engine/exact"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/engine/risk"
)

// These bound the share q of each sensitive value in a group by its share p in the whole
// table. Each person has one value (knowledge.SVPI), so that both are shares of people.
//
// Two groups have as one for each value a share between theirs (the mediant), and p stays.
// So whatever asks for q to be in an interval that p alone decides about is kept by merging.
// That is what both kinds of β-likeness ask, of (-∞, p·(1+β)] or (-∞, p·(1+min(β, -ln p))],
// and δ-disclosure, of (p/e^δ, p·e^δ). What lets a group lack a value asks for q in
// {0} ∪ (p/e^δ, p·e^δ), which is none: a share between 0 and one within the bounds may be
// below them.

// BetaLikeness requires that no sensitive value has in a QI group a share q that exceeds its
// share p in the whole table by more than beta times p:
//
//	(q - p)/p <= beta    where q > p
//
// Enhanced, it asks for (q - p)/p <= min(beta, -ln p): where p is more than e^-beta, so that
// beta would allow too much or anything, q is at most p·(1 - ln p), which is below 1.
//
// What is achieved is the least beta that would do, infinity for none. It is measured in
// time in proportion to the group's values, and decided exactly: -ln p is no fraction.
//
// Source: Cao, Karras, "Publishing Microdata with a Robust Privacy Guarantee", PVLDB 5(11)
// (2012), basic and enhanced β-likeness.
func BetaLikeness(beta float64, enhanced bool) *Local {
	kind, gain := "", fmt.Sprint(beta)
	if enhanced {
		kind, gain = "enhanced ", fmt.Sprintf("min(%v, -ln p)", beta)
	}
	bound := exact.Simplest(beta)
	return &Local{
		name: "beta_likeness", rule: fmt.Sprintf("%sgain (q-p)/p of the share of a sensitive value in a QI group over that in %s <= %s", kind, theTable, gain), required: beta, ofWhole: true, aspect: OfEach,
		measure: func(_ knowledge.Constraint, whole []int64) measure {
			return &likeness{whole: whole, total: sum(whole), bound: bound, float: beta, enhanced: enhanced}
		},
	}
}

func sum(counts []int64) int64 {
	total := int64(0)
	for _, n := range counts {
		total += n
	}
	return total
}

type likeness struct {
	whole    []int64
	total    int64
	bound    *big.Rat
	float    float64
	enhanced bool
}

func (l *likeness) of(g *partition.Group) float64 {
	n, gain := occurrences(g), 0.0
	for _, c := range g.Counts {
		if l.enhanced && !risk.GainBelowLog(c.N, n, l.whole[c.Value], l.total) {
			return math.Inf(1)
		}
		gain = max(gain, risk.Gain(c.N, n, l.whole[c.Value], l.total))
	}
	return gain
}

func (l *likeness) holds(g *partition.Group) bool {
	n := occurrences(g)
	for _, c := range g.Counts {
		if !l.allows(c.Value, c.N, n) {
			return false
		}
	}
	return true
}

func (l *likeness) allows(value int32, having, n int64) bool {
	if having == 0 {
		return true
	}
	all := l.whole[value]
	// q/p against 1 + β.
	ratio := float64(having) / float64(n) * float64(l.total) / float64(all)
	return notAbove(ratio, 1+l.float, func() int {
		q, p := scaled(having, big.NewInt(l.total)), scaled(all, big.NewInt(n))
		gain := new(big.Int).Sub(q, p)
		return gain.Mul(gain, l.bound.Denom()).Cmp(p.Mul(p, l.bound.Num()))
	}) && (!l.enhanced || risk.GainBelowLog(having, n, all, l.total))
}

// DeltaDisclosure requires δ-disclosure privacy: for each sensitive value of the table, its
// share q in a QI group and p in the whole table,
//
//	|ln(q/p)| < delta
//
// strictly. A group that lacks a value has q = 0, and fails, since then an adversary learns
// that nobody of it has the value. If lacking, that is allowed: the bound is for the values
// that a group has. That is what ARX and pycanon compute; it is not kept by merging.
//
// The definition says "for all s in S" and takes the logarithm of q, so that it can be read
// in no other way; but it does not say to which base: here it is the natural logarithm, in
// ARX the binary one, whose delta is that of here divided by ln 2.
//
// What is achieved is the largest |ln(q/p)|. It is measured in time in proportion to the
// group's values, and decided exactly: ln(q/p) is no fraction unless q = p.
//
// Source: Brickell, Shmatikov, "The Cost of Privacy", KDD 2008, δ-disclosure privacy.
func DeltaDisclosure(delta float64, lacking bool) *Local {
	bound := exact.Simplest(delta)
	where := ""
	if lacking {
		where = ", which has it,"
	}
	return &Local{
		name: "delta_disclosure", rule: fmt.Sprintf("|ln(q/p)| of the shares of a sensitive value in a QI group%s and in %s < %v", where, theTable, delta), required: delta, ofWhole: true, mayBreak: lacking, aspect: OfEach,
		measure: func(_ knowledge.Constraint, whole []int64) measure {
			d := &disclosed{whole: whole, total: sum(whole), bound: bound, float: delta}
			for _, n := range whole {
				if n > 0 && !lacking {
					d.values++
				}
			}
			return d
		},
	}
}

type disclosed struct {
	whole  []int64
	total  int64
	values int // that a group must have
	bound  *big.Rat
	float  float64
}

func (d *disclosed) of(g *partition.Group) float64 {
	if len(g.Counts) < d.values {
		return math.Inf(1)
	}
	n, most := occurrences(g), 0.0
	for _, c := range g.Counts {
		all := d.whole[c.Value]
		most = max(most, math.Log1p(risk.Gain(c.N, n, all, d.total)), math.Log1p(risk.Gain(all, d.total, c.N, n)))
	}
	return most
}

func (d *disclosed) holds(g *partition.Group) bool {
	if len(g.Counts) < d.values {
		return false
	}
	n := occurrences(g)
	for _, c := range g.Counts {
		if !d.allows(c.Value, c.N, n) {
			return false
		}
	}
	return true
}

func (d *disclosed) allows(value int32, having, n int64) bool {
	all := d.whole[value]
	if having == 0 {
		return d.values == 0 || all == 0
	}
	log := math.Abs(math.Log(float64(having) / float64(n) * float64(d.total) / float64(all)))
	// Below the bound is not: the bound at most that.
	return !notAbove(d.float, log, func() int {
		q, p := scaled(having, big.NewInt(d.total)), scaled(all, big.NewInt(n))
		if q.Cmp(p) < 0 {
			q, p = p, q
		}
		return exact.CompareExp(d.bound, new(big.Rat).SetFrac(q, p))
	})
}
