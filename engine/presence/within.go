package presence

import (
	"cmp"
	"context"
	"math/big"
	"math/bits"
)

// Within reports whether every existence probability of the set is at least low, and
// whether every one is at most high: together, whether the set is (low, high)-present
// (Definition 3, inclusive). Of nobody, both hold. It is decided exactly; see
// [Set.WithinContext], which can be cancelled, for how and for the cost.
func (s *Set) Within(low, high *big.Rat) (atLeast, atMost bool) {
	atLeast, atMost, _ = s.WithinContext(context.Background(), low, high)
	return atLeast, atMost
}

// WithinContext is [Set.Within], with a context. By Theorem 4 only the classes of the
// smallest and the largest likelihood count. Where an existence probability is as
// close to its bound as 1e-9 of it, it is decided
//
//   - in closed form where no likelihood matters;
//   - in whole numbers where the products of Eqn 4 are affordable, up to about 1,000
//     people;
//   - else by enclosures of ever more digits, until one does not hold the bound.
//
// Errors: that of the context.
func (s *Set) WithinContext(ctx context.Context, low, high *big.Rat) (atLeast, atMost bool, err error) {
	if len(s.classes) == 0 {
		return true, true, nil
	}
	var extremes [2]float64
	extremes[0], extremes[1] = s.Range()
	least, err := s.compare(ctx, 0, extremes[0], low)
	if err != nil {
		return false, false, err
	}
	most, err := s.compare(ctx, len(s.classes)-1, extremes[1], high)
	return least >= 0, most <= 0, err
}

// nearBound is how near, relative to the larger, an estimate is to a bound where it does not
// decide: a thousand times its error.
const nearBound = 1e-9

// compare returns the sign of the existence probability of a class, of which there is
// an estimate with a small relative error, minus a bound.
func (s *Set) compare(ctx context.Context, class int, estimate float64, bound *big.Rat) (int, error) {
	limit := nearest(bound.Num(), bound.Denom())
	return s.compareNear(ctx, class, estimate, bound, float64(nearBound*max(estimate, limit)))
}

// compareNear is compare for an estimate that decides where it is further from the bound
// than the tolerance.
func (s *Set) compareNear(ctx context.Context, class int, estimate float64, bound *big.Rat, tolerance float64) (int, error) {
	if yes, all, ok := s.given(class); ok {
		return compareShare(yes, all, bound), nil
	}
	// Here the probability is in (0, 1).
	if bound.Sign() <= 0 {
		return 1, nil
	}
	if bound.Num().Cmp(bound.Denom()) >= 0 {
		return -1, nil
	}
	limit := nearest(bound.Num(), bound.Denom())
	if estimate > limit+tolerance {
		return 1, nil
	} else if estimate < limit-tolerance {
		return -1, nil
	}
	if s.isAffordable() {
		return s.exactly(ctx, class, bound)
	}
	return s.enclose(ctx, class, bound)
}

// compareShare returns the sign of a share minus a bound. Two products of two words tell.
func compareShare(yes, all int64, bound *big.Rat) int {
	numerator, denominator := bound.Num(), bound.Denom()
	if !numerator.IsUint64() || !denominator.IsUint64() {
		return fraction{big.NewInt(yes), big.NewInt(all - yes)}.compare(bound)
	}
	high, low := bits.Mul64(uint64(yes), denominator.Uint64())
	boundHigh, boundLow := bits.Mul64(uint64(all), numerator.Uint64())
	return cmp.Or(cmp.Compare(high, boundHigh), cmp.Compare(low, boundLow))
}

// enclose returns the sign by enclosures. A tie can not be told from what is closer
// than any of them: it is taken for one if the first three, the last of which has an
// error below 2^-512 for a set of 2^60 people, hold the bound and the two sides are equal
// modulo each of four primes of 61 bits.
//
// Errors: that of the context.
func (s *Set) enclose(ctx context.Context, class int, bound *big.Rat) (int, error) {
	for digits := uint(192); ; digits *= 2 {
		sign, err := s.enclosed(ctx, class, bound, digits)
		if err != nil || sign != 0 {
			return sign, err
		}
		if digits == 768 {
			if tie, err := s.isCongruent(ctx, class, bound); err != nil || tie {
				return 0, err
			}
		}
	}
}
