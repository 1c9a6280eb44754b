package capi

import (
	"fmt"

	"skyline/sqlfuncs/host"
)

// checkFits refuses a column that is not one of rows values of type t. Everything that
// goes into a vector of DuckDB's comes by here, so that a mistake of ours is an error,
// and never memory that was not written or is not ours.
func checkFits(function string, t host.Type, column *host.Column, rows int) error {
	if !fits(t, column, rows) {
		return fmt.Errorf("%s: internal error (a result of another shape); please report it", function)
	}
	return nil
}

func fits(t host.Type, c *host.Column, rows int) bool {
	if c.Len != rows || c.Null != nil && len(c.Null) != rows {
		return false
	}
	switch t.Kind {
	case host.Boolean:
		return len(c.Bools) == rows
	case host.Bigint:
		return len(c.Int64s) == rows
	case host.Double:
		return len(c.Float64s) == rows
	case host.Varchar, host.Blob:
		return len(c.Strings) == rows
	case host.List:
		return listsFit(t, c, rows)
	case host.Struct:
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

func listsFit(t host.Type, c *host.Column, rows int) bool {
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
