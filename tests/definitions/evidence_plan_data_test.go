package definitions

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"skyline/sqlfuncs/planning"
	"skyline/tests/internal/sqltest"
	"skyline/tests/trials"
)

// plannedTable is a table of the field, and what the field takes its columns for: those that are
// not named are neither.
type plannedTable struct {
	name      string
	qi        []string
	sensitive []string
	direct    []string
	troubles  []string // what is messy, as "column: what a finding says"
}

// plannedTables: the roles of Adult and of FARS as ARX's examples have them, those of Nursery as its
// authors' attributes (all describe the family), and the messy table's as it was made.
var plannedTables = []plannedTable{
	{"adult", []string{"age", "sex", "race", "marital-status", "education", "native-country", "workclass"}, []string{"occupation", "salary-class"}, nil, []string{"capital-gain: code for a missing value: 99999"}},
	{"fars", []string{"iage", "irace", "ideathmon", "ideathday", "isex", "ihispanic", "istatenum"}, []string{"iinjury"}, nil, []string{"ideathday: code for a missing value: 99"}},
	{"nursery", []string{"parents", "has_nurs", "form", "children", "housing", "finance", "social", "health"}, []string{"class"}, nil, nil},
	{"messy", []string{"sex", "birth_date", "zip"}, []string{"bmi", "household income", "ICD-10"}, []string{"case_id", "patient_no", "name", "notes"}, []string{
		"sex: in case or blanks", "birth_date: in 2 forms", "zip: begin with 0", "bmi: code for a missing value: ?, -9, na", "bmi: numbers are stored as text", "household income: code for a missing value: -9", "household income: numbers are stored as text", "notes: code for a missing value: an empty text",
	}},
}

// sentences of a finding that say that something is messy.
var messySentences = []string{"code for a missing value: ", "in case or blanks", "stored as text", "begin with 0"}

// TestPlanOfData: what a plan finds in tables of the field, beside what the field takes them for,
// is what evidence_plans.md says. No trouble is missed or invented, and no column that the field has a role
// for is released as it is.
func TestPlanOfData(t *testing.T) {
	trials.Long(t)
	db := sqltest.Open(t, "")
	stays(t, db, rand.New(rand.NewPCG(7, 7)))
	var b strings.Builder
	b.WriteString("| table | others know it: found | dropped, asked | must not be learnt: asked | known, dropped | names people: dropped, or asked | troubles found | invented |\n|---|---|---|---|---|---|---|---|\n")
	for i := range plannedTables {
		p := &plannedTables[i]
		table := p.name
		if table != "messy" {
			table = sqltest.Data(t) + "/" + p.name + ".csv"
		}
		roles, findings := map[string]string{}, map[string]string{}
		sqltest.Scan(t, db, "SELECT attribute, coalesce(role, '?'), finding FROM release_plan("+sqltest.Literal(table)+") WHERE attribute IS NOT NULL", func(rows *sql.Rows) error {
			var name, role, finding string
			err := rows.Scan(&name, &role, &finding)
			roles[name], findings[name] = role, finding
			return err
		})
		count := func(columns []string, is func(role string) bool) (n int) {
			for _, name := range columns {
				if roles[name] == "" {
					t.Errorf("%s has no column %s", p.name, name)
				}
				if is(roles[name]) {
					n++
				}
			}
			return n
		}
		known, asked := func(role string) bool { return role == "qi" }, func(role string) bool { return role == "?" }
		for _, name := range slices.Concat(p.qi, p.sensitive, p.direct) {
			if slices.Contains([]string{planning.Other, planning.Weight, planning.Sensitive}, roles[name]) {
				t.Errorf("%s: %s is %s", p.name, name, roles[name])
			}
		}
		found, invented := 0, 0
		for _, trouble := range p.troubles {
			name, what, _ := strings.Cut(trouble, ": ")
			if strings.Contains(findings[name], what) {
				found++
			} else {
				t.Errorf("%s: not found: %s; %s", p.name, trouble, findings[name])
			}
		}
		for name, finding := range findings {
			for _, sentence := range messySentences {
				isOne := slices.ContainsFunc(p.troubles, func(trouble string) bool {
					return strings.HasPrefix(trouble, name+": ") && (strings.Contains(trouble, sentence) || sentence == "stored as text" && strings.Contains(trouble, "forms"))
				})
				if strings.Contains(finding, sentence) && !isOne {
					invented++
					t.Errorf("%s: invented: %s: %s", p.name, name, finding)
				}
			}
		}
		fmt.Fprintf(&b, "| %s | %d of %d | %d, %d | %d of %d | %d, %d | %d of %d | %d of %d | %d |\n", p.name,
			count(p.qi, known), len(p.qi), count(p.qi, planning.IsDropped), count(p.qi, asked), count(p.sensitive, asked), len(p.sensitive), count(p.sensitive, known), count(p.sensitive, planning.IsDropped),
			count(p.direct, planning.IsDropped)+count(p.direct, asked), len(p.direct), found, len(p.troubles), invented)
	}
	inPage(t, b.String())
}

// inPage makes sure that a table is on the page.
func inPage(t *testing.T, table string) {
	t.Helper()
	page, err := os.ReadFile("evidence_plans.md")
	if err != nil || !strings.Contains(string(page), table) {
		t.Errorf("evidence_plans.md (%v) does not have\n%s", err, table)
	}
}

// TestPlanLevels: what a release loses with the steps that a plan proposes, with none, and with a
// hierarchy of the usual levels for each column of numbers, dates and codes, is what evidence_plans.md says.
func TestPlanLevels(t *testing.T) {
	trials.Long(t)
	db := sqltest.Open(t, "")
	stays(t, db, rand.New(rand.NewPCG(7, 7)))
	folder := sqltest.Data(t)
	var b strings.Builder
	b.WriteString("| table | no steps | as proposed | hierarchies | exact values: no steps | as proposed | hierarchies |\n|---|---|---|---|---|---|---|\n")
	for _, table := range []struct{ name, from, sensitive string }{
		{"messy", "FROM messy", "ICD-10"},
		{"adult", "SELECT * EXCLUDE (\"salary-class\") FROM '" + folder + "/adult.csv' LIMIT 5000", "occupation"},
		{"fars", "SELECT iage AS age, irace AS race, isex AS sex, istatenum AS state, iinjury FROM '" + folder + "/fars.csv' LIMIT 5000", "iinjury"},
		{"nursery", "SELECT parents, has_nurs, housing, class FROM '" + folder + "/nursery.csv'", "class"},
	} {
		sqltest.Exec(t, db, "CREATE OR REPLACE TABLE original AS "+table.from, "CREATE OR REPLACE TABLE plan AS FROM release_plan('original')",
			"UPDATE plan SET role = CASE WHEN attribute = "+sqltest.Literal(table.sensitive)+" THEN 'sensitive' WHEN role = 'drop' AND '"+table.name+"' = 'nursery' THEN 'qi' WHEN role IS NULL OR role = 'sampling_weight' THEN 'drop' ELSE role END, question = NULL WHERE attribute IS NOT NULL")
		var losses, exact []string
		for _, steps := range []string{"NULL", "steps", `CASE WHEN type IN ('DATE', 'TIMESTAMP') OR treatment LIKE 'ranges of dates%' THEN '{"widths": ["month", "quarter", "year", "5 years"]}'
				WHEN treatment LIKE 'ranges of numbers%' THEN '{"widths": [5, 10, 20]}' WHEN attribute = 'zip' THEN '{"keep": [4, 3, 2]}' END`} {
			sqltest.Exec(t, db, "SET VARIABLE plan = (SELECT list(p) FROM (SELECT * REPLACE ("+steps+" AS steps) FROM plan) AS p)",
				"CREATE OR REPLACE TABLE cleaned AS FROM release_plan('original', plan := getvariable('plan'), output := 'table')")
			loss, shown := lossOfPlan(t, db, table.sensitive)
			losses, exact = append(losses, fmt.Sprintf("%.1f %%", 100*loss)), append(exact, shown)
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", table.name, strings.Join(losses, " | "), strings.Join(exact, " | "))
	}
	inPage(t, b.String())
}

// lossOfPlan makes a release of the table cleaned by the variable plan, and returns its loss and
// whether its labels show few people.
func lossOfPlan(t *testing.T, db *sql.DB, sensitive string) (loss float64, exact string) {
	t.Helper()
	rows := planRows(t, db)
	parameters, err := planning.Parameters(rows, "cleaned")
	if err != nil {
		t.Fatal(err)
	}
	var qi []string
	for _, row := range rows {
		if row.Role == planning.QI {
			qi = append(qi, sqltest.Literal(row.Attribute))
		}
	}
	call := fmt.Sprintf("qi := [%s]", strings.Join(qi, ", "))
	hierarchies := ""
	if h, ok := parameters["hierarchies"]; ok {
		hierarchies = ", hierarchies := " + literal(h)
	}
	settings := ""
	for param, v := range parameters {
		settings += ", " + param + " := " + literal(v)
	}
	roles := call + ", sensitive := " + sqltest.Literal(sensitive) + ", privacy := {'k_anonymity': 12}"
	sqltest.Exec(t, db, "CREATE OR REPLACE TABLE released AS FROM skyline_anonymize('cleaned', "+roles+settings+", other_columns := 'drop')")
	sqltest.Scan(t, db, "SELECT value FROM release_utility('cleaned', 'released', "+call+hierarchies+") WHERE measure = 'ncp' AND attribute IS NULL", func(rows *sql.Rows) error { return rows.Scan(&loss) })
	shown := sqltest.Texts(t, db, "SELECT CASE WHEN holds THEN 'hold' ELSE 'do not hold' END FROM release_check('released', "+roles+", original := 'cleaned') WHERE requirement = 'exact_values'")
	if len(shown) == 0 {
		return loss, "none"
	}
	return loss, shown[0]
}

// planRows are the rows of the variable plan.
func planRows(t *testing.T, db *sql.DB) []planning.Row {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(sqltest.Texts(t, db, "SELECT to_json(getvariable('plan'))::VARCHAR")[0]))
	decoder.UseNumber()
	var rows []any
	if err := decoder.Decode(&rows); err != nil {
		t.Fatal(err)
	}
	given, err := planning.NewGiven(rows)
	if err != nil {
		t.Fatal(err)
	}
	return given.Rows
}
