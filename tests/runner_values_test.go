package tests

import (
	"database/sql"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// What stands in a result for what has no text of its own.
const (
	nullText  = "NULL"
	emptyText = "(empty)"
)

// databaseTypes are the column types that each letter takes. Others are cast by
// DuckDB, in the query, so that no two hosts render them differently.
var databaseTypes = map[byte][]string{
	'B': {"BOOLEAN"},
	'I': {"TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT"},
	'R': {"DOUBLE"},
	'T': {"VARCHAR"},
}

// readRows returns the rows of a result as texts.
func readRows(rows *sql.Rows, types string) ([][]string, error) {
	columns, err := rows.ColumnTypes()
	if err != nil {
		return nil, err
	}
	if len(columns) != len(types) {
		return nil, fmt.Errorf("the result has %d columns, expected %d", len(columns), len(types))
	}
	for i, column := range columns {
		if name := column.DatabaseTypeName(); !slices.Contains(databaseTypes[types[i]], name) {
			return nil, fmt.Errorf("column %d is %s, which %q does not stand for; cast it in the query", i+1, name, types[i])
		}
	}
	var result [][]string
	values := make([]any, len(columns))
	pointers := make([]any, len(columns))
	for i := range values {
		pointers[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(pointers...); err != nil {
			return nil, err
		}
		row := make([]string, len(columns))
		for i, v := range values {
			if row[i], err = render(v); err != nil {
				return nil, err
			}
		}
		result = append(result, row)
	}
	return result, rows.Err()
}

// render returns the text of a value.
func render(v any) (string, error) {
	switch v := v.(type) {
	case nil:
		return nullText, nil
	case bool:
		return strconv.FormatBool(v), nil
	case int8, int16, int32, int64, uint8, uint16, uint32, uint64, *big.Int:
		return fmt.Sprint(v), nil
	case float64:
		return renderDouble(v), nil
	case string:
		if v == "" {
			return emptyText, nil
		}
		if strings.ContainsAny(v, "\t\r\n") {
			return "", fmt.Errorf("a text with tabs or line ends cannot stand in a result; replace() them in the query")
		}
		return v, nil
	}
	return "", fmt.Errorf("cannot render a %T; cast it in the query", v)
}

// renderDouble returns the shortest decimal number that rounds to x.
func renderDouble(x float64) string {
	switch {
	case math.IsNaN(x):
		return "nan"
	case math.IsInf(x, 0):
		return strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(x, 'g', -1, 64)), "+")
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// largestExact bounds the integers in a fraction: below, each is a double, and
// their quotient is correctly rounded by any host's division.
const largestExact = 1 << 53

// parseDouble reads an expected double: a decimal number, or a fraction p/q.
func parseDouble(s string) (float64, error) {
	numerator, denominator, isFraction := strings.Cut(s, "/")
	if !isFraction {
		return strconv.ParseFloat(s, 64)
	}
	p, err1 := strconv.ParseInt(numerator, 10, 64)
	q, err2 := strconv.ParseInt(denominator, 10, 64)
	if err1 != nil || err2 != nil || p < 0 || p >= largestExact || q <= 0 || q >= largestExact {
		return 0, fmt.Errorf("%q is not a fraction of integers below 2^53", s)
	}
	return float64(p) / float64(q), nil
}

// canonical brings an expected row to the texts that render gives.
func canonical(row []string, types string) ([]string, error) {
	if len(row) != len(types) {
		return nil, fmt.Errorf("an expected row has %d values, expected %d", len(row), len(types))
	}
	out := slices.Clone(row)
	for i, text := range row {
		if types[i] != 'R' || text == nullText {
			continue
		}
		x, err := parseDouble(text)
		if err != nil {
			return nil, err
		}
		out[i] = renderDouble(x)
	}
	return out, nil
}

// diffRows compares a result with what is expected; "" says that they agree.
func diffRows(got [][]string, expected []string, r *record) (string, error) {
	var want, have []string
	for _, line := range expected {
		row, err := canonical(strings.Split(line, "\t"), r.types)
		if err != nil {
			return "", err
		}
		want = append(want, strings.Join(row, "\t"))
	}
	for _, row := range got {
		have = append(have, strings.Join(row, "\t"))
	}
	if r.rowsort {
		slices.Sort(want)
		slices.Sort(have)
	}
	if slices.Equal(want, have) {
		return "", nil
	}
	return fmt.Sprintf("expected %d rows:\n%s\ngot %d rows:\n%s", len(want), shorten(want), len(have), shorten(have)), nil
}

// shorten keeps a message readable.
func shorten(lines []string) string {
	const most = 40
	if len(lines) > most {
		lines = append(slices.Clone(lines[:most]), fmt.Sprintf("… %d more", len(lines)-most))
	}
	return "\t" + strings.Join(lines, "\n\t")
}
