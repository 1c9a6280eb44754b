package ext

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"skyline/ext/capi"
	"skyline/sqlfuncs/host"
	"skyline/tests/trials"
)

// hungry are statements that need more memory in C than the limit of the test below: for
// states, for the counts of one of them, for the texts of values, and for what threads put
// together.
var hungry = []string{
	"SELECT count(h) FROM (SELECT __skyline_histogram(7, 'x', 1) AS h FROM range(3000000) r(i) GROUP BY i)",
	"SELECT octet_length(__skyline_histogram(7, i::VARCHAR, 1)) FROM range(6000000) r(i)",
	"SELECT octet_length(__skyline_histogram(7, repeat('x', 1000) || i, 1)) FROM range(200000) r(i)",
	"SELECT count(h) FROM (SELECT __skyline_histogram(7, (i % 97)::VARCHAR, 1) AS h FROM wide GROUP BY i % 60000)",
	"FROM skyline_check('(SELECT i AS g, i % 7 AS v FROM range(3000000) r(i))', ['g'], 'v')",
}

const hungryVariable = "SKYLINE_TEST_HUNGRY"

// TestMemoryInC: an aggregate whose states, in C, would exceed the limit for what is kept
// beside DuckDB's memory ends with an error, and gives all of it back. The limit is read
// once, so this is a process of its own.
func TestMemoryInC(t *testing.T) {
	trials.Long(t)
	if os.Getenv(hungryVariable) == "" {
		child := exec.Command(os.Args[0], "-test.run=^TestMemoryInC$", "-test.v")
		child.Env = append(os.Environ(), hungryVariable+"=1", "GOMEMLIMIT=96MiB")
		if output, err := child.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, output)
		}
		return
	}
	connector, err := NewConnector("")
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	defer db.Close()
	run := func(statement string) (n int64, err error) {
		err = db.QueryRowContext(context.Background(), statement).Scan(&n)
		return n, err
	}
	for _, statement := range []string{"SET threads = 2", "CREATE TABLE wide AS FROM range(4000000) r(i)"} {
		if _, err := db.ExecContext(context.Background(), statement); err != nil {
			t.Fatal(err)
		}
	}
	for _, statement := range hungry {
		_, err := run(strings.Replace(statement, "FROM skyline_check(", "SELECT count(*) FROM skyline_check(", 1))
		if err == nil || !strings.Contains(err.Error(), "__skyline_histogram: it takes more memory than there is for what Skyline keeps beside DuckDB's memory_limit, 96 MiB; ") {
			t.Errorf("%s: %v", statement, err)
		}
		if bytes := host.Beside(); bytes != 0 {
			t.Errorf("%s: %d bytes are left", statement, bytes)
		}
		// A smaller one goes well, at once.
		small := fmt.Sprintf("SELECT sum(octet_length(h)) FROM (SELECT __skyline_histogram(%d, (i %% 9)::VARCHAR, 1) AS h FROM range(9000) r(i) GROUP BY i %% 100)", planKey)
		if n, err := run(small); err != nil || n != 100*9*3 {
			t.Errorf("afterwards: %d, %v, want %d", n, err, 100*9*3)
		}
	}
}

// abandoned are statements at whose end DuckDB does not destroy all states.
var abandoned = []string{
	"SELECT h FROM (SELECT __skyline_histogram(%d, (i %% 40)::VARCHAR, 1) AS h FROM range(200000) r(i) GROUP BY i // 3) LIMIT 1",
	"SELECT h, error('mine') FROM (SELECT __skyline_histogram(%d, i::VARCHAR, 1) AS h FROM range(200000) r(i) GROUP BY i // 3)",
	"SELECT h FROM (SELECT __skyline_histogram(%d, 'x', 1) FILTER (i < 0) AS h FROM range(200000) r(i) GROUP BY i // 3) LIMIT 1",
}

// TestAbandonedStates: what a query leaves behind that DuckDB does not read to its end is
// forgotten, and what has just been touched is not.
func TestAbandonedStates(t *testing.T) {
	conn := openConn(t)
	for _, statement := range abandoned {
		_, err := conn.ExecContext(context.Background(), fmt.Sprintf(statement, planKey))
		if err != nil && !strings.Contains(err.Error(), "mine") {
			t.Fatal(err)
		}
		left := host.Beside()
		capi.ForgetHistograms(time.Minute)
		if after := host.Beside(); after != left {
			t.Errorf("%s: %d bytes, and %d after those of a minute ago were forgotten", statement, left, after)
		}
		capi.ForgetHistograms(0)
		if after := host.Beside(); after != 0 {
			t.Errorf("%s: of %d bytes %d are left", statement, left, after)
		}
	}
}

// TestInterruptedStates: wherever queries are interrupted, nothing of theirs stays.
func TestInterruptedStates(t *testing.T) {
	trials.Long(t)
	conn := openConn(t)
	statement := fmt.Sprintf("SELECT sum(octet_length(h)) FROM (SELECT __skyline_histogram(%d, (i %% 40)::VARCHAR, 1) AS h FROM range(400000) r(i) GROUP BY i // 3)", planKey)
	interrupted := 0
	for i := range 8 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(20*(i+1))*time.Millisecond)
		if _, err := conn.ExecContext(ctx, statement); err != nil {
			interrupted++
		}
		cancel()
	}
	left := host.Beside()
	capi.ForgetHistograms(0)
	t.Logf("%d of 8 queries were interrupted, and left %d bytes", interrupted, left)
	if after := host.Beside(); after != 0 {
		t.Errorf("of %d bytes %d are left", left, after)
	}
}

// TestForgottenInUse: a query whose states are forgotten while it runs is right, or has an
// error that says so.
func TestForgottenInUse(t *testing.T) {
	connector, err := NewConnector("")
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	defer db.Close()
	done := make(chan struct{})
	var forgetting sync.WaitGroup
	forgetting.Go(func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(20 * time.Millisecond):
				capi.ForgetHistograms(0)
			}
		}
	})
	right := 0
	for i := range 40 {
		var n int64
		rows := 1000 << (i % 10)
		err := db.QueryRowContext(context.Background(), fmt.Sprintf("SELECT sum(octet_length(h)) FROM (SELECT __skyline_histogram(%d, (i %% 9)::VARCHAR, 1) AS h FROM range(%d) r(i) GROUP BY i // 9)", planKey, 9*rows)).Scan(&n)
		switch {
		case err == nil && n == int64(rows*9*3):
			right++
		case err == nil || !strings.Contains(err.Error(), "forgotten"):
			t.Errorf("%d rows: %d, %v", rows, n, err)
		}
	}
	close(done)
	forgetting.Wait()
	t.Logf("%d of 40 queries had a result", right)
}
