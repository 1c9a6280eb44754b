package call

import (
	"errors"

	"skyline/sqlfuncs/sqltext"
)

// many is how many columns a call may name before DuckDB looks for them without a plan: a
// plan has some kB for each.
const many = 200

// findFirst ends a planner that is asked for a plan of many columns of a table.
type findFirst struct {
	table sqltext.SQL // as Having returns it
}

func (findFirst) Error() string { return "the columns of the table are to be found first" }

// FindFirst is an error where the roles have so many columns that a plan is not to be written
// before they are found in the table, which is what Having has returned. A planner hands it
// on, and is asked again once they are found: a plan of 5,000 names that are wrong would have
// 50 MB.
func (c *Call) FindFirst(table sqltext.SQL, roles ...Role) error {
	columns := 0
	for _, r := range roles {
		columns += len(r.Columns)
	}
	if c.Found || c.table != "" || columns < many {
		return nil
	}
	return findFirst{table}
}

// PlanOrFind is Plan, or, where that is to wait, a statement in which DuckDB finds the columns
// of the table first, and asks for the plan then: planned is the SQL of the plan's text. DuckDB
// binds the sides of a join one after the other.
func (c *Call) PlanOrFind(planned sqltext.SQL) (sqltext.SQL, error) {
	plan, err := c.Plan()
	if find := (findFirst{}); errors.As(err, &find) {
		return sqltext.Fill("SELECT plan.* FROM (SELECT count(*) FROM {table} WHERE false) AS found CROSS JOIN query({planned}) AS plan",
			sqltext.Args{"table": find.table, "planned": planned}), nil
	}
	return plan, err
}
