package profile

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"gonum.org/v1/gonum/stat/combin"

	"skyline/engine/internal/bitset"
	"skyline/engine/matching"
	"skyline/engine/progress"
	"skyline/engine/risk"
)

// MatchingLimit is how many rows Matching looks up at most, for all subsets together.
const MatchingLimit = matching.MaxSteps

// Matching is Uniques, and Subsets, where a missing value is any value: somebody is alone with
// columns in which their row matches nobody else's, as package matching says it. missing[i] is the
// code of a missing value in column i.
//
// Whom somebody matches in some columns they need not match in more. So who is alone with some
// columns is alone with more, here, too; a column in which somebody has no value is in none of
// their minimal subsets; and somebody who lacks all values matches everybody.
//
// There are no groups: of a Subset, Groups, Distinction and Determines are not set. Smallest is
// how few people somebody matches, AverageRisk the mean of 1/f, f being how many somebody matches,
// and Separation the share of pairs of different people who do not match each other,
//
//	1 - Σ_p (f_p - 1) / (N (N - 1))
//
// Quotients are correctly rounded; AverageRisk is within 1e-15.
//
// It takes what matching.Count takes for each subset.
//
// Errors: *engine.ParamError, ErrSeveral, those of matching.Count: ErrTooLarge, too, where all
// subsets together have more than MatchingLimit rows to look up.
func (t *Table) Matching(ctx context.Context, missing []int32, maxSize, most int) ([]Unique, []Subset, error) {
	if t.persons != nil {
		return nil, nil, ErrSeveral
	}
	maxSize = min(maxSize, len(t.columns))
	if err := t.forecastMatching(ctx, missing, maxSize); err != nil {
		return nil, nil, err
	}
	n := &notes{most: most, first: make([][]int, t.rows)}
	var all []Subset
	smaller, toDo := map[string]bitset.Set{}, float64(Forecast(len(t.columns), maxSize))
	for size := 1; size <= maxSize; size++ {
		n.counts = append(n.counts, make([]int32, t.rows))
		alone := map[string]bitset.Set{}
		for g := combin.NewCombinationGenerator(len(t.columns), size); g.Next(); {
			if err := ctx.Err(); err != nil { // a small table is not counted for long enough to look
				return nil, nil, fmt.Errorf("profile: %w", err)
			}
			columns := g.Combination(nil)
			matches, err := matching.Count(ctx, t.matched(columns, missing))
			if err != nil {
				return nil, nil, fmt.Errorf("profile: %w", err)
			}
			s, who := t.measured(columns, matches), bitset.New(t.rows)
			for row, m := range matches {
				if m.People > 1 {
					continue
				}
				who.Add(row)
				if !isAlone(smaller, columns, row) {
					s.Minimal = true
					n.counts[size-1][row]++
					n.add(row, len(all))
				}
			}
			alone[keyOf(columns)] = who
			all = append(all, s)
			progress.Report(ctx, float64(len(all)), toDo)
		}
		smaller = alone
	}
	return n.uniques(ways(len(t.columns), maxSize)), all, nil
}

// isAlone reports whether somebody is alone with one column less.
func isAlone(smaller map[string]bitset.Set, columns []int, row int) bool {
	less := make([]int, 0, len(columns))
	for i := range columns {
		if less = append(append(less[:0], columns[:i]...), columns[i+1:]...); len(less) > 0 && smaller[keyOf(less)].Has(row) {
			return true
		}
	}
	return false
}

// matched is the table of some columns.
func (t *Table) matched(columns []int, missing []int32) *matching.Table {
	m := &matching.Table{People: t.people}
	if m.People == nil {
		m.People = make([]int64, t.rows)
		for row := range m.People {
			m.People[row] = 1
		}
	}
	for _, c := range columns {
		m.Codes, m.Missing = append(m.Codes, t.columns[c]), append(m.Missing, missing[c])
	}
	return m
}

// measured is what a subset's matches say.
func (t *Table) measured(columns []int, matches []matching.Matches) Subset {
	s := Subset{Columns: columns, UniqueShare: math.NaN(), AverageRisk: math.NaN(), Distinction: math.NaN(), Separation: math.NaN()}
	people, matched := map[int64]int64{}, new(big.Int)
	for row, m := range matches {
		own := int64(1)
		if t.people != nil {
			own = t.people[row]
		}
		people[m.People] += own
		matched.Add(matched, new(big.Int).Mul(big.NewInt(own), big.NewInt(m.People-1)))
		if s.Smallest == 0 || m.People < s.Smallest {
			s.Smallest = m.People
		}
	}
	if t.total == 0 {
		return s
	}
	s.Unique = people[1]
	s.UniqueShare = float64(s.Unique) / float64(t.total)
	s.AverageRisk = risk.MeanInverse(people, t.total)
	if t.total > 1 {
		pairs := new(big.Int).Mul(big.NewInt(t.total), big.NewInt(t.total-1))
		s.Separation, _ = new(big.Rat).SetFrac(new(big.Int).Sub(pairs, matched), pairs).Float64()
	}
	return s
}

// forecastMatching refuses tables in which too many rows would be looked up: those of each
// subset, once for each pattern of missing values that it has.
func (t *Table) forecastMatching(ctx context.Context, missing []int32, maxSize int) error {
	if len(t.columns) > matching.MaxColumns {
		return nil // matching.Count refuses them
	}
	patterns := map[uint64]bool{}
	for row := range t.rows {
		pattern := uint64(0)
		for c, codes := range t.columns {
			if codes[row] == missing[c] {
				pattern |= 1 << c
			}
		}
		patterns[pattern] = true
	}
	steps := 0
	for size := 1; size <= maxSize; size++ {
		for g := combin.NewCombinationGenerator(len(t.columns), size); g.Next(); {
			if err := ctx.Err(); err != nil {
				return fmt.Errorf("profile: %w", err)
			}
			mask := uint64(0)
			for _, c := range g.Combination(nil) {
				mask |= 1 << c
			}
			of := map[uint64]bool{}
			for pattern := range patterns {
				of[pattern&mask] = true
			}
			if steps += t.rows * len(of); steps > MatchingLimit {
				return fmt.Errorf("profile: %w: more than %.0e look-ups in all subsets", matching.ErrTooLarge, float64(MatchingLimit))
			}
		}
	}
	return nil
}
