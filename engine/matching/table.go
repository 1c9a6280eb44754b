package matching

import (
	"fmt"

	"skyline/engine"
	"skyline/engine/partition"
)

// MaxColumns is how many columns a table may have.
const MaxColumns = 64

// Table is the rows of a table: row r has Codes[d][r] in column d, and People[r] people have
// it, at least one. The same combination may be there several times. It is not changed.
type Table struct {
	Codes [][]int32
	// Missing is the code in each column that stands for no value, -1 where there is none.
	Missing []int32
	People  []int64
	// Weights are the sums of the people's sampling weights, nil for none.
	Weights []Weight
}

func (t *Table) check() error {
	if len(t.Codes) > MaxColumns {
		return engine.NewParamError("matching", "Codes", fmt.Sprintf("of at most %d columns", MaxColumns), len(t.Codes))
	}
	if len(t.Missing) != len(t.Codes) {
		return engine.NewParamError("matching", "Missing", fmt.Sprintf("one for each of %d columns", len(t.Codes)), len(t.Missing))
	}
	for _, codes := range t.Codes {
		if len(codes) != len(t.People) {
			return engine.NewParamError("matching", "Codes", fmt.Sprintf("of %d rows", len(t.People)), len(codes))
		}
	}
	if t.Weights != nil && len(t.Weights) != len(t.People) {
		return engine.NewParamError("matching", "Weights", fmt.Sprintf("one for each of %d rows", len(t.People)), len(t.Weights))
	}
	people, weight := int64(0), int64(0)
	for r, n := range t.People {
		if n < 1 {
			return engine.NewParamError("matching", "People", "at least 1", n)
		}
		if n > partition.MaxPeople-people {
			return partition.ErrTooManyPeople
		}
		people += n
		if t.Weights == nil {
			continue
		}
		w := t.Weights[r]
		if w.Whole < 0 || w.Part < 0 || w.Part >= Parts {
			return engine.NewParamError("matching", "Weights", "at least 0", nil)
		}
		if w.Whole >= partition.MaxPeople-weight {
			return partition.ErrTooManyPeople
		}
		weight += w.Whole + 1
	}
	return nil
}

// patternOf returns the columns in which a row has no value, a bit each.
func (t *Table) patternOf(r int) uint64 {
	pattern := uint64(0)
	for d, missing := range t.Missing {
		if t.Codes[d][r] == missing {
			pattern |= 1 << d
		}
	}
	return pattern
}

// Parts is how many parts a weight of 1 has.
const Parts = 1_000_000_000_000

// Weight is a sum of sampling weights, Whole + Part/Parts. Sums are exact.
type Weight struct{ Whole, Part int64 }

func (w Weight) plus(v Weight) Weight {
	w.Whole, w.Part = w.Whole+v.Whole, w.Part+v.Part
	if w.Part >= Parts {
		w.Whole, w.Part = w.Whole+1, w.Part-Parts
	}
	return w
}

// Float returns the weight to within one unit in the last place.
func (w Weight) Float() float64 { return float64(w.Whole) + float64(w.Part)/Parts }
