package rows

import (
	"context"
	"math"
	"math/big"

	"skyline/engine/breach"
	"skyline/engine/knowledge"
	"skyline/engine/progress"
)

// Finding answers a requirement.
type Finding struct {
	// Breach is the breach probability.
	Breach float64
	// Safe is that it is below the threshold, decided exactly.
	Safe bool
	// Certain is that it is 1 and not only rounded to it.
	Certain bool
	// Witness is knowledge with which it is reached; nil if the value occurs nowhere.
	Witness *Witness
}

// Check returns a finding for each requirement on a sensitive value; budgets are not for
// people with several rows, and are not looked at. Negative coordinates count as 0. Of several
// worst cases the witness is the one of the first profile that is looked at, in an order that
// depends on the table only.
//
// Without relatives (m = 0) it takes O(E·l) time for E parts, and a search among the values of
// a target's groups for the few targets that can be the worst; with relatives also a search
// among people for each of them.
//
// Errors: ErrTooLarge, breach.ErrTooClose; those of ctx.
func (r *Release) Check(ctx context.Context, value int32, requirements []breach.Requirement) ([]Finding, error) {
	findings := make([]Finding, len(requirements))
	v := r.view(value)
	for i, q := range requirements {
		progress.Report(ctx, float64(i), float64(len(requirements)))
		found, err := v.at(ctx, q.Point)
		if err != nil {
			return nil, err
		}
		if found == nil {
			findings[i].Safe = true
			continue
		}
		safe, err := v.isSafe(found, q.C)
		if err != nil {
			return nil, err
		}
		findings[i] = Finding{Breach: found.breach(), Safe: safe, Certain: math.IsInf(found.log, -1), Witness: v.witness(found)}
	}
	return findings, nil
}

// at returns the worst solution at a point, nil if nobody can have the value.
func (v *view) at(ctx context.Context, p knowledge.Point) (*solution, error) {
	if v.value < 0 {
		return nil, nil
	}
	v.p = knowledge.Point{
		L: min(max(p.L, 0), int64(len(v.table.Values))),
		K: min(max(p.K, 0), v.table.People),
		M: min(max(p.M, 0), v.table.People), // nobody has less than a row
	}
	return v.worst(ctx)
}

// breach returns 1/(1+NR), the nearest float64 where the fraction is of workable size.
func (s *solution) breach() float64 {
	switch {
	case math.IsInf(s.log, -1):
		return 1
	case s.factors() > maxFactors:
		return 1 / (1 + math.Exp(s.log))
	}
	above, below := s.fraction()
	breach, _ := new(big.Rat).SetFrac(below, new(big.Int).Add(above, below)).Float64()
	return breach
}

// ratio returns NR, the nearest float64 where the fraction is of workable size.
func (s *solution) ratio() float64 {
	if math.IsInf(s.log, -1) || s.factors() > maxFactors {
		return math.Exp(s.log)
	}
	above, below := s.fraction()
	ratio, _ := new(big.Rat).SetFrac(above, below).Float64()
	return ratio
}

// isSafe decides 1/(1+NR) < c, exactly.
//
// Errors: breach.ErrTooClose.
func (v *view) isSafe(s *solution, c breach.Threshold) (bool, error) {
	odds, float := c.Odds()
	switch log := math.Log(float); {
	case math.IsInf(s.log, -1):
		return false, nil
	case odds.Sign() == 0:
		return true, nil
	case clearly(s.log, log):
		return s.log > log, nil
	case v.unsure || s.factors() > maxFactors:
		return false, breach.ErrTooClose
	}
	above, below := s.fraction()
	return above.Mul(above, odds.Denom()).Cmp(below.Mul(below, odds.Num())) > 0, nil
}
