//go:build benchmarks

package benchmarks

import (
	"fmt"
	"testing"
)

// publicTables are queries of a million people in few combinations of their
// quasi-identifiers, of 100,000 people who nearly all differ, and 45,222 people, 1,957 of them present, who are all different in
// what they are worth: the size of the paper's experiments, in one QI group.
func publicTables() map[string]string {
	return map[string]string{
		"few":  "SELECT i, (hash(i) % 60)::INTEGER AS a, (hash(i + 1) % 50)::INTEGER AS b, (hash(i + 2) % 8)::INTEGER AS c, hash(i + 4) % 100 < 5 + hash(i) % 60 / 6 AS x, (hash(i) % 60 // 6)::INTEGER AS g FROM range(1000000) AS r(i)",
		"many": "SELECT i, (hash(i) % 1000)::INTEGER AS a, (hash(i + 1) % 100)::INTEGER AS b, (hash(i + 2) % 50)::INTEGER AS c, hash(i + 4) % 100 < 5 + hash(i) % 60 / 6 AS x, (hash(i) % 1000 // 2)::INTEGER AS g FROM range(100000) AS r(i)",
		"one":  "SELECT i, (hash(i) % 300)::INTEGER AS a, (hash(i + 1) % 300)::INTEGER AS b, (hash(i + 2) % 300)::INTEGER AS c, row_number() OVER (ORDER BY hash(i + 4) % 1000000 * (1 + hash(i) % 300)) <= 1957 AS x, 0 AS g FROM range(45222) AS r(i)",
	}
}

// BenchmarkPresence makes δ-present releases, and releases distributions, as
// whole statements against the GROUP BY of the columns that they read, and what writes
// rows against that joined with the table.
func BenchmarkPresence(b *testing.B) {
	conn := openConn(b, "")
	for name, query := range publicTables() {
		exec(b, conn, "CREATE TABLE "+name+" AS "+query)
	}
	for _, table := range []string{"few", "many", "one"} {
		grouped := fmt.Sprintf("SELECT count(*) FROM (SELECT count(*) AS n FROM %s GROUP BY a, b, c, g, x) WHERE n > 0", table)
		joined := fmt.Sprintf("SELECT count(hash(t.i, k.n)) FROM %[1]s AS t JOIN (SELECT a, b, c, count(*) AS n FROM %[1]s GROUP BY a, b, c) AS k USING (a, b, c)", table)
		for _, f := range []struct{ name, query, other, metric string }{
			{"partition", "SELECT count(existence_max) FROM presence_anonymize('%s', ['a', 'b', 'c'], 'x', delta_min := 0.001, delta_max := 0.3, recoding := 'multidimensional', output := 'groups')", grouped, "x-of-groupby"},
			{"anonymize", "SELECT count(a) FROM presence_anonymize('%s', ['a', 'b', 'c'], 'x', delta_min := 0.001, delta_max := 0.3, recoding := 'multidimensional', other_columns := 'keep')", joined, "x-of-join"},
			{"generalize", "SELECT count(a) FROM pdf_generalize('%s', ['a', 'b', 'c'], 'g', other_columns := 'keep')", joined, "x-of-join"},
			{"reconstruct", "SELECT count(hash(a, b, c)) FROM pdf_reconstruct('(SELECT MAP {''1'': 0.25, ''2'': 0.75} AS a, MAP {''x'': 1.0} AS b, MAP {''p'': 0.5, ''q'': 0.25, ''r'': 0.25} AS c, i FROM %s)', ['a', 'b', 'c'])", joined, "x-of-join"},
		} {
			b.Run(table+"/"+f.name, func(b *testing.B) {
				against(b, conn, fmt.Sprintf(f.query, table), f.other, f.metric)
			})
		}
	}
}
