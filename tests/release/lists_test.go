package release

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skyline/tests/trials"
)

// TestLists asks the same of people with several values in rows, in lists, and counted: every
// function that takes values_per_person must give the same answers, or the same error.
func TestLists(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := openDB(t, "")
	exec(t, db, createMood)
	answered, refused, cases := 0, 0, 0
	for seed := range seeds(t, 2, 25) {
		cases++
		rng := rand.New(rand.NewPCG(seed, 77))
		r := randomRelation(rng, []string{"set", "multiset"}[seed%2])
		exec(t, db, r.statements(rng)...)
		exec(t, db, r.lists(rng)...)
		exec(t, db, "CREATE OR REPLACE TABLE tops AS "+r.tops(), fmt.Sprint("SET threads = ", 1+rng.IntN(4)),
			"SET default_collation = "+[]string{"'NOCASE'", "''"}[rng.IntN(2)])
		privacy := "{'k_anonymity': 2, 'max_share': 0.7, 'distinct_diversity': 2, 'skyline': [{'l': 1, 'k': 1, 'c': 0.8}]}"
		easy := fmt.Sprintf("{'k_anonymity': %d, 'max_share': 0.9}", 1+rng.IntN(3))
		for _, call := range []string{
			"skyline_check(%s, %s, 's', l := 1, k := 2, m := 1, %s)",
			"skyline_find(%s, %s, 's', c := 0.7, %s)",
			"skyline_surface(%s, %s, 's', %s)",
			"(FROM privacy_measures(%s, %s, 's', %s) WHERE NOT starts_with(measure, 'row_'))", // these are of people with several rows
			"release_check(%s, %s, 's', privacy := " + privacy + ", original := 'original', %s)",
			"release_check(%s, %s, 's', privacy := " + privacy + ", %s, output := 'groups')",
			"skyline_anonymize(%s, %s, 's', privacy := " + easy + ", %s, output := 'groups')",
			"release_recipe(%s, %s, 's', privacy := " + easy + ", %s)",
			"generalization_search(%s, %s, 's', hierarchies := 'tops', privacy := " + easy + ", %s)",
		} {
			ask := func(table, role string) (string, string) {
				exec(t, db, "CREATE OR REPLACE VIEW original AS FROM "+table)
				return answer(t, db, "FROM "+fmt.Sprintf(call, "'"+table+"'", r.qi(), role+", values_per_person := '"+r.values+"'"))
			}
			want, wantErr := ask("rows_of_people", "person := 'who'")
			for _, of := range [][2]string{{"listed", "person := NULL"}, {"counted", "weight := 'n'"}} {
				got, err := ask(of[0], of[1])
				if diff := cmp.Diff(want, got); diff != "" || err != wantErr {
					t.Fatalf("seed %d: %s of %s: %s, want %s (-rows +%[3]s):\n%s", seed, call, of[0], err, wantErr, diff)
				}
			}
			if wantErr == "" {
				answered++
			} else {
				refused++
			}
		}
		// A recipe counts what is outside of it in rows; what is required is of people.
		exec(t, db, "CREATE OR REPLACE TABLE recipe AS FROM release_recipe('rows_of_people', "+r.qi()+", privacy := {'k_anonymity': 1})")
		of := func(table, role string) string {
			return fmt.Sprintf("FROM recipe_check('%s', 'recipe', %s, 's', privacy := %s, %s, values_per_person := '%s') WHERE rows IS NULL", table, r.qi(), privacy, role, r.values)
		}
		differences(t, db, of("listed", "person := NULL"), of("rows_of_people", "person := 'who'"))
		differences(t, db, of("counted", "weight := 'n'"), of("rows_of_people", "person := 'who'"))
	}
	t.Logf("%d answers, %d errors", answered, refused)
	if answered < 5*cases {
		t.Errorf("%d answers say little", answered)
	}
}

// lists create the tables listed, of a row a person with a list of values, and counted, which
// counts those who are equal, now in one row and now in several. Neither the order of a list
// nor a NULL in it matters, and a set may have a value twice.
func (r *relation) lists(rng *rand.Rand) []string {
	var qi, own []string
	for _, c := range r.columns {
		qi, own = append(qi, c.name), append(own, c.name+" "+c.kind)
	}
	columns := strings.Join(own, ", ") + ", s VARCHAR[]"
	var rows, counted []string
	for _, p := range r.people {
		var cells []string
		for d, v := range p.qi {
			cells = append(cells, r.columns[d].literal(v))
		}
		n := 1
		if rng.IntN(4) == 0 {
			n = 0 // nobody's row beside it
		}
		rows = append(rows, "("+strings.Join(append(cells, r.list(rng, p.sensitive)), ", ")+")")
		if n == 0 {
			counted = append(counted, "("+strings.Join(append(cells, "['nobody''s']", "0"), ", ")+")")
		}
	}
	rng.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	kind := []string{"BIGINT", "HUGEINT", "DECIMAL(38,0)", "UTINYINT"}[rng.IntN(4)]
	statements := []string{
		"CREATE OR REPLACE TABLE rows_of_people AS SELECT * EXCLUDE (again) FROM people",
		"CREATE OR REPLACE TABLE listed (" + columns + ")",
		"INSERT INTO listed VALUES " + strings.Join(rows, ", "),
		"CREATE OR REPLACE TABLE counted (" + columns + ", n " + kind + ")",
		// In one row those who are equal in the order of their lists too, and whom chance puts together.
		fmt.Sprintf("INSERT INTO counted SELECT %[1]s, s, count(*) FROM listed GROUP BY %[1]s, s, rowid %% %[2]d", strings.Join(qi, ", "), 1+rng.IntN(3)),
	}
	if len(counted) > 0 {
		statements = append(statements, "INSERT INTO counted VALUES "+strings.Join(counted, ", "))
	}
	// Texts that a collation takes for equal, numbers, and such that DuckDB takes for equal.
	if of := []string{"", "CASE x WHEN 'p' THEN 'Q' ELSE x END", "ascii(x)", "CASE x WHEN 'p' THEN [0.0::DOUBLE] WHEN 'q' THEN [-0.0::DOUBLE] ELSE [1.5, ascii(x)] END"}[rng.IntN(4)]; of != "" {
		statements = append(statements, "CREATE OR REPLACE TABLE rows_of_people AS SELECT * REPLACE (CASE WHEN s IS NOT NULL THEN "+strings.ReplaceAll(of, "x", "s")+" END AS s) FROM rows_of_people")
		for _, table := range []string{"listed", "counted"} {
			statements = append(statements, fmt.Sprintf("CREATE OR REPLACE TABLE %s AS SELECT * REPLACE (list_transform(s, lambda x: CASE WHEN x IS NOT NULL THEN %s END) AS s) FROM %[1]s", table, of))
		}
	}
	return statements
}

// list is the list of somebody's values.
func (r *relation) list(rng *rand.Rand, values []string) string {
	if len(values) == 0 && rng.IntN(2) == 0 {
		return "NULL"
	}
	var list []string
	for _, v := range values {
		list = append(list, sensitiveLiteral(v))
	}
	if rng.IntN(4) == 0 {
		list = append(list, "NULL")
	}
	if len(list) > 0 && r.values == "set" && rng.IntN(4) == 0 {
		list = append(list, list[0])
	}
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return "[" + strings.Join(list, ", ") + "]::VARCHAR[]"
}

// tops is a query of hierarchies of one level.
func (r *relation) tops() string {
	var parts []string
	for _, c := range r.columns {
		parts = append(parts, fmt.Sprintf("SELECT DISTINCT '%s' AS attribute, %[1]s::VARCHAR AS value, 1 AS level, '*' AS label FROM people", c.name))
	}
	return strings.Join(parts, " UNION ALL ")
}
