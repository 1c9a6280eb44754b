package rows

import (
	"container/heap"
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
)

// solution is a target with what is known: NR = chance/(odds − 1).
type solution struct {
	target int // a profile
	odds   oddsFound
	chance familyFound
	known  int32 // the group of the known rows, -1 for none
	log    float64
}

// logOfLess1 returns log(e^x − 1).
func logOfLess1(x float64) float64 {
	if x > 40 {
		return x // e^-40 is below 2^-57
	}
	return math.Log(math.Expm1(x))
}

func (s *solution) measure() {
	if math.IsInf(s.chance.log, -1) || math.IsInf(s.odds.log, 1) {
		s.log = math.Inf(-1)
		return
	}
	s.log = s.chance.log - logOfLess1(s.odds.log)
}

func (s *solution) factors() int64 { return s.odds.factors() + s.chance.factors() }

// fraction returns NR, which must not be 0, as numerator and denominator.
func (s *solution) fraction() (above, below *big.Int) {
	a, b := s.chance.fraction()
	c, d := s.odds.fraction()
	return a.Mul(a, d), b.Mul(b, c.Sub(c, d))
}

// isBetter reports whether NR of a solution is less than that of another.
func (v *view) isBetter(a, b *solution) bool {
	switch {
	case b == nil:
		return true
	case clearly(a.log, b.log):
		return a.log < b.log
	case math.IsInf(a.log, 0) || slices.Equal(a.odds.terms, b.odds.terms) && slices.Equal(a.chance.terms, b.chance.terms):
		return false
	case a.factors()+b.factors() > maxFactors:
		v.unsure = true
		return false
	}
	x, y := a.fraction()
	z, w := b.fraction()
	return x.Mul(x, w).Cmp(z.Mul(z, y)) < 0
}

// targets are profiles by falling bound of Π R.
type targets struct {
	bounds []float64
	of     []int32
}

func (t *targets) Len() int { return len(t.of) }
func (t *targets) Less(i, j int) bool {
	a, b := t.bounds[t.of[i]], t.bounds[t.of[j]]
	return a > b || a == b && t.of[i] < t.of[j]
}
func (t *targets) Swap(i, j int) { t.of[i], t.of[j] = t.of[j], t.of[i] }
func (t *targets) Push(any)      {}
func (t *targets) Pop() any {
	last := t.of[len(t.of)-1]
	t.of = t.of[:len(t.of)-1]
	return last
}

// worst returns the solution with the least NR, nil if nobody can have the value.
//
// Targets are looked at in the order of a bound, until no other can be worse.
//
// Errors: ErrTooLarge; those of ctx.
func (v *view) worst(ctx context.Context) (*solution, error) {
	if v.unsure = false; !v.shared {
		v.done = 0
	}
	v.bounds = make([]partBound, len(v.has)*fewRows)
	t := targets{bounds: make([]float64, len(v.profiles))}
	for i := range v.profiles {
		if i%4096 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, fmt.Errorf("rows: %w", err)
			}
		}
		if t.bounds[i] = v.bound(&v.profiles[i]); t.bounds[i] > 0 {
			t.of = append(t.of, int32(i))
		}
	}
	if len(t.of) == 0 {
		return nil, nil
	}
	most := 0.0
	if v.p.M > 0 {
		v.relate()
		if v.family.certain >= 0 {
			return v.certain(v.family.certain), nil
		}
		most = v.family.most
	}
	heap.Init(&t)
	var best *solution
	for n := 0; len(t.of) > 0; n++ {
		if n%64 == 0 && ctx.Err() != nil {
			return nil, fmt.Errorf("rows: %w", ctx.Err())
		}
		i := heap.Pop(&t).(int32)
		least := -most - logOfLess1(t.bounds[i])
		if best != nil && (math.IsInf(best.log, -1) || least-slack(least) > best.log) {
			break
		}
		if err := v.solve(int(i), &best); err != nil {
			return nil, err
		}
	}
	return best, nil
}

// certain is the solution in which the people who have most rows of a group are the target and
// its relatives.
func (v *view) certain(group int32) *solution {
	var in []int32
	for i := range v.profiles {
		if v.profiles[i].in(group) > 0 {
			in = append(in, int32(i))
		}
	}
	slices.SortStableFunc(in, func(a, b int32) int { return int(min(max(v.profiles[b].in(group)-v.profiles[a].in(group), -1), 1)) })
	s := &solution{target: int(in[0]), known: -1, log: math.Inf(-1)}
	s.odds.product = one
	s.chance = familyFound{product: product{log: math.Inf(-1)}, known: -1}
	if v.p.K > 0 {
		s.known = group
	}
	left := v.p.M
	for i, profile := range in {
		n := v.profiles[profile].People
		if i == 0 {
			n--
		}
		if n = min(n, left); n > 0 {
			s.chance.chosen = append(s.chance.chosen, chosen{profile, n})
			left -= n
		}
	}
	return s
}

// solve replaces the best by what a target comes to, if that is less.
func (v *view) solve(target int, best **solution) error {
	places := []int{-1} // of the parts, where rows are known
	if v.p.K > 0 {
		if v.p.M == 0 {
			places = nil
		}
		for i, part := range v.profiles[target].Parts {
			if v.has[part.Group] > 0 {
				places = append(places, i)
			}
		}
	}
	for _, at := range places {
		odds, err := v.ruleOut(&v.profiles[target], at)
		if err != nil {
			return err
		}
		s := &solution{target: target, odds: *odds, known: -1}
		s.chance.known = -1
		if at >= 0 {
			s.known = v.profiles[target].Parts[at].Group
		}
		if v.p.M > 0 && !math.IsInf(odds.log, 1) {
			need := math.Inf(-1)
			if *best != nil {
				need = -(*best).log - logOfLess1(odds.log)
			}
			found, err := v.relativesOf(target, s.known, need)
			if err != nil {
				return err
			}
			if found == nil {
				continue
			}
			s.chance = *found
			if at < 0 {
				s.known = found.known
			}
		}
		s.measure()
		if v.isBetter(s, *best) {
			*best = s
		}
	}
	return nil
}
