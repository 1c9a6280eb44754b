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
	one    bool // the parameter is a name, not a list
}

// RoleOf is the role of a parameter that names one column, or, "", none.
func RoleOf(param, column string) Role {
	if column == "" {
		return Role{Param: param}
	}
	return Role{Param: param, Columns: []string{column}, one: true}
}

// Distinct makes sure that no column has two of some roles. Lists come first.
func (c *Call) Distinct(roles ...Role) error {
	for i, role := range roles {
		if !role.one {
			continue
		}
		column := role.Columns[0]
		for _, other := range roles[:i] {
			if !ContainsName(other.Columns, column) {
				continue
			}
			if other.one {
				return c.Errorf("%s and %s must be different columns, got %s for both", other.Param, role.Param, sqltext.Ident(column))
			}
			return c.Errorf("%s must not contain the %s column, got %s in both", other.Param, role.Param, sqltext.Ident(column))
		}
	}
	return nil
}
