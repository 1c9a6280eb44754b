package release

import (
	"database/sql"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skyline/tests/trials"
)

// releaseCases is how many random tables each test makes at least; it prints the seed of
// one that fails.
func releaseCases() int { return fewer(6, 50) }

// testTables runs a test on random tables, with a random number of values a person.
func testTables(t *testing.T, stream uint64, test func(t *testing.T, db *sql.DB, rng *rand.Rand, r *relation)) {
	db := openDB(t, "")
	exec(t, db, createMood)
	for seed := range seeds(t, releaseCases(), 50) {
		rng := rand.New(rand.NewPCG(seed, stream))
		r := randomRelation(rng, []string{"one", "one", "set", "multiset"}[rng.IntN(4)])
		exec(t, db, r.statements(rng)...)
		exec(t, db, fmt.Sprint("SET threads = ", 1+rng.IntN(4)))
		test(t, db, rng, r)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// person returns the arguments that say how many values a person has.
func (r *relation) person(column string) string {
	if r.values == "one" && !r.persons {
		return ""
	}
	return fmt.Sprintf(", person := '%s', values_per_person := '%s'", column, r.values)
}

// TestRelease checks releases of random tables against their documentation: who is
// in which group is read from a column that the release leaves as it is.
func TestRelease(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	cases, released, groups := 0, 0, 0
	testTables(t, 1, func(t *testing.T, db *sql.DB, rng *rand.Rand, r *relation) {
		_, n := checkRelease(t, db, rng, r, randomRules(rng, r), 0.5*float64(rng.IntN(2)))
		// What the first cases say is the same in each run.
		if cases++; n > 0 && cases <= releaseCases() {
			released++
			groups += n
		}
	})
	t.Logf("%d releases with %d groups", released, groups)
	if released < releaseCases()/3 || groups < 2*released {
		t.Errorf("%d releases with %d groups say little", released, groups)
	}
}

// TestSuppression does the same with tables that are not safe as one group, and a
// single requirement, of those that leaving people out may bring about.
func TestSuppression(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	released := 0
	testTables(t, 3, func(t *testing.T, db *sql.DB, rng *rand.Rand, r *relation) {
		rules := allRules(rng)[3:5]
		if i := rng.IntN(3); i < 2 {
			rules = rules[i : i+1]
		} else {
			rules = skylineRules(rng, r)
		}
		if len(rules) == 0 || r.hold(rules, [][]individual{r.people}) {
			return
		}
		if left, _ := checkRelease(t, db, rng, r, rules, 0.9); left > 0 {
			released++
		}
	})
	t.Logf("%d releases", released)
	if released < releaseCases()/15 {
		t.Errorf("%d releases say little", released)
	}
}

// checkRelease checks a release where a share of the people may be left out. It
// returns how many are, and the number of groups, 0 if nothing can be released.
func checkRelease(t *testing.T, db *sql.DB, rng *rand.Rand, r *relation, rules []rule, share float64) (left, groups int) {
	t.Helper()
	options := fmt.Sprintf(", rounding := 'none', split := '%s', suppression := %v", []string{"information_gain", "information_loss", "median"}[rng.IntN(3)], share)
	if r.hasHierarchies() {
		options += ", hierarchies := 'hierarchies'"
	}
	call := fmt.Sprintf("skyline_anonymize('people', %s, 's', privacy := %s%s", r.qi(), privacyOf(rules), options+r.person("who"))
	_, err := db.ExecContext(t.Context(), "CREATE OR REPLACE TABLE release AS FROM "+call+", other_columns := 'keep')")
	safe := r.hold(rules, [][]individual{r.people})
	if safe && err != nil || !safe && err == nil && share == 0 {
		t.Fatalf("%s: the table as one group is safe: %v, and the error is %v", call, safe, err)
	}
	if err != nil {
		if !strings.Contains(err.Error(), "no release of the whole table satisfies privacy") {
			t.Fatalf("%s: %v", call, err)
		}
		return 0, 0
	}
	partition := checkRegions(t, db, r)
	rest := checkLeftOut(t, r, partition, share, safe)
	if !rest.hold(rules, partition) {
		t.Errorf("%s: the release does not satisfy the requirements", call)
	}
	left = len(r.people) - len(rest.people)
	checkRowsKept(t, db, left == 0)
	checkOwnCheck(t, db, rest, rules, partition)
	checkPartition(t, db, r, call+", output := 'groups'", partition)
	if r.values == "one" {
		checkBucketized(t, db, call)
	}
	if t.Failed() {
		t.Log(call)
	}
	return left, len(partition)
}

// checkRegions compares the groups' regions with what they must be, and returns the
// groups.
func checkRegions(t *testing.T, db *sql.DB, r *relation) [][]individual {
	t.Helper()
	var groups [][]individual
	var shown [][]string
	seen := map[int]bool{}
	names := make([]string, len(r.columns))
	for d, c := range r.columns {
		names[d] = fmt.Sprintf("coalesce(%s, 'NULL')", c.name)
	}
	scan(t, db, "SELECT group_id, again, "+strings.Join(names, ", ")+" FROM release ORDER BY group_id", func(rows *sql.Rows) error {
		var group, who int
		texts := make([]string, len(names))
		into := []any{&group, &who}
		for d := range texts {
			into = append(into, &texts[d])
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		for len(groups) < group {
			groups, shown = append(groups, nil), append(shown, texts)
		}
		if diff := cmp.Diff(shown[group-1], texts); diff != "" {
			t.Errorf("rows of group %d differ:\n%s", group, diff)
		}
		if !seen[who] {
			groups[group-1] = append(groups[group-1], r.people[who])
		}
		seen[who] = true
		return nil
	})
	for i, g := range groups {
		if len(g) == 0 {
			t.Fatalf("there is no group %d", i+1)
		}
		for d := range r.columns {
			if !r.mayShow(shown[i][d], g, d) {
				t.Errorf("group %d: %s is shown as %s, want %s", i+1, r.columns[d].name, shown[i][d], r.shown(g, d))
			}
		}
		for j := range i {
			if r.overlap(g, groups[j], shown[i], shown[j]) {
				t.Errorf("the regions of groups %d and %d overlap", i+1, j+1)
			}
		}
	}
	return groups
}

// checkLeftOut makes sure that nobody is left out without need, or more people than
// are allowed, and that those who agree on all quasi-identifiers stay or go
// together. It returns the table of those who stay.
func checkLeftOut(t *testing.T, r *relation, groups [][]individual, share float64, safe bool) *relation {
	t.Helper()
	rest := *r
	rest.people = slices.Concat(groups...)
	left := len(r.people) - len(rest.people)
	if safe && left > 0 || left > int(share*float64(len(r.people))) {
		t.Errorf("%d of %d people are left out; the table as one group is safe: %v", left, len(r.people), safe)
	}
	stay := map[string]int{}
	for _, p := range rest.people {
		stay[key(p, -1)]++
	}
	for _, g := range r.groups(-1) {
		if n := stay[key(g[0], -1)]; n != 0 && n != len(g) {
			t.Errorf("%d of %d people who agree on all columns are left out", len(g)-n, len(g))
		}
	}
	return &rest
}

// checkRowsKept makes sure that a release has the rows of the table, each with its
// own sensitive value.
func checkRowsKept(t *testing.T, db *sql.DB, all bool) {
	t.Helper()
	people := "people"
	if !all {
		people = "people WHERE again IN (SELECT again FROM release)"
	}
	differences(t, db, "SELECT s, again FROM release", "SELECT s, again FROM "+people)
	differences(t, db, "SELECT column_name FROM (DESCRIBE release)", "SELECT column_name FROM (DESCRIBE people) WHERE column_name <> 'who' UNION ALL SELECT 'group_id' UNION ALL SELECT 'who' WHERE 'who' IN (SELECT column_name FROM (DESCRIBE release))")
}

// checkOwnCheck compares release_check on a release with the definitions.
func checkOwnCheck(t *testing.T, db *sql.DB, r *relation, rules []rule, groups [][]individual) {
	t.Helper()
	checked := map[string]bool{}
	statement := fmt.Sprintf("SELECT requirement, achieved, holds FROM release_check('release', ['group_id'], 's', privacy := %s%s, other_columns := 'keep')", privacyOf(rules), r.person("again"))
	scan(t, db, statement, func(rows *sql.Rows) error {
		var name string
		var achieved float64
		var holds bool
		err := rows.Scan(&name, &achieved, &holds)
		checked[name] = true
		if worst := r.worst(rules, name, groups); !holds || !near(achieved, worst) {
			t.Errorf("%s: %s is %v, want %v; it holds: %v", statement, name, achieved, worst, holds)
		}
		return err
	})
	for _, rule := range rules {
		if !checked[rule.name] {
			t.Errorf("%s has no row for %s", statement, rule.name)
		}
	}
}

// worst is the worst that groups achieve of the rules of a name.
func (r *relation) worst(rules []rule, name string, groups [][]individual) float64 {
	worst := math.NaN()
	for _, rule := range rules {
		for _, g := range groups {
			if rule.name != name {
				continue
			}
			if x := rule.achieved(r, g); math.IsNaN(worst) || x < worst == rule.atLeast {
				worst = x
			}
		}
	}
	if math.IsNaN(worst) {
		return 0 // a skyline of a table without values
	}
	return worst
}

// checkPartition compares output := 'groups' with the groups of the release, and with
// the partition of the table of counts.
func checkPartition(t *testing.T, db *sql.DB, r *relation, call string, groups [][]individual) {
	t.Helper()
	var sizes []int
	scan(t, db, "SELECT size FROM "+call+") WHERE group_id IS NOT NULL ORDER BY group_id", func(rows *sql.Rows) error {
		var size int
		err := rows.Scan(&size)
		sizes = append(sizes, size)
		return err
	})
	var want []int
	names := make([]string, len(r.columns))
	for d, c := range r.columns {
		names[d] = c.name
	}
	for _, g := range groups {
		want = append(want, len(g))
	}
	if !slices.Equal(sizes, want) {
		t.Errorf("%s: the sizes are %v, want %v", call, sizes, want)
	}
	columns := strings.Join(names, ", ")
	differences(t, db, "SELECT size FROM "+call+") WHERE group_id IS NULL", "SELECT count(DISTINCT again) AS n FROM people WHERE again NOT IN (SELECT again FROM release) HAVING n > 0")
	differences(t, db, "SELECT group_id, "+columns+" FROM "+call+") WHERE group_id IS NOT NULL", "SELECT DISTINCT group_id, "+columns+" FROM release")
	if r.values == "one" {
		counts := fmt.Sprintf("'(SELECT %[1]s, s, count(*) AS n FROM people GROUP BY ALL UNION ALL SELECT %[1]s, s || ''none'', 0 FROM people)'", columns)
		differences(t, db, "SELECT * FROM "+strings.Replace(strings.Replace(call, "'people'", counts, 1), r.person("who"), "", 1)+", weight := 'n')", "SELECT * FROM "+call+")")
	}
}

// checkBucketized makes sure that a bucketized release has the same groups, exact
// quasi-identifiers, and the sensitive values of each group.
func checkBucketized(t *testing.T, db *sql.DB, call string) {
	t.Helper()
	exec(t, db, "CREATE OR REPLACE TABLE bucketized AS FROM "+call+", output := 'bucketized', other_columns := 'keep')")
	differences(t, db, "SELECT group_id, again FROM bucketized", "SELECT group_id, again FROM release")
	differences(t, db, "SELECT group_id, s FROM bucketized", "SELECT group_id, s FROM release")
	differences(t, db, "SELECT COLUMNS(c -> c NOT IN ('s', 'who', 'group_id')) FROM bucketized", "SELECT COLUMNS(c -> c NOT IN ('s', 'who')) FROM people WHERE again IN (SELECT again FROM release)")
}

// TestPrivacyViolations compares the violating groups of random tables, and the
// columns to blame, with the definitions.
func TestPrivacyViolations(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	violations, blamed := 0, 0
	testTables(t, 2, func(t *testing.T, db *sql.DB, rng *rand.Rand, r *relation) {
		rules := randomRules(rng, r)
		var want []string
		for _, g := range r.groups(-1) {
			for _, rule := range rules {
				if rule.holds(r, g) {
					continue
				}
				blame := r.blame(&rule, g)
				want = append(want, fmt.Sprintf("%s %d %s %s %.9f [%s]", key(g[0], -1), len(g), rule.name, r.valueOf(&rule, g), rule.achieved(r, g), strings.Join(blame, ", ")))
				violations++
				blamed += len(blame)
			}
		}
		slices.Sort(want)
		got := violationsOf(t, db, r, rules)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("privacy %s, values %s (-want +got):\n%s", privacyOf(rules), r.values, diff)
		}
	})
	t.Logf("%d violations, %d columns to blame", violations, blamed)
	if violations < releaseCases() || blamed < releaseCases()/2 {
		t.Errorf("%d violations with %d columns to blame say little", violations, blamed)
	}
}

func violationsOf(t *testing.T, db *sql.DB, r *relation, rules []rule) []string {
	t.Helper()
	statement := fmt.Sprintf("SELECT %s, size, requirement, coalesce(value, 'NULL'), achieved, blame::VARCHAR FROM release_check('people', %s, 's', privacy := %s%s, output := 'groups')",
		r.groupKey(), r.qi(), privacyOf(rules), r.person("who"))
	var got []string
	scan(t, db, statement, func(rows *sql.Rows) error {
		var group, name, value, blame string
		var size int
		var achieved float64
		err := rows.Scan(&group, &size, &name, &value, &achieved, &blame)
		got = append(got, fmt.Sprintf("%s %d %s %s %.9f %s", group, size, name, value, achieved, blame))
		return err
	})
	slices.Sort(got)
	return got
}

// groupKey is an SQL expression for the key of a qi_group.
func (r *relation) groupKey() string {
	keys := make([]string, len(r.columns))
	for d, c := range r.columns {
		domain := make([]string, len(c.domain))
		for v := range c.domain {
			domain[v] = c.literal(v)
		}
		// The number of the value: lists are counted from 1.
		keys[d] = fmt.Sprintf("CASE WHEN qi_group.%[1]s IS NULL THEN -1 ELSE list_position([%[2]s], qi_group.%[1]s) - 1 END", c.name, strings.Join(domain, ", "))
	}
	return "replace([" + strings.Join(keys, ", ") + "]::VARCHAR, ',', '')"
}

// valueOf is what release_check(output := 'groups') has as value.
// valueOf is the value that a violation is about: the rule's own, or of max_share and negations the
// most frequent one of the group, of several the first by text, NULL last. It is NULL
// where there is none, too.
func (r *relation) valueOf(violated *rule, group []individual) string {
	value := ""
	if violated.value != nil {
		value = *violated.value
	}
	if violated.name == "max_share" || violated.name == "negations" {
		counts, sorted, _ := r.histogramOf(group)
		for _, v := range slices.Sorted(maps.Keys(counts)) {
			if counts[v] == sorted[0] && value == "" {
				value = v
			}
		}
	}
	if value == "" {
		return "NULL"
	}
	return value
}

// groups returns the people who agree on all quasi-identifiers but one, -1 for none.
func (r *relation) groups(without int) [][]individual {
	at := map[string]int{}
	var groups [][]individual
	for _, p := range r.people {
		k := key(p, without)
		if _, ok := at[k]; !ok {
			at[k] = len(groups)
			groups = append(groups, nil)
		}
		groups[at[k]] = append(groups[at[k]], p)
	}
	return groups
}

func key(p individual, without int) string {
	qi := slices.Clone(p.qi)
	if without >= 0 {
		qi[without] = 0
	}
	return fmt.Sprint(qi)
}

// blame returns the columns without which a rule holds for the people of a group.
func (r *relation) blame(rule *rule, g []individual) []string {
	var names []string
	for d := range r.columns {
		for _, merged := range r.groups(d) {
			if key(merged[0], d) == key(g[0], d) && rule.holds(r, merged) {
				names = append(names, r.columns[d].name)
			}
		}
	}
	return names
}
