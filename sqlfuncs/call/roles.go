package call

import (
	"skyline/sqlfuncs/sqltext"
)

// Role is a parameter, and the columns of a table that it names.
type Role struct {
	Param   string   `json:"param"`
	Columns []string `json:"columns"`
	// Others says that the parameter stands for all columns that no role has, of which there
	// must be one.
	Others bool `json:"others,omitempty"`
	// Otherwise says what to do where the table has no such column.
	Otherwise string `json:"otherwise,omitempty"`
	one       bool   // the parameter is a name, not a list
	apart     bool   // it is a list whose columns may have no other role
}

// RoleOf is the role of a parameter that names one column, or, "", none.
func RoleOf(param, column string) Role {
	if column == "" {
		return Role{Param: param}
	}
	return Role{Param: param, Columns: []string{column}, one: true}
}

// RoleOfAll is RoleOf for a parameter that may name several columns.
func RoleOfAll(param string, columns []string) Role {
	if len(columns) == 1 {
		return RoleOf(param, columns[0])
	}
	return Role{Param: param, Columns: columns, apart: len(columns) > 1}
}

// Distinct makes sure that no column has two of some roles. Lists come first.
func (c *Call) Distinct(roles ...Role) error {
	for i, role := range roles {
		if !role.one && !role.apart {
			continue
		}
		for _, column := range role.Columns {
			if err := c.unused(role.Param, column, roles[:i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// unused makes sure that a column that a parameter names has none of some roles.
func (c *Call) unused(param, column string, roles []Role) error {
	for _, other := range roles {
		if !ContainsName(other.Columns, column) {
			continue
		}
		if other.one {
			return c.Errorf("%s and %s must be different columns, got %s for both", other.Param, param, sqltext.Ident(column))
		}
		return c.Errorf("%s must not contain the %s column, got %s in both", other.Param, param, sqltext.Ident(column))
	}
	return nil
}
