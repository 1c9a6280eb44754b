package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

const dotHelp = `.exit             leave
.functions [NAME] the functions of Skyline, or how to call one
.help             this list
.maxrows [N]      show at most N rows in a box, 0 for all
.mode [FORMAT]    write results as box, csv, json, markdown or arrow
.quit             leave
.read FILE        run the statements in a file
.schema [TABLE]   the statements that make the tables and views
.tables           the tables and views

A statement ends with ; and can have many lines. Ctrl-C ends a running statement
or clears the line, Ctrl-D leaves.
`

const tablesQuery = `
SELECT database_name AS database, schema_name AS schema, table_name AS name, 'table' AS kind
FROM duckdb_tables() WHERE NOT internal
UNION ALL
SELECT database_name, schema_name, view_name, 'view' FROM duckdb_views() WHERE NOT internal
ORDER BY ALL`

const schemaQuery = `
SELECT sql FROM (
	SELECT database_name, schema_name, table_name AS name, 1 AS rank, sql FROM duckdb_tables() WHERE NOT internal
	UNION ALL
	SELECT database_name, schema_name, view_name, 2, sql FROM duckdb_views() WHERE NOT internal
	UNION ALL
	SELECT database_name, schema_name, table_name, 3, sql FROM duckdb_indexes()
)
WHERE sql IS NOT NULL AND ($1 = '' OR name = $1)
ORDER BY rank, database_name, schema_name, name`

// runDot runs a dot command.
func (s *shell) runDot(ctx context.Context, line string) error {
	name, argument, _ := strings.Cut(line, " ")
	argument = unquote(strings.TrimSuffix(strings.TrimSpace(argument), ";"))
	switch name := strings.TrimSuffix(name, ";"); name {
	case ".help":
		fmt.Fprint(s.stdout, dotHelp)
	case ".quit", ".exit":
		return errQuit
	case ".mode":
		if argument == "" {
			fmt.Fprintln(s.stdout, s.format)
			return nil
		}
		if err := checkFormat(argument); err != nil {
			return err
		}
		s.format = argument
	case ".maxrows":
		return s.setRows(argument)
	case ".tables":
		return s.runStatement(ctx, tablesQuery)
	case ".functions":
		if argument != "" {
			return s.writeFunction(ctx, argument)
		}
		return s.runStatement(ctx, "SELECT name, summary FROM skyline_functions()")
	case ".schema":
		return s.writeSchema(ctx, argument)
	case ".read":
		if argument == "" {
			return errors.New(".read needs a file")
		}
		return s.runFile(ctx, argument)
	default:
		return fmt.Errorf("unknown command %q: .help lists them", name)
	}
	return nil
}

func (s *shell) setRows(argument string) error {
	if argument == "" {
		fmt.Fprintln(s.stdout, s.rows)
		return nil
	}
	n, err := strconv.Atoi(argument)
	if err != nil || n < 0 {
		return fmt.Errorf(".maxrows needs a number from 0, got %q", argument)
	}
	s.rows = n
	return nil
}

// writeFunction writes how to call a function.
func (s *shell) writeFunction(ctx context.Context, name string) error {
	var signature, summary, example, reference string
	err := s.conn.QueryRowContext(ctx, "SELECT signature, summary, example, reference FROM skyline_functions() WHERE name = $1", name).
		Scan(&signature, &summary, &example, &reference)
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("unknown function %q: .functions lists them", name)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(s.stdout, "%s\n\n%s\n\n%s\n\n%s\n", summary, signature, example, reference)
	return nil
}

// writeSchema writes the statements that make a table or, without a name, all
// that the user has made.
func (s *shell) writeSchema(ctx context.Context, name string) error {
	rows, err := s.conn.QueryContext(ctx, schemaQuery, name)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var statement string
		if err := rows.Scan(&statement); err != nil {
			return err
		}
		fmt.Fprintln(s.stdout, strings.TrimSuffix(strings.TrimSpace(statement), ";")+";")
	}
	return rows.Err()
}

// unquote takes the quotes off an argument that has spaces in it.
func unquote(s string) string {
	if len(s) >= 2 && (s[0] == '\'' || s[0] == '"') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}
