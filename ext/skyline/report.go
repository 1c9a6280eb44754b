package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/report"
	"skyline/sqlfuncs/sqltext"
)

const reportUsage = `usage: skyline report RELEASE -qi COLUMN,COLUMN... [-PARAMETER VALUE]... [-database FILE]

Writes a page of HTML about a release: release_report as a command.

  RELEASE         the release: a file, such as release.parquet, or a table of the
                  database, or a query in parentheses
  -original TABLE the table that it was made of, named likewise
  -qi COLUMNS     what outsiders may know, with commas between
  -sensitive COLUMNS
  -privacy SQL    the requirements, such as "{'k_anonymity': 5}"
  -database FILE  a DuckDB file, which is not changed
  -output FILE    the file to write, which must not be there; without it, the page
                  goes to standard output

Every parameter of release_report but output can be given like that; the reference
says what they mean.
`

// runReport runs `skyline report` on what stands behind it.
func runReport(args []string, stdout, stderr io.Writer) error {
	asked, err := reportStatement(args)
	if err != nil {
		return err
	}
	if asked.output != "" { // before anything is computed
		if _, err := os.Lstat(asked.output); err == nil {
			return fmt.Errorf("%s is there already; name another file as -output", asked.output)
		}
	}
	s, err := openShell(options{database: asked.database, readOnly: asked.database != ""}, stdout, stderr)
	if err != nil {
		return err
	}
	defer s.close()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var html string
	if err := s.conn.QueryRowContext(ctx, asked.statement).Scan(&html); err != nil {
		return err
	}
	if asked.output != "" {
		return writeNew(asked.output, html)
	}
	_, err = io.WriteString(stdout, html)
	return err
}

// askedReport is the statement that arguments ask for, the database, and the file for the page; ""
// for none.
type askedReport struct{ statement, database, output string }

func reportStatement(args []string) (asked askedReport, err error) {
	flags := flag.NewFlagSet("skyline report", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&asked.database, "database", "", "")
	flags.StringVar(&asked.output, "output", "", "")
	given := []string{"original := NULL"}
	for _, p := range report.ReleaseReport.Params {
		if p.Name == "release" || p.Name == call.ParamOutput {
			continue
		}
		flags.Func(p.Name, "", func(text string) error {
			value, err := argumentOf(&p, text)
			if p.Name == "original" {
				given[0] = "original := " + value
			} else {
				given = append(given, p.Name+" := "+value)
			}
			return err
		})
	}
	names, err := parseAround(flags, args)
	if errors.Is(err, flag.ErrHelp) {
		err = usageError(reportUsage)
	}
	if err != nil {
		return asked, err
	}
	if len(names) != 1 {
		return asked, fmt.Errorf("report needs one release, got %d\n%s", len(names), reportUsage)
	}
	given = append(given, "release := "+string(sqltext.Text(names[0])))
	asked.statement = "SELECT html FROM release_report(" + strings.Join(given, ", ") + ")"
	return asked, nil
}

// argumentOf writes what stands behind a flag as the argument of a parameter.
func argumentOf(p *call.Param, text string) (string, error) {
	switch p.Type {
	case "VARCHAR":
		return string(sqltext.Text(text)), nil
	case "VARCHAR[]", call.TypeNames:
		return string(sqltext.Texts(strings.Split(text, ","))), nil
	case "BIGINT", "DOUBLE":
		if _, err := strconv.ParseFloat(text, 64); err != nil {
			return "", fmt.Errorf("%s must be a number", p.Name)
		}
		return text, nil
	case "BOOLEAN":
		b, err := strconv.ParseBool(text)
		return strconv.FormatBool(b), err
	default: // SQL, as -c takes it
		return text, nil
	}
}
