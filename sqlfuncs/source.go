package sqlfuncs

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// role is a parameter, and the columns of a table that it names.
type role struct {
	Param   string   `json:"param"`
	Columns []string `json:"columns"`
}

// wanted is what a call wants of a table, as __skyline_columns gets it, in JSON.
type wanted struct {
	Function string `json:"function"`
	Param    string `json:"param"` // the parameter that names the table
	Table    string `json:"table"` // what the table is called in a message
	Roles    []role `json:"roles"`
	// Hidden is how many columns at the end a table may have without showing them.
	Hidden int `json:"hidden,omitempty"`
}

// roleOf is the role of a parameter that names one column, or, "", none.
func roleOf(param, column string) role {
	if column == "" {
		return role{Param: param}
	}
	return role{param, []string{column}}
}

// hiddenColumns are those that tables and files have but SELECT * does not show.
var hiddenColumns = []string{"rowid", "filename", "file_row_number", "file_index"}

// having returns what to write behind FROM for a table of which the call names columns;
// table is how the call names it, as the parameter param. A column that it does not have
// is an error of ours. A role whose parameter is param itself has the columns that such a
// table must have.
//
// Which columns there are is known to DuckDB only, when it binds the plan: it calls the
// function in COLUMNS with the list of their names then, before it looks at anything else
// of the plan that reads the table. What is left in the plan is SELECT *, which costs
// nothing.
func (c *Call) having(param, table, source string, roles ...role) string {
	if !slices.ContainsFunc(roles, func(r role) bool { return len(r.Columns) > 0 }) {
		return source
	}
	w := wanted{Function: c.function.Name, Param: param, Table: strings.TrimSpace(table), Roles: roles}
	written, _ := fromTable(table)
	if isQuery(written) {
		w.Table = "the query given as " + param
	}
	// The alias is shown by DuckDB where there is no such column.
	hidden, alias := "", quoteIdentifier(w.Table)
	for _, name := range hiddenColumns {
		if source == written && !isQuery(written) && slices.ContainsFunc(roles, func(r role) bool { return containsName(r.Columns, name) }) {
			hidden += ", " + alias + "." + quoteIdentifier(name)
			w.Hidden++
		}
	}
	if hidden != "" {
		source = "(SELECT " + alias + ".*" + hidden + " FROM " + source + " AS " + alias + ")"
	}
	return fmt.Sprintf("(SELECT COLUMNS(system.main.__skyline_columns(%s, *)) FROM %s)", encodedJSON(w), source)
}

// havingRoles is having for the table that a parameter names.
func (c *Call) havingRoles(param, source string, roles ...role) string {
	table, _ := c.arguments[param].(string)
	return c.having(param, table, source, roles...)
}

// columnsScalar is __skyline_columns(wanted, names): the names, or an error if a column that
// is wanted is not among them. It is not volatile, so that DuckDB calls it while binding.
// A hidden column at the end has another name if there is one of its own name already;
// then it is left out.
func columnsScalar() Scalar {
	names := ListOf(Type{Kind: Varchar})
	return Scalar{
		Name:   "__skyline_columns",
		Params: []Type{{Kind: Varchar}, names},
		Result: names,
		Call: func(args []Column, rows int) (Column, error) {
			out := Column{Len: rows, Elem: &Column{}}
			for row := range rows {
				var w wanted
				names := textsOf(&args[1], row)
				if args[0].IsNull(row) || json.Unmarshal([]byte(args[0].Strings[row]), &w) != nil || w.Hidden < 0 || w.Hidden > len(names) {
					return Column{}, fmt.Errorf("__skyline_columns: arguments must be what a plan writes there")
				}
				if err := w.missing(names); err != nil {
					return Column{}, err
				}
				own := len(names) - w.Hidden
				for i, name := range names {
					if i < own || containsName(hiddenColumns, name) {
						out.Elem.Strings = append(out.Elem.Strings, name)
					}
				}
				out.Elem.Len = len(out.Elem.Strings)
				out.Ends = append(out.Ends, out.Elem.Len)
			}
			return out, nil
		},
	}
}

// missing is an error if a table does not have a column that is wanted.
func (w *wanted) missing(names []string) error {
	for _, r := range w.Roles {
		for _, column := range r.Columns {
			if containsName(names, column) {
				continue
			}
			if r.Param == w.Param {
				what := "the column"
				if len(r.Columns) > 1 {
					what += "s"
				}
				return fmt.Errorf("%s: %s must have %s %s, and %s has no column %s; rename it in a query in parentheses, if it has another name",
					w.Function, w.Param, what, strings.Join(r.Columns, ", "), w.Table, quoteIdentifier(column))
			}
			return fmt.Errorf("%s: %s: %s has no column %s; %s", w.Function, r.Param, w.Table, quoteIdentifier(column), otherColumns(column, names))
		}
	}
	return nil
}

// otherColumns says which column may have been meant, or which there are.
func otherColumns(column string, names []string) string {
	if name := nearest(column, names); name != "" {
		return "did you mean " + quoteIdentifier(name) + "?"
	}
	const most = 12
	shown := quoted(names[:min(len(names), most)])
	text := "it has " + strings.Join(shown, ", ")
	if more := len(names) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
