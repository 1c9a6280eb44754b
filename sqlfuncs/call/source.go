package call

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

// wanted is what a call wants of a table, as __skyline_columns gets it, in JSON.
type wanted struct {
	Function string `json:"function"`
	Param    string `json:"param"` // the parameter that names the table
	Table    string `json:"table"` // what the table is called in a message
	Roles    []Role `json:"roles"`
	// Hidden is how many columns at the end a table may have without showing them.
	Hidden int `json:"hidden,omitempty"`
	// Planned are the columns of a plan, where the table must have these and no others.
	Planned []string `json:"planned,omitempty"`
	// Numbering is a column that the table must not have: see Call.
	Numbering string `json:"numbering,omitempty"`
}

// hiddenColumns are those that tables and files have but SELECT * does not show.
var hiddenColumns = []string{"rowid", "filename", "file_row_number", "file_index"}

// Having returns what to write behind FROM for a table of which the call names columns;
// table is how the call names it, as the parameter param. A column that it does not have
// is an error of ours. A role whose parameter is param itself has the columns that such a
// table must have.
//
// Which columns there are is known to DuckDB only, when it binds the plan: it calls the
// function in COLUMNS with the list of their names then, before it looks at anything else
// of the plan that reads the table. What is left in the plan is SELECT *, which costs
// nothing.
func (c *Call) Having(param, table string, source sqltext.SQL, roles ...Role) sqltext.SQL {
	if !slices.ContainsFunc(roles, func(r Role) bool { return len(r.Columns) > 0 }) {
		return source
	}
	written, _ := sqltext.FromTable(table)
	w := wanted{Function: c.Function.Name, Param: param, Table: calledTable(param, table, written), Roles: roles}
	if param == "tbl" || param == "release" {
		w.Numbering = c.Numbering
	}
	own := source == written // and not what the plan has made of it
	if name, ok := c.called[param]; ok {
		w.Table = name
	}
	// The alias is shown by DuckDB where there is no such column.
	alias := sqltext.Ident(w.Table)
	var hidden sqltext.SQL
	for _, name := range hiddenColumns {
		if own && !sqltext.IsQuery(written) && slices.ContainsFunc(roles, func(r Role) bool { return ContainsName(r.Columns, name) }) {
			hidden += ", " + alias + "." + sqltext.Ident(name)
			w.Hidden++
		}
	}
	if hidden != "" {
		source = sqltext.Fill("(SELECT {alias}.*{hidden} FROM {source} AS {alias})", sqltext.Args{"alias": alias, "hidden": hidden, "source": source})
	}
	checked := sqltext.Abbreviated("checked",
		sqltext.Fill("(SELECT COLUMNS(__skyline_columns({wanted}, *)) FROM {source})", sqltext.Args{"wanted": sqltext.JSON(w), "source": source}), source)
	if own {
		c.note(checked, roles)
	}
	return checked
}

// calledTable is what messages call the table that a parameter names, which stands like that behind FROM.
func calledTable(param, table string, source sqltext.SQL) string {
	if sqltext.IsQuery(source) {
		return "the query given as " + param
	}
	return strings.TrimSpace(table)
}

// Called is what messages call the table that a parameter names.
func (c *Call) Called(param string) string {
	table, _ := c.Arguments[param].(string)
	source, err := c.from(param, table)
	if err != nil {
		return param
	}
	return calledTable(param, table, source)
}

// HavingRoles is Having for the table that a parameter names.
func (c *Call) HavingRoles(param string, source sqltext.SQL, roles ...Role) sqltext.SQL {
	if c.tables[param] != "" {
		return source // which this plan's own calls know
	}
	table, _ := c.Arguments[param].(string)
	return c.Having(param, table, source, roles...)
}

// columnsArgs are the arguments of __skyline_columns.
type columnsArgs struct {
	Wanted string
	Names  []string
}

// ColumnsScalar is __skyline_columns(wanted, names): the names, or an error if a column that
// is wanted is not among them. It is not volatile, so that DuckDB calls it while binding.
// A hidden column at the end has another name if there is one of its own name already;
// then it is left out.
func ColumnsScalar() host.Scalar {
	return host.ScalarOf("__skyline_columns", func(a *columnsArgs) ([]string, error) {
		var w wanted
		if json.Unmarshal([]byte(a.Wanted), &w) != nil || w.Hidden < 0 || w.Hidden > len(a.Names) {
			return nil, fmt.Errorf("__skyline_columns: arguments must be what a plan writes there")
		}
		if err := w.drifted(a.Names); err != nil {
			return nil, err
		}
		if err := w.missing(a.Names); err != nil {
			return nil, err
		}
		own := len(a.Names) - w.Hidden
		var names []string
		for i, name := range a.Names {
			if i < own || ContainsName(hiddenColumns, name) {
				names = append(names, strings.Clone(name))
			}
		}
		return names, nil
	})
}

// missing is an error if a table does not have a column that is wanted.
func (w *wanted) missing(names []string) error {
	for _, r := range w.Roles {
		if r.Others && !slices.ContainsFunc(names, func(name string) bool { return !w.hasRole(name) }) {
			return fmt.Errorf("%s: %s is NULL, which means all columns but %s, and %s has no other; give a table that has the columns to look at",
				w.Function, r.Param, sqltext.List(sqltext.Idents(names)), w.Table)
		}
		for _, column := range r.Columns {
			if ContainsName(names, column) {
				continue
			}
			if r.Param == w.Param {
				what := "the column"
				if len(r.Columns) > 1 {
					what += "s"
				}
				return fmt.Errorf("%s: %s must have %s %s, and %s has no column %s; rename it in a query in parentheses, if it has another name",
					w.Function, w.Param, what, strings.Join(r.Columns, ", "), w.Table, sqltext.Ident(column))
			}
			way := otherColumns(column, names)
			if r.Otherwise != "" {
				way += "; " + r.Otherwise
			}
			return fmt.Errorf("%s: %s: %s has no column %s; %s", w.Function, r.Param, w.Table, sqltext.Ident(column), way)
		}
	}
	return nil
}

// hasRole reports whether a role has the column.
func (w *wanted) hasRole(column string) bool {
	return slices.ContainsFunc(w.Roles, func(r Role) bool { return ContainsName(r.Columns, column) })
}

// otherColumns says which column may have been meant, or which there are.
func otherColumns(column string, names []string) string {
	if name := Nearest(column, names); name != "" {
		return fmt.Sprintf("did you mean %s?", sqltext.Ident(name))
	}
	const most = 12
	shown := sqltext.List(sqltext.Idents(names[:min(len(names), most)]))
	text := fmt.Sprintf("it has %s", shown)
	if more := len(names) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
