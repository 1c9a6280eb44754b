package cubes

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/tests/internal/sqltest"
	"skyline/tests/trials"
)

// TestProtectBeside protects random tables beside one that is out, and audits both together: each unsafe cell, of either,
// that would be safe if the new table showed nothing is safe beside what it shows; no other is narrowed to one number; and
// those are called disclosed that would not be safe anyway. Without also, some cells would not be.
func TestProtectBeside(t *testing.T) {
	t.Parallel()
	db := sqltest.Open(t, "")
	disclosed, refused, naive := 0, 0, 0
	for seed := range trials.Seeds(t, 8, 400) {
		rng := rand.New(rand.NewPCG(seed, 71))
		sqltest.Exec(t, db, randomPeople(rng, []string{"a", "b", "c"}))
		columns := []string{"a", "b", "c"}[:2+rng.IntN(2)]
		old := [][]string{{"a", "b"}, {"a", "c"}, {"b", "c"}, {"c"}, {"a", "b", "c"}}[rng.IntN(5)]
		hierarchies := ""
		if rng.IntN(3) == 0 {
			hierarchies = ", hierarchies := 'coarser'"
		}
		also, ok := randomOld(t, db, rng, old, hierarchies)
		if !ok {
			continue // nothing could be published of it
		}
		threshold := 3 + rng.IntN(4)
		by := "by := " + listOf(columns)
		call := fmt.Sprintf("'people', %s, rules := {'threshold': %d}%s", by, threshold, hierarchies)
		if _, err := db.ExecContext(t.Context(), "CREATE OR REPLACE TABLE safe AS FROM cube_protect("+call+", also := ["+also+"])"); err != nil {
			if !strings.Contains(err.Error(), "method 'suppress' cannot protect every unsafe cell") {
				t.Fatalf("seed %d: %s, also := [%s]: %v", seed, call, also, err)
			}
			refused++
			continue
		}
		audit := func(published string) string {
			return fmt.Sprintf("cube_audit('(%s)', %s, value := 'value', grouping_column := 'grouping', absent := 'zero', masked := {'value': NULL, 'between': [0, NULL]}, rules := {'threshold': %d}%s, also := [%s])",
				published, by, threshold, hierarchies, also)
		}
		together := judged(audit("FROM safe"), columns, old)
		alone := judged(audit("SELECT * REPLACE (NULL::BIGINT AS value) FROM safe"), columns, old)
		truth := `SELECT a, b, c, count(*) AS n FROM people GROUP BY CUBE(a, b, c)
			UNION SELECT label, b, c, count(*) FROM people JOIN coarser ON value = a GROUP BY GROUPING SETS ((label), (label, b), (label, c), (label, b, c))`
		var narrower, wrong, named int
		query := fmt.Sprintf(`
			WITH x AS MATERIALIZED (%s), y AS MATERIALIZED (%s), truth AS (%s),
			z AS (SELECT x.*, y.safe AS before, y.least < y.largest IS NOT FALSE AS open FROM x JOIN y ON x.in_table = y.in_table AND %s JOIN truth AS n ON %s WHERE n.n < %d)
			SELECT count(*) FILTER (before AND NOT safe OR open AND least = largest),
			    (SELECT count(*) FROM z JOIN safe AS s ON %s WHERE z.in_table = 'published' AND (s.status = 'disclosed') = z.before),
			    (SELECT count(*) FROM safe WHERE status = 'disclosed')
			FROM z`, together, alone, truth, sameLabels("x", "y", []string{"a", "b", "c"}), sameLabels("x", "n", []string{"a", "b", "c"}), threshold, sameLabels("z", "s", columns))
		if err := db.QueryRowContext(t.Context(), query).Scan(&narrower, &wrong, &named); err != nil {
			t.Fatalf("seed %d: %s: %v", seed, query, err)
		}
		disclosed += named
		if narrower > 0 || wrong > 0 {
			t.Fatalf("seed %d: %s, also := [%s]: %d unsafe cells are known too closely, %d are wrongly called disclosed or not", seed, call, also, narrower, wrong)
		}
		checkShown(t, db, columns, threshold, seed)
		if _, err := db.ExecContext(t.Context(), "CREATE OR REPLACE TABLE safe AS FROM cube_protect("+call+")"); err == nil {
			if err := db.QueryRowContext(t.Context(), query).Scan(&narrower, &wrong, &named); err != nil {
				t.Fatalf("seed %d: %s: %v", seed, query, err)
			}
			naive += min(1, narrower)
		}
	}
	t.Logf("%d cells disclosed, %d tables refused, %d unsafe without also", disclosed, refused, naive)
	if disclosed == 0 || naive == 0 {
		t.Errorf("%d cells disclosed, %d tables unsafe without also: this says little", disclosed, naive)
	}
}

// judged are the rows of an audit about single cells, with the labels of all columns.
func judged(audit string, columns, old []string) string {
	all := ""
	for _, c := range []string{"a", "b", "c"} {
		if !strings.Contains(strings.Join(slices.Concat(columns, old), " "), c) {
			all += "NULL AS " + c + ", "
		}
	}
	return fmt.Sprintf("SELECT %s* FROM %s WHERE cell <> 'sum of masked'", all, audit)
}

// randomOld publishes a table as old: protected, masked, cut off, rounded or as it is. It returns it as an element of also,
// and whether there is one.
func randomOld(t *testing.T, db *sql.DB, rng *rand.Rand, by []string, hierarchies string) (string, bool) {
	t.Helper()
	columns := strings.Join(by, ", ")
	counts := fmt.Sprintf("SELECT %[1]s, GROUPING_ID(%[1]s) AS grouping, count(*) AS value FROM people GROUP BY CUBE(%[1]s)", columns)
	more := "'masked': {'value': NULL, 'between': [0, NULL]}, 'absent': 'zero'"
	least := 2 + rng.IntN(4)
	kind := rng.IntN(5)
	if kind == 2 && hierarchies != "" {
		kind = 1 // what is absent has to be nobody then
	}
	switch kind {
	case 0:
		counts = fmt.Sprintf("FROM cube_protect('people', %s, rules := {'threshold': %d}%s)", listOf(by), least, hierarchies)
	case 1:
		counts = fmt.Sprintf("SELECT * REPLACE (CASE WHEN value >= %d THEN value END AS value) FROM (%s)", least, counts)
		more = fmt.Sprintf("'masked': {'value': NULL, 'between': [1, %d]}, 'absent': 'zero'", least-1+rng.IntN(20))
	case 2:
		counts += fmt.Sprintf(" HAVING count(*) >= %d", least)
		more = fmt.Sprintf("'masked': {'value': NULL, 'between': [1, %d]}, 'absent': 'masked'", least-1+rng.IntN(20))
	case 3:
		counts = fmt.Sprintf("SELECT * REPLACE ((round(value / %[1]d) * %[1]d)::BIGINT AS value) FROM (%[2]s)", 2*least+1, counts)
		more += fmt.Sprintf(", 'rounding': {'base': %d, 'rule': 'nearest'}", 2*least+1)
	default:
		if len(by) == 3 {
			return "", false // everything is out
		}
	}
	if _, err := db.ExecContext(t.Context(), "CREATE OR REPLACE TABLE old AS "+counts); err != nil {
		return "", false
	}
	for _, c := range by {
		var labels, all int
		if err := db.QueryRowContext(t.Context(), fmt.Sprintf("SELECT (SELECT count(DISTINCT %[1]s) FROM old), (SELECT count(DISTINCT %[1]s) FROM people)", c)).Scan(&labels, &all); err != nil {
			t.Fatal(err)
		}
		if labels < all {
			return "", false // cube_audit has to be told of a label without rows
		}
	}
	return fmt.Sprintf("{'published': 'old', 'by': %s, 'value': 'value', 'grouping_column': 'grouping', %s}", listOf(by), more), true
}

// checkShown makes sure that what is published are the true numbers, and none of fewer people than the threshold.
func checkShown(t *testing.T, db *sql.DB, columns []string, threshold int, seed uint64) {
	t.Helper()
	var wrong int
	query := fmt.Sprintf(`
		SELECT count(*) FROM safe AS s JOIN (SELECT %[1]s, GROUPING_ID(%[1]s) AS g, count(*) AS n FROM people GROUP BY CUBE(%[1]s)) AS x ON s.grouping = x.g AND %[2]s
		WHERE CASE s.status WHEN 'published' THEN s.value IS DISTINCT FROM x.n OR x.n < %[3]d WHEN 'secondary' THEN x.n < %[3]d ELSE s.value IS NOT NULL OR x.n >= %[3]d END`,
		strings.Join(columns, ", "), sameLabels("s", "x", columns), threshold)
	if err := db.QueryRowContext(t.Context(), query).Scan(&wrong); err != nil {
		t.Fatalf("seed %d: %s: %v", seed, query, err)
	}
	if wrong > 0 {
		t.Fatalf("seed %d: %d cells have another number or status than they must", seed, wrong)
	}
}

// listOf is a list of columns.
func listOf(columns []string) string { return "['" + strings.Join(columns, "', '") + "']" }

// TestProtectSumsBeside is the same for sums and contributors: what breaks the p % rule, and is not called disclosed, stays
// as open as the rule asks for whoever has both tables.
func TestProtectSumsBeside(t *testing.T) {
	t.Parallel()
	db := sqltest.Open(t, "")
	made := 0
	for seed := range trials.Seeds(t, 4, 200) {
		rng := rand.New(rand.NewPCG(seed, 72))
		sqltest.Exec(t, db, randomPeople(rng, []string{"a", "b", "c"}))
		if rng.IntN(2) == 0 {
			sqltest.Exec(t, db, "CREATE OR REPLACE TABLE people AS SELECT * REPLACE ((x / 8)::DECIMAL(9,3) AS x) FROM people")
		}
		old := [][]string{{"a", "b"}, {"a", "c"}, {"b", "c"}}[rng.IntN(3)]
		const such = "CREATE OR REPLACE TABLE %s AS FROM cube_protect('people', by := %s, value := 'x', rules := {'p_percent': %d, 'threshold': 2}%s)"
		if _, err := db.ExecContext(t.Context(), fmt.Sprintf(such, "old", listOf(old), 5+rng.IntN(40), "")); err != nil {
			continue
		}
		columns, percent := []string{"a", "b"}, 5+rng.IntN(40)
		also := fmt.Sprintf(", also := [{'published': 'old', 'by': %s, 'value': 'value', 'grouping_column': 'grouping', 'masked': {'value': NULL, 'between': [0, NULL]}, 'absent': 'zero'}]", listOf(old))
		if _, err := db.ExecContext(t.Context(), fmt.Sprintf(such, "safe", listOf(columns), percent, also)); err != nil {
			if !strings.Contains(err.Error(), "method 'suppress' cannot protect every unsafe cell") {
				t.Fatalf("seed %d: %v", seed, err)
			}
			continue
		}
		made++
		audit := fmt.Sprintf("(SELECT * FROM cube_audit('safe', %s, value := 'value', grouping_column := 'grouping', kind := 'sum', absent := 'zero', masked := {'value': NULL, 'between': [0, NULL]}%s) WHERE in_table = 'safe')", "by := "+listOf(columns), also)
		checkPercent(t, db, audit, columns, percent, seed)
	}
	if made == 0 {
		t.Error("no tables were made")
	}
}
