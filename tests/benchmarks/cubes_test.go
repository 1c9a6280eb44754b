//go:build benchmarks

package benchmarks

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"testing"
)

// cubeRows makes people in 360,000 combinations of four columns, about 28 in each, and hierarchies of three of the columns.
func cubeRows(b *testing.B, conn *sql.Conn) {
	b.Helper()
	for _, statement := range []string{
		fmt.Sprintf(`CREATE TABLE people AS SELECT 'place ' || hash(i) %% 50 AS place, 20 + (hash(i * 3 + 1) %% 60)::INTEGER AS age, if(hash(i * 5 + 2) %% 2 = 0, 'f', 'm') AS sex,
			'industry ' || hash(i * 7 + 3) %% 60 AS industry, hash(i * 11) %% 1000 AS x FROM range(%d) r(i)`, rows),
		`CREATE TABLE ladder AS SELECT 'place' AS attribute, 'place ' || v AS value, 1 AS level, 'county ' || v // 5 AS label FROM range(50) r(v)
			UNION ALL SELECT 'age', (20 + v)::VARCHAR, 1, 'band ' || v // 5 FROM range(60) r(v) UNION ALL SELECT 'industry', 'industry ' || v, 1, 'sector ' || v // 6 FROM range(60) r(v)`,
	} {
		if _, err := conn.ExecContext(context.Background(), statement); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCubeCheck compares cube_check with what makes the same cells: CUBE of four columns, 569,313 cells; all
// combinations of levels of their hierarchies, 948,489 cells; and, with sums, CUBE that adds up.
func BenchmarkCubeCheck(b *testing.B) {
	conn := openConn(b, "")
	cubeRows(b, conn)
	if _, err := conn.ExecContext(context.Background(), `CREATE TABLE labelled AS SELECT p.*, c.label AS county, a.label AS band, s.label AS sector
		FROM people p JOIN ladder c ON c.value = place JOIN ladder a ON a.value = age::VARCHAR JOIN ladder s ON s.value = industry`); err != nil {
		b.Fatal(err)
	}
	var sets []string
	for _, place := range []string{"place", "county", ""} {
		for _, age := range []string{"age", "band", ""} {
			for _, sex := range []string{"sex", ""} {
				for _, industry := range []string{"industry", "sector", ""} {
					sets = append(sets, "("+strings.Join(strings.Fields(strings.Join([]string{place, age, sex, industry}, " ")), ", ")+")")
				}
			}
		}
	}
	const check = "SELECT count(*) FILTER (NOT safe) + sum(people) FROM cube_check('people', ['place', 'age', 'sex', 'industry']%s)"
	const cube = "SELECT count(*) + sum(n) FROM (SELECT place, age, sex, industry, count(*) AS n%s FROM people GROUP BY CUBE(place, age, sex, industry)) WHERE %s > 0"
	for _, test := range []struct{ name, arguments, beside string }{
		{"cells=569313", "", fmt.Sprintf(cube, "", "n")},
		{"cells=948489/hierarchies", ", hierarchies := 'ladder'", "SELECT count(*) + sum(n) FROM (SELECT place, county, age, band, sex, industry, sector, count(*) AS n FROM labelled GROUP BY GROUPING SETS (" + strings.Join(sets, ", ") + ")) WHERE n > 0"},
		{"cells=569313/sums", ", value := 'x'", fmt.Sprintf(cube, ", sum(x) AS s", "s")},
	} {
		b.Run(test.name, func(b *testing.B) { against(b, conn, fmt.Sprintf(check, test.arguments), test.beside, "×groupby") })
	}
}

// BenchmarkCubeAudit audits tables with hierarchies of which the counts below 24 are masked.
func BenchmarkCubeAudit(b *testing.B) {
	conn := openConn(b, "")
	cubeRows(b, conn)
	for name, where := range map[string]string{"cells=114192": "age < 30 AND substr(industry, 10)::INTEGER < 40", "cells=948489": "true"} {
		b.Run(name, func(b *testing.B) {
			if _, err := conn.ExecContext(context.Background(), "CREATE OR REPLACE TABLE published AS SELECT place, age, sex, industry, grouping AS g, CASE WHEN people >= 24 THEN people END AS n FROM cube_check('(FROM people WHERE "+where+")', ['place', 'age', 'sex', 'industry'], hierarchies := 'ladder')"); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				run(b, conn, "SELECT count(*) FROM cube_audit('published', ['place', 'age', 'sex', 'industry'], 'n', grouping_column := 'g', masked := {'value': NULL, 'between': [0, NULL]}, absent := 'zero', hierarchies := 'ladder')")
			}
		})
	}
}

// BenchmarkCubeProtect suppresses in a table of 11,466 cells, by how many are unsafe.
func BenchmarkCubeProtect(b *testing.B) {
	conn := openConn(b, "")
	if _, err := conn.ExecContext(context.Background(), "CREATE TABLE few AS SELECT hash(i) % 25 AS a, hash(i + 1000000) % 20 AS b, hash(i + 2000000) % 2 AS c, hash(i + 3000000) % 6 AS d FROM range(150000) r(i)"); err != nil {
		b.Fatal(err)
	}
	for _, threshold := range []int{12, 15, 18} {
		b.Run(fmt.Sprintf("threshold=%d", threshold), func(b *testing.B) {
			for b.Loop() {
				run(b, conn, fmt.Sprintf("SELECT count(*) FROM cube_protect('few', ['a', 'b', 'c', 'd'], rules := {'threshold': %d})", threshold))
			}
		})
	}
}
