package definitions

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"skyline/tests/internal/sqltest"
	"skyline/tests/trials"
)

// TestTriedByHand: the release that is chosen loses no more than the best of ten settings that
// somebody would write by hand; the numbers are those of evidence_plans.md.
func TestTriedByHand(t *testing.T) {
	trials.OnlySlow(t)
	db := sqltest.Open(t, "")
	stays(t, db, rand.New(rand.NewPCG(7, 7)))
	folder := sqltest.Data(t)
	var b strings.Builder
	b.WriteString("| table | the plan's own | by hand: best of ten | | chosen | |\n|---|---|---|---|---|---|\n")
	for _, table := range []struct{ name, from, sensitive, texts, numbers, first, last string }{
		{"messy", "FROM messy", "ICD-10", "sex zip", "", "birth_date", "zip"},
		{"adult", "SELECT * EXCLUDE (\"salary-class\") FROM '" + folder + "/adult.csv' LIMIT 5000", "occupation", "education race", "", "age", "workclass"},
		{"fars", "SELECT iage AS age, irace AS race, isex AS sex, istatenum AS state, iinjury FROM '" + folder + "/fars.csv' LIMIT 5000", "iinjury", "", "", "age", "race"},
		{"nursery", "FROM '" + folder + "/nursery.csv' LIMIT 5000", "class", "form housing", "", "parents", "social"},
	} {
		sqltest.Exec(t, db, "CREATE OR REPLACE TABLE original AS "+table.from, "CREATE OR REPLACE TABLE plan AS FROM release_plan('original', purpose := 'internal')",
			"UPDATE plan SET role = CASE WHEN attribute = "+sqltest.Literal(table.sensitive)+" THEN 'sensitive' WHEN role = 'drop' AND '"+table.name+"' = 'nursery' THEN 'qi' WHEN role IS NULL OR role = 'sampling_weight' THEN 'drop' ELSE role END, question = NULL WHERE attribute IS NOT NULL",
			"DELETE FROM plan WHERE requirement = 'skyline'", "UPDATE plan SET required = '12' WHERE requirement = 'k_anonymity'",
			"SET VARIABLE plan = (SELECT list(p) FROM plan AS p)", "CREATE OR REPLACE TABLE cleaned AS FROM release_plan('original', plan := getvariable('plan'), output := 'table')")
		hierarchies := func(columns, function, steps string) string {
			var parts []string
			for name := range strings.FieldsSeq(columns) {
				parts = append(parts, fmt.Sprintf("FROM %s('cleaned', %s, %s)", function, sqltest.Literal(name), steps))
			}
			if parts == nil {
				return "split := 'median', importance := {'" + table.first + "': 2}"
			}
			return "hierarchies := " + sqltest.Literal("("+strings.Join(parts, " UNION ALL ")+")")
		}
		best, bestOf := 2.0, ""
		for _, setting := range []string{
			"split := 'information_loss'", "split := 'information_gain'", "split := 'median'",
			"importance := {'" + table.first + "': 2}", "importance := {'" + table.last + "': 2}", "importance := {'" + table.first + "': 0.5}", "importance := {'" + table.last + "': 4}",
			hierarchies(table.texts, "hierarchy_frequency", "at_least := 100"), hierarchies(table.numbers, "hierarchy_intervals", "widths := [10, 20, 40]"), "min_levels := NULL, split := 'median', importance := {'" + table.last + "': 2}",
		} {
			measured := ""
			if h, ok := strings.CutPrefix(setting, "hierarchies"); ok {
				measured = ", hierarchies" + h
			}
			sqltest.Exec(t, db, "CREATE OR REPLACE TABLE released AS FROM skyline_anonymize('original', plan := getvariable('plan'), other_columns := 'drop', "+setting+")")
			if loss := lossOf(t, db, "release_utility('original', 'released', plan := getvariable('plan')"+measured+")"); loss < best {
				best, bestOf = loss, setting
			}
		}
		sqltest.Exec(t, db, "CREATE OR REPLACE TABLE tried AS FROM release_plan('original', plan := getvariable('plan'), purpose := 'internal', tries := 26, output := 'tried')")
		all := triedSettings(t, db)
		for _, s := range all {
			if !s.chosen {
				continue
			}
			if s.loss > best {
				t.Errorf("%s: %s loses %v, and by hand %s %v", table.name, s.setting, s.loss, bestOf, best)
			}
			fmt.Fprintf(&b, "| %s | %.2f %% | %.2f %% | `%s` | %.2f %% | %s |\n", table.name, 100*all[0].loss, 100*best, bestOf, 100*s.loss, s.setting)
		}
	}
	inPage(t, b.String())
}

// lossOf returns what a call of release_utility says is lost.
func lossOf(t *testing.T, db *sql.DB, call string) (loss float64) {
	t.Helper()
	sqltest.Scan(t, db, "SELECT value FROM "+call+" WHERE measure = 'ncp' AND attribute IS NULL", func(rows *sql.Rows) error { return rows.Scan(&loss) })
	return loss
}
