package release

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// TestParts cuts random tables in two by their quasi-identifiers, and releases each part by
// itself, knowing the whole: all groups together satisfy what is required.
func TestParts(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	released, groups := 0, 0
	testTables(t, 23, func(t *testing.T, db *sql.DB, rng *rand.Rand, r *relation) {
		rules := randomRules(rng, r)
		exec(t, db, fmt.Sprintf("CREATE OR REPLACE TABLE cut AS SELECT *, ascii(substr(md5((%d, %s)::VARCHAR), 1, 1)) %% 2 AS part FROM people", rng.IntN(9), strings.NewReplacer("[", "", "]", "", "'", "").Replace(r.qi())))
		var made []string
		for part := range 2 {
			arguments := fmt.Sprintf("('(SELECT * EXCLUDE (part) FROM cut WHERE part = %d)', %s, 's', privacy := %s, split := '%s', everybody := 'people', rounding := 'none', absent_values := 'allow'",
				part, r.qi(), privacyOf(rules), []string{"information_gain", "information_loss", "median"}[rng.IntN(3)]) + r.person("who")
			if r.hasHierarchies() {
				arguments += ", hierarchies := 'hierarchies'"
			}
			made = append(made, fmt.Sprintf("SELECT *, concat(%d, ' ', group_id) AS g FROM skyline_anonymize%s, other_columns := 'keep')", part, arguments))
		}
		if _, err := db.ExecContext(t.Context(), "CREATE OR REPLACE TABLE release AS "+strings.Join(made, " UNION ALL BY NAME ")); err != nil {
			return // one of them as one group is not safe beside others
		}
		released++
		var n, all, rows int
		if err := db.QueryRowContext(t.Context(), "SELECT count(DISTINCT g), count(*), (SELECT count(*) FROM people) FROM release").Scan(&n, &rows, &all); err != nil {
			t.Fatal(err)
		}
		groups += n
		if rows != all {
			t.Errorf("%d rows of %d are released", rows, all)
		}
		differences(t, db, "SELECT requirement, rule FROM release_check('release', ['g'], 's', privacy := "+privacyOf(rules)+r.person("again")+", other_columns := 'keep', absent_values := 'allow') WHERE NOT holds",
			"SELECT '', '' WHERE false")
		if t.Failed() {
			t.Log(privacyOf(rules))
		}
	})
	t.Logf("%d releases of parts, %d groups", released, groups)
	if released < releaseCases()/8 || groups <= released {
		t.Errorf("%d releases of %d groups say little", released, groups)
	}
}
