package planning

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// Settings are those of DuckDB that a macro passes with a plan: whether files may be read, and
// by which file systems not.
var Settings = []string{"enable_external_access", "disabled_filesystems"}

// mostBytes is how large the file of a plan may be: 5,000 columns with long reasons are 5 MB.
const mostBytes = 16 << 20

// rowsOfFile reads the file of a plan; lines are those in which rows begin, nil where there are none. Only files that are called like plans are read: anybody
// may call the planner, and say that files may be read.
func rowsOfFile(c *call.Call, name string) (rows []any, lines []int, err error) {
	lower := strings.ToLower(name)
	isCSV, isJSON := strings.HasSuffix(lower, ".plan.csv"), strings.HasSuffix(lower, ".plan.json")
	if !isCSV && !isJSON {
		return nil, nil, otherwise(name, fmt.Sprintf("it must be %s, got %s", whatPlan, sqltext.Text(name)))
	}
	disabled, _ := c.Arguments[Settings[1]].(string)
	if c.Arguments[Settings[0]] != true || strings.Contains(disabled, "LocalFileSystem") {
		return nil, nil, errors.New("this database may not read files; give the plan as a variable: SET VARIABLE plan = (SELECT list(p) FROM plan AS p), then plan := getvariable('plan')")
	}
	text, err := readFile(name)
	if err != nil {
		return nil, nil, err
	}
	switch {
	case bytes.HasPrefix(text, []byte("PAR1")):
		return nil, nil, otherwise(name, fmt.Sprintf("%s is a Parquet file", sqltext.Text(name)))
	case isCSV:
		rows, lines, err = rowsOfCSV(text)
	default:
		rows, err = rowsOfJSON(text)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", sqltext.Text(name), err)
	}
	written, _ := json.Marshal(rows) // decoded from JSON or CSV
	c.PlanFile = string(written)
	return rows, lines, nil
}

// otherwise says how to give the plan that a table or another file has.
func otherwise(table, what string) error {
	source := "plan"
	if from, err := sqltext.FromTable(table); err == nil {
		source = sqltext.Finish(from, "")
	}
	return fmt.Errorf("%s; what is in a table or another file is given as a variable: SET VARIABLE plan = (SELECT list(p) FROM %s AS p), then plan := getvariable('plan')", what, source)
}

// readFile reads a file of the process's own file system.
func readFile(name string) ([]byte, error) {
	file, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("there is no file %s; COPY plan TO %s writes it", sqltext.Text(name), sqltext.Text(name))
	}
	if err != nil {
		return nil, fmt.Errorf("the file %s cannot be read", sqltext.Text(name))
	}
	defer func() { _ = file.Close() }() // which was only read
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() || info.Size() > mostBytes {
		return nil, fmt.Errorf("%s must be a file of at most %d MiB", sqltext.Text(name), mostBytes>>20)
	}
	text, err := io.ReadAll(io.LimitReader(file, mostBytes))
	if err != nil {
		return nil, fmt.Errorf("the file %s cannot be read", sqltext.Text(name))
	}
	return text, nil
}

// rowsOfCSV returns the rows of a CSV file with a header, with commas, or with semicolons as
// spreadsheets write it where the comma is that of decimals. An empty field is NULL. lines are those in
// which the rows begin.
func rowsOfCSV(text []byte) (rows []any, lines []int, err error) {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	reader := csv.NewReader(bytes.NewReader(text))
	header, _, _ := bytes.Cut(text, []byte("\n"))
	if bytes.Count(header, []byte(";")) > bytes.Count(header, []byte(",")) {
		reader.Comma = ';'
	}
	var names []string
	for {
		record, err := reader.Read()
		var wrong *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			return rows, lines, nil
		case errors.As(err, &wrong):
			return nil, nil, fmt.Errorf("it is no CSV: %w in line %d", wrong.Err, wrong.Line)
		case err != nil:
			return nil, nil, errors.New("it is no CSV")
		case names == nil:
			names = record
			continue
		}
		row := map[string]any{}
		for i, name := range names {
			if _, again := row[name]; again {
				return nil, nil, fmt.Errorf("it has the column %s twice", sqltext.Ident(name))
			}
			row[name] = nil
			if record[i] != "" {
				row[name] = record[i]
			}
		}
		line, _ := reader.FieldPos(0)
		rows, lines = append(rows, row), append(lines, line)
	}
}
