//go:build benchmarks

package benchmarks

import (
	"fmt"
	"testing"
)

// BenchmarkAnatomize writes the rows of either table of Anatomy, of five columns and
// a thousand values, against those of the same columns in random order.
func BenchmarkAnatomize(b *testing.B) {
	for _, people := range []int{1_000_000, rows} {
		conn := openConn(b, "")
		exec(b, conn, fmt.Sprintf(`CREATE TABLE people AS SELECT 'age ' || hash(range) %% 100 AS age, 'sex ' || hash(range * 7 + 1) %% 2 AS sex,
			'zip code ' || hash(range * 3 + 5) %% 40000 AS zip, 'education ' || hash(range * 13 + 5) %% 16 AS education, 'race ' || hash(range * 17 + 5) %% 4 AS race,
			'disease ' || CAST(1000 * pow(hash(range * 11 + 3) %% 1000000 / 1000000, 2) AS INTEGER) AS disease FROM range(%d)`, people))
		for _, call := range []string{
			"anatomize('people', %s, 'disease')", "anatomize('people', %s, 'disease', diversity := 10)", "anatomize('people', %s, 'disease', seed := 1)",
			"anatomize('people', %s, 'disease', output := 'values')",
		} {
			b.Run(fmt.Sprintf("people=%d/%s", people, fmt.Sprintf(call, "…")), func(b *testing.B) {
				against(b, conn, "CREATE OR REPLACE TABLE anatomized AS FROM "+fmt.Sprintf(call, "['age', 'sex', 'zip', 'education', 'race']"),
					"CREATE OR REPLACE TABLE shuffled AS SELECT age, sex, zip, education, race, disease FROM people ORDER BY random()", "x-of-shuffle")
			})
		}
	}
}
