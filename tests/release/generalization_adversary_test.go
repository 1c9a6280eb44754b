package release

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// TestGeneralizationAgainstKnowledge compares the safe nodes for requirements that
// look at the whole table, with knowledge about relatives and several values a person,
// where merging groups may harm, with what release_check(output := 'groups') says of each table of
// the lattice, made here, and of what its groups leave.
func TestGeneralizationAgainstKnowledge(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := openDB(t, "")
	exec(t, db, createMood)
	safe, unsafe, suppressed := 0, 0, 0
	for seed := range seeds(t, 3, 30) {
		rng := rand.New(rand.NewPCG(seed, 41))
		values := []string{"one", "set", "multiset"}[seed%3]
		s := randomSearch(rng, values)
		if len(s.lattice()) > 24 || len(s.people) < 4 {
			continue
		}
		s.tenths = max(0, int64(rng.IntN(10))-2)
		member := fmt.Sprintf("'skyline': [{'value': 'p', 'l': %d, 'k': %d, 'm': %d, 'c': %v}, {'value': NULL, 'l': %d, 'k': %d, 'm': %d, 'c': %v}]",
			rng.IntN(2), rng.IntN(2), rng.IntN(3), 0.6+float64(rng.IntN(5))/10, rng.IntN(2), rng.IntN(2), rng.IntN(2), 0.7+float64(rng.IntN(4))/10)
		if values == "one" && rng.IntN(2) == 0 {
			member += ", " + implied{k: int64(1 + rng.IntN(2)), tenths: int64(6 + rng.IntN(4))}.member()
		}
		s.required, s.named = []requirement{{member: member}}, map[string]bool{}
		exec(t, db, s.statements(rng)...)
		exec(t, db, "INSERT INTO hierarchies VALUES "+strings.Join(s.hierarchies(), ", "))
		var want, got []string
		for _, levels := range s.lattice() {
			left := s.leftByViolations(t, db, levels)
			if 10*left <= s.tenths*int64(len(s.people)) {
				want = append(want, fmt.Sprint(levels, left))
				suppressed += boolInt(left > 0)
				safe++
			} else {
				unsafe++
			}
		}
		call := s.call("'people'", s.person("who")+", absent_values := 'allow'", "safe", "loss")
		for _, n := range s.read(t, db, call) {
			got = append(got, fmt.Sprint(n.levels, n.suppressed))
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(want, got) {
			t.Fatalf("seed %d, %s: safe are\n%v\nwant\n%v", seed, call, got, want)
		}
	}
	t.Logf("%d safe nodes, %d with people left out, and %d others", safe, suppressed, unsafe)
	if least := fewer(3, 20); safe < least || unsafe < least {
		t.Errorf("%d safe nodes and %d others say little", safe, unsafe)
	}
}

// leftByViolations returns how many people must be left out of the table at a node:
// those in groups that release_check(output := 'groups') names of each by itself, or, where there are none,
// of all that are left, again until it names none.
func (s *search) leftByViolations(t *testing.T, db *sql.DB, levels []int) (left int64) {
	t.Helper()
	var columns, rows []string
	for who, p := range s.people {
		cells := []string{fmt.Sprint(who)}
		for d, level := range levels {
			cells = append(cells, "'"+strings.ReplaceAll(s.label(p, d, level), "'", "''")+"'")
		}
		rows = append(rows, "("+strings.Join(cells, ", ")+")")
	}
	var names, same []string
	for _, c := range s.columns {
		columns = append(columns, c.name+" VARCHAR")
		names = append(names, "labels."+c.name)
		same = append(same, "v.qi_group."+c.name+" = g."+c.name)
	}
	exec(t, db, "CREATE OR REPLACE TABLE labels (who INTEGER, "+strings.Join(columns, ", ")+")", "INSERT INTO labels VALUES "+strings.Join(rows, ", "),
		"CREATE OR REPLACE TABLE general AS SELECT "+strings.Join(names, ", ")+", labels.who, people.s FROM people JOIN labels ON labels.who = people.who")
	violations := func(table string) string {
		return fmt.Sprintf("SELECT DISTINCT qi_group FROM release_check('%s', %s, 's', privacy := %s, absent_values := 'allow'%s, output := 'groups')", table, s.qi(), s.privacy(), s.person("who"))
	}
	for {
		exec(t, db, "CREATE OR REPLACE TABLE v AS "+violations("general"), "CREATE OR REPLACE TABLE alone AS FROM v WHERE false")
		groups := texts(t, db, "SELECT v.rowid::VARCHAR, list((who, s) ORDER BY who, s)::VARCHAR FROM general AS g JOIN v ON "+strings.Join(same, " AND ")+" GROUP BY v.rowid ORDER BY v.rowid")
		for _, group := range groups {
			row, members, _ := strings.Cut(group, "\t")
			// The same people are a group of other nodes, too, by other names.
			named, known := s.named[members]
			if !known {
				exec(t, db, fmt.Sprintf("CREATE OR REPLACE TABLE by_itself AS SELECT g.* FROM general AS g JOIN v ON %s WHERE v.rowid = %s", strings.Join(same, " AND "), row))
				one(t, db, "SELECT count(*) > 0 FROM ("+violations("by_itself")+")", &named)
				s.named[members] = named
			}
			if named {
				exec(t, db, "INSERT INTO alone SELECT qi_group FROM v WHERE rowid = "+row)
			}
		}
		exec(t, db, "DELETE FROM v WHERE EXISTS (FROM alone) AND qi_group NOT IN (SELECT qi_group FROM alone)")
		result, err := db.ExecContext(context.Background(), "DELETE FROM general AS g WHERE EXISTS (FROM v WHERE "+strings.Join(same, " AND ")+")")
		if err != nil {
			t.Fatal(err)
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			one(t, db, fmt.Sprintf("SELECT %d - count(DISTINCT who) FROM general", len(s.people)), &left)
			return left
		}
	}
}

// TestGeneralizationBudget: a search that ends early gives safe nodes, with their
// numbers, and a bound that the best of all keeps.
func TestGeneralizationBudget(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	folder := data(t)
	db := openDB(t, "")
	var parts, quoted []string
	for _, column := range []string{"age", "sex", "race", "marital-status", "education", "native-country", "workclass"} {
		parts = append(parts, fmt.Sprintf("FROM hierarchy_wide('%s/hierarchies/adult_%s.csv', '%[2]s')", folder, column))
		quoted = append(quoted, "'"+column+"'")
	}
	exec(t, db, "CREATE TABLE hierarchies AS "+strings.Join(parts, " UNION ALL "), fmt.Sprintf("CREATE TABLE adult AS FROM '%s/adult.csv'", folder))
	search := func(which, budget string) string {
		return fmt.Sprintf("generalization_search('adult', [%s], 'occupation', hierarchies := 'hierarchies', privacy := {'k_anonymity': 5, 'max_share': 0.7}, suppression := 0.05, output := '%s', budget := %s)", strings.Join(quoted, ", "), which, budget)
	}
	exec(t, db, "CREATE TABLE safe AS FROM "+search("safe", "NULL"))
	var least float64
	one(t, db, "SELECT min(loss) FROM safe WHERE complete AND bound IS NULL", &least)
	ended := 0
	for _, budget := range []string{"'1 millisecond'", "'30 milliseconds'", "INTERVAL 100 MILLISECOND", "'1 hour'"} {
		for _, which := range []string{"minimal", "best", "safe"} {
			if _, err := db.ExecContext(t.Context(), "CREATE OR REPLACE TABLE found AS FROM "+search(which, budget)); err != nil {
				if budget == "'1 hour'" || !strings.Contains(err.Error(), "the budget ended before a generalization was found") {
					t.Errorf("%s with a budget of %s: %v", which, budget, err)
				}
				ended++
				continue
			}
			var rows, unsafe, above, incomplete, bounds int
			one(t, db, fmt.Sprintf(`SELECT count(*), count(*) FILTER (NOT EXISTS (FROM safe AS s WHERE s.levels = f.levels AND s.loss = f.loss AND s.suppressed = f.suppressed AND s.groups = f.groups)),
				count(*) FILTER (least(bound, f.loss) > %v), count(*) FILTER (NOT complete), count(*) FILTER (bound IS NOT NULL) FROM found AS f`, least), &rows, &unsafe, &above, &incomplete, &bounds)
			if unsafe > 0 {
				t.Errorf("%s with a budget of %s: %d of %d nodes are not safe, or have other numbers", which, budget, unsafe, rows)
			}
			if which == "best" && above > 0 {
				t.Errorf("best with a budget of %s: better than its bound is possible", budget)
			}
			if incomplete != bounds || incomplete != 0 && incomplete != rows {
				t.Errorf("%s with a budget of %s: %d of %d rows incomplete, %d with a bound", which, budget, incomplete, rows, bounds)
			}
			if budget == "'1 hour'" && (incomplete > 0 || rows == 0) {
				t.Errorf("%s: not complete after an hour", which)
			}
			ended += boolInt(incomplete > 0)
		}
	}
	t.Logf("%d searches ended early", ended)
}
