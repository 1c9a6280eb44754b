package definitions

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/sqlfuncs/planning"
	"skyline/tests/internal/sqltest"
)

// literal writes what a call has as an argument, as SQL.
func literal(v any) string {
	switch v := v.(type) {
	case string:
		return sqltest.Literal(v)
	case map[string]any:
		var members []string
		for name, member := range v {
			members = append(members, sqltest.Literal(name)+": "+literal(member))
		}
		slices.Sort(members)
		return "{" + strings.Join(members, ", ") + "}"
	}
	return fmt.Sprint(v)
}

// TestPlanReleases: a release as a plan says, of the table as the plan reads it, satisfies what the
// plan requires, and shows few people's values; with the steps that are proposed, and with each
// kind of steps that an owner may write.
func TestPlanReleases(t *testing.T) {
	db := sqltest.Open(t, "")
	random := rand.New(rand.NewPCG(8, 8))
	stays(t, db, random)
	for name, steps := range map[string]string{
		"as proposed": "",
		"hierarchies": "UPDATE plan SET steps = CASE attribute WHEN 'birth_date' THEN '{\"widths\": [\"year\", \"5 years\"]}' WHEN 'zip' THEN '{\"keep\": [4, 3]}' WHEN 'sex' THEN '{\"at_least\": 12}' END",
		"ends":        "UPDATE plan SET steps = CASE attribute WHEN 'birth_date' THEN '{\"bottom\": \"1940-01-01\", \"top\": \"2000-01-01\"}' END",
	} {
		sqltest.Exec(t, db, "CREATE OR REPLACE TABLE plan AS FROM release_plan('messy', keep := ['zip'])",
			"UPDATE plan SET role = CASE WHEN attribute = 'ICD-10' THEN 'sensitive' ELSE 'drop' END, question = NULL WHERE role IS NULL AND attribute IS NOT NULL")
		if steps != "" {
			sqltest.Exec(t, db, steps)
		}
		sqltest.Exec(t, db, "SET VARIABLE plan = (SELECT list(p) FROM plan AS p)",
			"CREATE OR REPLACE TABLE cleaned AS FROM release_plan('messy', plan := getvariable('plan'), output := 'table')")
		rows := planRows(t, db)
		parameters, err := planning.Parameters(rows, "cleaned")
		if err != nil || parameters["importance"] == nil {
			t.Fatal(parameters, err)
		}
		var qi, privacy []string
		for _, row := range rows {
			if row.Role == planning.QI {
				qi = append(qi, sqltest.Literal(row.Attribute))
			}
			if row.Rule != "" {
				privacy = append(privacy, sqltest.Literal(row.Rule)+": "+row.Required)
			}
		}
		roles := fmt.Sprintf("qi := [%s], sensitive := 'ICD-10', privacy := {%s}", strings.Join(qi, ", "), strings.Join(privacy, ", "))
		call := "FROM skyline_anonymize('cleaned', " + roles
		for param, v := range parameters {
			call += ", " + param + " := " + literal(v)
		}
		sqltest.Exec(t, db, "CREATE OR REPLACE TABLE released AS "+call+")")
		for _, row := range sqltest.Texts(t, db, "SELECT requirement FROM release_check('released', "+roles+", original := 'cleaned') WHERE requirement <> 'determined' AND NOT holds AND (requirement <> 'exact_values' OR '"+name+"' <> 'ends')") {
			t.Errorf("%s: %s does not hold", name, row)
		}
		// By hand: groups of at least twelve rows that show the same, all rows of the file.
		counted := sqltest.Texts(t, db, fmt.Sprintf("SELECT format('{} {} {}', sum(n), min(n) >= 12, count(*) > 5) FROM (SELECT count(*) AS n FROM released GROUP BY %s)", strings.ReplaceAll(strings.Join(qi, ", "), "'", `"`)))
		if counted[0] != "600 true true" {
			t.Errorf("%s: %s", name, counted[0])
		}
	}
}
