package definitions

import (
	"database/sql"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/tests/internal/sqltest"
	"skyline/tests/trials"
)

// zones are time zones of sessions: none of them may show.
var zones = []string{"UTC", "Europe/Berlin", "America/St_Johns"}

// TestRecipeSQL makes recipes of random tables, and applies them by the statements for
// DuckDB, in every form: the release must be recipe_apply's, row by row.
func TestRecipeSQL(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := sqltest.Open(t, "")
	tried := map[string]int{}
	for seed := range trials.Seeds(t, 8, 300) {
		rng := rand.New(rand.NewPCG(seed, 31))
		sqltest.Exec(t, db, "SET TimeZone = "+text(zones[rng.IntN(len(zones))]))
		chosen, names := choose(rng, 1+rng.IntN(4))
		makePeople(t, db, rng, chosen, 30+rng.IntN(60))
		arguments := "qi := " + textList(names) + ", sensitive := 's', privacy := {'k_anonymity': 2}"
		// A recipe of some of the people, so that others are outside of it.
		_, err := db.ExecContext(t.Context(), "CREATE OR REPLACE TABLE recipe AS FROM release_recipe('(SELECT * FROM people WHERE number % 8 > 0)', "+arguments+")")
		if err != nil {
			tried["no recipe"]++
			continue
		}
		checkForms(t, db, names, arguments, tried)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	t.Log(tried)
	if tried["map"] < trials.Number(5, 200) || tried["values"] < tried["map"]/2 || tried["levels"] < trials.Number(1, 5) {
		t.Errorf("%v says little", tried)
	}
}

// checkForms applies the recipe in the tables people and recipe in each form.
func checkForms(t *testing.T, db *sql.DB, names []string, arguments string, tried map[string]int) {
	t.Helper()
	checked := func(table, weight string) string {
		return "SELECT requirement, achieved, holds FROM release_check('" + table + "', qi := " + textList(append(slices.Clip(names), "group_id")) + ", sensitive := 's', privacy := {'k_anonymity': 2}" + weight + ")"
	}
	sqltest.Exec(t, db,
		"CREATE OR REPLACE TABLE applied AS FROM recipe_apply('people', 'recipe', "+arguments+", on_violation := 'hold', other_columns := 'keep')",
		"CREATE OR REPLACE TABLE map AS "+mapQuery(names),
		"CREATE OR REPLACE TABLE checked AS "+checked("applied", ""))
	seen := map[string]bool{}
	for _, form := range []string{"map", "values", "levels", "auto"} {
		steps, err := statements(t, db, fmt.Sprintf(`recipe_sql('people', 'map', qi := %s, sensitive := 's', columns := 'number', release := '"the ""release"""', types := {'s': 'VARCHAR', 'number': 'BIGINT'}, form := '%s')`,
			textList(names), form))
		if err != nil && form == "levels" && strings.Contains(err.Error(), "depend on several columns together") {
			tried["no levels"]++
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		tried[form]++
		// But for what it says of itself, auto may be a form that has been looked at.
		if said := withoutComments(steps); seen[said] {
			continue
		} else {
			seen[said] = true
		}
		sqltest.Exec(t, db, "DROP TABLE IF EXISTS \"the \"\"release\"\"\"", steps["release"])
		result := "SELECT " + idents(names) + `, s, number, group_id FROM `
		sqltest.Differences(t, db, result+`"the ""release"""`, result+"applied")
		checkCounts(t, db, steps["count"], "FROM people")
		sqltest.Exec(t, db, "CREATE OR REPLACE TABLE cells AS "+steps["cells"])
		of := idents(names) + ", group_id, s, number"
		sqltest.Differences(t, db, "SELECT "+of+", people FROM cells", "SELECT "+of+", count(*) FROM applied GROUP BY "+of)
		sqltest.Differences(t, db, checked("cells", ", weight := 'people'"), "FROM checked")
		checkChanges(t, db, names, steps)
	}
}

// withoutComments is all of some statements but their lines of comments.
func withoutComments(steps map[string]string) string {
	var lines []string
	for _, step := range slices.Sorted(maps.Keys(steps)) {
		lines = append(lines, step)
		for line := range strings.Lines(steps[step]) {
			if !strings.HasPrefix(line, "-- ") {
				lines = append(lines, line)
			}
		}
	}
	return strings.Join(lines, "\n")
}

// mapQuery is the map of the release in the table applied, by DuckDB's own grouping.
func mapQuery(names []string) string {
	labels := list(names, func(name string) string { return "first(a." + ident(name) + ") AS " + ident(name+"_label") })
	keys := list(names, func(name string) string { return "p." + ident(name) })
	return "SELECT " + keys + ", " + labels + ", first(a.group_id) AS group_id, count(*) AS people FROM people AS p LEFT JOIN applied AS a USING (number) GROUP BY " + keys
}

// checkCounts makes sure that the step count finds what there is, and that all is well.
func checkCounts(t *testing.T, db *sql.DB, count, table string) {
	t.Helper()
	sqltest.Differences(t, db, count, "SELECT a, r, a - r, 0, 0, true FROM (SELECT count(*) AS a "+table+"), (SELECT count(*) AS r FROM applied)")
}

// checkChanges makes sure that the step count tells that the table, the map or the release
// has changed.
func checkChanges(t *testing.T, db *sql.DB, names []string, steps map[string]string) {
	t.Helper()
	changes := []string{
		"INSERT INTO people SELECT * FROM people LIMIT 1",
		"DELETE FROM people WHERE number = 1",
		`DELETE FROM "the ""release""" WHERE number = (SELECT min(number) FROM "the ""release""")`,
		`INSERT INTO "the ""release""" SELECT * FROM "the ""release""" LIMIT 1`,
	}
	if sqltest.Texts(t, db, "SELECT count(DISTINCT group_id) > 1 FROM applied")[0] == "true" {
		// Somebody moves from one known combination to another, in another group: no total changes.
		changes = append(changes, "UPDATE people SET "+list(names, func(name string) string { return ident(name) + " = m." + ident(name) })+
			" FROM (SELECT * FROM map WHERE group_id = (SELECT max(group_id) FROM map) LIMIT 1) AS m"+
			" WHERE number = (SELECT min(number) FROM applied WHERE group_id = (SELECT min(group_id) FROM applied))")
	}
	if strings.Contains(steps["count"], `FROM "map"`) {
		changes = append(changes, "DELETE FROM map WHERE rowid = (SELECT min(rowid) FROM map)", "INSERT INTO map SELECT * FROM map LIMIT 1")
	}
	for _, change := range changes {
		sqltest.Exec(t, db, "BEGIN", change)
		if rows := sqltest.Texts(t, db, "SELECT ok FROM ("+steps["count"]+")"); rows[0] != "false" {
			var empty int
			// A change of nothing is none.
			if err := db.QueryRowContext(t.Context(), `SELECT count(*) FROM "the ""release"""`).Scan(&empty); err != nil || empty > 0 {
				t.Errorf("after %s the step count says %v", change, rows)
			}
		}
		sqltest.Exec(t, db, "ROLLBACK")
	}
}
