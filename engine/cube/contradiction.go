package cube

import (
	"context"
	"fmt"
	"slices"

	"skyline/engine/internal/budget"
)

// A Contradiction says that no table agrees with some of the sums, whatever the others are. They are few, and where it is
// feasible none of them can be left out.
type Contradiction struct {
	Sums []int32 // in increasing order
}

func (c *Contradiction) Error() string {
	return fmt.Sprintf("cube: no table agrees with %d of the sums", len(c.Sums))
}

const (
	// stepsPerCheck is how many steps it may take to find out whether some sums can hold together, mostReduced of how many
	// sums each is left out once to see whether the others are enough.
	stepsPerCheck = 1e7
	mostReduced   = 100
)

// contradicted returns the error for sums with which no table agrees, or the error that there was.
func (s *System) contradicted(ctx context.Context, sums []int32, err error) error {
	if err != nil {
		return err
	}
	if fewer, err := s.contradict(ctx, sums); err != nil {
		return err
	} else if fewer != nil {
		sums = fewer
	}
	if len(sums) <= mostReduced {
		for i := len(sums) - 1; i >= 0; i = min(i, len(sums)) - 1 {
			fewer, err := s.contradict(ctx, slices.Delete(slices.Clone(sums), i, i+1))
			if err != nil {
				return err
			}
			if fewer != nil {
				sums = fewer
			}
		}
	}
	return &Contradiction{Sums: sums}
}

// contradict returns some of the given sums with which no table agrees, or nil if it does not find such.
//
// Errors: the context's.
func (s *System) contradict(ctx context.Context, sums []int32) ([]int32, error) {
	if len(sums) == 0 {
		return nil, nil
	}
	part := s.only(sums)
	b := newBox(part)
	found, err := b.tighten(ctx)
	if err == nil && found == nil {
		if found, err = b.split().solve(ctx, stepsPerCheck); err == nil && found != nil {
			few, inRow := part.only(found), []int32(nil)
			if inRow, err = few.row(ctx); err == nil && inRow != nil {
				for k, i := range inRow {
					inRow[k] = found[i]
				}
				found = inRow
			}
		}
	}
	if err != nil || found == nil {
		return nil, err
	}
	few := make([]int32, len(found))
	for k, i := range found {
		few[k] = sums[i]
	}
	return few, nil
}

// only returns the system of some of the sums and the unknowns in them.
func (s *System) only(sums []int32) *System {
	part, at := &System{}, map[int32]int32{}
	for _, i := range sums {
		sum := Sum{Range: s.Sums[i].Range, Terms: slices.Clone(s.Sums[i].Terms)}
		for k, t := range sum.Terms {
			j, ok := at[t.Unknown]
			if !ok {
				j = int32(len(part.Unknowns))
				part.Unknowns, at[t.Unknown] = append(part.Unknowns, s.Unknowns[t.Unknown]), j
			}
			sum.Terms[k].Unknown = j
		}
		part.Sums = append(part.Sums, sum)
	}
	return part
}

// row returns the sums of which some multiples add up to what cannot be, by Farkas' lemma, or nil if there are none, as where
// only whole numbers do not agree.
//
// Errors: the context's.
func (s *System) row(ctx context.Context) ([]int32, error) {
	least, largest := make([]int64, 0, len(s.Unknowns)), make([]int64, 0, len(s.Unknowns))
	terms := make([][]Term, len(s.Sums))
	add := func(r Range) {
		l, m := r.ends()
		least, largest = append(least, l), append(largest, m)
	}
	for j := range s.Unknowns {
		add(s.Unknowns[j].Range)
	}
	for i := range s.Sums {
		add(s.Sums[i].Range)
		terms[i] = s.Sums[i].Terms
	}
	t, conflict, err := newTableau(len(s.Unknowns), terms, least, largest, true, budget.New(ctx, stepsPerCheck))
	if err == nil && conflict == nil {
		var r int
		if r, err = t.feasible(); err == nil && r != none {
			conflict = t.involved(r)
		}
	}
	if err != nil {
		if isLimit(err) {
			err = nil
		}
		return nil, err
	}
	var sums []int32
	for _, v := range conflict {
		if i := int(v) - len(s.Unknowns); i >= 0 {
			sums = append(sums, int32(i))
		}
	}
	slices.Sort(sums)
	return sums, nil
}
