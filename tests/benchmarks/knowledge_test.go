//go:build benchmarks

package benchmarks

import (
	"context"
	"testing"
)

// BenchmarkKnowledgeCheck asks what somebody learns who believes rates, of a million people in 5,000 QI groups that all
// differ, with 20 values, beside skyline_check of the same rows.
func BenchmarkKnowledgeCheck(b *testing.B) {
	conn := openConn(b, "")
	for _, statement := range []string{
		"CREATE TABLE people AS SELECT range % 5000 AS block, (hash(range * 7 + 1) % 4)::INTEGER AS class, (hash(range * 11 + 3) % 2)::INTEGER AS half, (hash(range * 13 + 5) % 20)::INTEGER AS value FROM range(1000000)",
		"CREATE TABLE one AS SELECT class, 0 AS value, 0.01 * (1 + class) AS rate FROM range(4) t(class)",
		"CREATE TABLE two AS SELECT class, value::INTEGER AS value, 0.01 * (1 + class + 3 * value * class) AS rate FROM range(4) t(class), range(2) v(value)",
		"CREATE TABLE every AS SELECT half, value::INTEGER AS value, (1 + (value * 7 + half * 3) % 5) / 100.0 AS rate FROM range(2) t(half), range(20) v(value)",
	} {
		if _, err := conn.ExecContext(context.Background(), statement); err != nil {
			b.Fatal(err)
		}
	}
	for _, c := range []struct{ name, known, prior string }{
		{"values=1/classes=4", "class", "one"}, {"values=2/classes=4", "class", "two"}, {"values=20/classes=2", "half", "every"},
	} {
		b.Run(c.name, func(b *testing.B) {
			against(b, conn, "SELECT count(breach) FROM knowledge_check('people', ['block'], 'value', known := ['"+c.known+"'], prior := '"+c.prior+"', c := 0.9)",
				"SELECT count(breach) FROM skyline_check('people', ['block'], 'value')", "×check")
		})
	}
}
