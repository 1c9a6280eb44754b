package definitions

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"skyline/tests/internal/sqltest"
)

// column is a column of the awkward table.
type column struct {
	name, kind string
	values     []string // SQL expressions; NULL is one more
}

// columns are all kinds that statements for other engines know, with values that engines
// treat differently, and names that have to be quoted.
var columns = []column{
	{"text", "VARCHAR", []string{"''", "' '", "'a'", "'A'", "'a '", "'it''s'", `'back\slash'`, `'\n'`, "'say \"hi\"'", "'é'", "'e' || chr(769)", "'${x}'", "'%_'", "'a' || chr(10) || 'b'", "'NULL'", "'`'", "']'"}},
	{`say "name"`, "VARCHAR", []string{"'x'", "'y'", "'X'"}},
	{"it's", "INTEGER", []string{"-2147483648", "-1", "0", "1", "2147483647"}},
	{"select", "HUGEINT", []string{"-99999999999999999999999999999999999999", "0", "18446744073709551616"}},
	{"price", "DECIMAL(9,2)", []string{"-0.01", "0", "1.5", "9999999.99"}},
	{"double", "DOUBLE", []string{"'nan'", "'-0.0'", "0.0", "0.1", "1e300", "5e-324", "'inf'", "'-inf'", "1.0000000000000002"}},
	{"Float", "FLOAT", []string{"'nan'", "'-0.0'", "0.0", "0.1", "16777216", "'-inf'"}},
	{"yes", "BOOLEAN", []string{"true", "false"}},
	{"day", "DATE", []string{"'1969-12-31'", "'1970-01-01'", "'0001-01-01'", "'9999-12-31'", "'2024-02-29'"}},
	{"clock", "TIME", []string{"'00:00:00'", "'23:59:59.999999'", "'12:00:00.000001'"}},
	{"at", "TIMESTAMP", []string{"'1969-12-31 23:59:59.999999'", "'1970-01-01 00:00:00'", "'2024-03-31 02:30:00.000001'", "'1677-01-01 00:00:00'"}},
	{"moment", "TIMESTAMP WITH TIME ZONE", []string{"'1969-12-31 23:59:59.999999+00'", "'1970-01-01 00:00:00+00'", "'2024-10-27 00:30:00+00'", "'2024-10-27 01:30:00+00'"}},
	{"id ", "UUID", []string{"'00000000-0000-0000-0000-000000000000'", "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'"}},
	{"mood", "ENUM('sad', 'ok', 'a''b')", []string{"'sad'", "'ok'", "'a''b'"}},
}

// ident and text quote by DuckDB's rules.
func ident(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
func text(s string) string     { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// idents are names with commas between them.
func idents(names []string) string { return list(names, ident) }

func list(names []string, f func(string) string) string {
	parts := make([]string, len(names))
	for i, name := range names {
		parts[i] = f(name)
	}
	return strings.Join(parts, ", ")
}

// textList is a list of names as an argument.
func textList(names []string) string { return "[" + list(names, text) + "]" }

func mapped[T any](items []T, f func(T) string) []string {
	parts := make([]string, len(items))
	for i, item := range items {
		parts[i] = f(item)
	}
	return parts
}

// makePeople makes a table people of rows with random values of some columns, a number and
// a sensitive value.
func makePeople(t *testing.T, db *sql.DB, rng *rand.Rand, chosen []column, rows int) {
	t.Helper()
	definitions := []string{"number BIGINT", "s VARCHAR"}
	for _, c := range chosen {
		definitions = append(definitions, ident(c.name)+" "+c.kind)
	}
	values := make([]string, rows)
	for i := range values {
		row := []string{fmt.Sprint(i), []string{"'flu'", "'cold'", "'hiv'", "NULL", "'Flu'"}[rng.IntN(5)]}
		for _, c := range chosen {
			// Some values are frequent, so that groups have several people.
			at := min(rng.IntN(len(c.values)+1), rng.IntN(len(c.values)+1))
			value := "NULL"
			if at > 0 {
				value = c.values[at-1]
			}
			row = append(row, "("+value+")::"+c.kind)
		}
		values[i] = "(" + strings.Join(row, ", ") + ")"
	}
	sqltest.Exec(t, db, "CREATE OR REPLACE TABLE people ("+strings.Join(definitions, ", ")+")")
	if rows > 0 {
		sqltest.Exec(t, db, "INSERT INTO people VALUES "+strings.Join(values, ", "))
	}
}

// choose takes some columns at random.
func choose(rng *rand.Rand, n int) (chosen []column, names []string) {
	for _, i := range rng.Perm(len(columns))[:n] {
		chosen = append(chosen, columns[i])
		names = append(names, columns[i].name)
	}
	return chosen, names
}

// statements are the rows of a function that writes statements.
func statements(t *testing.T, db *sql.DB, call string) (map[string]string, error) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), "SELECT step, sql FROM "+call)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	steps := map[string]string{}
	for rows.Next() {
		var step, statement string
		if err := rows.Scan(&step, &statement); err != nil {
			return nil, err
		}
		steps[step] = statement
	}
	return steps, rows.Err()
}

// mustStatements are those of a call that must succeed.
func mustStatements(t *testing.T, db *sql.DB, call string) map[string]string {
	t.Helper()
	steps, err := statements(t, db, call)
	if err != nil {
		t.Fatalf("%v\n%s", err, call)
	}
	return steps
}
