package releases

import (
	"fmt"
	"math"
	"math/big"

	"skyline/engine"
)

// maxPeople is how many people a table may have: products of two such numbers do not overflow.
const maxPeople = math.MaxInt32

// validate returns an error that says what is wrong with a table.
func (t *Table) validate() error {
	if t.Releases < 1 {
		return engine.NewParamError("releases", "Releases", "at least 1", t.Releases)
	}
	if t.Values < 0 || t.Values > math.MaxInt32 {
		return engine.NewParamError("releases", "Values", "in 0..2^31-1", t.Values)
	}
	if len(t.Cells) > math.MaxInt32 {
		return engine.NewParamError("releases", "Cells", "fewer than 2^31", len(t.Cells))
	}
	total := int64(0)
	for _, cell := range t.Cells {
		if err := t.validateGroups(cell.Groups); err != nil {
			return err
		}
		previous, people := int32(-1), int64(0)
		for _, c := range cell.Counts {
			if c.Value <= previous || int(c.Value) >= t.Values || c.People < 1 {
				return engine.NewParamError("releases", "Counts", fmt.Sprintf("of different values in 0..%d, in increasing order, each of at least 1", t.Values-1), nil)
			}
			if previous = c.Value; c.People > maxPeople-total {
				return engine.NewParamError("releases", "Counts", "of fewer than 2^31 people together", nil)
			}
			people += c.People
			total += c.People
		}
		if people == 0 {
			return engine.NewParamError("releases", "Counts", "of cells with people", nil)
		}
		if cell.Counterfeits < 0 || cell.Counterfeits > people {
			return engine.NewParamError("releases", "Counterfeits", fmt.Sprintf("in 0..%d", people), cell.Counterfeits)
		}
	}
	return t.validateDifferent()
}

// validateGroups looks at the groups of one cell.
func (t *Table) validateGroups(groups []int32) error {
	if len(groups) != t.Releases {
		return engine.NewParamError("releases", "Groups", fmt.Sprintf("one for each of %d releases", t.Releases), len(groups))
	}
	present := false
	for _, g := range groups {
		if g < Absent {
			return engine.NewParamError("releases", "Groups", "numbers from 0 on, or Absent", g)
		}
		present = present || g != Absent
	}
	if !present {
		return engine.NewParamError("releases", "Groups", "of people who are in a release", nil)
	}
	return nil
}

// validateDifferent makes sure that no two cells have the same groups.
func (t *Table) validateDifferent() error {
	seen := make(map[string]bool, len(t.Cells))
	var key []byte
	for _, cell := range t.Cells {
		key = key[:0]
		for _, g := range cell.Groups {
			key = append(key, byte(g), byte(g>>8), byte(g>>16), byte(g>>24))
		}
		if seen[string(key)] {
			return engine.NewParamError("releases", "Cells", "of different groups", nil)
		}
		seen[string(key)] = true
	}
	return nil
}

// validateThreshold returns an error unless c is in (0, 1].
func validateThreshold(c *big.Rat) error {
	if c == nil || c.Sign() <= 0 || c.Cmp(big.NewRat(1, 1)) > 0 {
		return engine.NewParamError("releases", "threshold", "in (0, 1]", c)
	}
	return nil
}
