package cubes

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"skyline/tests/internal/sqltest"
	"skyline/tests/trials"
)

// TestProtect makes random tables of people or amounts into tables to publish, and audits these by cube_audit: no
// primary cell follows nearer than the rules allow, published numbers are the true ones, and rounded ones add up.
func TestProtect(t *testing.T) {
	t.Parallel()
	db := sqltest.Open(t, "")
	suppressed, refused := 0, 0
	for seed := range trials.Seeds(t, 12, 300) {
		rng := rand.New(rand.NewPCG(seed, 17))
		columns := []string{"a", "b", "c"}[:2+rng.IntN(2)]
		sqltest.Exec(t, db, randomPeople(rng, columns))
		if rng.IntN(4) == 0 {
			checkRounding(t, db, rng, columns, seed)
			continue
		}
		value, kind := "", "rows"
		percent, rules, threshold := 0, "", 3+rng.IntN(4)
		if rng.IntN(2) == 0 {
			value, kind = ", value := 'x'", "sum"
			percent = 5 + rng.IntN(40)
			rules = fmt.Sprintf("{'p_percent': %d, 'threshold': 2}", percent)
		} else {
			rules = fmt.Sprintf("{'threshold': %d}", threshold)
		}
		hierarchies := ""
		if rng.IntN(3) == 0 {
			hierarchies = ", hierarchies := 'coarser'"
		}
		sets := ""
		if rng.IntN(3) == 0 {
			sets = fmt.Sprintf(", sets := [['%s'], []]", strings.Join(columns, "', '"))
		}
		by := "by := ['" + strings.Join(columns, "', '") + "']"
		call := "'people', " + by + value + ", rules := " + rules + hierarchies + sets
		_, err := db.ExecContext(t.Context(), "CREATE OR REPLACE TABLE safe AS FROM cube_protect("+call+")")
		if err != nil {
			if !strings.Contains(err.Error(), "method 'suppress' cannot protect every unsafe cell") {
				t.Fatalf("seed %d: %s: %v", seed, call, err)
			}
			refused++
			continue
		}
		checkNumbers(t, db, call, columns, seed)
		widths := "{'width': 1}"
		if kind == "rows" {
			widths = fmt.Sprintf("{'threshold': %d}", threshold)
		}
		same := sameLabels("s", "x", columns)
		var unsafe, primary int
		audit := fmt.Sprintf("cube_audit('safe', %s, value := 'value', grouping_column := 'grouping', kind := '%s', absent := 'zero', masked := {'value': NULL, 'between': [0, NULL]}, rules := %s%s)", by, kind, widths, hierarchies)
		query := fmt.Sprintf("SELECT count(*) FILTER (NOT x.safe), count(*) FROM %s AS x JOIN safe AS s ON %s WHERE x.cell = 'masked' AND s.status = 'primary'", audit, same)
		if err := db.QueryRowContext(t.Context(), query).Scan(&unsafe, &primary); err != nil {
			t.Fatalf("seed %d: %s: %v", seed, query, err)
		}
		suppressed += primary
		if kind == "sum" && hierarchies == "" {
			checkPercent(t, db, audit, columns, percent, seed)
		}
		if unsafe > 0 {
			t.Fatalf("seed %d: %s: %d of %d primary cells can be computed", seed, call, unsafe, primary)
		}
	}
	t.Logf("%d primary cells, %d tables refused", suppressed, refused)
	if suppressed < 10 {
		t.Errorf("%d primary cells say little", suppressed)
	}
}

// checkPercent makes sure that sums that break the p % rule stay as open as the rule asks, above and below: the largest
// contribution times p, less all but the two largest.
func checkPercent(t *testing.T, db *sql.DB, audit string, columns []string, percent int, seed uint64) {
	t.Helper()
	query := fmt.Sprintf(`
		WITH truth AS (SELECT %[1]s, GROUPING_ID(%[1]s) AS g, sum(x) AS total, max(x, 2) AS two FROM people GROUP BY CUBE(%[1]s)),
		needs AS (SELECT *, %[2]d * two[1] - 100 * (total - list_sum(two)) AS need FROM truth)
		SELECT count(*) FROM %[3]s AS x JOIN safe AS s ON %[4]s JOIN needs AS n ON s.grouping = n.g AND %[5]s
		WHERE x.cell = 'masked' AND s.status = 'primary' AND (100 * (x.largest - n.total) >= n.need AND 100 * (n.total - x.least) >= least(n.need, 100 * n.total)) IS FALSE`,
		strings.Join(columns, ", "), percent, audit, sameLabels("s", "x", columns), sameLabels("s", "n", columns))
	var narrow int
	if err := db.QueryRowContext(t.Context(), query).Scan(&narrow); err != nil {
		t.Fatalf("seed %d: %s: %v", seed, query, err)
	}
	if narrow > 0 {
		t.Fatalf("seed %d: %d primary cells are known too closely\n%s", seed, narrow, query)
	}
}

// randomPeople is a table of people, with an amount each, and hierarchies of the first column.
func randomPeople(rng *rand.Rand, columns []string) string {
	var fields []string
	for i, c := range columns {
		fields = append(fields, fmt.Sprintf("'v' || (hash(i, %d, %d) %% %d) AS %s", rng.IntN(1000), i, 2+rng.IntN(3), c))
	}
	return fmt.Sprintf(`CREATE OR REPLACE TABLE people AS SELECT %s, (1 + hash(i, %d) %% 50)::INTEGER AS x FROM range(%d) AS t(i);
		CREATE OR REPLACE TABLE coarser AS SELECT 'a' AS attribute, 'v' || i AS value, 1 AS level, CASE WHEN i < 2 THEN 'low' ELSE 'high' END AS label FROM range(4) AS t(i)`,
		strings.Join(fields, ", "), rng.IntN(1000), 8+rng.IntN(50))
}

// checkNumbers compares a table to publish with what cube_check counts.
func checkNumbers(t *testing.T, db *sql.DB, call string, columns []string, seed uint64) {
	t.Helper()
	number := "people"
	if strings.Contains(call, "value :=") {
		number = "value"
	}
	var differing int
	query := fmt.Sprintf(`
		SELECT count(*) FROM cube_check(%s) AS c FULL JOIN safe AS s ON c.grouping = s.grouping AND %s
		WHERE (CASE WHEN s.status = 'published' THEN c.safe AND c.%s = s.value ELSE s.value IS NULL AND c.safe = (s.status = 'secondary') END) IS NOT TRUE`,
		call, sameLabels("c", "s", columns), number)
	if err := db.QueryRowContext(t.Context(), query).Scan(&differing); err != nil {
		t.Fatalf("seed %d: %s: %v", seed, query, err)
	}
	if differing > 0 {
		t.Fatalf("seed %d: %s: %d cells are others than those of cube_check", seed, call, differing)
	}
}

// checkRounding rounds a table so that it adds up.
func checkRounding(t *testing.T, db *sql.DB, rng *rand.Rand, columns []string, seed uint64) {
	t.Helper()
	base := 2 + rng.IntN(9)
	by := "['" + strings.Join(columns, "', '") + "']"
	sqltest.Exec(t, db, fmt.Sprintf("CREATE OR REPLACE TABLE safe AS FROM cube_protect('people', %s, method := 'round', rounding := {'base': %d}, seed := %d)", by, base, rng.IntN(100)))
	var far, wrong int
	finest := fmt.Sprintf("SELECT %[1]s, GROUPING_ID(%[1]s) AS g, sum(value) AS total FROM safe WHERE grouping = 0 GROUP BY CUBE(%[1]s)", strings.Join(columns, ", "))
	same := sameLabels("s", "x", columns)
	if err := db.QueryRowContext(t.Context(), fmt.Sprintf("SELECT count(*) FROM safe AS s FULL JOIN (%s) AS x ON s.grouping = x.g AND %s WHERE s.value IS DISTINCT FROM x.total OR s.value %% %d <> 0 OR s.status <> 'rounded'", finest, same, base)).Scan(&wrong); err != nil {
		t.Fatal(err)
	}
	truth := strings.Replace(finest, "sum(value) AS total FROM safe WHERE grouping = 0", "count(*) AS total FROM people", 1)
	if err := db.QueryRowContext(t.Context(), fmt.Sprintf("SELECT count(*) FROM safe AS s FULL JOIN (%s) AS x ON s.grouping = x.g AND %s WHERE (abs(s.value - x.total) < %d OR s.grouping > 0) IS NOT TRUE", truth, same, base)).Scan(&far); err != nil {
		t.Fatal(err)
	}
	if wrong > 0 || far > 0 {
		t.Fatalf("seed %d: base %d: %d cells do not add up, %d are far", seed, base, wrong, far)
	}
}

// sameLabels compares the labels of two relations.
func sameLabels(a, b string, columns []string) string {
	var same []string
	for _, c := range columns {
		same = append(same, fmt.Sprintf("%s.%s IS NOT DISTINCT FROM %s.%[2]s", a, c, b))
	}
	return strings.Join(same, " AND ")
}
