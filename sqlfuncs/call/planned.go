package call

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

// ParamPlan is a parameter of every function that has qi, and of those that count microdata by labels: the registry adds it. What it says has
// come into the other arguments before a planner sees them (planning.Apply).
var ParamPlan = Param{Name: "plan", Type: "STRUCT[] or VARCHAR", Default: "NULL", Doc: "what each column is, and what is required: a [plan](#plans), as `getvariable('plan')` or the name of a file `….plan.csv`. It stands for `qi`, `sensitive`, `person`, `weight`, `within` and `privacy`, as far as the function has them; what is given beside it counts instead"}

// PlannedColumn is a column of a table before its release, as a plan has it.
type PlannedColumn struct {
	Name   string
	Type   string // DuckDB's name of its type; "" for any
	ReadAs string // an SQL expression that reads it clean; "" for the column as it is
	Drop   bool   // it is left out
}

// ReadAsPlanned puts a query in the place of the table that a parameter names, if it names one:
// the columns of the table that a plan keeps, in their places, as it reads them. The table
// must have the columns of the plan and no others, of the same types. Where once is a column, one
// row is kept of those that are equal in it: which one follows from what is in them.
func (c *Call) ReadAsPlanned(param string, columns []PlannedColumn, once string) error {
	table, named, err := c.OptionalText(param, WhatTable)
	if err != nil || !named {
		return err
	}
	source, err := c.from(param, table)
	if err != nil {
		return err
	}
	w := wanted{Function: c.Function.Name, Param: param, Table: calledTable(param, table, source)}
	t := typed{Function: w.Function, Table: w.Table}
	var dropped, replaced, types []sqltext.SQL
	var person sqltext.SQL
	for _, column := range columns {
		w.Planned = append(w.Planned, column.Name)
		name := sqltext.Ident(column.Name)
		read := "planned." + name
		if column.ReadAs != "" {
			if read, err = sqltext.Expression(column.ReadAs); err != nil {
				return c.Errorf("plan: read_as of %s: %v", name, err)
			}
		}
		if column.Name == once {
			person = read
		}
		switch {
		case column.Drop:
			dropped = append(dropped, name)
		case column.ReadAs != "":
			replaced = append(replaced, read+" AS "+name)
		}
		if column.Type != "" {
			t.Columns, t.Types = append(t.Columns, column.Name), append(t.Types, column.Type)
			types = append(types, "typeof("+name+")")
		}
	}
	star, where := sqltext.SQL("*"), sqltext.SQL("")
	if dropped != nil {
		star += " EXCLUDE (" + sqltext.List(dropped) + ")"
	}
	if replaced != nil {
		star += " REPLACE (" + sqltext.List(replaced) + ")"
	}
	if types != nil {
		where = sqltext.Fill(" WHERE __skyline_typed({typed}, list_value({types}))", sqltext.Args{"typed": sqltext.JSON(t), "types": sqltext.List(types)})
	}
	if once != "" {
		where += sqltext.Fill(" QUALIFY {once} IS NULL OR row_number() OVER (PARTITION BY {once} ORDER BY md5(planned::VARCHAR) ASC) = 1", sqltext.Args{"once": person})
	}
	query := sqltext.Fill("(SELECT {star} FROM (SELECT COLUMNS(__skyline_columns({wanted}, *)) FROM {source}) AS planned{where})",
		sqltext.Args{"star": star, "wanted": sqltext.JSON(w), "source": source, "where": where})
	c.Arguments[param] = sqltext.Finish(query, "")
	if c.called == nil {
		c.called, c.written = map[string]string{}, map[string]string{}
	}
	c.called[param], c.written[param] = w.Table, table
	return nil
}

// Written is the table that a parameter names, as the call has it, whatever a plan has made of it.
func (c *Call) Written(param string) string {
	if table, ok := c.written[param]; ok {
		return table
	}
	table, _ := c.Arguments[param].(string)
	return table
}

// drifted is an error if a table does not have the columns of its plan and no others, or has one
// that says that rows are no people.
func (w *wanted) drifted(names []string) error {
	if w.Numbering != "" && ContainsName(names, w.Numbering) {
		return fmt.Errorf("%s: plan: %s has the column %s, which numbers people, and each row would be a person; name it beside plan, person := %s, or give a table without it",
			w.Function, w.Table, sqltext.Ident(w.Numbering), sqltext.Text(w.Numbering))
	}
	if w.Planned == nil {
		return nil
	}
	gone, added := without(w.Planned, names), without(names, w.Planned)
	if err := OtherTable(w.Table, w.Planned, names); err != nil {
		return fmt.Errorf("%s: %w", w.Function, err)
	}
	switch {
	case len(gone) > 0:
		return fmt.Errorf("%s: plan: %s has no column %s, which the plan has (%s); correct the attribute, or delete its row", w.Function, w.Table, sqltext.Ident(gone[0]), otherColumns(gone[0], names))
	case len(added) > 0:
		return fmt.Errorf("%s: plan: %s has a column %s that the plan lacks; give it a role: INSERT INTO plan (attribute, role) VALUES (%s, 'drop')",
			w.Function, w.Table, sqltext.Ident(added[0]), sqltext.Text(added[0]))
	}
	return nil
}

// without are the names that some others do not have.
func without(all, some []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(name string) bool { return ContainsName(some, name) })
}

// OtherTable is an error if a plan of these columns is that of another table than one of these names:
// the table has fewer than half of them.
func OtherTable(table string, planned, names []string) error {
	gone := without(planned, names)
	if 2*len(gone) <= len(planned) {
		return nil
	}
	const most = 5
	lacks := string(sqltext.List(sqltext.Idents(gone[:min(len(gone), most)])))
	if more := len(gone) - most; more > 0 {
		lacks += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Errorf("plan: it is the plan of another table: %s has %d of its %d columns, and lacks %s (%s); give the plan of this table, or make a new one",
		table, len(planned)-len(gone), len(planned), lacks, otherColumns("", names))
}

// typed is which types a plan has of columns, as __skyline_typed gets it, in JSON.
type typed struct {
	Function string   `json:"function"`
	Table    string   `json:"table"`
	Columns  []string `json:"columns"`
	Types    []string `json:"types"`
}

// typedArgs are the arguments of __skyline_typed.
type typedArgs struct {
	Typed string
	Types []string
}

// TypedScalar is __skyline_typed(typed, types): true, or an error if a column has another type
// than its plan says. It is not volatile: DuckDB knows the types when it binds, and calls it once.
func TypedScalar() host.Scalar {
	return host.ScalarOf("__skyline_typed", func(a *typedArgs) (bool, error) {
		var t typed
		if json.Unmarshal([]byte(a.Typed), &t) != nil || len(t.Columns) != len(a.Types) || len(t.Types) != len(a.Types) {
			return false, errors.New("__skyline_typed: arguments must be what a plan writes there")
		}
		for i, column := range t.Columns {
			if !isType(a.Types[i], t.Types[i]) {
				return false, fmt.Errorf("%s: plan: column %s of %s has the type %s, and the plan says %s; look at its read_as, and correct its type",
					t.Function, sqltext.Ident(column), t.Table, withoutValues(a.Types[i]), withoutValues(t.Types[i]))
			}
		}
		return true, nil
	})
}

// isType reports whether a type is what a plan says: all of its name, or what stands before its
// parameters, as in ENUM.
func isType(have, planned string) bool {
	family, _, _ := strings.Cut(have, "(")
	return strings.EqualFold(have, planned) || strings.EqualFold(family, planned)
}

// withoutValues is the name of a type; those of an ENUM are values of the table.
func withoutValues(name string) string {
	if strings.Contains(name, "'") {
		name, _, _ = strings.Cut(name, "(")
	}
	return strings.Clone(name)
}
