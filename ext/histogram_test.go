package ext

import (
	"context"
	"database/sql"
	"encoding/binary"
	"fmt"
	"strings"
	"sync"
	"testing"

	"skyline/ext/capi"
	"skyline/sqlfuncs/host"
	"skyline/tests/trials"
)

// planKey is the key that calls of private aggregates have here.
const planKey = 7

// decode returns the counts of an encoded histogram; NULL has the key "NULL".
func decode(t *testing.T, h []byte) (counts map[string]int64, order []string) {
	t.Helper()
	counts = map[string]int64{}
	uvarint := func() uint64 {
		n, size := binary.Uvarint(h)
		if size <= 0 {
			t.Fatalf("malformed histogram")
		}
		h = h[size:]
		return n
	}
	for len(h) > 0 {
		value := "NULL"
		if length := uvarint(); length > 0 {
			value = "=" + string(h[:length-1])
			h = h[length-1:]
		}
		if _, again := counts[value]; again {
			t.Fatalf("value %q twice", value)
		}
		counts[value] = int64(uvarint())
		order = append(order, value)
	}
	return counts, order
}

// sameAsGroupBy compares the histograms of a table t(g, v, n) with DuckDB's own
// counts.
func sameAsGroupBy(t *testing.T, conn *sql.Conn) {
	t.Helper()
	ctx := context.Background()
	want := map[int64]map[string]int64{}
	rows, err := conn.QueryContext(ctx, "SELECT g, coalesce('=' || v, 'NULL'), sum(n)::BIGINT FROM t WHERE n > 0 GROUP BY ALL")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var g, n int64
		var v string
		if err := rows.Scan(&g, &v, &n); err != nil {
			t.Fatal(err)
		}
		if want[g] == nil {
			want[g] = map[string]int64{}
		}
		want[g][v] = n
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	compareHistograms(t, conn, want)
}

func compareHistograms(t *testing.T, conn *sql.Conn, want map[int64]map[string]int64) {
	t.Helper()
	rows, err := conn.QueryContext(context.Background(), fmt.Sprintf("SELECT g, __skyline_histogram(%d, v, n) FROM t GROUP BY g", planKey))
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	groups := 0
	for rows.Next() {
		var g int64
		var h []byte
		if err := rows.Scan(&g, &h); err != nil {
			t.Fatal(err)
		}
		counts, order := decode(t, h)
		for i := 1; i < len(order); i++ {
			// "NULL" sorts behind "=…" but stands first.
			if order[i] == "NULL" || order[i-1] != "NULL" && order[i-1] >= order[i] {
				t.Fatalf("group %d: %q stands before %q", g, order[i-1], order[i])
			}
		}
		if len(counts) != len(want[g]) {
			t.Fatalf("group %d has %d values, want %d", g, len(counts), len(want[g]))
		}
		for v, n := range want[g] {
			if counts[v] != n {
				t.Fatalf("group %d: %d of a value, want %d", g, counts[v], n)
			}
		}
		groups++
	}
	if err := rows.Err(); err != nil || groups < len(want) {
		t.Fatalf("%d groups, error %v; want %d groups", groups, err, len(want))
	}
}

// histogramTables make t(g, v, n): few and many values, short and long texts, integers,
// counts beyond the room in the state, groups from one row to all rows.
var histogramTables = []string{
	"SELECT range % 7 AS g, 'v' || hash(range) % 5 AS v, 1 AS n FROM range(100000)",
	"SELECT hash(range) % 90000 AS g, 'value ' || hash(range + 1) % 40 AS v, 1 AS n FROM range(300000)",
	"SELECT hash(range) % 50 AS g, 'a value that is longer than twelve bytes ' || hash(range + 1) % 3000 AS v, 1 AS n FROM range(200000)",
	"SELECT 1 AS g, range::VARCHAR || repeat('é', range % 9) AS v, range % 3 AS n FROM range(100000)",
	"SELECT range % 3 AS g, CASE WHEN range % 4 > 0 THEN 'v' || range % 4 END AS v, 30000 + range % 70000 AS n FROM range(1000)",
	"SELECT range % 3 AS g, 'v' || range % 30 AS v, range - 500 AS n FROM range(1000)",
	"SELECT range AS g, repeat('x', range % 30) AS v, 1 AS n FROM range(100000)",
	"SELECT range AS g, NULL::VARCHAR AS v, CASE WHEN range > 1 THEN 1 END AS n FROM range(3)",
	"SELECT range % 7 AS g, (hash(range) % 30)::BIGINT - 9 AS v, 1 AS n FROM range(100000)",
	"SELECT hash(range) % 50 AS g, (hash(range + 1) % 3000)::BIGINT - range % 2 * 1234567890123 AS v, 1 AS n FROM range(200000)",
	// The first of the two words of a text is the same for all.
	"SELECT range % 3 AS g, 'same' || substr(md5((range % 5000)::VARCHAR), 1, 8) AS v, 1 AS n FROM range(50000)",
	// The shortest text that is not inlined has 13 bytes.
	`SELECT range % 5 AS g, list_extract([NULL, 0, -1, 10, 999999999999, -99999999999, 1000000000000, -100000000000, 9223372036854775807, -9223372036854775807 - 1], 1 + range % 10) AS v,
		1 AS n FROM range(3000)`,
}

// threadsOf are numbers of threads that count a table of their own: what is in one row group is
// counted by one, however many there are.
func threadsOf(table string) []int {
	const rowGroup = 122_880
	var rows int
	if _, err := fmt.Sscanf(table[strings.LastIndex(table, "range("):], "range(%d)", &rows); err == nil && rows <= rowGroup {
		return []int{1}
	}
	return []int{1, 4}
}

func TestHistogram(t *testing.T) {
	trials.Long(t)
	conn := openConn(t)
	for i, table := range histogramTables {
		for _, threads := range threadsOf(table) {
			t.Run(fmt.Sprintf("table=%d/threads=%d", i, threads), func(t *testing.T) {
				for _, statement := range []string{fmt.Sprintf("SET threads = %d", threads), "CREATE OR REPLACE TEMP TABLE t AS " + table} {
					if _, err := conn.ExecContext(context.Background(), statement); err != nil {
						t.Fatal(err)
					}
				}
				sameAsGroupBy(t, conn)
			})
		}
	}
}

// TestHistogramConcurrently has many connections share the dictionary, which is
// emptied whenever no query is using it.
func TestHistogramConcurrently(t *testing.T) {
	trials.Long(t)
	connector, err := NewConnector("")
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	defer db.Close()
	var workers sync.WaitGroup
	for worker := range 8 {
		conn, err := db.Conn(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		workers.Go(func() {
			defer conn.Close()
			for round := range trials.Number(3, 6) {
				table := histogramTables[(worker+round)%len(histogramTables)]
				if _, err := conn.ExecContext(context.Background(), "CREATE OR REPLACE TEMP TABLE t AS "+table); err != nil {
					t.Error(err)
					return
				}
				var different int64
				// A histogram of histograms: each group's own counts must not mix with
				// those of other connections.
				err := conn.QueryRowContext(context.Background(), fmt.Sprintf(`SELECT count(*) FROM
					(SELECT g, __skyline_histogram(%[1]d, v, n) AS h FROM t GROUP BY g) a FULL JOIN
					(SELECT g, __skyline_histogram(%[1]d, v, n) AS h FROM (FROM t ORDER BY hash(v), n) GROUP BY g) b USING (g)
					WHERE a.h IS DISTINCT FROM b.h`, planKey)).Scan(&different)
				if err != nil || different > 0 {
					t.Errorf("%d histograms differ, error %v", different, err)
				}
			}
		})
	}
	workers.Wait()
}

// misuses are calls of private aggregates in which DuckDB hands over states that are
// none, or more than one. The keys of plans are no secret, but each plan has its own.
var misuses = []string{
	"SELECT __skyline_histogram(%d, v, 1) OVER () FROM u",
	"SELECT __skyline_histogram(%d, v, 1) OVER (PARTITION BY i %% 7) FROM u",
	"SELECT __skyline_histogram(%d, v, 1) OVER (ORDER BY i ROWS 2 PRECEDING) FROM u",
	"SELECT i %% 10, __skyline_histogram(%d, v, 1 ORDER BY v) FROM u GROUP BY ALL",
	"SELECT __skyline_histogram(%d, v, 1 ORDER BY v) FROM u",
	"SELECT i %% 10, __skyline_histogram(DISTINCT %d, v, 1 ORDER BY 1) FROM u GROUP BY ALL",
	"SELECT i %% 500, __skyline_histogram(%d, v, 1), __skyline_histogram(%[1]d, v, 1 ORDER BY v DESC) FROM u GROUP BY ALL",
	"SELECT i %% 10, __skyline_histogram(i, v, 1) FROM u GROUP BY ALL",
	"SELECT __skyline_summary(%d, 'f', 'one', h) OVER () FROM (SELECT i %% 900 AS g, __skyline_histogram(%[1]d, v, 1) AS h FROM u GROUP BY g)",
	"SELECT __skyline_summary(%d, 'f', 'one', h) OVER (ORDER BY g ROWS 2 PRECEDING) FROM (SELECT i %% 900 AS g, __skyline_histogram(%[1]d, v, 1) AS h FROM u GROUP BY g)",
	"SELECT g %% 10, __skyline_summary(%d, 'f', 'one', h ORDER BY h) FROM (SELECT i %% 900 AS g, __skyline_histogram(%[1]d, v, 1) AS h FROM u GROUP BY g) GROUP BY ALL",
	"SELECT g %% 10, __skyline_summary(%d, 'f', 'one', h) FROM (SELECT i %% 900 AS g, __skyline_histogram(%[1]d, v, 1) AS h FROM u GROUP BY g) GROUP BY ALL",
	"SELECT __skyline_gather(%d, 'f', [v], 1) OVER () FROM u",
	"SELECT i %% 10, __skyline_gather(%d, 'f', [v], 1 ORDER BY v) FROM u GROUP BY ALL",
}

// spent are calls in which DuckDB would add a state to others for every frame; and a call with two keys of plans, each in a row group of its own.
var spent = []string{
	"SELECT __skyline_histogram(7, v, 1) OVER (ORDER BY i ROWS 40 PRECEDING) FROM few",
	"SELECT __skyline_fingerprint(7, 'skyline_check', NULL, [v]) OVER (ORDER BY i ROWS 40 PRECEDING) FROM few",
	"SELECT __skyline_histogram(i // 122880, v, 1) FROM u",
}

// TestSpentStates: a state is added to another once, and is of one plan; more ends at
// once in an error. Under OVER texts of a megabyte would otherwise take ten minutes, in which
// DuckDB does not look for an interrupt.
func TestSpentStates(t *testing.T) {
	conn := openConn(t)
	for _, statement := range []string{"SET threads = 2", "CREATE TABLE u AS SELECT i, 'value ' || i % 3000 AS v FROM range(245760) r(i)", "CREATE TABLE few AS FROM u LIMIT 3000"} {
		if _, err := conn.ExecContext(context.Background(), statement); err != nil {
			t.Fatal(err)
		}
	}
	for _, statement := range spent {
		_, err := conn.ExecContext(context.Background(), statement)
		if err == nil || !strings.Contains(err.Error(), "only plans of this library can call it") {
			t.Errorf("%s: error %v", statement, err)
		}
	}
	capi.ForgetHistograms(0)
	if left := host.Beside(); left != 0 {
		t.Errorf("%d bytes are left", left)
	}
}

// TestAggregatesMisused: whatever states DuckDB hands over, a call is an error or has a
// result, and what others count beside it is right.
func TestAggregatesMisused(t *testing.T) {
	connector, err := NewConnector("")
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	defer db.Close()
	var workers, victim sync.WaitGroup
	begin := func() *sql.Conn {
		conn, err := db.Conn(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.ExecContext(context.Background(), "CREATE TEMP TABLE u AS SELECT i, 'value ' || i % 3000 AS v FROM range(9000) r(i)"); err != nil {
			t.Fatal(err)
		}
		return conn
	}
	rounds := 3
	if testing.Short() {
		rounds = 1
	}
	for range 3 {
		conn := begin()
		workers.Go(func() {
			defer conn.Close()
			for range rounds {
				for _, misuse := range misuses {
					if strings.Contains(misuse, "(%d") {
						misuse = fmt.Sprintf(misuse, planKey+1)
					} else {
						misuse = strings.ReplaceAll(misuse, "%%", "%")
					}
					_, err := conn.ExecContext(context.Background(), misuse)
					if err != nil && strings.Contains(err.Error(), "internal error") {
						t.Errorf("%s: %v", misuse, err)
					}
				}
			}
		})
	}
	conn, done := begin(), make(chan struct{})
	if _, err := conn.ExecContext(context.Background(), "CREATE TEMP TABLE t AS "+histogramTables[1]); err != nil {
		t.Fatal(err)
	}
	victim.Go(func() {
		defer conn.Close()
		for {
			sameAsGroupBy(t, conn)
			select {
			case <-done:
				return
			default:
			}
		}
	})
	workers.Wait()
	close(done)
	victim.Wait()
}
