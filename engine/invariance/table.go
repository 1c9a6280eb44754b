package invariance

import (
	"slices"

	"skyline/engine"
)

// New is the signature of somebody who is in no earlier release.
const New = -1

// Table is the table to be released. People have numbers from 0 on; where two could change places, the one with the
// smaller number is put first, and nothing else depends on the numbers.
type Table struct {
	// Values is the number of values. They have the numbers from 0 on.
	Values int
	// Signatures are those that earlier releases have given to people. Two may be the same set.
	Signatures [][]int32
	// Value and Signature have, for each person, the value, and the number of the signature, or New.
	Value, Signature []int32
	// Columns are the quasi-identifiers.
	Columns []Column
}

// Column is a quasi-identifier.
type Column struct {
	Codes []int32 // of each person, from 0 on, in the order of the column
	// Positions say for each code where it is in the column, from 0 to 1, in ascending order.
	Positions []float64
}

// Options are what a release must satisfy.
type Options struct {
	M            int64 // how many values hide a person, from 2 on
	Counterfeits bool  // are allowed
	Workers      int   // on how many goroutines
}

// Release is the groups of a table.
type Release struct {
	// Signatures are all that people have now: different sets of values, in ascending order.
	Signatures [][]int32
	Groups     []Group
	Of         []int32 // the group of each person
}

// Group is people with different values.
type Group struct {
	Signature    int32
	People       []int32
	Counterfeits []int32 // their values, in ascending order
}

// check makes sure that numbers are those of something.
func (t *Table) check() error {
	n := len(t.Value)
	if len(t.Signature) != n {
		return engine.NewParamError("invariance", "signature", "as long as value", len(t.Signature))
	}
	for i := range t.Value {
		if v := t.Value[i]; v < 0 || int(v) >= t.Values {
			return engine.NewParamError("invariance", "value", "the number of a value", nil)
		}
		if s := t.Signature[i]; s != New && (s < 0 || int(s) >= len(t.Signatures)) {
			return engine.NewParamError("invariance", "signature", "the number of a signature", nil)
		}
	}
	for _, s := range t.Signatures {
		if slices.ContainsFunc(s, func(v int32) bool { return v < 0 || int(v) >= t.Values }) {
			return engine.NewParamError("invariance", "signatures", "of numbers of values", nil)
		}
	}
	for d := range t.Columns {
		c := &t.Columns[d]
		if len(c.Codes) != n || !slices.IsSorted(c.Positions) {
			return engine.NewParamError("invariance", "columns", "of a code for each person, and positions in order", nil)
		}
		for _, code := range c.Codes {
			if code < 0 || int(code) >= len(c.Positions) {
				return engine.NewParamError("invariance", "columns", "of codes that have positions", nil)
			}
		}
	}
	return nil
}
