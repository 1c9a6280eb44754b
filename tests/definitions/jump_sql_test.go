package definitions

import (
	"database/sql"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"skyline/tests/worlds"
)

// jumpCall is a table in SQL, with columns p, s and g1, g2, …, and the arguments that the
// functions about publicly known algorithms have in common.
type jumpCall struct {
	table  string
	groups int
	p      worlds.Property
}

// loadJump makes the table of an instance. Its values are v0, v1, …; the labels of g1
// are integers, those of others texts.
func loadJump(t testing.TB, db *sql.DB, name string, table []int, groups [][]int, p worlds.Property) *jumpCall {
	t.Helper()
	columns := []string{"p INTEGER", "s VARCHAR"}
	for j := range groups {
		columns = append(columns, fmt.Sprintf("g%d %s", j+1, map[bool]string{true: "INTEGER", false: "VARCHAR"}[j == 0]))
	}
	var rows []string
	for person, v := range table {
		row := []string{fmt.Sprint(person), fmt.Sprintf("'v%d'", v)}
		for j, of := range groups {
			row = append(row, map[bool]string{true: fmt.Sprint(of[person]), false: fmt.Sprintf("'group %d'", of[person])}[j == 0])
		}
		rows = append(rows, "("+strings.Join(row, ", ")+")")
	}
	exec(t, db, fmt.Sprintf("CREATE OR REPLACE TABLE %s (%s)", name, strings.Join(columns, ", ")), fmt.Sprintf("INSERT INTO %s VALUES %s", name, strings.Join(rows, ", ")))
	return &jumpCall{table: name, groups: len(groups), p: p}
}

// arguments begin a call.
func (c *jumpCall) arguments() string {
	var names []string
	for j := range c.groups {
		names = append(names, fmt.Sprintf("'g%d'", j+1))
	}
	return fmt.Sprintf("'%s', person := 'p', sensitive := 's', generalizations := [%s], property := %s", c.table, strings.Join(names, ", "), sqlOf(c.p))
}

// strategy writes these arguments.
func (c *jumpCall) strategy(strategy string, jump []int64) string {
	if strategy != "jump" {
		return c.arguments() + fmt.Sprintf(", strategy := '%s'", strategy)
	}
	return c.arguments() + ", jump := " + distances(jump)
}

func distances(jump []int64) string {
	return strings.ReplaceAll(fmt.Sprint(jump), " ", ", ")
}

// publishedStep is a row of jump_publish.
type publishedStep struct {
	generalization, evaluated, outcome, method string
	tables                                     sql.NullString
	holds                                      sql.NullBool
	highest                                    sql.NullFloat64
}

func (c *jumpCall) publish(t testing.TB, db *sql.DB, strategy string, jump []int64) (steps []publishedStep) {
	t.Helper()
	scan(t, db, "SELECT generalization, evaluated, table_count::VARCHAR, holds, outcome, method, highest FROM jump_publish("+c.strategy(strategy, jump)+") ORDER BY step", func(rows *sql.Rows) error {
		var s publishedStep
		err := rows.Scan(&s.generalization, &s.evaluated, &s.tables, &s.holds, &s.outcome, &s.method, &s.highest)
		steps = append(steps, s)
		return err
	})
	return steps
}

// releasedBy is the generalization that is released by some steps, from 1; 0 for none.
func releasedBy(t testing.TB, steps []publishedStep) int {
	t.Helper()
	last := steps[len(steps)-1]
	switch last.outcome {
	case "release nothing":
		return 0
	case "release":
		var j int
		if _, err := fmt.Sscanf(last.generalization, "g%d", &j); err != nil {
			t.Fatal(err)
		}
		return j
	}
	t.Fatalf("the last outcome is %q", last.outcome)
	return 0
}

// follows compares rows of jump_publish with the definition.
func (c *jumpCall) follows(t testing.TB, r *jumpRun, steps []publishedStep) {
	t.Helper()
	if len(steps) != len(r.steps) {
		t.Errorf("%d steps, want %d", len(steps), len(r.steps))
		return
	}
	for at, want := range r.steps {
		evaluated, outcome := "permutation set", ""
		if want.Disclosure {
			evaluated = "disclosure set"
		}
		switch {
		case at+1 == len(r.steps) && r.released > 0:
			outcome = "release"
		case at+1 == len(r.steps):
			outcome = "release nothing"
		case r.steps[at+1].I == want.I:
			outcome = "evaluate disclosure set"
		case r.steps[at+1].I == want.I+1:
			outcome = fmt.Sprintf("go on to g%d", want.I+1)
		default:
			outcome = fmt.Sprintf("jump to g%d", r.steps[at+1].I)
		}
		got := steps[at]
		if got.generalization != fmt.Sprint("g", want.I) || got.evaluated != evaluated || got.outcome != outcome || got.method != "exact" ||
			got.holds.Bool != want.Holds || !got.holds.Valid || got.tables.String != fmt.Sprint(len(want.set)) || !got.highest.Valid || !rounds(got.highest.Float64, worlds.Highest(want.set)) {
			t.Errorf("step %d is %+v, want g%d, %s of %d tables, holds: %v, largest share %v, %s", at+1, got, want.I, evaluated, len(want.set), want.Holds, worlds.Highest(want.set), outcome)
		}
	}
}

// believes reads a belief: of a query with the columns person, value and probability.
func believes(t testing.TB, db *sql.DB, query string, people, values int) [][]float64 {
	t.Helper()
	found := make([][]float64, people)
	for person := range found {
		found[person] = make([]float64, values)
	}
	scan(t, db, query, func(rows *sql.Rows) error {
		var person, v int
		var value string
		var share float64
		if err := rows.Scan(&person, &value, &share); err != nil {
			return err
		}
		if _, err := fmt.Sscanf(value, "v%d", &v); err != nil {
			return err
		}
		if found[person][v] != 0 || share <= 0 {
			t.Errorf("person %d has %s with %v, and with %v", person, value, found[person][v], share)
		}
		found[person][v] = share
		return nil
	})
	return found
}

// equalBeliefs compares a belief with fractions, to the last bit.
func equalBeliefs(t testing.TB, what string, found [][]float64, want [][]*big.Rat) {
	t.Helper()
	for person, row := range want {
		for v, share := range row {
			if !rounds(found[person][v], share) {
				t.Errorf("%s: person %d has value %d with %v, want %v", what, person, v, found[person][v], share)
			}
		}
	}
}

// posterior compares jump_posterior with the definition.
func (c *jumpCall) posterior(t testing.TB, db *sql.DB, w *jumpWorlds, r *jumpRun, strategy string, jump []int64) {
	t.Helper()
	found := believes(t, db, "SELECT person, value, probability FROM jump_posterior("+c.strategy(strategy, jump)+")", len(w.table), w.values)
	equalBeliefs(t, strategy, found, worlds.Shares(r.believed, w.values))
}

// releases compares the rows of jump_release, as a multiset, with the table's.
func (c *jumpCall) releases(t *testing.T, db *sql.DB, released int, strategy string, jump []int64) {
	t.Helper()
	want := "SELECT '' AS generalization, '' AS group_label, '' AS value WHERE false"
	if released > 0 {
		want = fmt.Sprintf("SELECT 'g%d' AS generalization, g%[1]d::VARCHAR AS group_label, s AS value FROM %s", released, c.table)
	}
	differences(t, db, want, "FROM jump_release("+c.strategy(strategy, jump)+")")
}
