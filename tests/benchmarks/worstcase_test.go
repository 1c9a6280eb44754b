//go:build benchmarks

package benchmarks

import (
	"fmt"
	"strings"
	"testing"

	"skyline/tests/internal/sqltest"
)

// BenchmarkDisclosure compares disclosure_check of a million QI groups of 100 people
// and 20 values, of which nearly all differ, with the GROUP BY of both columns.
func BenchmarkDisclosure(b *testing.B) {
	conn := openConn(b, "")
	exec(b, conn, "CREATE TABLE people AS SELECT (i * 7919 % 1000000)::INTEGER AS g, (hash(i) % 20)::TINYINT AS v FROM range(100000000) AS r(i)")
	const grouped = "SELECT count(*) FROM (SELECT g, v, count(*) AS n FROM people GROUP BY g, v) WHERE n > 0"
	for _, k := range []int{3, 12, 50} {
		b.Run(fmt.Sprintf("k=%d", k), func(b *testing.B) {
			against(b, conn, fmt.Sprintf("SELECT count(*) FROM disclosure_check('people', ['g'], 'v', pieces := %d)", k), grouped, "x-of-groupby")
		})
	}
}

// BenchmarkGeneralizationSearch takes the optima of Adult by loss that ARX was measured
// on, and others, as whole statements, against the GROUP BY of the quasi-identifiers; the table and
// the hierarchies are in memory.
func BenchmarkGeneralizationSearch(b *testing.B) {
	data := sqltest.Data(b)
	conn := openConn(b, "")
	columns := []string{"age", "sex", "race", "marital-status", "education", "native-country", "workclass"}
	exec(b, conn, fmt.Sprintf(`CREATE TABLE adult AS SELECT * REPLACE ("salary-class"::ENUM ('<=50K', '>50K') AS "salary-class") FROM read_csv('%s/adult.csv')`, data))
	var hierarchies []string
	for _, c := range columns {
		hierarchies = append(hierarchies, fmt.Sprintf("FROM hierarchy_wide('%s/hierarchies/adult_%s.csv', '%s')", data, c, c))
	}
	exec(b, conn, "CREATE TABLE h AS "+strings.Join(hierarchies, " UNION ALL "))
	qi := "['" + strings.Join(columns, "', '") + "']"
	grouped := `SELECT count(*) FROM (SELECT count(*) AS n FROM adult GROUP BY "` + strings.Join(columns, `", "`) + `", occupation) WHERE n > 0`
	for _, s := range []struct{ name, arguments string }{
		{"k=5", "privacy := {'k_anonymity': 5}"},
		{"k=10", "privacy := {'k_anonymity': 10}"},
		{"k=5/suppression=0.05", "privacy := {'k_anonymity': 5}, suppression := 0.05"},
		{"k=10/suppression=0.05", "privacy := {'k_anonymity': 10}, suppression := 0.05"},
		{"k=5/distinct=3/suppression=0.05", "sensitive := 'occupation', privacy := {'k_anonymity': 5, 'distinct_diversity': 3}, suppression := 0.05"},
		{"k=5/recursive=4,3/suppression=0.05", "sensitive := 'occupation', privacy := {'k_anonymity': 5, 'recursive_diversity': {'c': 4, 'l': 3}}, suppression := 0.05"},
		{"k=5/ordered,beta,delta,average/suppression=0.02", "sensitive := 'salary-class', privacy := {'k_anonymity': 5, 't_closeness': {'t': 0.2, 'distance': 'ordered'}, 'beta_likeness': 1, 'delta_disclosure': 1.5, 'average_risk': 0.05}, suppression := 0.02"},
		{"minimal/k=5", "privacy := {'k_anonymity': 5}, output := 'minimal'"},
		{"minimal/implications=3,0.8", "sensitive := 'occupation', privacy := {'implications': {'pieces': 3, 'c': 0.8}}, output := 'minimal'"},
	} {
		if !strings.Contains(s.arguments, "which") {
			s.arguments += ", output := 'best'"
		}
		b.Run(s.name, func(b *testing.B) {
			against(b, conn, fmt.Sprintf("SELECT count(*) FROM generalization_search('adult', %s, hierarchies := 'h', %s)", qi, s.arguments), grouped, "x-of-groupby")
		})
	}
}

// BenchmarkRecipe compares a release by a recipe of regions with the GROUP BY of the
// quasi-identifiers joined with the table, both written into a table.
func BenchmarkRecipe(b *testing.B) {
	conn := openConn(b, "")
	exec(b, conn, `CREATE TABLE people AS SELECT (hash(i) % 100)::INTEGER AS age, hash(i + 1) % 2 = 0 AS sex, (hash(i + 2) % 1000)::INTEGER AS zip, (hash(i + 3) % 20)::INTEGER AS v FROM range(1000000) AS r(i);
		CREATE TABLE recipe AS FROM release_recipe('people', ['age', 'sex', 'zip'], 'v', {'k_anonymity': 100})`)
	against(b, conn, "CREATE OR REPLACE TABLE published AS FROM recipe_apply('people', 'recipe', ['age', 'sex', 'zip'], sensitive := 'v', privacy := {'k_anonymity': 100})",
		"CREATE OR REPLACE TABLE joined AS SELECT people.*, n FROM people JOIN (SELECT age, sex, zip, count(*) AS n FROM people GROUP BY ALL) USING (age, sex, zip)", "x-of-join")
}
