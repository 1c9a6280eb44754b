package definitions

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/tests/internal/sqltest"
	"skyline/tests/trials"
)

// TestCellsSQL counts random tables by the statement for DuckDB: the cells are those of
// DuckDB's own grouping of texts, and skyline_check says of them what it says of the rows.
func TestCellsSQL(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := sqltest.Open(t, "")
	for seed := range trials.Seeds(t, 16, 300) {
		rng := rand.New(rand.NewPCG(seed, 32))
		// A default collation that takes a and A for one must not show.
		sqltest.Exec(t, db, "SET TimeZone = "+text(zones[rng.IntN(len(zones))]), "SET default_collation = "+[]string{"''", "'nocase'"}[rng.IntN(2)])
		chosen, names := choose(rng, 1+rng.IntN(5))
		makePeople(t, db, rng, chosen, rng.IntN(80))
		sensitive := names[0]
		qi := append([]string{"s"}, names[1:]...)
		person := []string{"", ", person := 'number'"}[rng.IntN(2)]
		typed := append(slices.Clip(chosen), column{"s", "VARCHAR", nil})
		if person != "" {
			typed = append(typed, column{"number", "BIGINT", nil})
		}
		steps := mustStatements(t, db, fmt.Sprintf(`cells_sql('people', qi := %s, sensitive := %s, types := %s%s, cells := 'cells')`,
			textList(qi), text(sensitive), typesOf(typed), person))
		sqltest.Exec(t, db, "DROP TABLE IF EXISTS cells", steps["cells"], "RESET default_collation")
		keys := list(append(qi, sensitive), textOf)
		sqltest.Differences(t, db, "SELECT "+keys+", sum(people) FROM cells GROUP BY ALL", "SELECT "+keys+", count(*) FROM people GROUP BY ALL")
		sqltest.Differences(t, db, "SELECT count(*) FROM cells", "SELECT count(*) FROM (SELECT DISTINCT "+keys+" FROM people)")
		// Which of several groups is the witness depends on the order of an ENUM, which cells lack.
		check := func(table, weight string) string {
			return fmt.Sprintf("SELECT * EXCLUDE (witness, meaning) REPLACE (value::VARCHAR AS value) FROM skyline_check('%s', qi := %s, sensitive := %s, k := 1, l := 1%s)", table, textList(qi), text(sensitive), weight)
		}
		sqltest.Differences(t, db, check("cells", ", weight := 'people'"), check("people", ""))
		if person != "" {
			sqltest.Differences(t, db, steps["check"], "SELECT count(*) AS people, 0, true FROM people")
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// textOf is the text of a column, one for values that Skyline takes for one.
func textOf(name string) string {
	x := "CAST(" + ident(name) + " AS VARCHAR)"
	return "CASE " + x + " WHEN '-0.0' THEN '0.0' WHEN '-nan' THEN 'nan' ELSE " + x + " END AS " + ident("text of "+name)
}

// typesOf is the argument types for some columns.
func typesOf(chosen []column) string {
	return "MAP {" + strings.Join(mapped(chosen, func(c column) string { return text(c.name) + ": " + text(c.kind) }), ", ") + "}"
}

// TestCellsOfPersons counts people, who must count once, or the cells cannot be used.
func TestCellsOfPersons(t *testing.T) {
	t.Parallel()
	db := sqltest.Open(t, "")
	const rows = "SELECT * FROM (VALUES ('ann', 20, 'flu'), ('bea', 20, 'cold'), ('bea', 20, 'flu'), ('carl', 31, 'hiv'), ('dan', 31, NULL)"
	for _, tt := range []struct {
		name, values, more string
		people             string // of the check
		cells              []string
	}{
		{"one", "one", "", "4\t1\tfalse", []string{"20\tcold\tNULL", "20\tflu\tNULL", "31\tNULL\t1", "31\thiv\t1"}},
		{"set", "set", "", "4\t0\ttrue", []string{"20\t[cold, flu]\t1", "20\t[flu]\t1", "31\t[]\t1", "31\t[hiv]\t1"}},
		{"twice in a set", "set", "('ann', 20, 'flu')", "4\t1\tfalse", []string{"20\t[cold, flu]\t1", "20\t[flu, flu]\tNULL", "31\t[]\t1", "31\t[hiv]\t1"}},
		{"multiset", "multiset", "('ann', 20, 'flu')", "4\t0\ttrue", []string{"20\t[cold, flu]\t1", "20\t[flu, flu]\t1", "31\t[]\t1", "31\t[hiv]\t1"}},
		{"astray", "multiset", "('carl', 20, 'cold')", "4\t1\tfalse", []string{"20\t[cold, flu]\t1", "20\t[cold]\tNULL", "20\t[flu]\t1", "31\t[]\t1", "31\t[hiv]\tNULL"}},
		{"nobody", "multiset", "(NULL, 20, 'flu')", "4\t1\tfalse", []string{"20\t[cold, flu]\t1", "20\t[flu]\tNULL", "31\t[]\t1", "31\t[hiv]\t1"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			from := rows
			if tt.more != "" {
				from += ", " + tt.more
			}
			sqltest.Exec(t, db, "CREATE OR REPLACE TABLE people AS "+from+") AS t(name, age, disease)")
			steps := mustStatements(t, db, "cells_sql('people', qi := 'age', sensitive := 'disease', person := 'name', values_per_person := '"+tt.values+
				"', types := {'age': 'INTEGER', 'disease': 'VARCHAR', 'name': 'VARCHAR'})")
			got := sqltest.Texts(t, db, "SELECT age, disease::VARCHAR AS d, people FROM ("+steps["cells"]+") ORDER BY age, d NULLS FIRST")
			if strings.Join(got, "\n") != strings.Join(tt.cells, "\n") {
				t.Errorf("cells %q, want %q", got, tt.cells)
			}
			if got := sqltest.Texts(t, db, steps["check"]); len(got) != 1 || got[0] != tt.people {
				t.Errorf("check %q, want %q", got, tt.people)
			}
		})
	}
}
