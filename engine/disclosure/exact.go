package disclosure

import (
	"context"
	"fmt"
	"math/big"

	"skyline/engine/breach"
)

// closeTo is the relative distance within which floats decide nothing. A number is a
// product of at most MaxK+2 factors, each of two rounded integers, their quotient
// and a product: 4 roundings, 2^-53 each, so that it is within 1e-13 of what it
// stands for; so is what rounding the numbers of a list may cost.
const closeTo = 1e-11

// vanishing is where products may have lost digits, or all, to underflow.
const vanishing = 1e-280

// question is whether the smallest ratio R = Pr(¬A ∧ ¬A_1 ∧ …)/Pr(A) is above the
// odds (1−c)/c, so that the disclosure 1/(1+R) is below c.
type question struct {
	// certain says that R is 0; ratio is R as a float.
	certain bool
	ratio   float64
	// traced returns a ratio that can be reached, within rounding errors the smallest.
	traced func() *big.Rat
	// smallest returns R by fractions alone. Its errors are those of ctx.
	smallest func(ctx context.Context) (*big.Rat, error)
}

// isSafe answers, exactly.
//
// Errors: those of ctx.
func (q *question) isSafe(ctx context.Context, c breach.Threshold) (bool, error) {
	odds, float := c.Odds()
	switch {
	case q.certain:
		return false, nil
	case odds.Sign() == 0:
		return true, nil
	case q.ratio < vanishing && float > 2*vanishing:
		return false, nil
	case q.ratio >= vanishing && (q.ratio-float > closeTo*float || float-q.ratio > closeTo*float):
		return q.ratio > float, nil
	case q.traced().Cmp(odds) <= 0:
		return false, nil
	}
	smallest, err := q.smallest(ctx)
	return err == nil && smallest.Cmp(odds) > 0, err
}

// exactNumbers are those of a node, as fractions.
type exactNumbers struct{ without, with []*big.Rat }

// exactly returns the numbers of all of these groups, one after the other: the
// literal computation (Algorithm 2, Minimize2).
//
// Errors: those of ctx.
func exactly(ctx context.Context, k int, groups []*leaf) (exactNumbers, error) {
	var all exactNumbers
	for range k + 1 {
		all.without = append(all.without, big.NewRat(1, 1))
	}
	for _, l := range groups {
		minimums := exactMinimums(l.profile, k)
		with := exactWith(l.profile, minimums)
		for range min(l.copies, int64(k)+1) {
			if err := ctx.Err(); err != nil {
				return all, fmt.Errorf("disclosure: fractions: %w", err)
			}
			next := convolvedRat(all.without, with)
			if all.with != nil {
				lowerRat(next, convolvedRat(all.with, minimums[:k+1]))
			}
			all.with, all.without = next, convolvedRat(all.without, minimums[:k+1])
		}
	}
	return all, nil
}

// exactWith is leaf.withTarget.
func exactWith(p *profile, minimums []*big.Rat) []*big.Rat {
	scale := big.NewRat(p.people, p.top())
	with := make([]*big.Rat, len(minimums)-1)
	for h := range with {
		with[h] = new(big.Rat).Mul(minimums[h+1], scale)
	}
	return with
}

func convolvedRat(x, y []*big.Rat) []*big.Rat {
	into := make([]*big.Rat, len(x))
	for h := range into {
		for i := range h + 1 {
			if product := new(big.Rat).Mul(x[i], y[h-i]); into[h] == nil || product.Cmp(into[h]) < 0 {
				into[h] = product
			}
		}
	}
	return into
}

func lowerRat(into, other []*big.Rat) {
	for h := range into {
		if other[h].Cmp(into[h]) < 0 {
			into[h] = other[h]
		}
	}
}

// rounded returns 1/(1+ratio).
func rounded(ratio *big.Rat) float64 {
	sum := new(big.Int).Add(ratio.Num(), ratio.Denom())
	float, _ := new(big.Rat).SetFrac(ratio.Denom(), sum).Float64()
	return float
}
