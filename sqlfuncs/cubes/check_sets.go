package cubes

import (
	"math/big"
	"slices"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// groupings say which groupings of the columns of by are published. A grouping is a number as
// GROUPING_ID returns it: bit len(by)-1-i is set where column i is a total.
type groupings struct {
	columns int
	all     bool    // every grouping is: CUBE
	masks   []int64 // otherwise these, in ascending order
}

// maxColumns is how many columns a grouping is a BIGINT for.
const maxColumns = 62

// readGroupings reads the parameter sets.
func readGroupings(c *call.Call, by []string, maxCells int64) (*groupings, error) {
	if len(by) > maxColumns {
		return nil, c.Errorf("by must have at most %d columns, got %d: sets := 'cube' would make 2^%d cells of a single row; name the columns of one table to publish", maxColumns, len(by), len(by))
	}
	s := &groupings{columns: len(by)}
	switch given := c.Arguments["sets"].(type) {
	case string:
		switch given {
		case "cube":
			if of := cubeOf(by); of.Cmp(big.NewInt(maxCells)) > 0 {
				return nil, c.Errorf("sets := 'cube' of %d columns makes 2^%d = %v cells of a single row, and max_cells is %d; use sets := 'rollup', a list such as sets := [['region', 'sex'], ['region']], or fewer columns in by", len(by), len(by), of, maxCells)
			}
			return &groupings{columns: len(by), all: true}, nil
		case "rollup":
			for kept := range len(by) + 1 {
				s.masks = append(s.masks, int64(1)<<(len(by)-kept)-1)
			}
			slices.Sort(s.masks)
			return s, nil
		}
	case []any:
		if len(given) > 0 {
			return s, s.readList(c, "sets", by, given)
		}
	}
	return nil, c.Errorf("sets must be 'cube', 'rollup' or a list of lists of columns, such as [['region', 'sex'], ['region'], []], got %s", call.Show(c.Arguments["sets"]))
}

// ReadSets reads the parameter sets of a call that has no limit of cells: the groupings of a table by columns, each as
// GROUPING_ID has it, in ascending order.
//
// Errors: sets says none, or more than most.
func ReadSets(c *call.Call, by []string, most int) ([]int64, error) {
	s, err := readGroupings(c, by, 1<<maxColumns)
	if err != nil {
		return nil, err
	}
	if s.all {
		for mask := int64(0); mask < int64(1)<<s.columns && len(s.masks) <= most; mask++ {
			s.masks = append(s.masks, mask)
		}
	}
	if len(s.masks) > most {
		return nil, c.Errorf("sets must be at most %d groupings, each of which is a SELECT of the statement; use sets := 'rollup', a list such as sets := [['region', 'sex'], ['region']], or fewer columns in by", most)
	}
	return s.masks, nil
}

// cubeOf is how many cells all groupings of columns make of a single row.
func cubeOf(by []string) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(len(by))) }

// readList reads a list of lists of columns that are no totals, of a parameter.
func (s *groupings) readList(c *call.Call, param string, by []string, given []any) error {
	for i, element := range given {
		where := call.ElementOf(param, i)
		if _, isList := element.([]any); !isList {
			return c.Errorf("%s must be a list of columns of by, in brackets of its own, such as [['region', 'sex']], got %s", where, call.Show(element))
		}
		names, err := c.NameList(where, element)
		if err != nil {
			return err
		}
		mask := int64(1)<<len(by) - 1
		for _, name := range names {
			at := slices.IndexFunc(by, func(column string) bool { return call.Folded(column) == call.Folded(name) })
			if at < 0 {
				return c.Errorf("%s must have columns of by, got %s; by has %s", where, sqltext.Ident(name), sqltext.List(sqltext.Idents(by)))
			}
			mask &^= s.bit(at)
		}
		if slices.Contains(s.masks, mask) {
			return c.Errorf("%s must not be there twice: an earlier one has the same columns", where)
		}
		s.masks = append(s.masks, mask)
	}
	slices.Sort(s.masks)
	return nil
}

// bit is that of a column.
func (s *groupings) bit(column int) int64 { return 1 << (s.columns - 1 - column) }

// withLines are the groupings of the cells and of what holds them: one column more is a total.
func (s *groupings) withLines() *groupings {
	if s.all {
		return s
	}
	masks := slices.Clone(s.masks)
	for _, mask := range s.masks {
		for i := range s.columns {
			masks = append(masks, mask|s.bit(i))
		}
	}
	slices.Sort(masks)
	return &groupings{columns: s.columns, masks: slices.Compact(masks)}
}

// grouping is GROUPING_ID of codes in columns of a relation, in which 0 is a total; from is the first
// column that counts.
func (s *groupings) grouping(codes []sqltext.SQL, from int) sqltext.SQL {
	return sqltext.Join(" + ", sqltext.Map(codes[from:], func(i int, code sqltext.SQL) sqltext.SQL {
		return sqltext.Fill("CASE WHEN {code} = 0 THEN {bit} ELSE 0 END", sqltext.Args{"code": code, "bit": sqltext.Int(s.bit(from + i))})
	})...)
}

// where keeps the codes that belong to a grouping, by the columns from one on: " WHERE …", or "" where
// all do.
func (s *groupings) where(codes []sqltext.SQL, from int) sqltext.SQL {
	if s.all {
		return ""
	}
	var parts []int64
	for _, mask := range s.masks {
		parts = append(parts, mask&(int64(1)<<(s.columns-from)-1))
	}
	slices.Sort(parts)
	parts = slices.Compact(parts)
	if int64(len(parts)) == int64(1)<<(s.columns-from) {
		return ""
	}
	return sqltext.Fill(" WHERE {grouping} IN ({masks})", sqltext.Args{
		"grouping": s.grouping(codes, from),
		"masks":    sqltext.List(sqltext.Map(parts, func(_ int, mask int64) sqltext.SQL { return sqltext.Int(mask) })),
	})
}

// most is the largest number of cells, as a DOUBLE: there are rows l, h of each column, how many labels it has and
// at how many levels, and n rows before. absent says that cells of nobody count.
func (s *groupings) most(absent bool) sqltext.SQL {
	if s.all {
		var labels, levels []sqltext.SQL
		for i := range s.columns {
			labels, levels = append(labels, factor("l", i)+" + 1)"), append(levels, factor("h", i)+" + 1)")
		}
		return bound(labels, levels, absent)
	}
	return sqltext.Join(" + ", sqltext.Map(s.masks, func(_ int, mask int64) sqltext.SQL {
		var labels, levels []sqltext.SQL
		for i := range s.columns {
			if mask&s.bit(i) == 0 {
				labels, levels = append(labels, factor("l", i)+")"), append(levels, factor("h", i)+")")
			}
		}
		return bound(labels, levels, absent)
	})...)
}

func factor(of sqltext.SQL, column int) sqltext.SQL {
	return "(x." + of + sqltext.Int(int64(column)+1)
}

func bound(labels, levels []sqltext.SQL, absent bool) sqltext.SQL {
	product := sqltext.Join(" * ", append([]sqltext.SQL{"1.0::DOUBLE"}, labels...)...)
	if absent {
		return product
	}
	return "least(" + product + ", " + sqltext.Join(" * ", append([]sqltext.SQL{"x.n::DOUBLE"}, levels...)...) + ")"
}
