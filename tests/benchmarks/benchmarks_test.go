//go:build benchmarks

// Package benchmarks measures whole statements against what DuckDB itself takes
// for the GROUP BY that any method has to pay for.
//
//	go test -tags benchmarks ./tests/benchmarks -run '^$' -bench . -benchtime 5x -timeout 60m
//
// The two are run in turn, and by the processor time of all threads, so that the ratios hold
// when the machine's speed drifts and others are busy on it; seconds are of no account.
package benchmarks

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"testing"

	"skyline/ext"
)

// rows is the size of the tables: 5 quasi-identifier columns and 14 values.
const rows = 10_000_000

// tables have the moduli of the five columns.
var tables = []struct {
	name string
	mod  [5]int
}{
	{"cells=13e3", [5]int{10, 2, 8, 3, 2}},
	{"cells=5e6/groups=5e5", [5]int{100, 2, 40, 16, 4}},
	{"cells=8e6/groups=2e6", [5]int{100, 2, 100, 30, 4}},
}

func createTable(b *testing.B, conn *sql.Conn, mod [5]int) {
	b.Helper()
	_, err := conn.ExecContext(context.Background(), fmt.Sprintf(`CREATE TABLE people AS SELECT
		'age ' || hash(range) %% %d AS age, 'sex ' || hash(range * 7 + 1) %% %d AS sex,
		'zip code ' || hash(range * 3 + 5) %% %d AS zip, 'education ' || hash(range * 13 + 5) %% %d AS education,
		'race ' || hash(range * 17 + 5) %% %d AS race, 'disease ' || hash(range * 11 + 3) %% 14 AS disease
		FROM range(%d)`, mod[0], mod[1], mod[2], mod[3], mod[4], rows))
	if err != nil {
		b.Fatal(err)
	}
}

const (
	groupBy = "SELECT count(*) FROM (SELECT age, sex, zip, education, race, disease, count(*) AS n FROM people GROUP BY ALL) WHERE n > 0"
	check   = "SELECT count(*) FROM skyline_check('people', qi := ['age', 'sex', 'zip', 'education', 'race'], sensitive := 'disease', %s)"
	aPoint  = "l := 1, k := 3, m := 1, c := 0.5"
)

func openConn(b *testing.B, dsn string) *sql.Conn {
	b.Helper()
	connector, err := ext.NewConnector(dsn)
	if err != nil {
		b.Fatal(err)
	}
	db := sql.OpenDB(connector)
	b.Cleanup(func() { db.Close() })
	conn, err := db.Conn(context.Background())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { conn.Close() })
	return conn
}

// BenchmarkCheck compares skyline_check with GROUP BY of the same columns, for
// tables in memory and in a file, which DuckDB compresses.
func BenchmarkCheck(b *testing.B) {
	for _, table := range tables {
		for _, storage := range []string{"memory", "file"} {
			b.Run(table.name+"/storage="+storage, func(b *testing.B) {
				dsn := ""
				if storage == "file" {
					dsn = filepath.Join(b.TempDir(), "people.db")
				}
				conn := openConn(b, dsn)
				createTable(b, conn, table.mod)
				if _, err := conn.ExecContext(context.Background(), "CHECKPOINT"); err != nil {
					b.Fatal(err)
				}
				against(b, conn, fmt.Sprintf(check, aPoint), groupBy, "×groupby")
			})
		}
	}
}

// BenchmarkSkyline compares a skyline of 100 points for each value with a point.
func BenchmarkSkyline(b *testing.B) {
	conn := openConn(b, "")
	createTable(b, conn, tables[1].mod)
	if _, err := conn.ExecContext(context.Background(), `CREATE TABLE points AS
		SELECT NULL::VARCHAR AS value, range % 5 AS l, range // 10 AS k, range % 10 AS m, (1 + range) / 100 AS c FROM range(100)`); err != nil {
		b.Fatal(err)
	}
	against(b, conn, fmt.Sprintf(check, "skyline := 'points'"), fmt.Sprintf(check, aPoint), "×point")
}

// BenchmarkFindAdult finds the knowledge skyline of all 14 values of a release of
// the size of the Adult data, 45,222 people, over age bands, sex and education.
func BenchmarkFindAdult(b *testing.B) {
	conn := openConn(b, "")
	if _, err := conn.ExecContext(context.Background(), `CREATE TABLE adult AS SELECT
		hash(range) % 4 AS age, hash(range * 7 + 1) % 2 AS sex, hash(range * 3 + 5) % 16 AS education,
		'occupation ' || least(hash(range * 11 + 3) % 14, hash(range * 5 + 3) % 14) AS occupation FROM range(45222)`); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		run(b, conn, "SELECT count(*) FROM skyline_find('adult', qi := ['age', 'sex', 'education'], sensitive := 'occupation', c := 0.9)")
	}
}
