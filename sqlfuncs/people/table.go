package people

import (
	"errors"
	"fmt"
	"math/big"
	"strings"

	"skyline/engine/cells"
	"skyline/engine/exact"
	"skyline/engine/hierarchy"
	"skyline/engine/privacy"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

// TableSpec is what a kernel gets that makes a release of a table, which is counted in codes.
type TableSpec struct {
	ReleaseSpec
	Cells  host.Handle[*cells.Builder] `json:"cells,omitzero"`
	Domain host.Handle[*DomainState]   `json:"domain,omitzero"`
}

// ReleaseSpec is what a kernel gets of a release that is asked for, beside the table.
type ReleaseSpec struct {
	Columns []string      `json:"columns"` // the names of the quasi-identifier columns
	Privacy *Requirements `json:"privacy"`
	// Suppression is the largest share of people to leave out.
	Suppression float64      `json:"suppression,omitzero"`
	Points      []GivenPoint `json:"points,omitempty"`
	// Everybody is the whole table, of which this one is a part; nil for none.
	Everybody *host.Shared[*Histograms] `json:"world,omitzero"`
	// Tables are the names of the hierarchies and of the table, for errors; nil: there are no hierarchies.
	Tables *call.HierarchyTables `json:"tables,omitempty"`
	// Facts are those of the sensitive values, where requirements look at them.
	Facts *host.Shared[*ValueFacts] `json:"facts,omitzero"`
}

// Requirements returns what the call requires of a table.
func (s *ReleaseSpec) Requirements(table *cells.Cells) ([]privacy.Requirement, error) {
	whole, err := s.whole(table)
	if err != nil {
		return nil, err
	}
	if err := s.Privacy.refuseSets(table.Constraint); err != nil {
		return nil, err
	}
	return s.Privacy.Of(s.Points, &TableValues{Values: table.Values, Number: table.Number, whole: whole, facts: factsOf(s.Facts)})
}

// MostShown is the largest share of people whom exact values in labels may show where nobody says
// otherwise: one in twenty. No norm has a number for it.
const MostShown = 0.05

// LimitOf returns how many people are at most a share of some.
func LimitOf(share float64, people int64) int64 {
	exactly := exact.Simplest(share)
	exactly.Mul(exactly, new(big.Rat).SetInt64(people))
	return new(big.Int).Quo(exactly.Num(), exactly.Denom()).Int64()
}

// ExplainHierarchy says what is wrong with the hierarchy of a column. tables may be nil.
func ExplainHierarchy(tables *call.HierarchyTables, column string, err error) error {
	if errors.Is(err, hierarchy.ErrTooLarge) {
		return fmt.Errorf("hierarchies must have fewer than 2^31 values and entries together for %s", sqltext.Ident(column))
	}
	var problems *hierarchy.Error
	if !errors.As(err, &problems) {
		return err
	}
	way := "hierarchy_check shows more"
	if *problems == (hierarchy.Error{Values: problems.Values, WithoutPath: problems.WithoutPath}) {
		way = tables.Missing(column) + " lists them, and what each may be meant as: a blank too many, or 34.0 for 34, makes another value; FROM hierarchy_filled(…) gives them labels"
	}
	return fmt.Errorf("hierarchies must have one path for each value of %s, and the problems are: %s; %s",
		sqltext.Ident(column), strings.TrimPrefix(problems.Error(), "hierarchy: "), way)
}
