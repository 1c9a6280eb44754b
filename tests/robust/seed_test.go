package robust

import (
	"crypto/sha256"
	"database/sql"
	"fmt"
	"testing"

	"skyline/tests/trials"
)

// TestOrderOfSeed: with a seed the rows come in the same order, whatever number of threads
// there is and however the table lies. It takes several row groups of DuckDB's for threads
// to have something to do.
func TestOrderOfSeed(t *testing.T) {
	trials.Long(t)
	db := openDB(t, "")
	exec(t, db, "CREATE TABLE people AS SELECT i AS id, (hash(i) % 97)::INTEGER AS age, (hash(i + 1) % 53)::VARCHAR AS zip, 's' || (hash(i + 7) % 11) AS s, i // 20 AS g, hash(i + 3) % 2 = 0 AS here FROM range(130000) r(i)",
		"CREATE TABLE back AS FROM people ORDER BY id DESC",
		"CREATE TABLE levels AS FROM hierarchy_intervals('people', 'age', widths := [10, 50]) UNION ALL FROM hierarchy_prefix('people', 'zip')",
		"CREATE TABLE recipe AS FROM release_recipe('people', ['age', 'zip'], 's', privacy := {'k_anonymity': 50})")
	for _, c := range trials.Part(t, 3, []string{
		"skyline_anonymize('%s', ['age', 'zip'], 's', person := 'id', privacy := {'k_anonymity': 50}, seed := 5, other_columns := 'keep')",
		"skyline_anonymize('%s', ['age', 'zip'], 's', person := 'id', privacy := {'k_anonymity': 50}, seed := 5, output := 'bucketized', other_columns := 'keep')",
		"recipe_apply('%s', 'recipe', ['age', 'zip'], person := 'id', sensitive := 's', privacy := {'k_anonymity': 50}, seed := 5, other_columns := 'keep')",
		"generalize('%s', 'levels', MAP {'age': 1, 'zip': 1}, 's', person := 'id', privacy := {'k_anonymity': 5}, suppression := 0.5, seed := 5, other_columns := 'keep')",
		"local_suppression('%s', ['age', 'zip'], 's', person := 'id', privacy := {'k_anonymity': 30}, seed := 5, other_columns := 'keep')",
		"pdf_generalize('(SELECT g, age, s FROM %s)', ['age'], 'g', seed := 5, other_columns := 'keep')",
		"presence_anonymize('%s', ['age'], 'here', recoding := 'multidimensional', person := 'id', delta_min := 0.1, delta_max := 0.9, seed := 5, other_columns := 'keep')",
		"anatomize('(SELECT age, zip, s FROM %s)', ['age', 'zip'], 's', diversity := 3, seed := 5)",
		"gnf_table('(SELECT age, s FROM %s)', [{'lhs': ['age'], 'rhs': 's'}], table_no := 1, diversity := 3, seed := 5, other_columns := 'keep')",
	}) {
		want, rows := "", 0
		for _, lay := range []struct {
			table   string
			threads int
		}{{"people", 1}, {"back", 4}, {"people", 2}}[:trials.Number(2, 3)] {
			exec(t, db, fmt.Sprint("SET threads = ", lay.threads))
			sum, n := sha256.New(), 0
			scan(t, db, "SELECT r::VARCHAR FROM "+fmt.Sprintf(c, lay.table)+" AS r", func(rows *sql.Rows) error {
				var text string
				err := rows.Scan(&text)
				fmt.Fprintln(sum, text)
				n++
				return err
			})
			got := fmt.Sprintf("%x", sum.Sum(nil))
			if want == "" {
				want, rows = got, n
			}
			if got != want || n != rows || n < 1000 {
				t.Errorf("%s: with %d threads, %d rows of %s are in another order than %d", c, lay.threads, n, lay.table, rows)
			}
		}
	}
}
