//go:build benchmarks

package benchmarks

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkJump publishes by an algorithm that everybody knows, as whole statements,
// against the GROUP BY of the labels and the sensitive column.
func BenchmarkJump(b *testing.B) {
	conn := openConn(b, "")
	exec(b, conn, "CREATE TABLE bands AS SELECT i AS p, age AS g1, age // 5 AS g2, age // 10 AS g3, age // 20 AS g4, age // 40 AS g5, 0 AS g6, v FROM (SELECT i, (hash(i) % 80)::INTEGER AS age, (hash(i + 1) % 14)::INTEGER AS v FROM range(1000000) AS r(i))")
	exec(b, conn, "CREATE TABLE fine AS SELECT i AS p, (i // 5)::INTEGER AS g1, (i // 100)::INTEGER AS g2, (i // 1000)::INTEGER AS g3, (hash(i) % 20)::INTEGER AS v FROM range(1000000) AS r(i)")
	exec(b, conn, "CREATE TABLE small AS FROM bands LIMIT 10000")
	for _, t := range []struct{ table, columns string }{{"bands", "g1, g2, g3, g4, g5, g6"}, {"fine", "g1, g2, g3"}, {"small", "g1, g2, g3, g4, g5, g6"}} {
		grouped := fmt.Sprintf("SELECT count(*) FROM (SELECT count(*) AS n FROM %s GROUP BY %s, v) WHERE n > 0", t.table, t.columns)
		labels := "['" + strings.ReplaceAll(t.columns, ", ", "', '") + "']"
		b.Run(t.table+"/publish", func(b *testing.B) {
			against(b, conn, fmt.Sprintf("SELECT count(*) FROM jump_publish('%s', 'p', 'v', %s, {'max_share': 0.3})", t.table, labels), grouped, "x-of-groupby")
		})
		b.Run(t.table+"/release", func(b *testing.B) {
			against(b, conn, fmt.Sprintf("SELECT count(*) FROM jump_release('%s', 'p', 'v', %s, {'max_share': 0.3})", t.table, labels), grouped, "x-of-groupby")
		})
	}
}
