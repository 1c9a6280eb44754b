// Package sqltest holds what the tests through SQL share: a database with
// Skyline's functions, and statements that must succeed on it.
package sqltest

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skyline/ext"
	"skyline/tests/trials"
)

// Open opens a database with Skyline's functions, on at most one connection
// unless the test says otherwise. One in memory, "", has one thread where not
// everything is to run: most tests ask for little and often, side by side, and
// threads that wait for each other take a quarter of the time.
func Open(t testing.TB, dsn string) *sql.DB {
	t.Helper()
	if dsn == "" && !trials.Slow() {
		dsn = "?threads=1"
	}
	connector, err := ext.NewConnector(dsn)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	db.SetMaxOpenConns(1)
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// Exec runs statements that must succeed.
func Exec(t testing.TB, db *sql.DB, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		if _, err := db.ExecContext(context.Background(), statement); err != nil {
			t.Fatalf("%v\n%s", err, statement)
		}
	}
}

// Scan calls f for each row of a query that must succeed.
func Scan(t testing.TB, db *sql.DB, statement string, f func(*sql.Rows) error) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), statement)
	if err != nil {
		t.Fatalf("%v\n%s", err, statement)
	}
	defer rows.Close()
	for rows.Next() {
		if err := f(rows); err != nil {
			t.Fatal(err)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%v\n%s", err, statement)
	}
}

// Texts returns the rows of a query whose columns are texts.
func Texts(t *testing.T, db *sql.DB, statement string) (list []string) {
	t.Helper()
	Scan(t, db, statement, func(rows *sql.Rows) error {
		columns, err := rows.Columns()
		if err != nil {
			return err
		}
		values := make([]sql.NullString, len(columns))
		into := make([]any, len(values))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		var cells []string
		for _, v := range values {
			if !v.Valid {
				v.String = "NULL"
			}
			cells = append(cells, v.String)
		}
		list = append(list, strings.Join(cells, "\t"))
		return nil
	})
	return list
}

// Differences makes sure that two queries have the same rows.
func Differences(t *testing.T, db *sql.DB, got, want string) {
	t.Helper()
	var more, fewer int
	statement := fmt.Sprintf("WITH got AS (%s), want AS (%s) SELECT (SELECT count(*) FROM (FROM got EXCEPT ALL FROM want)), (SELECT count(*) FROM (FROM want EXCEPT ALL FROM got))", got, want)
	if err := db.QueryRowContext(t.Context(), statement).Scan(&more, &fewer); err != nil {
		t.Errorf("%s: %v", statement, err)
	}
	if more != 0 || fewer != 0 {
		t.Errorf("%s has %d rows too many and %d too few, compared with %s", got, more, fewer, want)
	}
}

// Answer returns the rows of a statement as one text, or the first line of its error.
func Answer(t *testing.T, db *sql.DB, statement string) (rows, failure string) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), "SELECT coalesce(string_agg(x::VARCHAR, chr(10)), '') FROM ("+statement+") AS x").Scan(&rows); err != nil {
		failure, _, _ = strings.Cut(err.Error(), "\n")
	}
	return rows, failure
}

// Data returns the path of the folder tests/data, with slashes.
func Data(t testing.TB) string {
	t.Helper()
	root, err := Repository()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.ToSlash(filepath.Join(root, "tests", "data"))
}

// Repository returns the folder above this one, which a test runs in, that has
// the module's go.mod.
func Repository() (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		if _, missing := os.Stat(filepath.Join(dir, "go.mod")); missing == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", os.ErrNotExist
		}
		dir = filepath.Dir(dir)
	}
	return "", err
}

// Literal writes a sensitive value in SQL, "" being NULL.
func Literal(s string) string {
	if s == "" {
		return "NULL"
	}
	return "'" + strings.ReplaceAll(s, "'", "''") + "'"
}
