package robust

import (
	"context"
	"database/sql"

	"skyline/sqlfuncs"
	"skyline/tests/internal/sqltest"
)

// What the tests of this folder share with others.
var (
	openDB = sqltest.Open
	exec   = sqltest.Exec
	scan   = sqltest.Scan
	callIn = sqltest.CallIn
)

func head(s string) string { return s[:min(len(s), 300)] }

// drain runs a query to its end.
func drain(ctx context.Context, db *sql.DB, statement string) error {
	rows, err := db.QueryContext(ctx, statement)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		continue
	}
	return rows.Err()
}

// functionNames lists the public functions.
func functionNames() []string {
	var names []string
	for _, f := range sqlfuncs.Functions() {
		names = append(names, f.Name)
	}
	return names
}
