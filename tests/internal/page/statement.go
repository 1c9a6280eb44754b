package page

import (
	"context"
	"database/sql"
	"errors"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/text"
)

// runBlock runs the statements of a block and returns what is to stand under it.
func (s Style) runBlock(ctx context.Context, conn *sql.Conn, block string, fails bool) (string, error) {
	statements := split(block)
	if len(statements) == 0 {
		return "", errors.New("the block is empty")
	}
	last := len(statements) - 1
	for _, statement := range statements[:last] {
		if isQuery(statement) {
			return "", errors.New("only the last statement of a block may be a query")
		}
		if _, err := conn.ExecContext(ctx, statement); err != nil {
			return "", err
		}
	}
	if fails {
		return failure(ctx, conn, statements[last])
	}
	return s.result(ctx, conn, statements[last])
}

// endOfStatement is a semicolon at the end of a line, behind which a comment may stand.
var endOfStatement = regexp.MustCompile(`;[ \t]*(--.*)?\n`)

// split divides a block into statements.
func split(block string) (statements []string) {
	for _, part := range endOfStatement.Split(block+"\n", -1) {
		if part = strings.TrimSpace(part); firstWord(part) != "" {
			statements = append(statements, part)
		}
	}
	return statements
}

// firstWord returns the first word of a statement, behind comments and opening
// parentheses, in capitals.
func firstWord(statement string) string {
	for line := range strings.Lines(statement) {
		if line = strings.TrimLeft(line, " \t\r\n("); line != "" && !strings.HasPrefix(line, "--") {
			return strings.ToUpper(strings.Fields(line)[0])
		}
	}
	return ""
}

func isQuery(statement string) bool {
	switch firstWord(statement) {
	case "SELECT", "WITH", "FROM", "VALUES", "DESCRIBE", "SUMMARIZE", "PIVOT", "UNPIVOT":
		return true
	}
	return false
}

// Result runs one statement and returns its rows as a markdown table, or "" for a
// statement that is not a query.
func Result(ctx context.Context, conn *sql.Conn, statement string) (string, error) {
	return Style{}.result(ctx, conn, statement)
}

func (s Style) result(ctx context.Context, conn *sql.Conn, statement string) (string, error) {
	if !isQuery(statement) {
		_, err := conn.ExecContext(ctx, statement)
		return "", err
	}
	columns, rows, err := query(ctx, conn, statement)
	if err != nil {
		return "", err
	}
	if s.Digits > 0 {
		for _, row := range rows {
			for i, c := range columns {
				if c.decimals {
					row[i] = Short(row[i], s.Digits)
				}
			}
		}
	}
	return markdown(columns, rows), nil
}

// kept is the temporary table of what the last query of a page returned.
const kept = "returned_by_page"

// query returns the columns of a query and its rows, every value as DuckDB's own cast to
// VARCHAR gives it.
func query(ctx context.Context, conn *sql.Conn, statement string) ([]column, [][]string, error) {
	// Asked for twice, for types and for rows, a call would be planned twice.
	if _, err := conn.ExecContext(ctx, "CREATE OR REPLACE TEMP TABLE "+kept+" AS FROM ("+statement+"\n)"); err != nil {
		return nil, nil, err
	}
	columns, err := describe(ctx, conn, kept)
	if err != nil {
		return nil, nil, err
	}
	rows, err := conn.QueryContext(ctx, "SELECT CAST(COLUMNS(*) AS VARCHAR) FROM "+kept)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	values, pointers := make([]sql.NullString, len(columns)), make([]any, len(columns))
	for i := range values {
		pointers[i] = &values[i]
	}
	var all [][]string
	for rows.Next() {
		if err := rows.Scan(pointers...); err != nil {
			return nil, nil, err
		}
		row := make([]string, len(columns))
		for i, v := range values {
			row[i] = "NULL"
			if v.Valid {
				row[i] = v.String
			}
		}
		all = append(all, row)
	}
	return columns, all, rows.Err()
}

// column is a column of a result.
type column struct {
	name     string
	number   bool // is aligned to the right
	decimals bool // has numbers with decimals, perhaps inside of other things
}

// describe returns the columns of a table.
func describe(ctx context.Context, conn *sql.Conn, table string) (columns []column, err error) {
	rows, err := conn.QueryContext(ctx, "SELECT column_name, column_type FROM (DESCRIBE "+table+")")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var name, kind string
		if err := rows.Scan(&name, &kind); err != nil {
			return nil, err
		}
		c := column{name: name, decimals: strings.Contains(kind, "DOUBLE") || strings.Contains(kind, "DECIMAL")}
		kind, _, _ = strings.Cut(kind, "(")
		switch kind {
		case "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT", "FLOAT", "DOUBLE", "DECIMAL":
			c.number = true
		}
		columns = append(columns, c)
	}
	return columns, rows.Err()
}

// markdown writes rows of texts as a table, in columns that line up.
func markdown(columns []column, rows [][]string) string {
	names, line := make([]string, len(columns)), make([]string, len(columns))
	for i, c := range columns {
		names[i], line[i] = cell(c.name), "---"
		if c.number {
			line[i] = "--:"
		}
	}
	table := [][]string{names, line}
	for _, values := range rows {
		row := make([]string, len(columns))
		for i, v := range values {
			row[i] = cell(v)
		}
		table = append(table, row)
	}
	for i := range columns {
		width := 0
		for _, row := range table {
			width = max(width, utf8.RuneCountInString(row[i]))
		}
		line[i] = strings.Repeat("-", width-len(line[i])) + line[i]
		for _, row := range table {
			padding := strings.Repeat(" ", width-utf8.RuneCountInString(row[i]))
			if columns[i].number {
				row[i] = padding + row[i]
			} else {
				row[i] += padding
			}
		}
	}
	var out []string
	for _, row := range table {
		out = append(out, "| "+strings.Join(row, " | ")+" |")
	}
	return strings.Join(out, "\n")
}

// cell writes a value so that it stays in its cell.
var cell = strings.NewReplacer("|", `\|`, "\n", " ").Replace

// failure runs a statement that must fail and returns its error as a block: the first line,
// since an excerpt of the query follows, broken at blanks.
func failure(ctx context.Context, conn *sql.Conn, statement string) (string, error) {
	_, err := conn.ExecContext(ctx, statement)
	if err == nil {
		return "", errors.New("the statement is to fail, and does not")
	}
	message, _, _ := strings.Cut(err.Error(), "\n")
	wrapped := strings.Split(text.WrapSoft(message, errorWidth), "\n")
	for i, line := range wrapped {
		wrapped[i] = strings.TrimRight(line, " ") // which it fills up
	}
	return plainFence + "\n" + strings.Join(wrapped, "\n") + "\n" + plainFence, nil
}

// errorWidth is how many characters a line of an error has.
const errorWidth = 110
