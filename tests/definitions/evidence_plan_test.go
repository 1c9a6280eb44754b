package definitions

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"skyline/tests/internal/sqltest"
)

// stays makes the tables messy, hospital stays as a file may have them, and clean, what each
// value means; the rows have the same numbers.
func stays(t *testing.T, db *sql.DB, random *rand.Rand) {
	t.Helper()
	pick := func(texts ...string) string { return texts[random.IntN(len(texts))] }
	null := func(text, code string) string {
		if code != "" {
			return "NULL"
		}
		return sqltest.Literal(text)
	}
	type patient struct{ number, name, sex, zip string }
	var patients []patient
	for i := range 400 {
		patients = append(patients, patient{fmt.Sprintf("P%04d", i), pick("Ann", "Bob", "Cyd", "Dan") + fmt.Sprintf(" Marker%03d", i/3), pick("F", "M"), fmt.Sprintf("%05d", 1067+10*random.IntN(30))})
	}
	var messy, clean strings.Builder
	for i := range 600 {
		p := patients[i%400]
		if i >= 400 {
			p = patients[random.IntN(400)]
		}
		sex := pick(p.sex, p.sex, strings.ToLower(p.sex), p.sex+" ")
		year, month, day := 1930+random.IntN(80), 1+random.IntN(12), 1+random.IntN(28)
		iso := fmt.Sprintf("%d-%02d-%02d", year, month, day)
		born := pick(iso, iso, fmt.Sprintf("%02d.%02d.%d", day, month, year))
		bmi, bmiCode := fmt.Sprintf("%d.%d", 18+random.IntN(20), random.IntN(10)), pick("", "", "", "?", "NA", "-9")
		income, incomeCode := fmt.Sprint(10000+random.IntN(50000)), pick("", "", "", "-9")
		note := pick("", "", "see letter of Dr. Marker", fmt.Sprintf("Pat. Marker%d called, %s", i, strings.Repeat("and called ", 20)))
		fmt.Fprintf(&messy, "(%d, '%s', '%s', '%s', '%s', '%s', %s, %s, '%s', '%s'),\n", i, p.number, p.name, sex, born, p.zip,
			sqltest.Literal(bmiCode+strings.Repeat(bmi, sqltest.BoolInt(bmiCode == ""))), sqltest.Literal(incomeCode+strings.Repeat(income, sqltest.BoolInt(incomeCode == ""))), pick("I10", "E119", "J189", "B20"), note)
		fmt.Fprintf(&clean, "(%d, '%s', DATE '%s', '%s', %s::DOUBLE, %s::BIGINT),\n", i, strings.ToLower(p.sex), iso, p.zip, null(bmi, bmiCode), null(income, incomeCode))
	}
	sqltest.Exec(t, db,
		"CREATE OR REPLACE TABLE messy AS FROM (VALUES "+strings.TrimSuffix(messy.String(), ",\n")+") AS t(case_id, patient_no, name, sex, birth_date, zip, bmi, \"household income\", \"ICD-10\", notes)",
		"CREATE OR REPLACE TABLE clean AS FROM (VALUES "+strings.TrimSuffix(clean.String(), ",\n")+") AS t(case_id, sex, birth_date, zip, bmi, \"household income\")")
}

// TestPlan: the troubles of a file are found, what read_as says reads it clean, and no value of
// the table is in the plan.
func TestPlan(t *testing.T) {
	db := sqltest.Open(t, "")
	random := rand.New(rand.NewPCG(7, 7))
	for range 5 {
		stays(t, db, random)
		sqltest.Exec(t, db, "CREATE OR REPLACE TABLE plan AS FROM release_plan('messy')")
		got := strings.Join(sqltest.Texts(t, db, "SELECT attribute || ': ' || coalesce(role, '?') FROM plan WHERE attribute IS NOT NULL ORDER BY attribute"), ", ")
		if want := "ICD-10: ?, birth_date: qi, bmi: ?, case_id: identifier, household income: ?, name: identifier, notes: free_text, patient_no: ?, sex: qi, zip: qi"; got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
		for _, leaked := range sqltest.Texts(t, db, "SELECT p::VARCHAR FROM plan AS p WHERE p::VARCHAR ILIKE '%marker%' OR p::VARCHAR LIKE '%E119%'") {
			t.Errorf("a value is in the plan: %s", leaked)
		}
		var columns []string
		sqltest.Scan(t, db, "SELECT attribute, coalesce(read_as, '\"' || attribute || '\"') FROM plan WHERE attribute IN ('sex', 'birth_date', 'zip', 'bmi', 'household income')", func(rows *sql.Rows) error {
			var name, expression string
			err := rows.Scan(&name, &expression)
			columns = append(columns, fmt.Sprintf("%s AS \"%s\"", expression, name))
			return err
		})
		if len(columns) != 5 {
			t.Fatalf("%d columns, want 5", len(columns))
		}
		sqltest.Differences(t, db, "SELECT case_id, sex, birth_date, zip, bmi, \"household income\" FROM (SELECT case_id, "+strings.Join(columns, ", ")+" FROM messy)", "FROM clean")
	}
}
