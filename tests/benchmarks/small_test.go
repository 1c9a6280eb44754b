//go:build benchmarks

package benchmarks

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"testing"
	"time"
)

// smallCalls are calls of a table T with the columns age, sex, education and occupation.
var smallCalls = []struct{ name, call string }{
	{"skyline_check", "skyline_check(T, qi := ['age', 'sex', 'education'], sensitive := 'occupation', k := 1)"},
	{"skyline_find", "skyline_find(T, qi := ['age', 'sex', 'education'], sensitive := 'occupation')"},
	{"disclosure_check", "disclosure_check(T, qi := ['age', 'sex', 'education'], sensitive := 'occupation')"},
	{"privacy_measures", "privacy_measures(T, qi := ['age', 'sex', 'education'], sensitive := 'occupation')"},
	{"release_check", "release_check(T, qi := ['age', 'sex', 'education'], sensitive := 'occupation', privacy := {'k_anonymity': 2})"},
	{"generalization_search", "generalization_search(T, qi := ['age', 'sex', 'education'], hierarchies := 'hierarchies', privacy := {'k_anonymity': 2}, suppression := 0.5)"},
	{"skyline_anonymize", "skyline_anonymize(T, qi := ['age', 'sex', 'education'], sensitive := 'occupation', privacy := {'k_anonymity': 2})"},
}

// BenchmarkSmallCalls is what a call takes by itself: of a table of ten rows, and of one of
// the size of the Adult data, against the GROUP BY of its columns. Before DuckDB runs a
// statement it parses, binds and optimises it, which PREPARE does alone.
func BenchmarkSmallCalls(b *testing.B) {
	conn := openConn(b, "")
	exec(b, conn, `CREATE TABLE hierarchies AS
		SELECT 'age' AS attribute, range::VARCHAR AS value, 1 AS level, '*' AS label FROM range(4)
		UNION ALL SELECT 'sex', range::VARCHAR, 1, '*' FROM range(2)
		UNION ALL SELECT 'education', range::VARCHAR, 1, (range // 4)::VARCHAR FROM range(16) UNION ALL SELECT 'education', range::VARCHAR, 2, '*' FROM range(16)`)
	for _, rows := range []int{10, 45_222} {
		exec(b, conn, fmt.Sprintf(`CREATE OR REPLACE TABLE people AS SELECT
			hash(range) %% 4 AS age, hash(range * 7 + 1) %% 2 AS sex, hash(range * 3 + 5) %% 16 AS education,
			'occupation ' || least(hash(range * 11 + 3) %% 14, hash(range * 5 + 3) %% 14) AS occupation FROM range(%d)`, rows))
		for _, c := range smallCalls {
			b.Run(fmt.Sprintf("%s/rows=%d", c.name, rows), func(b *testing.B) {
				smallCall(b, conn, "FROM "+strings.Replace(c.call, "(T", "('people'", 1))
			})
		}
	}
}

// wideCalls are calls of tables with many quasi-identifiers QI, of which the optimiser of
// DuckDB sees plans with something for each.
var wideCalls = []struct{ name, call string }{
	{"skyline_check", "skyline_check('people', qi := QI, sensitive := 's')"},
	{"release_check", "release_check('people', qi := QI, sensitive := 's', privacy := {'k_anonymity': 1})"},
	{"release_check/original", "release_check('people', qi := QI, sensitive := 's', privacy := {'k_anonymity': 1}, original := 'people')"},
	{"column_profile", "column_profile('people')"},
}

// BenchmarkWideCalls is BenchmarkSmallCalls for a thousand rows of forty columns.
func BenchmarkWideCalls(b *testing.B) {
	conn := openConn(b, "")
	names, columns := make([]string, 40), make([]string, 40)
	for i := range names {
		names[i] = fmt.Sprintf("'c%d'", i)
		columns[i] = fmt.Sprintf("hash(range * 7 + %d) %% %d AS c%[1]d", i, i+2)
	}
	exec(b, conn, fmt.Sprintf("CREATE TABLE people AS SELECT %s, 'd' || range %% 5 AS s FROM range(1000)", strings.Join(columns, ", ")))
	for _, c := range wideCalls {
		b.Run(c.name, func(b *testing.B) {
			smallCall(b, conn, "FROM "+strings.Replace(c.call, "QI", "["+strings.Join(names, ", ")+"]", 1))
		})
	}
}

// smallCall reports the medians of what a call takes of the clock and of the processor, of what
// preparing it takes, and of the GROUP BY of all columns.
func smallCall(b *testing.B, conn *sql.Conn, call string) {
	b.Helper()
	const grouped = "SELECT *, count(*) FROM people GROUP BY ALL"
	var clock, took, prepared, groupedTook []time.Duration
	for b.Loop() {
		_, processor := drain(b, conn, grouped)
		groupedTook = append(groupedTook, processor)
		_, processor = drain(b, conn, "PREPARE statement AS "+call)
		prepared = append(prepared, processor)
		profile(b, "enable")
		wall, processor := drain(b, conn, call)
		profile(b, "disable")
		clock, took = append(clock, wall), append(took, processor)
	}
	milliseconds := func(times []time.Duration) float64 { return 1000 * median(times).Seconds() }
	b.ReportMetric(milliseconds(clock), "ms/call")
	b.ReportMetric(milliseconds(took), "cpu-ms/call")
	b.ReportMetric(milliseconds(prepared), "cpu-ms/prepare")
	b.ReportMetric(milliseconds(groupedTook), "cpu-ms/groupby")
	b.ReportMetric(0, "ns/op")
}

// drain runs a statement, reads all its rows, and returns how long that takes by the clock
// and how much processor time, of all threads.
func drain(b *testing.B, conn *sql.Conn, statement string) (clock, processor time.Duration) {
	b.Helper()
	start, before := time.Now(), processTime(b)
	rows, err := conn.QueryContext(context.Background(), statement)
	if err != nil {
		b.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
	}
	if err := rows.Err(); err != nil {
		b.Fatal(err)
	}
	return time.Since(start), processTime(b) - before
}
