package presence

import (
	"errors"
	"math"
	"math/big"
	"testing"

	"skyline/engine"
	"skyline/engine/internal/vectors"
)

// setOf returns the set of people with these likelihoods, as classes of whole numbers.
func setOf(likelihoods []*big.Rat, present int64) (*Set, error) {
	return NewSet(classesOf(likelihoods), present)
}

func classesOf(likelihoods []*big.Rat) []Class {
	common := big.NewInt(1)
	for _, p := range likelihoods {
		common.Mul(common, p.Denom())
	}
	var classes []Class
	for _, p := range likelihoods {
		w := new(big.Int).Mul(common, p.Num())
		classes = append(classes, Class{w.Quo(w, p.Denom()), 1})
	}
	return classes
}

// existenceOf returns the existence probability of each person.
func existenceOf(t *testing.T, s *Set, classes []Class) []float64 {
	t.Helper()
	all, err := s.Existence(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var each []float64
	for _, c := range classes {
		for i, own := range s.Classes() {
			if own.Weight.Cmp(c.Weight) == 0 {
				for range c.People {
					each = append(each, all[i])
				}
			}
		}
	}
	return each
}

func value(x *big.Rat) float64 {
	f, _ := x.Float64()
	return f
}

func isNear(a, b float64) bool { return math.Abs(a-b) <= 2e-15 }

func TestVectors(t *testing.T) {
	for i, c := range vectors.Load(t, vectors.PresenceCases) {
		s, err := setOf(c.Likelihoods, c.Present)
		if c.Existence == nil {
			if !errors.Is(err, &engine.ParamError{Package: "presence", Param: "present"}) {
				t.Errorf("case %d: NewSet() = %v, want a ParamError", i, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		for k, got := range existenceOf(t, s, classesOf(c.Likelihoods)) {
			if !isNear(got, value(c.Existence[k])) {
				t.Errorf("case %d: Existence()[%d] = %v, want %v", i, k, got, c.Existence[k])
			}
		}
		low, high := s.Range()
		if !isNear(low, value(c.Low)) || !isNear(high, value(c.High)) {
			t.Errorf("case %d: Range() = %v, %v, want %v, %v", i, low, high, c.Low, c.High)
		}
		if atLeast, atMost := s.Within(c.Low, c.High); !atLeast || !atMost {
			t.Errorf("case %d: Within() its own range = %v, %v", i, atLeast, atMost)
		}
		if atLeast, atMost := s.Within(c.High, c.Low); c.Low.Cmp(c.High) != 0 && (atLeast || atMost) {
			t.Errorf("case %d: Within() its range reversed = %v, %v", i, atLeast, atMost)
		}
		atLeast, atMost := s.Within(c.Delta[0], c.Delta[1])
		if (atLeast && atMost) != c.Holds {
			t.Errorf("case %d: Within(%v) = %v, %v, want both %v", i, c.Delta, atLeast, atMost, c.Holds)
		}
		// As printed, the algorithms refuse what is at a bound.
		strict := atLeast && atMost && c.Low.Cmp(c.Delta[0]) > 0 && c.High.Cmp(c.Delta[1]) < 0
		if strict != c.Strict {
			t.Errorf("case %d: strictly within %v: %v, want %v", i, c.Delta, strict, c.Strict)
		}
		if c.Down != nil {
			checkBounds(t, i, s, c)
		}
	}
}

func checkBounds(t *testing.T, i int, s *Set, c vectors.PresenceCase) {
	low, high, ok := s.Bounds()
	if !isNear(low, value(c.BoundLow)) {
		t.Errorf("case %d: Bounds() = %v, …, want %v", i, low, c.BoundLow)
	}
	if ok != (c.BoundHigh != nil) || ok && !isNear(high, value(c.BoundHigh)) {
		t.Errorf("case %d: Bounds() = …, %v, %v, want %v", i, high, ok, c.BoundHigh)
	}
	// The bounds are those of somebody apart in the boundary sets (Eqn 4 on them).
	for _, side := range []struct {
		set   []*big.Rat
		bound *big.Rat
	}{{c.Down, c.BoundLow}, {c.Up, c.BoundHigh}} {
		if side.bound == nil {
			continue
		}
		apart, err := setOf(side.set, c.Present)
		if err != nil {
			t.Fatal(err)
		}
		if got := existenceOf(t, apart, classesOf(side.set))[0]; !isNear(got, value(side.bound)) {
			t.Errorf("case %d: existence in the boundary set %v = %v, want %v", i, side.set, got, side.bound)
		}
	}
	certified := s.BoundsWithin(c.Delta[0], c.Delta[1])
	if want := c.Certified != nil && *c.Certified; certified != want {
		t.Errorf("case %d: BoundsWithin(%v) = %v, want %v", i, c.Delta, certified, want)
	}
	if c.CertifiedStrict != nil {
		strict := certified && c.BoundLow.Cmp(c.Delta[0]) > 0 && c.BoundHigh.Cmp(c.Delta[1]) < 0
		if strict != *c.CertifiedStrict {
			t.Errorf("case %d: strictly certified for %v: %v", i, c.Delta, strict)
		}
	}
}
