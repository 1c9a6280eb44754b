package presence

import (
	"context"
	"math/big"
)

// Odds returns the odds that somebody of a class is present: infinite where it is certain. Both the
// existence probability, odds / (1 + odds), and that of the opposite, 1 / (1 + odds), have a relative
// error below 1e-12, as in [Set.Range].
//
// It takes about 100 complex operations for each class of the set.
func (s *Set) Odds(class int) float64 {
	if yes, all, ok := s.given(class); ok {
		return float64(yes) / float64(all-yes)
	}
	return s.load().own(class-s.impossible, s.present)
}

// Compare returns the sign of the existence probability of a class minus a bound, where existence
// is what [Set.Existence] has for the class. It is decided exactly, at the cost of
// [Set.WithinContext] where the two are within 1e-9 of each other.
//
// Errors: that of the context.
func (s *Set) Compare(ctx context.Context, class int, existence float64, bound *big.Rat) (int, error) {
	return s.compareNear(ctx, class, existence, bound, nearBound)
}
