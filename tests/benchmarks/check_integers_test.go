//go:build benchmarks

package benchmarks

import (
	"fmt"
	"testing"
)

// BenchmarkCheckIntegers compares skyline_check with GROUP BY of the same columns, by
// processor time, where four of them are INTEGER and one is VARCHAR: the sensitive one, or a
// quasi-identifier.
func BenchmarkCheckIntegers(b *testing.B) {
	for _, table := range []struct {
		name       string
		a, b, c, e int
	}{{"cells=7e3", 10, 2, 8, 3}, {"cells=5e6/groups=5e5", 100, 16, 40, 8}} {
		conn := openConn(b, "")
		exec(b, conn, fmt.Sprintf(`CREATE TABLE people AS SELECT
			(hash(range) %% %d)::INTEGER AS a, (hash(range * 7 + 1) %% %d)::INTEGER AS b, (hash(range * 3 + 5) %% %d)::INTEGER AS c,
			hash(range * 13 + 5) %% %d AS e, hash(range * 11 + 3) %% 14 AS s FROM range(%d)`, table.a, table.b, table.c, table.e, rows))
		for _, form := range []struct{ name, e, s string }{{"text", "e::INTEGER", "'disease ' || s"}, {"integer", "'education ' || e", "s::INTEGER"}} {
			exec(b, conn, fmt.Sprintf("CREATE OR REPLACE TABLE typed AS SELECT a, b, c, %s AS e, %s AS s FROM people", form.e, form.s))
			b.Run(table.name+"/sensitive="+form.name, func(b *testing.B) {
				grouped := "SELECT count(*) FROM (SELECT a, b, c, e, s, count(*) AS n FROM typed GROUP BY ALL) WHERE n > 0"
				query := fmt.Sprintf("SELECT count(*) FROM skyline_check('typed', qi := ['a', 'b', 'c', 'e'], sensitive := 's', %s)", aPoint)
				against(b, conn, query, grouped, "x-of-groupby")
			})
		}
		exec(b, conn, "DROP TABLE people; DROP TABLE typed")
	}
}
