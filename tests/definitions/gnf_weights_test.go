package definitions

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skyline/tests/trials"
)

// TestWeights asks the same of tables of counts and of the rows that they count: with a seed,
// every function must give the same rows, or an error.
func TestWeights(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := openDB(t, "")
	answered, refused := 0, 0
	for seed := range trials.Seeds(t, 3, 100) {
		rng := rand.New(rand.NewPCG(seed, 5))
		exec(t, db, countedPeople(rng),
			// What each counts, written out by a join: nobody's row is in none.
			"CREATE OR REPLACE TABLE people AS SELECT c.* EXCLUDE (n) FROM counted AS c JOIN (SELECT UNNEST(range(1, 10)) AS i) ON i <= c.n",
			fmt.Sprint("SET threads = ", 1+rng.IntN(4)))
		l, method := 2+rng.IntN(2)*rng.IntN(2), []string{"uad", "gd", "single", "multi_sa"}[rng.IntN(4)]
		rules := "[{'lhs': ['a', 'b'], 'rhs': 's'}, {'lhs': ['a', 's'], 'rhs': 'u'}]"
		if rng.IntN(4) == 0 {
			rules = "[]"
		}
		which := []string{"", "attributes := ['b', 's', 'u'], ", "other_columns := 'drop', ", "other_columns := 'keep', "}[rng.IntN(4)]
		calls := []string{
			fmt.Sprintf("anatomize('%%[1]s', ['a', 'b'], 's', diversity := %d, seed := 1%%[2]s)", l),
			fmt.Sprintf("anatomize('%%[1]s', 'b', 'u', diversity := %d, seed := 2%%[2]s)", l),
			fmt.Sprintf("anatomize('%%[1]s', ['a', 'b'], 's', diversity := %d%%[2]s, output := 'values')", l),
			fmt.Sprintf("gnf_decompose('%%[1]s', %s, diversity := %d, method := '%s'%%[2]s)", rules, l, method),
			fmt.Sprintf("gnf_decompose('%%[1]s', %s, diversity := %d, tables := [{'attributes': ['a', 'b', 's'], 'lhs': ['a', 'b'], 'rhs': 's'}, {'attributes': ['b', 'u']}]%%[2]s)", "[{'lhs': ['a', 'b'], 'rhs': 's'}]", l),
			fmt.Sprintf("workload_error('%%[1]s', [{'table': '(SELECT a, b%%[3]s FROM %%[1]s)'%%[4]s}, {'table': '(SELECT b, s, u%%[3]s FROM %%[1]s)'%%[4]s}], dimension := 2, queries := 30, seed := %d%%[2]s)", seed),
		}
		for no := range 3 {
			calls = append(calls, fmt.Sprintf("gnf_table('%%[1]s', %s, table_no := %d, diversity := %d, method := '%s', %sstrict := %t, seed := 1%%[2]s)",
				rules, no+1, l, method, which, rng.IntN(3) == 0))
		}
		for _, call := range calls {
			want, wantErr := answer(t, db, "FROM "+fmt.Sprintf(call, "people", "", "", ""))
			got, err := answer(t, db, "FROM "+fmt.Sprintf(call, "counted", ", weight := 'n'", ", n", ", 'weight': 'n'"))
			// Where two things are wrong DuckDB may look at either first.
			if diff := cmp.Diff(want, got); diff != "" || (err == "") != (wantErr == "") {
				t.Fatalf("seed %d: %s: %s, want %s (-rows +counts):\n%s", seed, call, err, wantErr, diff)
			}
			if wantErr == "" {
				answered++
			} else {
				refused++
			}
		}
	}
	t.Logf("%d answers, %d errors", answered, refused)
	if answered < refused {
		t.Errorf("%d answers and %d errors say little", answered, refused)
	}
}

// countedPeople makes the table counted: a, b, s, u, and n, how many people a row stands for.
func countedPeople(rng *rand.Rand) string {
	pick := func(n int, letter string) string {
		if i := rng.IntN(n); i > 0 {
			return fmt.Sprint("'", letter, i, "'")
		}
		return "NULL"
	}
	var rows []string
	for range 10 + rng.IntN(40) {
		rows = append(rows, fmt.Sprintf("(%s, %s, %s, %s, %d)", pick(3, "a"), pick(5, "b"), pick(6, "s"), pick(6, "u"), max(0, rng.IntN(8)-2)))
	}
	kind := []string{"BIGINT", "HUGEINT", "DECIMAL(38,0)", "DECIMAL(7,3)"}[rng.IntN(4)]
	return "CREATE OR REPLACE TABLE counted AS SELECT * REPLACE (n::" + kind + " AS n) FROM (VALUES " + strings.Join(rows, ", ") + ") AS t(a, b, s, u, n)"
}
