package main

import (
	"context"
	"fmt"
	"strings"

	"skyline/sqlfuncs"
)

// showPlans writes the plans of the functions in a statement, which DuckDB binds and does
// not run. A plan is there before DuckDB has looked at its tables, and is written even if
// one of them is missing.
func (s *shell) showPlans(ctx context.Context, statement string) error {
	var plans []string
	stop := sqlfuncs.WatchPlans(func(function, plan string) {
		// DuckDB may bind a statement several times.
		plan = "-- " + function + "\n" + plan + ";\n"
		if len(plans) == 0 || plans[len(plans)-1] != plan {
			plans = append(plans, plan)
		}
	})
	_, err := s.conn.ExecContext(ctx, "EXPLAIN "+strings.TrimRight(strings.TrimSpace(statement), ";"))
	stop()
	for _, plan := range plans {
		if _, err := fmt.Fprintln(s.stdout, plan); err != nil {
			return err
		}
	}
	if err == nil && len(plans) == 0 {
		return fmt.Errorf("-plan: the statement calls no function of Skyline")
	}
	return err
}
