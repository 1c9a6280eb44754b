//go:build failing

package ext

import (
	"context"
	"database/sql"
	"strings"
	"testing"

	"skyline/ext/capi"
	"skyline/sqlfuncs/host"
)

// failing are statements in which the C parts allocate in every way there is: states, the
// counts of many values, the dictionary's table, its blocks and its long texts, the scratch
// of what is returned, states that threads put together, and all that a call of Skyline's needs.
var failing = []string{
	"SELECT sum(octet_length(h)) FROM (SELECT __skyline_histogram(7, 'value ' || i % 40, 1) AS h FROM range(6000) r(i) GROUP BY i // 3)",
	"SELECT octet_length(__skyline_histogram(7, 'a value that is long ' || i, 1)) FROM range(1500) r(i)",
	"SELECT sum(octet_length(h)) FROM (SELECT __skyline_histogram(7, i % 97, 70000) AS h FROM range(20000) r(i) GROUP BY i % 3)",
	"SELECT octet_length(__skyline_histogram(7, i % 97, 1)) FROM several",
	"SELECT count(*) FROM skyline_check('(SELECT i % 50 AS g, i % 7 AS v FROM range(3000) r(i))', ['g'], 'v')",
}

// TestFailing lets each allocation of the C parts fail, one in each run: the statement ends
// in an error that says so, nothing is left of it, and the next one goes well. As SQLite's
// tests do: https://sqlite.org/malloc.html.
func TestFailing(t *testing.T) {
	conn := openConn(t)
	ctx := context.Background()
	if _, err := conn.ExecContext(ctx, "CREATE TABLE several AS FROM range(500000) r(i)"); err != nil {
		t.Fatal(err)
	}
	for _, threads := range []string{"1", "2"} {
		if _, err := conn.ExecContext(ctx, "SET threads = "+threads); err != nil {
			t.Fatal(err)
		}
		for _, statement := range failing {
			want, asked := result(t, conn, statement)
			for n := 1; n <= asked; n++ {
				capi.FailAllocation(n)
				var got int64
				err := conn.QueryRowContext(ctx, statement).Scan(&got)
				// With threads there may be fewer allocations than before.
				failed := capi.Allocations() >= n
				capi.FailAllocation(0)
				if failed && (err == nil || !strings.Contains(err.Error(), "it takes more memory than there is")) || !failed && err != nil {
					t.Fatalf("%s, allocation %d of %d: %d, error %v", statement, n, asked, got, err)
				}
				if threads != "1" {
					// What another thread makes after the failure DuckDB forgets, where that is at
					// the end: it is given back in a while.
					capi.ForgetHistograms(0)
				}
				if bytes := host.Beside(); bytes != 0 {
					t.Fatalf("%s, allocation %d of %d: %d bytes are left", statement, n, asked, bytes)
				}
			}
			if got, _ := result(t, conn, statement); got != want {
				t.Errorf("%s: afterwards %d, want %d", statement, got, want)
			}
			t.Logf("%d allocations, %s threads: %s", asked, threads, statement)
		}
	}
}

// result is that of a statement in which nothing fails, and how often the C parts allocate.
func result(t *testing.T, conn *sql.Conn, statement string) (n int64, asked int) {
	t.Helper()
	capi.FailAllocation(0)
	if err := conn.QueryRowContext(context.Background(), statement).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n, capi.Allocations()
}
