package definitions

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skyline/tests/internal/sqltest"
	"skyline/tests/trials"
)

const seed = 20

// TestFingerprint compares fingerprints of random tables with the definition: in any order
// of rows, by any literal, in any time zone and number of threads, and in a Parquet file.
func TestFingerprint(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := sqltest.Open(t, "")
	folder := filepath.ToSlash(t.TempDir())
	for i := range trials.Seeds(t, 12, 400) {
		rng := rand.New(rand.NewPCG(seed, i))
		tab := newTable(rng, 1+rng.IntN(5), rng.IntN(8))
		file := fmt.Sprintf("%s/%d.parquet", folder, i) // DuckDB may remember a file of the same name
		sqltest.Exec(t, db, fmt.Sprintf("SET threads = %d", 1+3*rng.IntN(2)), "SET TimeZone = "+sqltest.Literal([]string{"UTC", "Asia/Kolkata"}[rng.IntN(2)]),
			"CREATE OR REPLACE TABLE t AS "+tab.query(rng), "COPY t TO "+sqltest.Literal(file))
		names := []string{"t", "(FROM t)", file}
		if slices.ContainsFunc(tab.kinds, func(k kind) bool { return k.typ == "DOUBLE[]" }) {
			names = names[:2] // Parquet keeps one of 0.0 and -0.0
		}
		for _, name := range names {
			if got, want := fingerprintOf(t, db, name), tab.fingerprint(); got != want {
				t.Fatalf("seed %d, %d: the fingerprint of %s is %s, want %s of\n%s", seed, i, name, got, want, tab.query(rng))
			}
		}
	}
}

func fingerprintOf(t *testing.T, db *sql.DB, name string) string {
	t.Helper()
	return sqltest.Texts(t, db, fmt.Sprintf("SELECT certificate->>'fingerprint' FROM release_certificate(%s, qi := ['a'], privacy := {'k_anonymity': 1}, other_columns := 'keep')", sqltest.Literal(name)))[0]
}

// TestThreads compares a table that several threads read at once, in another order.
func TestThreads(t *testing.T) {
	t.Parallel()
	trials.Long(t)
	db := sqltest.Open(t, "")
	sqltest.Exec(t, db, "CREATE TABLE t AS SELECT (i * 7919) % 300007 % 100000 AS a, 'x' || i % 1000 AS b FROM range(250000) r(i)",
		"CREATE TABLE u AS FROM t ORDER BY hash(a + 1), b", "SET threads = 1",
		"CREATE TYPE of_b AS ENUM (SELECT DISTINCT b FROM t)")
	want := fingerprintOf(t, db, "t")
	sqltest.Exec(t, db, "SET threads = 4")
	for _, name := range []string{"t", "u", "(SELECT * REPLACE (b::of_b AS b) FROM u)"} {
		if got := fingerprintOf(t, db, name); got != want {
			t.Errorf("the fingerprint of %s is %s with four threads, %s with one", name, got, want)
		}
	}
	if got := fingerprintOf(t, db, "(FROM t LIMIT 249999)"); got == want {
		t.Error("a row less has the same fingerprint")
	}
}

// TestEveryChange makes every change of one cell, row, name or type of small tables: the
// check finds it exactly where the definition has another fingerprint.
func TestEveryChange(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := sqltest.Open(t, "")
	for i := range trials.Number(2, 30) {
		rng := rand.New(rand.NewPCG(seed+1, uint64(i)))
		tab := newTable(rng, 1+rng.IntN(3), 1+rng.IntN(4))
		sqltest.Exec(t, db, "CREATE OR REPLACE TABLE t AS "+tab.query(rng),
			"SET VARIABLE c = (SELECT certificate FROM release_certificate('t', qi := ['a'], privacy := {'k_anonymity': 1}, other_columns := 'keep'))")
		for change, other := range tab.changes() {
			sqltest.Exec(t, db, "CREATE OR REPLACE TABLE u AS "+other.query(rng))
			failed := strings.Join(sqltest.Texts(t, db, "SELECT item FROM certificate_check('u', getvariable('c')) WHERE NOT holds AND item <> 'k_anonymity'"), " ")
			want := ""
			if len(other.rows) != len(tab.rows) {
				want = "rows people "
			}
			if other.columns() != tab.columns() {
				want = "columns " + want
			}
			if other.fingerprint() != tab.fingerprint() {
				want += "fingerprint"
			}
			if len(other.rows) == 0 {
				want += " people_counted" // there is nobody
			}
			if failed != want || want == "" && change != "nothing" && !strings.HasPrefix(change, "swap") {
				t.Fatalf("seed %d, %d, %s: %q does not hold, want %q\n%s\n%s", seed+1, i, change, failed, want, tab.query(rng), other.query(rng))
			}
		}
	}
}

func (t *certified) columns() (text string) {
	for c, k := range t.kinds {
		text += t.names[c] + " " + k.stored + ", "
	}
	return text
}

// changes are all changes of one thing.
func (t *certified) changes() map[string]*certified {
	all := map[string]*certified{"nothing": t}
	for i, row := range t.rows {
		for c := range row {
			for n := -1; n < len(t.kinds[c].values); n++ {
				if n == row[c] {
					continue
				}
				other := t.clone()
				other.rows[i][c] = n
				all[fmt.Sprintf("value %d of row %d, column %d", n, i, c)] = other
			}
			for j := range i {
				other := t.clone()
				other.rows[i][c], other.rows[j][c] = other.rows[j][c], other.rows[i][c]
				all[fmt.Sprintf("swap of rows %d and %d, column %d", i, j, c)] = other
			}
		}
		less, twice := t.clone(), t.clone()
		less.rows = append(less.rows[:i], less.rows[i+1:]...)
		twice.rows = append(twice.rows, row)
		all[fmt.Sprintf("row %d less", i)], all[fmt.Sprintf("row %d twice", i)] = less, twice
	}
	for c := range t.names {
		if c > 0 { // the first one is qi
			other := t.clone()
			other.names[c] += "2"
			all[fmt.Sprintf("name of column %d", c)] = other
		}
		other := t.clone()
		other.kinds[c] = kind{"BLOB[]", "BLOB[]", nil}
		for i := range other.rows {
			other.rows[i][c] = -1
		}
		all[fmt.Sprintf("type of column %d", c)] = other
	}
	return all
}
