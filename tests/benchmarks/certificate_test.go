//go:build benchmarks

package benchmarks

import (
	"context"
	"fmt"
	"testing"
)

// BenchmarkCertificate compares release_certificate with GROUP BY of all columns, which it
// needs itself: where all rows are different, and for a release, of few different rows.
func BenchmarkCertificate(b *testing.B) {
	for _, size := range []int{1_000_000, 10_000_000} {
		for name, columns := range map[string]string{"different": "*", "release": "* EXCLUDE (id)"} {
			b.Run(fmt.Sprintf("rows=%d/%s", size, name), func(b *testing.B) {
				conn := openConn(b, "")
				if _, err := conn.ExecContext(context.Background(), fmt.Sprintf(`CREATE TABLE released AS SELECT %s FROM (
					SELECT i AS id, i * 7919 %% 100 AS age, if(i %% 2 = 0, 'F', 'M') AS sex, '5' || i * 31 %% 10000 AS zip, DATE '2020-01-01' + (i * 17 %% 1000)::INTEGER AS admitted,
						i %% 1000 / 7 AS dose, 'diagnosis ' || i * 13 %% 60 AS diagnosis, (i %% 90)::DECIMAL(8,2) AS weight FROM range(%d) r(i))`, columns, size)); err != nil {
					b.Fatal(err)
				}
				against(b, conn, "SELECT count(certificate) FROM release_certificate('released', qi := ['age', 'sex'], privacy := {'k_anonymity': 2}, other_columns := 'keep')",
					"SELECT count(*) FROM (SELECT *, count(*) AS n FROM released GROUP BY ALL) WHERE n > 0", "×groupby")
			})
		}
	}
}
