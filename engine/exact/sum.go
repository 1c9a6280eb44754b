package exact

import "math"

// Sum is Neumaier's compensated sum: what is lost when one number is added is kept
// apart. Its zero value is 0.
type Sum struct{ total, lost float64 }

// Add adds a number.
func (s *Sum) Add(x float64) {
	x = float64(x) // rounds, if it is inlined and x a product
	t := s.total + x
	if math.Abs(s.total) >= math.Abs(x) {
		s.lost += s.total - t + x
	} else {
		s.lost += x - t + s.total
	}
	s.total = t
}

// Value returns the sum.
func (s *Sum) Value() float64 {
	if math.IsInf(s.total, 0) {
		return s.total
	}
	return s.total + s.lost
}
