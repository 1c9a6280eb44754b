//go:build benchmarks

package benchmarks

import (
	"fmt"
	"strings"
	"testing"
)

// discharges has the size and, roughly, the domains of the Texas data of Jin et al.
// (Table 5b): 18 columns, skewed, some of them strongly related, from hashes. Nearly
// all rows differ.
const discharges = `CREATE TABLE discharges AS SELECT CAST(322 * u(i, 1) ** 2 AS INTEGER) AS thcic, u(i, 2) < 0.6 AS gender,
	CAST(1580 * u(i, 3) ** 3 AS INTEGER) AS pat_zip, CAST(240 * u(i, 3) ** 3 AS INTEGER) AS county, CAST(21 * u(i, 5) AS INTEGER) AS pat_age,
	CAST(4 * u(i, 6) ** 3 AS INTEGER) AS race, CAST(3390 * u(i, 7) ** 3 AS INTEGER) AS ad_diag, CAST(3487 * u(i, 7) ** 3 AS INTEGER) AS prn_diag,
	CAST(3880 * u(i, 8) ** 3 AS INTEGER) AS diag1, CAST(4192 * u(i, 9) ** 3 AS INTEGER) AS diag2, CAST(4250 * u(i, 10) ** 3 AS INTEGER) AS diag3,
	CAST(1707 * u(i, 11) ** 3 AS INTEGER) AS p_icd9, CAST(23 * u(i, 7) ** 3 AS INTEGER) AS hcfa_mdc, CAST(395 * u(i, 7) ** 3 AS INTEGER) AS hcfa_drg,
	CAST(296 * u(i, 7) ** 3 AS INTEGER) AS apr_drg, CAST(5 * u(i, 12) AS INTEGER) AS rsk_mor, CAST(14999 * u(i, 13) ** 3 AS INTEGER) AS and_md,
	CAST(17431 * u(i, 14) ** 3 AS INTEGER) AS surgeon FROM range(%d) AS r(i)`

const (
	// By these rules alone the schema of either method is decided.
	fewRules = `[{'lhs': ['thcic', 'gender', 'p_icd9'], 'rhs': 'pat_zip'}, {'lhs': ['diag1', 'diag2', 'diag3'], 'rhs': 'surgeon'},
		{'lhs': ['pat_age', 'pat_zip', 'diag1'], 'rhs': 'ad_diag'}, {'lhs': ['hcfa_drg', 'apr_drg', 'race'], 'rhs': 'and_md'}, {'lhs': ['county', 'ad_diag', 'rsk_mor'], 'rhs': 'diag1'}]`
	// With these, GD has to choose by the data: half of the columns are protected, by
	// knowledge of each other.
	manyRules = `[{'lhs': ['prn_diag', 'ad_diag', 'p_icd9'], 'rhs': 'surgeon'}, {'lhs': ['surgeon', 'thcic', 'diag1'], 'rhs': 'and_md'}, {'lhs': ['diag2', 'and_md', 'county'], 'rhs': 'pat_zip'},
		{'lhs': ['pat_zip', 'surgeon', 'apr_drg'], 'rhs': 'diag2'}, {'lhs': ['diag2', 'diag3', 'and_md'], 'rhs': 'thcic'}, {'lhs': ['apr_drg', 'diag1', 'surgeon'], 'rhs': 'prn_diag'},
		{'lhs': ['prn_diag', 'thcic', 'diag3'], 'rhs': 'apr_drg'}, {'lhs': ['diag1', 'diag2', 'pat_zip'], 'rhs': 'diag3'}, {'lhs': ['diag3', 'apr_drg', 'thcic'], 'rhs': 'diag1'}]`
)

// BenchmarkDecompose compares decompositions, with their divergence, with the GROUP BY
// of all columns, by processor time.
func BenchmarkDecompose(b *testing.B) {
	for _, rows := range []int{177_148, 1_000_000} {
		conn := openConn(b, "")
		exec(b, conn, "CREATE TEMP MACRO u(i, p) AS hash(i, p) % 1000000 / 1000000")
		exec(b, conn, fmt.Sprintf(discharges, rows))
		for _, c := range []struct{ name, rules, method string }{
			{"uad", fewRules, "uad"}, {"gd", fewRules, "gd"}, {"gd-by-data", manyRules, "gd"},
		} {
			b.Run(fmt.Sprintf("rows=%d/%s", rows, c.name), func(b *testing.B) {
				against(b, conn, fmt.Sprintf("SELECT count(*) FROM gnf_decompose('discharges', %s, diversity := 2, method := '%s')", c.rules, c.method),
					"SELECT count(*) FROM (SELECT * FROM discharges GROUP BY ALL)", "x-of-groupby")
			})
		}
	}
}

// BenchmarkSubTable compares the rows of a sub-table, shuffled, with the same columns
// in random order, by processor time; both are written into a table.
func BenchmarkSubTable(b *testing.B) {
	conn := openConn(b, "")
	exec(b, conn, "CREATE TEMP MACRO u(i, p) AS hash(i, p) % 1000000 / 1000000")
	exec(b, conn, fmt.Sprintf(discharges, 1_000_000))
	for _, seed := range []string{"NULL", "'once'"} {
		b.Run("seed="+strings.Trim(seed, "'"), func(b *testing.B) {
			against(b, conn, "CREATE OR REPLACE TABLE published AS FROM gnf_table('discharges', "+fewRules+", table_no := 1, method := 'gd', other_columns := 'keep', seed := "+seed+")",
				"CREATE OR REPLACE TABLE shuffled AS SELECT * EXCLUDE (surgeon, ad_diag, and_md, diag1) FROM discharges ORDER BY random()", "x-of-order-by-random")
		})
	}
}
