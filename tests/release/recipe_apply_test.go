package release

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// secondMonth is the part of a random table that a recipe of the other part is applied
// to: the tables july and recipe. people are those of july, by their numbers in it, and
// copies says how many each row counts as.
type secondMonth struct {
	*relation
	people []int
	copies []int64
	weight string // the argument of that name, and with what stands before it
}

// TestRecipeApply makes a recipe of one part of a random table and applies it to the
// other, with requirements of its own. Who is in which group is found by joins of the
// rows with the recipe's; who waits, by the definitions of the requirements, leaving
// groups out in rounds.
func TestRecipeApply(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	applied, refused, outside := 0, 0, 0
	testTables(t, 24, func(t *testing.T, db *sql.DB, rng *rand.Rand, r *relation) {
		m := secondMonthOf(t, db, rng, r)
		if m == nil {
			return
		}
		rules := randomRules(rng, r)
		if rng.IntN(3) == 0 {
			// What is left out changes what is measured.
			rules = slices.DeleteFunc(allRules(rng), func(rule rule) bool { return rule.name != "t_closeness" })
		}
		groups := m.placed(t, db)
		whole := m.sizeOf(m.people)
		kept, violating := m.keep(rules, groups)
		applied++
		covered := int64(0)
		for _, g := range groups {
			covered += m.sizeOf(g)
		}
		if covered < whole {
			outside++
		}
		m.compare(t, db, rules, kept, violating, whole-covered)
		if whole > covered || len(violating) > 0 {
			refused++
		}
	})
	t.Logf("%d recipes applied, %d with rows outside, %d refused", applied, outside, refused)
	if applied < releaseCases()/3 || outside < applied/5 || refused < applied/3 || applied-refused < applied/20 {
		t.Errorf("%d recipes applied, %d with rows outside, %d refused say little", applied, outside, refused)
	}
}

// secondMonthOf splits the people, and makes the recipe of the first part; nil if there
// is none.
func secondMonthOf(t *testing.T, db *sql.DB, rng *rand.Rand, r *relation) *secondMonth {
	t.Helper()
	m := &secondMonth{relation: r, copies: slices.Repeat([]int64{1}, len(r.people))}
	weighted := r.values == "one" && !r.persons && rng.IntN(2) == 0
	if weighted {
		m.weight = ", weight := 'w'"
	}
	months := make([]string, len(r.people))
	split := rng.IntN(4)
	for i := range r.people {
		july := rng.IntN(4) <= split
		if july {
			m.people = append(m.people, i)
		}
		if weighted {
			m.copies[i] = int64(rng.IntN(4))
		}
		months[i] = fmt.Sprintf("(%d, %v, %d)", i, july, m.copies[i])
	}
	exec(t, db, "CREATE OR REPLACE TABLE months AS FROM (VALUES "+strings.Join(months, ", ")+") t(again, july, w)",
		"CREATE OR REPLACE TABLE july AS SELECT people.*, months.w FROM people JOIN months USING (again) WHERE july",
		"CREATE OR REPLACE TABLE june AS SELECT people.* FROM people JOIN months USING (again) WHERE NOT july")
	arguments := r.qi() + ", 's', privacy := " + []string{"{'k_anonymity': 1}", "{'k_anonymity': 2}", privacyOf(randomRules(rng, r))}[rng.IntN(3)] + r.person("who")
	if r.hasHierarchies() {
		arguments += ", hierarchies := 'hierarchies'"
	}
	if _, err := db.ExecContext(t.Context(), "CREATE OR REPLACE TABLE recipe AS FROM release_recipe('june', "+arguments+")"); err != nil {
		return nil // june as one group is not safe
	}
	var rows int
	if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM recipe").Scan(&rows); err != nil {
		t.Fatal(err)
	}
	if rows == 0 {
		return nil // nobody was there in june
	}
	return m
}

// placed returns the groups of the people whom the recipe covers, and makes the table
// placed, of what it shows of them.
func (m *secondMonth) placed(t *testing.T, db *sql.DB) map[int64][]int {
	t.Helper()
	who := "e.who, "
	if m.person("who") != "" {
		who = ""
	}
	exec(t, db, "CREATE OR REPLACE TABLE placed AS SELECT "+who+m.labels()+", e.s, e.again, e.w, a.group_id FROM july AS e"+m.places()+" WHERE e.w > 0")
	groups := map[int64][]int{}
	scan(t, db, "SELECT DISTINCT group_id, again FROM placed", func(rows *sql.Rows) error {
		var group int64
		var again int
		err := rows.Scan(&group, &again)
		groups[group] = append(groups[group], again)
		return err
	})
	return groups
}

// sizeOf is how many people there are, counted with their weights.
func (m *secondMonth) sizeOf(people []int) int64 {
	n := int64(0)
	for _, i := range people {
		n += m.copies[i]
	}
	return n
}

// individuals are people, each as often as it counts.
func (m *secondMonth) individuals(people []int) []individual {
	var all []individual
	for _, i := range people {
		all = append(all, slices.Repeat([]individual{m.relation.people[i]}, int(m.copies[i]))...)
	}
	return all
}

// keep returns the groups that stay where those that violate a rule are left out, and
// of what is left again, until there are none; and those of the first round.
func (m *secondMonth) keep(rules []rule, groups map[int64][]int) (kept, first []int64) {
	for g := range groups {
		kept = append(kept, g)
	}
	for round := 0; ; round++ {
		rest := *m.relation
		rest.people = nil
		for _, g := range kept {
			rest.people = append(rest.people, m.individuals(groups[g])...)
		}
		var stay, left []int64
		for _, g := range kept {
			if rest.hold(rules, [][]individual{m.individuals(groups[g])}) {
				stay = append(stay, g)
			} else {
				left = append(left, g)
			}
		}
		if len(left) == 0 {
			return kept, first
		}
		if round == 0 {
			first = left
		}
		kept = stay
	}
}

// compare compares all that recipe_apply makes of july with what it must be, where some
// groups are kept, some violate a rule, and so many people are outside of the recipe.
func (m *secondMonth) compare(t *testing.T, db *sql.DB, rules []rule, kept, violating []int64, outside int64) {
	t.Helper()
	arguments := "'july', 'recipe', " + m.qi() + ", sensitive := 's', privacy := " + privacyOf(rules) + m.person("who") + m.weight
	apply := func(more string) string {
		return "SELECT * FROM recipe_apply(" + arguments + more + ", other_columns := 'keep')"
	}
	safe := "SELECT * FROM placed WHERE group_id IN " + listed(kept)
	exec(t, db, "CREATE OR REPLACE TABLE release AS "+apply(", on_violation := 'hold'"), "CREATE OR REPLACE TABLE held AS "+apply(", on_violation := 'hold', output := 'held'"))
	differences(t, db, "SELECT * FROM release", safe)
	differences(t, db, apply(", on_violation := 'suppress', seed := 7"), safe)
	differences(t, db, "SELECT * FROM held", "SELECT * FROM july WHERE w > 0 AND again NOT IN (SELECT again FROM placed WHERE group_id IN "+listed(kept)+")")
	differences(t, db, "SELECT requirement FROM release_check('release', "+m.qi()+", 's', privacy := "+privacyOf(rules)+m.person("again")+m.weight+", other_columns := 'keep') WHERE NOT holds AND requirement <> 'people_counted'", "SELECT '' WHERE false")
	differences(t, db, "SELECT bool_and(holds), max(rows) FILTER (requirement = 'held') FROM recipe_check("+arguments+", other_columns := 'keep')",
		fmt.Sprintf("SELECT %v AND EXISTS (FROM july WHERE w > 0), coalesce(sum(w), 0) FROM held", len(violating) == 0 && outside == 0))
	failures := m.compareErrors(t, db, apply, violating, outside)
	m.compareMap(t, db, strings.TrimPrefix(arguments, "'july', 'recipe', "), kept, failures)
	if t.Failed() {
		t.Log(apply(""))
	}
}

// listed writes numbers for IN.
func listed(groups []int64) string {
	texts := []string{"NULL"}
	for _, g := range groups {
		texts = append(texts, strconv.FormatInt(g, 10))
	}
	return "(" + strings.Join(texts, ", ") + ")"
}

// compareErrors looks at the choices that end in an error where something is amiss, and
// returns the first line of each choice's, "" where all is well.
func (m *secondMonth) compareErrors(t *testing.T, db *sql.DB, apply func(string) string, violating []int64, outside int64) map[string]string {
	t.Helper()
	failures := map[string]string{}
	var amiss []string
	if len(violating) > 0 {
		var people []int
		scan(t, db, "SELECT DISTINCT again FROM placed WHERE group_id IN "+listed(violating), func(rows *sql.Rows) error {
			people = append(people, 0)
			return rows.Scan(&people[len(people)-1])
		})
		amiss = append(amiss, fmt.Sprintf("QI groups that violate it: %d, with so many people: %d)", len(violating), m.sizeOf(people)))
	}
	unchecked := ""
	if outside > 0 {
		rows := outside
		if m.values != "one" { // rows, not people
			if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM july WHERE again NOT IN (SELECT again FROM placed)").Scan(&rows); err != nil {
				t.Fatal(err)
			}
		}
		unchecked = fmt.Sprintf("the number of rows outside of it is %d (", rows)
		amiss = append(amiss, unchecked)
	}
	for _, choice := range []struct {
		more  string
		amiss []string
	}{{"", amiss}, {", on_violation := 'allow'", slices.DeleteFunc([]string{unchecked}, func(s string) bool { return s == "" })}} {
		err := made(t, db, "chosen", apply(choice.more))
		failures[choice.more] = err
		if len(choice.amiss) == 0 && err == "" {
			differences(t, db, "SELECT * FROM chosen", "SELECT * FROM placed")
		} else if len(choice.amiss) == 0 {
			t.Errorf("%s: %s", apply(choice.more), err)
		}
		for _, text := range choice.amiss {
			if !strings.Contains(err, text) {
				t.Errorf("%s: the error is %q, want %q in it", apply(choice.more), err, text)
			}
		}
	}
	return failures
}
