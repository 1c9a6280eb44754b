package main

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// column is a column of a result.
type column struct {
	name string
	typ  *sqlType
	// cast says that DuckDB has already turned the values into text, or into
	// JSON for the format of that name.
	cast bool
}

// result is the result of one statement. The rows are the caller's to close.
type result struct {
	columns []column
	rows    *sql.Rows
	// isData is false for what only tells that a statement was carried out: the
	// number of rows that it changed, or nothing.
	isData bool
	// tap gets to see each row, unless it is nil.
	tap func(columns []column, values []any)
}

// each calls fn with the values of one row after the other. The slice is used
// again for the next row.
func (r *result) each(fn func(values []any) error) error {
	row := newRow(len(r.columns))
	for r.rows.Next() {
		if err := r.rows.Scan(row.pointers...); err != nil {
			return err
		}
		if r.tap != nil {
			r.tap(r.columns, row.values)
		}
		if err := fn(row.values); err != nil {
			return err
		}
	}
	return r.rows.Err()
}

// row is where the values of a row are scanned to.
type row struct {
	values   []any
	pointers []any
}

func newRow(columns int) row {
	r := row{make([]any, columns), make([]any, columns)}
	for i := range r.values {
		r.pointers[i] = &r.values[i]
	}
	return r
}

// query runs one statement. Values that would not survive the driver are cast by
// DuckDB itself, each through castTo, a format string for the expression.
func query(ctx context.Context, conn *sql.Conn, statement, castTo string) (*result, error) {
	described := describe(ctx, conn, statement)
	text := statement
	if needsCast(described) {
		text = wrap(statement, castTo, described)
	}
	rows, err := conn.QueryContext(ctx, text) //nolint:rowserrcheck // the rows are the result; who prints it reads, checks and closes them
	if err != nil {
		return nil, err
	}
	if len(described) > 0 {
		return &result{columns: described, rows: rows, isData: true}, nil
	}
	types, err := rows.ColumnTypes()
	if err != nil {
		rows.Close() //nolint:sqlclosecheck // they are the result but here
		return nil, err
	}
	r := &result{rows: rows, isData: len(types) > 0}
	for _, t := range types {
		r.columns = append(r.columns, column{name: t.Name(), typ: parseType(t.DatabaseTypeName())})
	}
	if len(types) == 1 {
		r.isData = !isOutcome(statement, r.columns[0].name, r.columns[0].typ.name)
	}
	return r, nil
}

// isOutcome recognizes the only column of a result that just tells that a
// statement was carried out. The statement is not a query.
func isOutcome(statement, column, typeName string) bool {
	switch firstWord(statement) {
	case "EXECUTE", "CALL": // what these run can be a query
		return column == "Success" && typeName == "BOOLEAN"
	}
	return column == "Success" && typeName == "BOOLEAN" || column == "Count" && typeName == "BIGINT"
}

// describe returns the columns of a query with their exact types, which the
// driver does not tell, or none if the statement is not a query or is wrong: the
// error then comes from running it.
func describe(ctx context.Context, conn *sql.Conn, statement string) []column {
	if !isQuery(statement) {
		return nil
	}
	rows, err := conn.QueryContext(ctx, "DESCRIBE "+statement)
	if err != nil {
		return nil
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil || len(names) < 2 {
		return nil
	}
	var columns []column
	values := newRow(len(names))
	for rows.Next() {
		if err := rows.Scan(values.pointers...); err != nil {
			return nil
		}
		name, _ := values.values[0].(string)
		text, _ := values.values[1].(string)
		typ := parseType(text)
		columns = append(columns, column{name: name, typ: typ, cast: !typ.isWhole()})
	}
	if rows.Err() != nil {
		return nil
	}
	return columns
}

// isQuery reports whether the statement begins like a query. One that begins
// with WITH can also change a table.
func isQuery(statement string) bool {
	switch firstWord(statement) {
	case "SELECT", "WITH", "FROM", "VALUES", "(":
		return true
	}
	return false
}

func needsCast(columns []column) bool {
	for _, c := range columns {
		if c.cast {
			return true
		}
	}
	return false
}

// wrap returns the query with those columns cast that need it. Columns are
// addressed by position, because names can repeat.
func wrap(query, castTo string, columns []column) string {
	names := make([]string, len(columns))
	values := make([]string, len(columns))
	for i, c := range columns {
		names[i] = fmt.Sprintf("__skyline_%d", i)
		values[i] = names[i]
		if c.cast {
			values[i] = fmt.Sprintf(castTo, names[i])
		}
	}
	// The line break ends a comment at the end of the query.
	return fmt.Sprintf("FROM (%s\n) AS __skyline_result(%s) SELECT %s",
		query, strings.Join(names, ", "), strings.Join(values, ", "))
}
