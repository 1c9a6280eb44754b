//go:build benchmarks

package benchmarks

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// A release must at least be grouped and joined with its groups, and its rows be put in a
// random order: that is what any method has to pay for.
const (
	groupAndJoin = `SELECT count(*) FROM people AS p JOIN (SELECT age, sex, zip, education, race, count(*) AS n FROM people GROUP BY ALL) AS g
		ON p.age = g.age AND p.sex = g.sex AND p.zip = g.zip AND p.education = g.education AND p.race = g.race WHERE g.n > 0`
	groupJoinShuffle = `SELECT count(*) FROM (SELECT p.*, g.n FROM people AS p JOIN (SELECT age, sex, zip, education, race, count(*) AS n FROM people GROUP BY ALL) AS g
		USING (age, sex, zip, education, race) ORDER BY random() OFFSET 1)`
	anonymize = `SELECT count(*) FROM (SELECT * FROM skyline_anonymize('people', qi := ['age', 'sex', 'zip', 'education', 'race'], sensitive := 'disease',
		privacy := {'k_anonymity': 10, 'distinct_diversity': 2}) OFFSET 1)`
)

func BenchmarkAnonymize(b *testing.B) {
	for _, table := range tables {
		b.Run(table.name, func(b *testing.B) {
			conn := openConn(b, "")
			createTable(b, conn, table.mod)
			against(b, conn, anonymize, groupAndJoin, "x-of-group-and-join", floor{groupJoinShuffle, "x-of-group-join-shuffle"})
		})
	}
}

// BenchmarkAnonymizeWritten writes the rows of both into a table of a file.
func BenchmarkAnonymizeWritten(b *testing.B) {
	table := tables[1]
	conn := openConn(b, filepath.Join(b.TempDir(), "people.db"))
	createTable(b, conn, table.mod)
	b.Run(table.name, func(b *testing.B) {
		against(b, conn, `CREATE OR REPLACE TABLE release AS FROM skyline_anonymize('people', qi := ['age', 'sex', 'zip', 'education', 'race'],
			sensitive := 'disease', privacy := {'k_anonymity': 10, 'distinct_diversity': 2})`,
			`CREATE OR REPLACE TABLE joined AS SELECT p.*, g.n FROM people AS p JOIN (SELECT age, sex, zip, education, race, count(*) AS n FROM people GROUP BY ALL) AS g
			USING (age, sex, zip, education, race)`, "x-of-group-and-join")
	})
}

// BenchmarkManyPoints requires ten thousand points, from a table, of a release that
// one point allows too: those of its own knowledge skylines.
func BenchmarkManyPoints(b *testing.B) {
	conn := openConn(b, "")
	exec(b, conn, `CREATE TABLE people AS SELECT hash(i) % 74 AS age, hash(i, 1) % 2 AS sex, hash(i, 2) % 7 AS class, hash(i, 3) % 16 AS education,
		'occupation ' || CAST(14 * pow(hash(i, 4) % 1000000 / 1000000, 2) AS INTEGER) AS occupation FROM range(45000) AS t(i)`)
	const (
		call = "skyline_anonymize('people', qi := ['age', 'sex', 'class', 'education'], sensitive := 'occupation', privacy := {'skyline': %s}, output := 'groups')"
		one  = "[{'l': 2, 'k': 5, 'm': 2, 'c': 0.7}]"
	)
	exec(b, conn, "CREATE TABLE release AS FROM "+strings.Replace(fmt.Sprintf(call, one), ", output := 'groups'", "", 1))
	exec(b, conn, `CREATE TABLE points AS SELECT value, l, k, m, 0.7::DOUBLE AS c FROM (SELECT DISTINCT occupation AS value, 2 AS l, 5 AS k, 2 AS m FROM people)`)
	for c := 71; c < 100; c++ {
		exec(b, conn, fmt.Sprintf("INSERT INTO points SELECT value, l, k, m, c FROM skyline_find('release', qi := ['age', 'sex', 'class', 'education'], sensitive := 'occupation', c := 0.%d) WHERE safe", c))
	}
	exec(b, conn, "DELETE FROM points WHERE rowid >= 10000")
	against(b, conn, "SELECT count(*) FROM "+fmt.Sprintf(call, "'points'"), "SELECT count(*) FROM "+fmt.Sprintf(call, one), "x-of-one-point")
}

func exec(b *testing.B, conn *sql.Conn, statement string) {
	b.Helper()
	if _, err := conn.ExecContext(context.Background(), statement); err != nil {
		b.Fatal(err)
	}
}
