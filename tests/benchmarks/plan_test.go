//go:build benchmarks

package benchmarks

import (
	"context"
	"testing"

	"skyline/tests/internal/sqltest"
)

// BenchmarkPlan compares release_plan with what it has to pay at least: all distinct counts in one scan, of a
// million rows of 20 columns such as a hospital has.
func BenchmarkPlan(b *testing.B) {
	conn, err := sqltest.Open(b, "").Conn(context.Background())
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(context.Background(), `CREATE TABLE stays AS
		SELECT (i * 7919) % 500000 AS patient_no, 'Name ' || ((i * 7919) % 500000) AS name, CASE i % 3 WHEN 0 THEN 'F' WHEN 1 THEN 'M' ELSE 'm' END AS sex,
			DATE '1930-01-01' + (hash(i) % 29000)::INTEGER AS birth_date, (DATE '1930-01-01' + (hash(i + 5) % 29000)::INTEGER)::VARCHAR AS admitted, lpad((hash(i * 3) % 5000)::VARCHAR, 5, '0') AS zip,
			(hash(i + 1) % 90)::INTEGER AS age, (hash(i + 2) % 60000)::VARCHAR AS income, round((hash(i + 3) % 4000) / 100.0, 1)::DOUBLE AS bmi, (hash(i + 4) % 12)::VARCHAR AS ward,
			['I10', 'E119', 'J189', 'B20', 'F329'][1 + (hash(i + 6) % 5)::INTEGER] AS icd, (hash(i + 7) % 7)::INTEGER AS q1, (hash(i + 8) % 5)::INTEGER AS q2, (hash(i + 9) % 100)::INTEGER AS q3,
			(hash(i + 10) % 1000)::INTEGER AS q4, (hash(i + 11) % 10000)::INTEGER AS q5, 'job ' || (hash(i + 12) % 400) AS job, 'v' || (hash(i + 13) % 20) AS v1, 'v' || (hash(i + 14) % 200) AS v2, (hash(i + 15) % 2)::INTEGER AS hiv
		FROM range(1000000) AS r(i)`); err != nil {
		b.Fatal(err)
	}
	against(b, conn, "SELECT count(*) FROM release_plan('stays')", "SELECT len(list_value(*COLUMNS(*))) FROM (SELECT count(DISTINCT COLUMNS(*)) FROM stays)", "×distinct-counts")
}
