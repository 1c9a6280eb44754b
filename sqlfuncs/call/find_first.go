package call

import (
	"errors"

	"skyline/sqlfuncs/sqltext"
)

// many is how many columns a call may name before DuckDB looks for them without a plan: a
// plan has some kB for each.
const many = 200

// findFirst is a table of which a call names many columns: a plan of 5,000 names that are wrong
// would have 50 MB.
type findFirst struct {
	table sqltext.SQL // as Having returns it
}

func (*findFirst) Error() string { return "the columns of the table are to be found first" }

// note remembers a table as Having returns it, if it is the first of many columns.
func (c *Call) note(table sqltext.SQL, roles []Role) {
	columns := 0
	for _, r := range roles {
		columns += len(r.Columns)
	}
	if c.find == nil && !c.Found && columns >= many {
		c.find = &findFirst{table}
	}
}

// FindFirst is an error where many columns are to be found before there is a plan. A planner that
// hands it on spares its work; it is asked again once they are found.
func (c *Call) FindFirst() error {
	if c.find == nil {
		return nil
	}
	return c.find
}

// PlanOrFind is Plan, or, where many columns are named, a statement in which DuckDB finds them
// first, and asks for the plan then: planned is the SQL of the plan's text. DuckDB binds the sides
// of a join one after the other.
func (c *Call) PlanOrFind(planned sqltext.SQL) (sqltext.SQL, error) {
	plan, err := c.Plan()
	if err == nil {
		err = c.FindFirst()
	}
	if find, ok := errors.AsType[*findFirst](err); ok {
		return sqltext.Fill("SELECT plan.* FROM (SELECT count(*) FROM {table} WHERE false) AS found CROSS JOIN query({planned}) AS plan",
			sqltext.Args{"table": find.table, "planned": planned}), nil
	}
	return plan, err
}
