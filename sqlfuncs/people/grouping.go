package people

import (
	"skyline/engine/matching"
	"skyline/sqlfuncs/call"
)

// grouping is what changes which rows are a QI group, beside the quasi-identifiers: the
// parameters missing, within and suppressed_rows, where the function has them.
type grouping struct {
	strata []string
	drops  bool // rows of which nothing is shown
}

// MatchesAny reads whether NULL is any value in the quasi-identifiers.
func MatchesAny(c *call.Call) (bool, error) {
	missing, err := c.Choice(ParamMissing.Name, "category", "any")
	return missing == "any", err
}

// readGrouping reads it, and whether NULL is any value.
func (in *Input) readGrouping() (g grouping, err error) {
	c := in.Call
	if c.Function.Param(ParamMissing.Name) != nil {
		if in.MatchesAny, err = MatchesAny(c); err != nil {
			return g, err
		}
	}
	if in.MatchesAny && len(in.QI) > matching.MaxColumns {
		return g, c.Errorf("%s must name at most %d columns where missing is 'any', got %d; use missing := 'category'", quasiIdentifierParam(c), matching.MaxColumns, len(in.QI))
	}
	if c.Arguments[call.ParamWithin.Name] != nil {
		if g.strata, err = c.Columns(call.ParamWithin.Name); err != nil {
			return g, err
		}
		if in.MatchesAny {
			return g, c.Errorf("within must be NULL where missing is 'any': NULL would be every stratum; use missing := 'category', or look at each stratum by itself")
		}
	}
	g.drops, err = c.DropsSuppressed()
	return g, err
}

// group leaves out the rows that are to be, and puts strata behind the quasi-identifiers, once
// the columns are there.
func (in *Input) group(g grouping) {
	in.Suppressed, in.Source = call.NewSuppressedRows(in.Source, in.QI, g.drops)
	in.QI, in.Within = append(in.QI, g.strata...), len(g.strata)
}
