package robust

import (
	"strings"
	"testing"
)

// TestTakenByAnother: a function whose kernel uses up what an aggregate has kept says so in a
// correlated subquery, where DuckDB starts the kernel again and not the aggregate; for one row
// of the query around it, it answers. How DuckDB takes such a subquery apart depends on its
// version, 1.4.0 has errors of its own: so this is no script for all hosts.
func TestTakenByAnother(t *testing.T) {
	db := openDB(t, "")
	exec(t, db,
		"CREATE TABLE t AS FROM (VALUES (1, 20, 'a'), (2, 20, 'b'), (3, 30, 'a'), (4, 30, 'c')) t(id, age, s)",
		"CREATE TABLE h AS FROM (VALUES ('age', '20', 1, '*'), ('age', '30', 1, '*')) h(attribute, value, level, label)",
		"CREATE TABLE recipe AS FROM release_recipe('t', ['age'], privacy := {'k_anonymity': 2})")
	const want = "it must not be called in a subquery that is computed anew for rows of the query around it; keep its result in a table, or in a CTE that is MATERIALIZED, and name that in the subquery"
	for _, call := range []string{
		"skyline_anonymize('t', ['age'], privacy := {'k_anonymity': 2}, other_columns := 'drop')",
		"skyline_anonymize('t', ['age'], privacy := {'k_anonymity': 2}, output := 'groups')",
		"mondrian_posterior('t', ['age'], 's', {'k_anonymity': 2})",
		"mondrian_cuts('t', ['age'], 2)",
		"release_recipe('t', ['age'], privacy := {'k_anonymity': 2})",
		"recipe_apply('t', 'recipe', ['age'], privacy := {'k_anonymity': 2}, other_columns := 'drop')",
		"recipe_map('t', 'recipe', ['age'], privacy := {'k_anonymity': 2})",
		"recipe_check('t', 'recipe', ['age'], other_columns := 'keep')",
		"generalization_search('t', ['age'], hierarchies := 'h', privacy := {'k_anonymity': 2})",
		"pdf_generalize('t', ['age'], groups := 's', other_columns := 'drop')",
	} {
		name, _, _ := strings.Cut(call, "(")
		subquery := "SELECT i, (SELECT count(*) FROM " + call + " AS x WHERE i > 0) AS n FROM "
		err := drain(t.Context(), db, subquery+"range(3) r(i)")
		if err == nil || !strings.Contains(err.Error(), name+": ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", call, err)
		}
		var n int
		if err := db.QueryRowContext(t.Context(), "SELECT n FROM ("+subquery+"range(2, 3) r(i))").Scan(&n); err != nil || n == 0 {
			t.Errorf("%s for one row: %d, %v", call, n, err)
		}
	}
}
