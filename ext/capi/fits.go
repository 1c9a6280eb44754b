package capi

import (
	"fmt"

	"skyline/sqlfuncs"
)

// checkFits refuses a column that is not one of rows values of type t. Everything that
// goes into a vector of DuckDB's comes by here, so that a mistake of ours is an error,
// and never memory that was not written or is not ours.
func checkFits(function string, t sqlfuncs.Type, column *sqlfuncs.Column, rows int) error {
	if !fits(t, column, rows) {
		return fmt.Errorf("%s: internal error (a result of another shape); please report it", function)
	}
	return nil
}

func fits(t sqlfuncs.Type, c *sqlfuncs.Column, rows int) bool {
	if c.Len != rows || c.Null != nil && len(c.Null) != rows {
		return false
	}
	switch t.Kind {
	case sqlfuncs.Boolean:
		return len(c.Bools) == rows
	case sqlfuncs.Bigint:
		return len(c.Int64s) == rows
	case sqlfuncs.Double:
		return len(c.Float64s) == rows
	case sqlfuncs.Varchar, sqlfuncs.Blob:
		return len(c.Strings) == rows
	case sqlfuncs.List:
		return listsFit(t, c, rows)
	case sqlfuncs.Struct:
		if len(c.Fields) != len(t.Fields) {
			return false
		}
		for i, f := range t.Fields {
			if !fits(f.Type, &c.Fields[i], rows) {
				return false
			}
		}
		return true
	}
	return false
}

func listsFit(t sqlfuncs.Type, c *sqlfuncs.Column, rows int) bool {
	if c.Elem == nil || len(c.Ends) != rows {
		return false
	}
	begin := 0
	for _, end := range c.Ends {
		if end < begin {
			return false
		}
		begin = end
	}
	return begin == c.Elem.Len && fits(*t.Elem, c.Elem, c.Elem.Len)
}
