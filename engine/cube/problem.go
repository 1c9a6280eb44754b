package cube

import (
	"fmt"
	"slices"

	"skyline/engine"
)

// A Problem is a table of which some cells must not be published, nor be computed from what is. A sum of cells that nobody may
// compute either is one more cell, with a line that says of which.
type Problem struct {
	Cells []Cell
	// Lines says how cells add up: each sum of cells is 0, as that of the parts less the total.
	Lines [][]Term
	// Codes are of each cell its place in each dimension of the table, from 0 on, or nil. They help to find changes.
	Codes [][]int64
	// Insiders know the values of some cells whether they are published or not, as somebody who is the only contributor of one.
	Insiders [][]int32
}

// A Cell is one of a table.
type Cell struct {
	Unknown       // what anybody knows of it beforehand
	Value   int64 // what it is, within that range
	Cost    int64 // what is lost if it is not published, at least 0
	Keep    bool  // it must be published
	Primary bool  // it must not be published, and the tables that agree with what is must reach from Value-Below to Value+Above
	Below   int64
	Above   int64
}

// A Pattern is which cells are not published beside the primary ones.
type Pattern struct {
	Secondary []int32 // in increasing order
	Cost      int64   // of these
}

// Unprotected is the error that a primary cell cannot be protected, even if nothing is published but cells to keep.
type Unprotected struct{ Cell int32 }

func (e *Unprotected) Error() string {
	return fmt.Sprintf("cube: cell %d cannot be protected", e.Cell)
}

// Published returns what is published if some cells are hidden, as the system of these, in the order of the cells; insider is
// the number of somebody who sees it, or -1.
func (p *Problem) Published(hidden []bool, insider int) (*System, []int32) {
	s, cells, at := &System{}, []int32(nil), make([]int32, len(p.Cells))
	for i := range p.Cells {
		at[i] = none
		if hidden[i] {
			at[i] = int32(len(cells))
			cells, s.Unknowns = append(cells, int32(i)), append(s.Unknowns, p.Cells[i].Unknown)
		}
	}
	if insider >= 0 {
		for _, i := range p.Insiders[insider] {
			if v := p.Cells[i].Value; at[i] != none {
				s.Unknowns[at[i]].Range = Range{Least: v, Largest: v}
			}
		}
	}
	for _, line := range p.Lines {
		var sum Sum
		for _, t := range line {
			if at[t.Unknown] == none {
				sum.Least -= t.Times * p.Cells[t.Unknown].Value
			} else {
				sum.Terms = append(sum.Terms, Term{at[t.Unknown], t.Times})
			}
		}
		if sum.Largest = sum.Least; len(sum.Terms) > 0 {
			s.Sums = append(s.Sums, sum)
		}
	}
	return s, cells
}

// validate makes sure that a problem is as it must be.
func (p *Problem) validate() error {
	s := &System{Unknowns: make([]Unknown, len(p.Cells))}
	for i := range p.Cells {
		c := &p.Cells[i]
		s.Unknowns[i] = c.Unknown
		least, largest := c.ends()
		switch {
		case c.Value < least || c.Value > largest || c.Value > mostValue || c.Value < -mostValue:
			return engine.NewParamError(name, "Cells", "cells whose values are in their ranges and within ±2^52", nil)
		case c.Cost < 0 || c.Cost > mostValue:
			return engine.NewParamError(name, "Cells", "cells whose costs are from 0 to 2^52", nil)
		case c.Below < 0 || c.Above < 0 || c.Below > mostValue || c.Above > mostValue:
			return engine.NewParamError(name, "Cells", "cells with Below and Above from 0 to 2^52", nil)
		case c.Primary && c.Keep:
			return engine.NewParamError(name, "Cells", "cells that are not both primary and kept", nil)
		}
	}
	if err := s.validate(p.Lines); err != nil {
		return err
	}
	for _, line := range p.Lines {
		sum := wide{}
		for _, t := range line {
			sum = sum.add(product(t.Times, p.Cells[t.Unknown].Value))
		}
		if sum != (wide{}) {
			return engine.NewParamError(name, "Lines", "sums of cells that are 0", nil)
		}
	}
	if len(p.Codes) > 0 && len(p.Codes) != len(p.Cells) {
		return engine.NewParamError(name, "Codes", "as many as Cells, or none", len(p.Codes))
	}
	for _, codes := range p.Codes {
		if len(codes) != len(p.Codes[0]) || slices.ContainsFunc(codes, func(c int64) bool { return c < 0 || c > mostValue }) {
			return engine.NewParamError(name, "Codes", "of one length, and from 0 to 2^52", nil)
		}
	}
	for _, cells := range p.Insiders {
		for _, i := range cells {
			if i < 0 || int(i) >= len(p.Cells) {
				return engine.NewParamError(name, "Insiders", "cells that exist", i)
			}
		}
	}
	return nil
}
