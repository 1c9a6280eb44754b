//go:build benchmarks

package benchmarks

import "testing"

// BenchmarkExistence computes existence probabilities, as whole statements, against the
// GROUP BY of the same columns: of a million people in many groups, and of as many people
// as Adult has, of whom as many are present as in the source, in one.
func BenchmarkExistence(b *testing.B) {
	conn := openConn(b, "")
	exec(b, conn, "CREATE TABLE groups AS SELECT (hash(i) % 100000)::INTEGER AS g, (hash(i * 7 + 1) % 10)::INTEGER AS a, (hash(i * 11 + 3) % 6)::VARCHAR AS b, hash(i * 13 + 5) % 3 = 0 AS p FROM range(1000000) AS r(i)")
	exec(b, conn, "CREATE TABLE coarse AS SELECT g // 1000 AS g, a, b, p FROM groups")
	exec(b, conn, "CREATE TABLE one AS SELECT 1 AS g, (hash(i) % 1000 * (hash(i * 3) % 10))::INTEGER AS a, (hash(i * 11 + 3) % 60)::VARCHAR AS b, i * 1957 % 45222 < 1957 AS p FROM range(45222) AS r(i)")
	for _, table := range []string{"groups", "coarse", "one"} {
		grouped := "SELECT count(*) FROM (SELECT count(*) AS n FROM " + table + " GROUP BY g, a, b, p) WHERE n > 0"
		b.Run(table+"/check", func(b *testing.B) {
			against(b, conn, "SELECT count(*) FROM presence_check('"+table+"', ['a', 'b'], 'p', 'g', delta_min := 0.01, delta_max := 0.9)", grouped, "x-of-groupby")
		})
		b.Run(table+"/existence", func(b *testing.B) {
			against(b, conn, "SELECT count(existence) FROM presence_check('"+table+"', ['a', 'b'], 'p', 'g', output := 'people')", grouped, "x-of-groupby")
		})
	}
}
