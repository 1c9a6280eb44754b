package risk

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"skyline/engine"
	"skyline/engine/partition"
)

// TestExistence compares with fractions, of the same sizes in any order.
func TestExistence(t *testing.T) {
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var sizes []GroupSize
		var least, most *big.Rat
		for range 1 + rng.IntN(6) {
			n := 1 + rng.Int64N(9)
			if rng.IntN(3) == 0 {
				n += 1 << 53 // what float64 cannot tell apart
			}
			s := GroupSize{People: n - rng.Int64N(min(n, 3)), Population: n, Groups: 1 + rng.Int64N(3)}
			if rng.IntN(8) == 0 {
				s.People = 0
			}
			sizes = append(sizes, s)
			x := big.NewRat(s.People, s.Population)
			if least == nil || x.Cmp(least) < 0 {
				least = x
			}
			if most == nil || x.Cmp(most) > 0 {
				most = x
			}
		}
		low, _ := least.Float64()
		high, _ := most.Float64()
		rng.Shuffle(len(sizes), func(i, j int) { sizes[i], sizes[j] = sizes[j], sizes[i] })
		if p, err := Existence(sizes); err != nil || p.Min != low || p.Max != high {
			t.Fatalf("seed %d: Existence(%v) = %v, %v, want %v, %v", seed, sizes, p, err, low, high)
		}
	}
	if p, err := Existence(nil); err != nil || !math.IsNaN(p.Min) || !math.IsNaN(p.Max) {
		t.Errorf("Existence of nobody = %v, %v", p, err)
	}
}

func TestExistenceErrors(t *testing.T) {
	for _, s := range []GroupSize{{0, 0, 1}, {-1, 2, 1}, {1, -1, 1}, {1, 2, 0}} {
		if p, err := Existence([]GroupSize{s}); !errors.Is(err, &engine.ParamError{Package: "risk", Param: "sizes"}) {
			t.Errorf("Existence(%v) = %v, %v", s, p, err)
		}
	}
	// 2·(3 − 1) + 1·(1 − 0) people.
	var outside *NotPublicError
	if p, err := Existence([]GroupSize{{3, 1, 2}, {5, 5, 1}, {1, 0, 1}}); !errors.As(err, &outside) || outside.People != 5 {
		t.Errorf("people outside: %v, %v", p, err)
	}
	if p, err := Existence([]GroupSize{{1 << 62, 0, 4}}); !errors.Is(err, partition.ErrTooManyPeople) {
		t.Errorf("too many: %v, %v", p, err)
	}
}
