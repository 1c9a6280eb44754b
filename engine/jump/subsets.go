package jump

import (
	"context"
	"fmt"
	"math/big"

	"skyline/engine"
)

// mostSubsets is how many generalizations before the published one may matter.
const mostSubsets = 16

// ErrSubsets reports more generalizations before the published one that matter than all
// subsets of which are gone through, or counted.
var ErrSubsets = engine.NewTooLarge(fmt.Sprintf("jump: more than %d generalizations before the published one matter, or %d that no other is coarser than", mostSubsets, mostExclusive))

// subsets are the secret choices that lead to a release.
type subsets struct {
	*view
	later int // generalizations after the published one
	// released says that some choice leads to the release of the table itself.
	released bool
	beliefs  []*belief
	weights  []*big.Int // the number of choices with that belief
}

// collect counts the tables that each choice leaves. Choices that agree in the coarsest
// of the earlier generalizations that matter leave the same.
func (s *subsets) collect(ctx context.Context) error {
	var live []int
	always, never := 0, 0 // earlier ones that every table passes, or none
	for j := 1; j < s.i; j++ {
		status, err := s.statusOf(ctx, j)
		if err != nil {
			return err
		}
		switch {
		case status.live:
			live = append(live, j)
		case status.next == 0:
			always++
		default:
			never++
		}
	}
	if err := s.release(ctx, live, always); err != nil {
		return err
	}
	if len(live) > mostSubsets || len(s.table.coarsest(live)) > mostExclusive {
		return ErrSubsets
	}
	rest := new(big.Int).Lsh(big.NewInt(1), uint(s.later+never))
	at := map[string]int{}
	left := s.options.Limit
	for subset := range 1 << len(live) {
		var chosen []int
		for k, j := range live {
			if subset>>k&1 == 1 {
				chosen = append(chosen, j)
			}
		}
		weight := new(big.Int).Set(rest)
		if len(chosen) == 0 {
			weight.Sub(weight, big.NewInt(1)) // there are at least two
		}
		chosen = s.table.coarsest(chosen)
		key := fmt.Sprint(chosen)
		if k, ok := at[key]; ok {
			s.weights[k].Add(s.weights[k], weight)
			continue
		}
		b, work, err := s.noneOf(ctx, chosen, left)
		if tooLarge(err) {
			return &Undecided{Generalization: s.i, Work: workAtLeast(work, s.options.Limit), Limit: s.options.Limit}
		}
		left -= work
		if err != nil {
			return err
		}
		at[key] = len(s.beliefs)
		s.beliefs = append(s.beliefs, b)
		s.weights = append(s.weights, weight)
	}
	s.possible()
	return nil
}

// release notes whether some choice leads to the release of the table itself: one with a
// later generalization, or an earlier one that the table does not pass.
func (s *subsets) release(ctx context.Context, live []int, always int) error {
	s.released = s.later > 0 || len(live)+always < s.i-1
	for _, j := range live {
		passes, err := s.permutes(ctx, s.table.signature(j))
		if err != nil {
			return err
		}
		s.released = s.released || !passes
	}
	return nil
}

// possible leaves out choices that no table is left of, or that there are none of.
func (s *subsets) possible() {
	beliefs, weights := s.beliefs, s.weights
	s.beliefs, s.weights = nil, nil
	for k, b := range beliefs {
		if b.total.Sign() > 0 && weights[k].Sign() > 0 {
			s.beliefs = append(s.beliefs, b)
			s.weights = append(s.weights, weights[k])
		}
	}
}

// each is that of Choice.
func (s *subsets) each(yield func(cells []int32, values []int32, posterior, mean []*big.Rat) bool) {
	together := &belief{table: s.table, i: s.i}
	total, choices := new(big.Int), new(big.Int)
	for k, b := range s.beliefs {
		together.tells = append(together.tells, b.tells...)
		total.Add(total, new(big.Int).Mul(s.weights[k], b.total))
		choices.Add(choices, s.weights[k])
	}
	of := s.table.generalizations[s.i-1].of
	for _, cells := range together.cells() {
		h := s.signature[of[cells[0]]]
		with, sum := make([]*big.Int, len(h)), make([]*big.Rat, len(h))
		for v := range h {
			with[v], sum[v] = new(big.Int), new(big.Rat)
		}
		for k, b := range s.beliefs {
			row := b.row(cells[0])
			tables := rowSum(row)
			for v, n := range row {
				weighted := new(big.Int).Mul(n, s.weights[k])
				// A row may be in the ratio of the tables, not their number.
				sum[v].Add(sum[v], new(big.Rat).SetFrac(weighted, tables))
				with[v].Add(with[v], weighted.Mul(weighted, b.total).Quo(weighted, tables))
			}
		}
		var values []int32
		var posterior, mean []*big.Rat
		for v, n := range with {
			if n.Sign() > 0 {
				values = append(values, h[v].Value)
				posterior = append(posterior, new(big.Rat).SetFrac(n, total))
				mean = append(mean, sum[v].Quo(sum[v], new(big.Rat).SetInt(choices)))
			}
		}
		if !yield(cells, values, posterior, mean) {
			return
		}
	}
}
