package primary

import (
	"skyline/engine"
)

// Contribution is what a contributor adds to a cell, from 0 on. Weight, from Unit on, says for how many
// contributors of the population they stand, in parts of Unit.
type Contribution struct{ Value, Weight int64 }

// Cell is a cell of a table, as its owner sees it.
type Cell struct {
	People int64  // who contribute
	Total  Amount // the sum of Value·Weight over all of them; with Unit 1 and no weights that of Value
	// Largest are the largest contributions, the largest first: as many as Rules.Largest, or all where
	// they are fewer.
	Largest []Contribution
	// Lines are the cells that hold this one and at least one beside it, which nobody may be in: how
	// many people each has; NoLine where there is none.
	Lines []int64
}

// NoLine stands in Lines where a cell is not one of several.
const NoLine = -1

// Verdict is what the rules say of a cell.
type Verdict struct {
	Rule   Rule  // the gravest that is broken; None: the cell is safe
	Broken int64 // all that are: bit r is that of rule r
	// Achieved is what the cell has of Rule, and Required its limit: people for Threshold, those outside of the
	// cell for Group and Difference; percentages for the others: the share of the n largest, and how near the largest
	// contribution can be bounded. They are the nearest float64 to the exact numbers, which are compared.
	Achieved, Required float64
	// Line is which of Lines Rule is about, 0 for rules that are about none; Of is the N of a dominance rule, 0 for others.
	Line int
	Of   int64
}

func (v *Verdict) breaks(r Rule, achieved, required func() float64) {
	if v.Broken == 0 {
		v.Rule, v.Achieved, v.Required = r, achieved(), required()
	}
	v.Broken |= 1 << r
}

// Verdict returns what the rules say of a cell. The rules are those that Check accepts. With x₁, x₂, …
// the contributions, the largest first, X their sum and Xₙ that of the n largest, a cell of m people breaks
//
//	threshold         if m < n, and m > 0 or Zeros
//	dominance (n, k)  if Xₙ > k X
//	p %               if X - x₁ - x₂ < p x₁
//	pq                if q (X - x₁ - x₂) < p x₁
//	group disclosure  if m > 0 and a line has fewer than m + Group people
//	difference        if m > 0 and a line has more than m and fewer than m + Difference people
//
// The numbers are those of the first dominance rule that is broken, and of the first of the lines with the fewest people
// outside. It takes time in proportion to the lengths of Largest and Lines.
//
// Errors: *engine.ParamError for a cell that there cannot be: negative numbers, a Total below the sum of
// Largest, a weight below Unit, Largest out of order, a line of fewer people than the cell.
func (r *Rules) Verdict(c *Cell) (Verdict, error) {
	v := Verdict{Rule: None}
	if err := r.refuse(c); err != nil {
		return v, err
	}
	if c.People < r.Threshold && (c.People > 0 || r.Zeros) {
		v.breaks(Threshold, number(c.People), number(r.Threshold))
	}
	r.magnitude(c, &v)
	r.lines(c, &v)
	return v, nil
}

func number(n int64) func() float64 { return func() float64 { return float64(n) } }

func (r *Rules) refuse(c *Cell) error {
	bad := func(param, rule string) error { return engine.NewParamError(pkg, param, rule, nil) }
	if c.People < 0 {
		return bad("People", "at least 0")
	}
	if c.Total.High < 0 || c.Total.Low < 0 || c.Total.Low >= 1<<lowBits {
		return bad("Total", "in [0, 2^125)")
	}
	for i, x := range c.Largest {
		if x.Value < 0 || x.Weight < r.Unit || i > 0 && x.Value > c.Largest[i-1].Value {
			return bad("Largest", "of numbers from 0 on, the largest first, and weights from Unit on")
		}
	}
	for _, people := range c.Lines {
		if people != NoLine && people < c.People {
			return bad("Lines", "of as many people as the cell has, or more")
		}
	}
	var sum wide
	for _, x := range c.Largest {
		sum = sum.plus(product(x.Value, x.Weight))
	}
	if c.Total.wide().less(sum) {
		return bad("Total", "at least the sum of Largest")
	}
	return nil
}

// sum is the sum of the n largest contributions, in parts of Unit: of the first n·Unit that contributors
// stand for.
func (r *Rules) sum(c *Cell, n int64) wide {
	var sum wide
	left := n * r.Unit
	for _, x := range c.Largest {
		taken := min(x.Weight, left)
		sum = sum.plus(product(x.Value, taken))
		if left -= taken; left == 0 {
			break
		}
	}
	return sum
}

// magnitude looks at the rules about contributions.
func (r *Rules) magnitude(c *Cell, v *Verdict) {
	if len(c.Largest) == 0 {
		return
	}
	total := c.Total.wide()
	// Nothing is negative and Largest is within Total, so that the difference is at least 0.
	rest, _ := total.minus(r.sum(c, 2))
	largest := r.sum(c, 1)
	if p := r.P; p.Den > 0 && rest.times(p.Den).less(largest.times(p.Num)) {
		v.breaks(PPercent, func() float64 { return percent(rest, largest) }, p.Percent)
	}
	for _, d := range r.Dominance {
		sum := r.sum(c, d.N)
		if total.times(d.K.Num).less(sum.times(d.K.Den)) {
			if v.Broken == 0 {
				v.Of = d.N
			}
			v.breaks(Dominance, func() float64 { return percent(sum, total) }, d.K.Percent)
			break
		}
	}
	if p, q := r.PQ[0], r.PQ[1]; p.Den > 0 && rest.times(q.Num*p.Den).less(largest.times(p.Num*q.Den)) {
		v.breaks(PQ, func() float64 { return percent(rest.times(q.Num), largest.times(q.Den)) }, p.Percent)
	}
}

// lines looks at the rules about the cells that hold this one.
func (r *Rules) lines(c *Cell, v *Verdict) {
	if c.People == 0 {
		return
	}
	for _, rule := range []struct {
		rule  Rule
		limit int64
		from  int64 // people outside from whom on it matters
	}{{Group, r.Group, 0}, {Difference, r.Difference, 1}} {
		least, at := rule.limit, 0
		for i, people := range c.Lines {
			if outside := people - c.People; people != NoLine && outside >= rule.from && outside < least {
				least, at = outside, i
			}
		}
		if least == rule.limit {
			continue
		}
		if v.Broken == 0 {
			v.Line = at
		}
		v.breaks(rule.rule, number(least), number(rule.limit))
	}
}
