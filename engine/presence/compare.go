package presence

import (
	"context"
	"math/big"
)

// Compare returns the sign of the existence probability of a class minus a bound, where existence
// is what [Set.Existence] has for the class. It is decided exactly, at the cost of
// [Set.WithinContext] where the two are within 1e-9 of each other.
//
// Errors: that of the context.
func (s *Set) Compare(ctx context.Context, class int, existence float64, bound *big.Rat) (int, error) {
	return s.compareNear(ctx, class, existence, bound, nearBound)
}
