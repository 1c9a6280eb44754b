package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/words"
)

const checkPlanUsage = `usage: skyline check-plan FILE PLAN [RELEASE] [-database FILE]

Checks that a table still is as its plan says, and, where a release is given, that it
satisfies the plan's requirements. For pipelines: the exit status is 1 where either is not so.

  FILE      the table: a CSV, Parquet or JSON file, or a table of -database
  PLAN      the plan, as skyline release writes it
  RELEASE   the release, named as the table is
`

// runCheckPlan runs `skyline check-plan` on what stands behind it.
func runCheckPlan(args []string, stdout, stderr io.Writer) error {
	var database string
	flags := flag.NewFlagSet("skyline check-plan", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&database, "database", "", "")
	names, err := parseAround(flags, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return usageError(checkPlanUsage)
	case err != nil:
		return err
	case len(names) < 2 || len(names) > 3:
		return fmt.Errorf("check-plan needs a table and its plan, and may have a release, got %q", names)
	}
	s, err := openShell(options{database: database, readOnly: database != "", format: "box"}, stdout, stderr)
	if err != nil {
		return err
	}
	defer s.close()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	return s.checkPlan(ctx, names)
}

// checkPlan checks a table, its plan and perhaps a release of it, named in this order.
func (s *shell) checkPlan(ctx context.Context, names []string) error {
	table, plan := string(sqltext.Text(names[0])), string(sqltext.Text(names[1]))
	// Reading the table as the plan says fails where a column is new, gone, or of another type.
	if _, err := s.conn.ExecContext(ctx, "FROM release_plan("+table+", plan := "+plan+", output := 'table') LIMIT 0"); err != nil {
		return err
	}
	fmt.Fprintln(s.stdout, "The table has the columns of its plan.")
	if len(names) == 2 {
		return nil
	}
	rows, err := s.conn.QueryContext(ctx, "SELECT requirement, coalesce(rule, '') FROM release_check("+string(sqltext.Text(names[2]))+", original := "+table+", plan := "+plan+") WHERE NOT holds")
	if err != nil {
		return err
	}
	defer rows.Close()
	var broken []string
	for rows.Next() {
		var requirement, rule string
		if err := rows.Scan(&requirement, &rule); err != nil {
			return err
		}
		if rule != "" {
			requirement += " (" + words.RuleOf(rule) + ")"
		}
		broken = append(broken, requirement)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if len(broken) > 0 {
		return fmt.Errorf("the release does not satisfy its plan: %s", strings.Join(broken, ", "))
	}
	fmt.Fprintln(s.stdout, "The release satisfies the plan.")
	return nil
}
