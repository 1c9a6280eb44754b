package robust

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"skyline/ext"
	"skyline/tests/trials"

	"github.com/duckdb/duckdb-go/v2"
)

// checkFlu is a call whose result is known: {Flu2, AIDS1} at k = 1, where AIDS
// has 1/2 and Flu 1.
const checkFlu = "SELECT sum(breach) FROM skyline_check('(VALUES (20, ''Flu''), (20, ''Flu''), (20, ''AIDS'')) t(age, disease)', ['age'], 'disease', k := 1)"

type queryer interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// checkUsable makes sure that a database still answers, and right.
func checkUsable(t testing.TB, db queryer) {
	t.Helper()
	var sum float64
	if err := db.QueryRowContext(context.Background(), checkFlu).Scan(&sum); err != nil || sum != 1.5 {
		t.Fatalf("afterwards: %v, %v, want 1.5", sum, err)
	}
}

// TestManyErrors makes each kind of error many times, at binding, before the
// scan, in an aggregate and in a kernel; what they leave behind must not hinder
// the next query.
func TestManyErrors(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := openDB(t, "")
	exec(t, db, "CREATE TABLE t AS SELECT i % 10 AS g, i AS p, i % 7 AS v, -1 AS n FROM range(5000) r(i)")
	wrong := []string{
		"FROM skyline_check('t', ['g'], 'v', c := 2)",
		"FROM skyline_check('nowhere', ['g'], 'v')",
		"FROM skyline_check('t', ['g'], 'nothing')",
		"FROM skyline_check('t', ['g'], 'v', weight := 'n')",
		"FROM skyline_check('t', ['g'], 'v', person := 'g')",
		"FROM skyline_check('(SELECT g % 2 AS h, g AS p, v FROM t)', ['h'], 'v', person := 'p', values_per_person := 'set')",
		"FROM skyline_check('(SELECT g, v, 4611686018427387904 AS n FROM t)', ['g'], 'v', weight := 'n')",
		"FROM skyline_check('t', ['g'], 'v', skyline := '(SELECT NULL AS value, -1 AS l, 0 AS k, 0 AS m, 1 AS c)')",
		"FROM skyline_find('t', ['g'], 'v', c := 1, max_points := 0)",
		"FROM skyline_surface('t', ['g'], 'v', max_l := 0, max_k := 9999998, max_m := 0)",
		"FROM skyline_anonymize('t', ['g'], 'v', privacy := {'max_share': 0.01})",
		"FROM skyline_anonymize('t', ['g'], 'v', privacy := {'k_anonymity': 2}, hierarchies := '(SELECT ''g'' AS attribute, ''5'' AS value, 1 AS level, ''*'' AS label)')",
		"FROM skyline_anonymize('(SELECT *, 1 AS group_id FROM t)', ['g'], 'v', privacy := {'k_anonymity': 2})",
		"FROM skyline_anonymize('t', ['g'], 'v', privacy := {'k_anonymity': 2}, weight := 'n', output := 'groups')",
		"FROM release_check('t', ['g'], 'v', privacy := {'skyline': '(SELECT NULL AS value, -1 AS l, 0 AS k, 0 AS m, 1 AS c)'})",
		"FROM release_check('(SELECT g, v, 4611686018427387904 AS n FROM t)', ['g'], 'v', privacy := {'k_anonymity': 2}, weight := 'n', output := 'groups')",
	}
	for i := range trials.Number(60, 1000) {
		statement := wrong[i%len(wrong)]
		if _, err := db.ExecContext(t.Context(), statement); err == nil {
			t.Fatalf("no error from %s", statement)
		}
	}
	checkUsable(t, db)
}

// TestConnectionsAtOnce runs different questions on eight connections, and
// errors in between.
func TestConnectionsAtOnce(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	const connections, rounds = 8, 20
	db := openDB(t, "")
	db.SetMaxOpenConns(connections)
	exec(t, db, "CREATE TABLE t AS SELECT i % 10 AS g, i // 10 AS v FROM range(1000) r(i)")
	var wait sync.WaitGroup
	for c := range connections {
		wait.Go(func() {
			conn, err := db.Conn(t.Context())
			if err != nil {
				t.Error(err)
				return
			}
			defer conn.Close()
			for round := range rounds {
				// Groups of 100 people with 100 values: 1/(100-k), by hand.
				k := (c*rounds + round) % 99
				var rows int
				var least, most float64
				statement := fmt.Sprintf("SELECT count(*), min(breach), max(breach) FROM skyline_check('t', ['g'], 'v', k := %d)", k)
				if err := conn.QueryRowContext(t.Context(), statement).Scan(&rows, &least, &most); err != nil {
					t.Errorf("connection %d, round %d: %v", c, round, err)
					return
				}
				if want := 1 / float64(100-k); rows != 100 || least != want || most != want {
					t.Errorf("k = %d: %d rows from %v to %v, want 100 of %v", k, rows, least, most, want)
				}
				if _, err := conn.ExecContext(t.Context(), "FROM skyline_check('t', ['g'], 'v', c := 2)"); err == nil {
					t.Error("no error for c := 2")
				}
			}
		})
	}
	wait.Wait()
}

// TestReadOnlyFile asks a database that cannot be written to: nothing of ours
// may need to write.
func TestReadOnlyFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "data.db")
	writer, err := ext.NewConnector(file)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(writer)
	exec(t, db, "CREATE TABLE t AS FROM (VALUES (20, 'Flu'), (20, 'AIDS')) AS t(age, disease)")
	checkUsable(t, db)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	db = openDB(t, file+"?access_mode=read_only")
	var breach float64
	if err := db.QueryRowContext(t.Context(), "SELECT max(breach) FROM skyline_check('t', ['age'], 'disease')").Scan(&breach); err != nil || breach != 0.5 {
		t.Errorf("breach = %v, %v, want 0.5", breach, err)
	}
	if _, err := db.ExecContext(t.Context(), "INSERT INTO t VALUES (1, 'x')"); err == nil {
		t.Error("the database can be written to")
	}
	after, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(before, after) {
		t.Error("the file has changed")
	}
}

// TestNothingStaysInTheFile makes sure that a database on which Skyline was used
// holds the user's objects and nothing of ours.
func TestNothingStaysInTheFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "data.db")
	first, err := ext.NewConnector(file)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(first)
	exec(t, db, "CREATE TABLE t AS SELECT 1 AS a, 2 AS b", "CREATE TABLE r AS SELECT value, breach FROM skyline_check('t', ['a'], 'b')")
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	plain, err := duckdb.NewConnector(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	db = sql.OpenDB(plain)
	defer db.Close()
	var functions, tables int
	statement := "SELECT (SELECT count(*) FROM duckdb_functions() WHERE function_name ILIKE '%skyline%'), (SELECT count(*) FROM duckdb_tables())"
	if err := db.QueryRowContext(t.Context(), statement).Scan(&functions, &tables); err != nil || functions != 0 || tables != 2 {
		t.Errorf("%d functions and %d tables, %v, want none and 2", functions, tables, err)
	}
}

// TestTwoConnectors opens one file by two connectors of the same process.
func TestTwoConnectors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "data.db")
	one, two := openDB(t, file), openDB(t, file)
	exec(t, one, "CREATE TABLE t AS FROM (VALUES (20, 'Flu'), (20, 'AIDS')) AS t(age, disease)")
	for range 3 {
		for _, db := range []*sql.DB{one, two} {
			var breach float64
			if err := db.QueryRowContext(t.Context(), "SELECT max(breach) FROM skyline_check('t', ['age'], 'disease')").Scan(&breach); err != nil || breach != 0.5 {
				t.Errorf("breach = %v, %v, want 0.5", breach, err)
			}
		}
	}
}

// TestParameters passes arguments as a Go program does.
func TestParameters(t *testing.T) {
	db := openDB(t, "")
	exec(t, db, "CREATE TABLE t AS FROM (VALUES (20, 'Flu'), (20, 'Flu'), (20, 'AIDS')) AS t(age, disease)")
	statement := "SELECT max(breach) FROM skyline_check(?, qi := ?, sensitive := ?, k := ?, c := ?) WHERE value = ?"
	prepared, err := db.PrepareContext(t.Context(), statement)
	if err != nil {
		t.Fatal(err)
	}
	defer prepared.Close()
	// By hand: 1/3, and 1/2 when one of the others is known.
	for k, want := range []float64{1.0 / 3, 1.0 / 2} {
		var breach float64
		err := prepared.QueryRowContext(t.Context(), "t", []string{"age"}, "disease", k, 0.5, "AIDS").Scan(&breach)
		if err != nil || breach != want {
			t.Errorf("k = %d: %v, %v, want %v", k, breach, err, want)
		}
	}
	var breach float64
	err = prepared.QueryRowContext(t.Context(), "t", []string{"age"}, "disease", -1, 0.5, "AIDS").Scan(&breach)
	if err == nil || !strings.Contains(err.Error(), "k must be a whole number") {
		t.Errorf("k = -1: %v", err)
	}
}

// memoryGrowth is how much the process may grow over the calls below after a
// warm-up. One leaked result or histogram of theirs is over 300 kB, so a leak of 200
// calls would be over 60 MB.
const memoryGrowth = 48 << 20

func TestMemory(t *testing.T) {
	trials.Long(t)
	if runtime.GOOS != "linux" {
		t.Skip("the resident size is read from /proc")
	}
	db := openDB(t, "")
	exec(t, db, "SET threads = 2", "CREATE TABLE t AS SELECT i % 3 AS g, 'a rather long text, number ' || (i % 3000) AS v FROM range(9000) r(i)")
	asked := []struct {
		statement string
		fails     bool
	}{
		{"FROM skyline_check('t', ['g'], 'v', l := 1, k := 1, m := 1)", false},
		{"FROM skyline_check('t', ['g'], 'v', skyline := '(SELECT NULL AS value, -1 AS l, 0 AS k, 0 AS m, 1 AS c)')", true},
		{"FROM skyline_surface('t', ['g'], 'v', max_l := 1, max_k := 1, max_m := 1)", false},
		{"FROM skyline_find('(SELECT g, g % 2 AS v FROM t)', ['g'], 'v', c := 1, max_points := 0)", false},
		{"FROM skyline_anonymize('t', ['v'], 'g', privacy := {'k_anonymity': 120})", false},
		{"FROM skyline_anonymize('t', ['v'], 'g', privacy := {'max_share': 0.01})", true},
		{"FROM skyline_anonymize('t', ['v'], 'g', privacy := {'k_anonymity': 500}, hierarchies := '(SELECT ''v'' AS attribute, ''x'' AS value, 1 AS level, ''*'' AS label)', output := 'groups')", true},
		{"FROM release_check('t', ['g'], 'v', privacy := {'t_closeness': 0.1})", false},
		{"FROM release_check('t', ['g'], 'v', privacy := {'skyline': '(SELECT NULL AS value, -1 AS l, 0 AS k, 0 AS m, 1 AS c)'}, output := 'groups')", true},
	}
	run := func(times int) {
		for i := range times {
			call := asked[i%len(asked)]
			if err := drain(t.Context(), db, call.statement); (err != nil) != call.fails {
				t.Fatalf("%s: %v", call.statement, err)
			}
		}
	}
	run(45)
	before := settledSize(t, 0)
	calls := trials.Number(200, 1000)
	run(calls)
	after := settledSize(t, before+memoryGrowth)
	t.Logf("resident: %d MB, then %d MB", before>>20, after>>20)
	if after-before > memoryGrowth {
		t.Errorf("the process grew by %d MB over %d calls", (after-before)>>20, calls)
	}
}

// keptFor is longer than what a kernel has read, or a result that has served, is kept.
const keptFor = 12 * time.Second

// settledSize returns the resident size of the process once it is at most enough, or
// once all that is kept for a while has been forgotten.
func settledSize(t *testing.T, enough int64) int64 {
	t.Helper()
	forgotten := time.Now().Add(keptFor)
	for {
		size := residentSize(t)
		if size <= enough || time.Now().After(forgotten) {
			return size
		}
		time.Sleep(time.Second)
	}
}

// residentSize returns the resident size of the process, after Go has given back
// what it can.
func residentSize(t *testing.T) int64 {
	t.Helper()
	debug.FreeOSMemory()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	number, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	kilobytes, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return kilobytes << 10
}
