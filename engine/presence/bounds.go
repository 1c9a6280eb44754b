package presence

import (
	"math/big"
	"math/bits"
)

// Bounds returns a lower and an upper bound of all existence probabilities, from the
// extreme likelihoods alone (Theorem 5): those of the extremes if everybody else had
// the other one. With N people, of whom n are present, Eqn 5 comes to
//
//	low  = p_min n / (p_min n + p_max (N-n))
//	high = p_max n / (p_max n + p_min (N-n))
//
// since C(N-1, n-1) / C(N-1, n) = n / (N-n). Both are in [0, 1] and within an ulp or
// two. ok is false where the upper bound is not defined (0/0: p_min = 0 and n >= 2);
// high is 1 then.
func (s *Set) Bounds() (low, high float64, ok bool) {
	if low, high, ok := s.shortBounds(); ok {
		return low, high, !s.unbounded()
	}
	a, b := s.bounds()
	low = a.float()
	if s.unbounded() {
		return low, 1, false
	}
	return low, b.float(), true
}

// shortBounds returns the bounds where some are present, but not all, and all numbers in them
// are float64s: so they are quotients of such numbers.
func (s *Set) shortBounds() (low, high float64, ok bool) {
	const digits = 52 // a sum of two has one more
	if s.present == 0 || s.present == s.people || s.classes[len(s.classes)-1].Weight.BitLen()+bits.Len64(uint64(s.people)) > digits {
		return 0, 0, false
	}
	least, most := s.classes[0].Weight.Int64(), s.classes[len(s.classes)-1].Weight.Int64()
	absent := s.people - s.present
	return float64(least*s.present) / float64(least*s.present+most*absent), float64(most*s.present) / float64(most*s.present+least*absent), true
}

// BoundsWithin reports whether the bounds of Theorem 5 are defined and within low and
// high, inclusive: what PPALM certifies (Algorithm 3, with the inequalities of
// Definition 3). It is decided exactly. If it holds, [Set.Within] does; the converse
// does not hold.
func (s *Set) BoundsWithin(low, high *big.Rat) bool {
	if s.unbounded() {
		return false
	}
	a, b := s.bounds()
	return a.compare(low) >= 0 && b.compare(high) <= 0
}

func (s *Set) unbounded() bool { return s.impossible > 0 && s.present >= 2 }

func (s *Set) bounds() (low, high fraction) {
	switch s.present {
	case 0:
		return fraction{new(big.Int), big.NewInt(1)}, fraction{new(big.Int), big.NewInt(1)}
	case s.people:
		return fraction{big.NewInt(1), new(big.Int)}, fraction{big.NewInt(1), new(big.Int)}
	}
	least, most := s.classes[0].Weight, s.classes[len(s.classes)-1].Weight
	present, absent := big.NewInt(s.present), big.NewInt(s.people-s.present)
	return fraction{new(big.Int).Mul(least, present), new(big.Int).Mul(most, absent)},
		fraction{new(big.Int).Mul(most, present), new(big.Int).Mul(least, absent)}
}

// fraction is the probability for / (for + against).
type fraction struct{ yes, no *big.Int }

func (f fraction) float() float64 {
	return nearest(f.yes, new(big.Int).Add(f.yes, f.no))
}

// nearest returns a / b, of a at least 0 and a positive b, as the nearest float64: where both are
// float64s that is their quotient.
func nearest(a, b *big.Int) float64 {
	const digits = 53
	if a.BitLen() <= digits && b.BitLen() <= digits {
		return float64(a.Int64()) / float64(b.Int64())
	}
	value, _ := new(big.Rat).SetFrac(a, b).Float64()
	return value
}

// compare returns the sign of the probability minus a bound.
func (f fraction) compare(bound *big.Rat) int {
	all := new(big.Int).Add(f.yes, f.no)
	all.Mul(all, bound.Num())
	return new(big.Int).Mul(f.yes, bound.Denom()).Cmp(all)
}
