package primary

import (
	"math"
	"math/big"
)

// Width is how far below and above its value what is published must leave an unsafe cell, for all
// that anybody can compute. Numbers are people in a table of counts, and in units of Total in one of
// sums; Unlimited stands for more than fits.
type Width struct{ Below, Above int64 }

// Unlimited is the largest width.
const Unlimited = math.MaxInt64

// few is the share of a sum that must be left open where too few contribute, and no other rule says
// how much.
var few = Share{Num: 1, Den: 10}

// Width returns how far the numbers that agree must reach, so that what makes the cell unsafe is no
// longer known:
//
//   - Threshold, of counts: up to Threshold people.
//   - Group and Difference, of counts: down to so few people that as many as required are outside.
//   - PPercent and PQ: as far above the sum that the second-largest contributor no longer bounds the
//     largest one as nearly, and as far below (τ-Argus's and sdcTable's protection levels).
//   - Dominance: above the sum to where the largest no longer have more than their share, and as
//     far below.
//   - Threshold, Group and Difference, of sums: a tenth of the sum, below and above.
//
// Where several rules are broken it is the largest. It is 0 for a safe cell, and for no other. counts says that the
// table is one of counts.
//
// Errors: those of Verdict.
func (r *Rules) Width(c *Cell, counts bool) (Width, error) {
	v, err := r.Verdict(c)
	if err != nil || v.Broken == 0 {
		return Width{}, err
	}
	broken := func(rule Rule) bool { return v.Broken>>rule&1 == 1 }
	if counts {
		var w Width
		if broken(Threshold) {
			w.Above = r.Threshold - c.People
		}
		for _, line := range []struct {
			rule  Rule
			limit int64
			from  int64
		}{{Group, r.Group, 0}, {Difference, r.Difference, 1}} {
			if !broken(line.rule) {
				continue
			}
			for _, people := range c.Lines {
				if outside := people - c.People; people != NoLine && outside >= line.from && outside < line.limit {
					w.Below = max(w.Below, min(line.limit-outside, c.People))
				}
			}
		}
		return w, nil
	}
	need := new(big.Rat)
	larger := func(x *big.Rat) {
		if x.Cmp(need) > 0 {
			need.Set(x)
		}
	}
	part := func(s Share, of wide) *big.Rat {
		x := new(big.Rat).SetInt(of.big())
		return x.Mul(x, big.NewRat(s.Num, s.Den))
	}
	total := c.Total.wide()
	rest, _ := total.minus(r.sum(c, 2))
	below := func(x *big.Rat, of wide) *big.Rat { return x.Sub(x, new(big.Rat).SetInt(of.big())) }
	if broken(PPercent) {
		larger(below(part(r.P, r.sum(c, 1)), rest))
	}
	if broken(PQ) {
		p, q := r.PQ[0], r.PQ[1]
		x := part(p, r.sum(c, 1))
		larger(below(x.Mul(x, big.NewRat(q.Den, q.Num)), rest))
	}
	if broken(Dominance) {
		for _, d := range r.Dominance {
			larger(below(part(Share{d.K.Den, d.K.Num}, r.sum(c, d.N)), total))
		}
	}
	if broken(Threshold) || broken(Group) || broken(Difference) {
		larger(part(few, total))
	}
	n := ceiling(need)
	return Width{n, n}, nil
}

// ceiling is the least whole number, from 1 on, that is not below x.
func ceiling(x *big.Rat) int64 {
	n, rest := new(big.Int).DivMod(x.Num(), x.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		n.Add(n, big.NewInt(1))
	}
	if !n.IsInt64() {
		return Unlimited
	}
	return max(1, n.Int64())
}
