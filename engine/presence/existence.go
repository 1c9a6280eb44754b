package presence

import (
	"context"
	"math"
)

// Existence returns the existence probability of each class of the set, in the order of
// [Set.Classes] (Eqn 4). Each is in [0, 1], they do not fall (Theorem 6), and each has
// an absolute error below 1e-12, mostly of a few 1e-16. The first and the last one
// are those of [Set.Range].
//
// It takes about 100 complex operations for each class, whatever the number of people.
//
// Errors: that of the context.
func (s *Set) Existence(ctx context.Context) ([]float64, error) {
	existence := make([]float64, len(s.classes))
	if len(s.classes) == s.impossible {
		return existence, nil
	}
	if yes, all, ok := s.given(s.impossible); ok {
		for i := s.impossible; i < len(existence); i++ {
			existence[i] = float64(yes) / float64(all)
		}
		return existence, nil
	}
	low, high := s.Range()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	e := s.load()
	_, variance := e.tilt(float64(s.present))
	e.transform(s.present, variance)
	all := e.near()[2]
	// Somebody who is never present makes low 0; of the others, the first is no exception.
	if s.impossible == 0 {
		existence[0] = low
	}
	for i := 1 - s.impossible; i < len(e.rare); i++ {
		if i%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		q := e.other(e.rare[i], all)
		if math.Signbit(e.rare[i]) {
			q = 1 - q
		}
		existence[s.impossible+i] = min(max(q, existence[max(s.impossible+i-1, 0)]), high)
	}
	existence[len(existence)-1] = high
	return existence, nil
}

// Range returns the smallest and the largest existence probability of the set: by
// Theorem 4, those of the smallest and the largest likelihood. Both have a relative
// error below 1e-12, down to 1e-290. Of nobody, they are 0.
// It computes them once, and remembers them.
func (s *Set) Range() (low, high float64) {
	s.extremes.Do(func() {
		if len(s.classes) == s.impossible {
			return
		}
		if yes, all, ok := s.given(s.impossible); ok {
			s.low = float64(yes) / float64(all)
			s.high = s.low
		} else {
			s.low, s.high = s.load().extremes(s.possible, s.present)
		}
		if s.impossible > 0 {
			s.low = 0
		}
	})
	return s.low, s.high
}

// load returns an estimator with the classes that have positive weights.
func (s *Set) load() *Estimator {
	n := len(s.classes) - s.impossible
	e := &Estimator{weights: make([]weight, 0, n), people: make([]float64, 0, n), odds: make([]float64, n)}
	for _, c := range s.classes[s.impossible:] {
		e.weights = append(e.weights, weightOfInt(c.Weight))
		e.people = append(e.people, float64(c.People))
	}
	return e
}
