package release

import (
	"database/sql"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// suppressed is a release with single cells suppressed, as it is read from SQL.
type suppressed struct {
	rest   *relation // of who is released
	hidden []int     // by person: the columns that are suppressed, a bit each; -1 who is left out
}

// shownWithout is what a person shows where some columns are suppressed: NULL, as what was NULL
// before.
func shownWithout(p individual, hidden int) string {
	shown := p
	shown.qi = slices.Clone(p.qi)
	for d := range shown.qi {
		if hidden>>d&1 == 1 {
			shown.qi[d] = -1
		}
	}
	return key(shown, -1)
}

// groups are the people who show the same, in the order of what they show.
func (s *suppressed) groups(r *relation, hidden []int) [][]individual {
	groups := map[string][]individual{}
	for who, p := range r.people {
		if hidden[who] >= 0 {
			groups[shownWithout(p, hidden[who])] = append(groups[shownWithout(p, hidden[who])], p)
		}
	}
	var list [][]individual
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		list = append(list, groups[name])
	}
	return list
}

// TestLocalSuppression checks releases of random tables with single cells suppressed: they
// satisfy the requirements by their definitions, what is shown is the table's, and no step that
// the reference names would be safe.
func TestLocalSuppression(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	released, cells, left := 0, 0, 0
	testTables(t, 11, func(t *testing.T, db *sql.DB, rng *rand.Rand, r *relation) {
		rules := randomRules(rng, r)
		share := 0.5 * float64(rng.IntN(2))
		call := fmt.Sprintf("local_suppression('people', %s, 's', privacy := %s, suppression := %v%s", r.qi(), privacyOf(rules), share, r.person("who"))
		_, err := db.ExecContext(t.Context(), "CREATE OR REPLACE TABLE release AS FROM "+call+", other_columns := 'keep')")
		safe := r.hold(rules, [][]individual{r.people})
		if safe && err != nil || !safe && err == nil && share == 0 {
			t.Fatalf("%s: the table as one group is safe: %v, and the error is %v", call, safe, err)
		}
		if err != nil {
			if !strings.Contains(err.Error(), "no release of the whole table satisfies privacy") {
				t.Fatalf("%s: %v", call, err)
			}
			return
		}
		released++
		s := readSuppressed(t, db, r)
		groups := s.groups(r, s.hidden)
		s.rest = checkLeftOut(t, r, groups, share, false) // people may be left out of a table that is safe, too
		left += len(r.people) - len(s.rest.people)
		if !s.rest.hold(rules, groups) {
			t.Errorf("%s: the release does not satisfy the requirements", call)
		}
		if step := s.step(r, rules); step != "" && isMinimal(r, rules) {
			t.Errorf("%s: %s", call, step)
		}
		checkSuppressedRows(t, db, r, call)
		cells += checkSuppressedCounts(t, db, r, s, call)
		scan(t, db, fmt.Sprintf("SELECT requirement, holds FROM release_check('release', %s, 's', privacy := %s%s, other_columns := 'keep')", r.qi(), privacyOf(rules), r.person("again")), func(rows *sql.Rows) error {
			var name string
			var holds bool
			err := rows.Scan(&name, &holds)
			if !holds {
				t.Errorf("%s: release_check says that %s does not hold", call, name)
			}
			return err
		})
	})
	t.Logf("%d releases with %d suppressed cells, %d people left out", released, cells, left)
	if released < releaseCases()/4 || cells < released {
		t.Errorf("%d releases with %d suppressed cells say little", released, cells)
	}
}

// isMinimal is whether the reference promises that a release is: where each person has one
// value, or no requirement is a skyline.
func isMinimal(r *relation, rules []rule) bool {
	return r.values == "one" || !slices.ContainsFunc(rules, func(rule rule) bool { return rule.name == "skyline" })
}

// readSuppressed reads who shows what: each cell is the person's own, or NULL. People who
// agree on all columns show the same.
func readSuppressed(t *testing.T, db *sql.DB, r *relation) *suppressed {
	t.Helper()
	s := &suppressed{hidden: slices.Repeat([]int{-1}, len(r.people))}
	var terms []string
	for _, c := range r.columns {
		terms = append(terms, fmt.Sprintf("CASE WHEN x.%[1]s IS NULL THEN p.%[1]s IS NOT NULL WHEN x.%[1]s::VARCHAR = p.%[1]s::VARCHAR THEN false END", c.name))
	}
	scan(t, db, "SELECT DISTINCT x.again, "+strings.Join(terms, ", ")+" FROM release AS x JOIN people AS p USING (again)", func(rows *sql.Rows) error {
		var who int
		hidden := make([]sql.NullBool, len(terms))
		into := []any{&who}
		for d := range hidden {
			into = append(into, &hidden[d])
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if s.hidden[who] >= 0 {
			t.Errorf("the rows of person %d differ", who)
		}
		s.hidden[who] = 0
		for d, h := range hidden {
			if !h.Valid {
				t.Errorf("person %d shows another value in %s", who, r.columns[d].name)
			}
			if h.Bool {
				s.hidden[who] |= 1 << d
			}
		}
		return nil
	})
	alike := map[string]int{}
	for who, p := range r.people {
		if other, ok := alike[key(p, -1)]; ok && s.hidden[other] != s.hidden[who] {
			t.Errorf("people %d and %d agree on all columns, and show %b and %b", other, who, s.hidden[other], s.hidden[who])
		}
		alike[key(p, -1)] = who
	}
	return s
}

// step returns what could be shown besides, "" if nothing: more columns of all people of a
// group who would show the same with them, or of those of them who agree on all columns.
func (s *suppressed) step(r *relation, rules []rule) string {
	for who, p := range r.people {
		for more := 1; s.hidden[who] > 0 && more < 1<<len(p.qi); more++ {
			if s.hidden[who]&more != more {
				continue
			}
			for _, alone := range []bool{false, true} {
				next := slices.Clone(s.hidden)
				for other, q := range r.people {
					same := s.hidden[other] >= 0 && shownWithout(q, s.hidden[other]) == shownWithout(p, s.hidden[who]) && shownWithout(q, s.hidden[other]&^more) == shownWithout(p, s.hidden[who]&^more)
					if same && (!alone || key(q, -1) == key(p, -1)) {
						next[other] &^= more
					}
				}
				if s.rest.hold(rules, s.groups(r, next)) {
					return fmt.Sprintf("person %d, and those who would show the same (alone: %v), could show columns %b too", who, alone, more)
				}
			}
		}
	}
	return ""
}

// checkSuppressedRows makes sure that a release has the rows and columns of the table, and the
// same whatever the order of its rows.
func checkSuppressedRows(t *testing.T, db *sql.DB, r *relation, call string) {
	t.Helper()
	differences(t, db, "SELECT s, again FROM release", "SELECT s, again FROM people WHERE again IN (SELECT again FROM release)")
	differences(t, db, "SELECT column_name FROM (DESCRIBE release)", "SELECT column_name FROM (DESCRIBE people) WHERE column_name <> 'who' OR 'who' IN (SELECT column_name FROM (DESCRIBE release))")
	for _, c := range r.columns {
		if c.kind != "mood" { // an ENUM is released as text
			differences(t, db, "SELECT DISTINCT typeof("+c.name+") FROM release", "SELECT DISTINCT typeof("+c.name+") FROM people WHERE EXISTS (FROM release)")
		}
	}
	sorted := strings.Replace(call, "'people'", "'(FROM people ORDER BY hash(again, s))'", 1)
	differences(t, db, "FROM "+sorted+", other_columns := 'keep')", "FROM release")
}

// checkSuppressedCounts compares what is counted with what is shown. It returns how many
// cells are suppressed.
func checkSuppressedCounts(t *testing.T, db *sql.DB, r *relation, s *suppressed, call string) int {
	t.Helper()
	want, cells, people, left := []string{}, 0, 0, 0
	released := len(s.rest.people)
	share := func(n, of int) string { return fmt.Sprintf("%.12f", float64(n)/float64(max(1, of))) }
	for d, c := range r.columns {
		n := 0
		for _, hidden := range s.hidden {
			if hidden > 0 && hidden>>d&1 == 1 {
				n++
			}
		}
		cells += n
		want = append(want, fmt.Sprint(c.name, " ", n, " ", share(n, released), " ", n, " NULL"))
	}
	for _, hidden := range s.hidden {
		switch {
		case hidden < 0:
			left++
		case hidden > 0:
			people++
		}
	}
	want = append(want, fmt.Sprint("NULL ", cells, " ", share(cells, released*len(r.columns)), " ", people, " ", left))
	var got []string
	scan(t, db, "SELECT coalesce(column_name, 'NULL'), suppressed, coalesce(share, 0), people, coalesce(left_out::VARCHAR, 'NULL') FROM "+call+", output := 'counts')", func(rows *sql.Rows) error {
		var column, out string
		var n, affected int
		var part float64
		err := rows.Scan(&column, &n, &part, &affected, &out)
		got = append(got, fmt.Sprintf("%s %d %.12f %d %s", column, n, part, affected, out))
		return err
	})
	if !slices.Equal(got, want) {
		t.Errorf("%s: counts are %v, want %v", call, got, want)
	}
	return cells
}
