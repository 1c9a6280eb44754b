package release

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// violation is a row of release_check(output := 'groups'), as texts.
type violation struct{ a, b, requirement, rule, value, blame string }

// shownViolations returns the violations of requirements by the table t.
func shownViolations(t *testing.T, db *sql.DB, arguments string) []violation {
	t.Helper()
	var list []violation
	scan(t, db, "SELECT coalesce(qi_group.a, '?'), coalesce(qi_group.b, '?'), requirement, rule, coalesce(value, '?'), array_to_string(blame, ' ') FROM release_check('t', qi := ['a', 'b'], "+arguments+", output := 'groups')", func(rows *sql.Rows) error {
		var v violation
		err := rows.Scan(&v.a, &v.b, &v.requirement, &v.rule, &v.value, &v.blame)
		list = append(list, v)
		return err
	})
	return list
}

// TestBlame merges rows: a column is to blame if and only if the requirement holds for the
// group of a table in which it and all that differ from it in that column only have one
// value there.
func TestBlame(t *testing.T) {
	trials.Long(t)
	db := openDB(t, "")
	blamed, innocent := map[string]int{}, map[string]int{}
	for seed := range uint64(32) {
		rng := rand.New(rand.NewPCG(seed, 41))
		values := []string{"one", "one", "set", "multiset"}[seed%4]
		rows := map[string]bool{}
		var table []string
		for p := range 2 + rng.IntN(7) {
			q := fmt.Sprintf("'%d', %s", rng.IntN(3), []string{"'x'", "'y'", "NULL"}[rng.IntN(3)])
			n := 1
			if values != "one" {
				n += rng.IntN(3)
			}
			for range n {
				row := fmt.Sprintf("(%s, %d, '%c')", q, p, 'p'+rune(rng.IntN(4)))
				if values != "set" || !rows[row] {
					table = append(table, row)
				}
				rows[row] = true
			}
		}
		exec(t, db, "CREATE OR REPLACE TABLE original AS FROM (VALUES "+strings.Join(table, ", ")+") AS t(a, b, person, s)")
		privacy := []string{
			"'k_anonymity': 2", "'max_share': 0.6",
			fmt.Sprintf("'skyline': [{'value': 'p', 'l': %d, 'k': %d, 'm': %d, 'c': 0.5}, {'value': NULL, 'l': %d, 'k': 0, 'm': 1, 'c': 0.6}]", rng.IntN(2), rng.IntN(2), rng.IntN(3), rng.IntN(2)),
		}
		if values == "one" {
			privacy = append(privacy, fmt.Sprintf("'implications': {'pieces': %d, 'c': 0.7}", rng.IntN(3)))
		}
		public := values == "one" && rng.IntN(2) == 0
		if public {
			exec(t, db, fmt.Sprintf("CREATE OR REPLACE TABLE strangers AS SELECT (hash(i, %[1]d) %% 3)::VARCHAR AS a, CASE hash(i, 1 + %[1]d) %% 3 WHEN 0 THEN 'x' WHEN 1 THEN 'y' END AS b FROM range(%[2]d) r(i)", seed, rng.IntN(8)))
			privacy = append(privacy, "'presence': {'public': 'everybody', 'delta_max': 0.6}")
		}
		arguments := fmt.Sprintf("sensitive := 's', person := 'person', values_per_person := '%s', absent_values := 'allow', privacy := {%s}", values, strings.Join(privacy, ", "))
		show := func(a, b string) {
			exec(t, db, fmt.Sprintf("CREATE OR REPLACE TABLE t AS SELECT * REPLACE (%s AS a, %s AS b) FROM original", a, b))
			if public {
				exec(t, db, fmt.Sprintf("CREATE OR REPLACE TABLE everybody AS SELECT a, b FROM t UNION ALL SELECT %s, %s FROM strangers", a, b))
			}
		}
		show("a", "b")
		found := shownViolations(t, db, arguments)
		type merging struct{ column, of string }
		merged := map[merging][]violation{}
		for _, v := range found {
			for _, m := range []merging{{"a", v.b}, {"b", v.a}} {
				if _, ok := merged[m]; !ok {
					expressions := map[string]string{"a": "a", "b": "b"}
					other := map[string]string{"a": "b", "b": "a"}[m.column]
					expressions[m.column] = fmt.Sprintf("CASE WHEN coalesce(%s, '?') = '%s' THEN 'merged' ELSE %s END", other, m.of, m.column)
					show(expressions["a"], expressions["b"])
					merged[m] = shownViolations(t, db, arguments)
				}
				remains := slices.ContainsFunc(merged[m], func(w violation) bool {
					at := merging{"a", w.b}
					if m.column == "b" {
						at = merging{"b", w.a}
					}
					isMerged := m.column == "a" && w.a == "merged" || m.column == "b" && w.b == "merged"
					return isMerged && at == m && w.requirement == v.requirement && w.rule == v.rule && (w.value == v.value || v.requirement == "implications" || v.requirement == "max_share")
				})
				if blames := slices.Contains(strings.Fields(v.blame), m.column); blames == remains {
					t.Fatalf("seed %d: %s: of %v: %s is to blame for %+v = %v, and of the table with one group for it = %v", seed, arguments, table, m.column, v, blames, !remains)
				}
				if remains {
					innocent[v.requirement]++
				} else {
					blamed[v.requirement]++
				}
			}
		}
	}
	t.Logf("blamed %v, innocent %v", blamed, innocent)
	for _, requirement := range []string{"k_anonymity", "skyline", "implications", "presence"} {
		if blamed[requirement] < 5 || innocent[requirement] < 5 {
			t.Errorf("too few violations of %s to say anything", requirement)
		}
	}
}
