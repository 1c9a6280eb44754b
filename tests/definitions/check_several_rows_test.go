package definitions

import (
	"database/sql"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// People have rows in several QI groups: they are counted in each, once.

// visit is a row of a person; values that are "" are NULL.
type visit struct{ person, a, b, value string }

func (v visit) columns() [2]string { return [2]string{v.a, v.b} }

// randomVisits returns rows of up to 8 people, up to 4 each.
func randomVisits(rng *rand.Rand) (visits []visit) {
	some := func(texts ...string) string { return texts[rng.IntN(len(texts))] }
	places, values := 1+rng.IntN(3), [][]string{{"flu", "cold", "gout", ""}, {"flu", "cold"}}[rng.IntN(2)]
	constant := rng.IntN(3) == 0
	for p := range 1 + rng.IntN(8) {
		value := some(values...)
		for range 1 + rng.IntN(4) {
			if !constant {
				value = some(values...)
			}
			visits = append(visits, visit{fmt.Sprint("p", p), some([]string{"1", "2", ""}[:places]...), some("x", "y"), value})
		}
	}
	return visits
}

func tableOf(visits []visit) string {
	var rows []string
	for _, v := range visits {
		rows = append(rows, fmt.Sprintf("('%s', nullif('%s', ''), nullif('%s', ''), nullif('%s', ''))", v.person, v.a, v.b, v.value))
	}
	return "FROM (VALUES " + strings.Join(rows, ", ") + ") AS t(p, a, b, v)"
}

// grouped are the rows by what by returns.
func grouped[K comparable](visits []visit, by func(v visit) K) map[K][]visit {
	groups := map[K][]visit{}
	for _, v := range visits {
		groups[by(v)] = append(groups[by(v)], v)
	}
	return groups
}

func peopleOf(visits []visit) int64 {
	return int64(len(grouped(visits, func(v visit) string { return v.person })))
}

// countsOfVisits is how many people of a group have each value; of multisets, how often they have it. NULL
// is a value where the call does not say that people have several.
func countsOfVisits(visits []visit, kind string) map[string]int64 {
	counts, seen := map[string]int64{}, map[visit]bool{}
	for _, v := range visits {
		once := visit{person: v.person, value: v.value}
		if v.value == "" && kind != "one" || kind != "multiset" && seen[once] {
			continue
		}
		seen[once] = true
		counts[v.value]++
	}
	return counts
}

// distanceOf is how far the shares of a group's values are from those of the table.
func distanceOf(group, table map[string]int64) *big.Rat {
	sum := func(counts map[string]int64) (n int64) {
		for _, c := range counts {
			n += c
		}
		return n
	}
	n, all := sum(group), sum(table)
	if n == 0 {
		return big.NewRat(1, 1)
	}
	distance := new(big.Rat)
	for value, c := range table {
		d := new(big.Rat).Sub(big.NewRat(group[value], n), big.NewRat(c, all))
		distance.Add(distance, d.Abs(d))
	}
	return distance.Mul(distance, big.NewRat(1, 2))
}

// ofVisits is what a release is by its definition.
type ofVisits struct {
	k, distinct     int64
	share, distance *big.Rat
}

func measure(groups [][]visit, table []visit, kind string) *ofVisits {
	m := &ofVisits{k: 1 << 40, distinct: 1 << 40, share: new(big.Rat), distance: new(big.Rat)}
	for _, g := range groups {
		counts := countsOfVisits(g, kind)
		m.k, m.distinct = min(m.k, peopleOf(g)), min(m.distinct, int64(len(counts)))
		for _, n := range counts {
			if share := big.NewRat(n, peopleOf(g)); share.Cmp(m.share) > 0 {
				m.share = share
			}
		}
		if d := distanceOf(counts, countsOfVisits(table, kind)); d.Cmp(m.distance) > 0 {
			m.distance = d
		}
	}
	return m
}

func groupsOfVisits(visits []visit) (groups [][]visit) {
	for _, g := range grouped(visits, visit.columns) {
		groups = append(groups, g)
	}
	return groups
}

// TestSeveralRows compares release_check and its groups with a count of people from the
// definition, of people with rows in several QI groups.
func TestSeveralRows(t *testing.T) {
	db := openDB(t, "")
	astray := 0
	for seed := range seeds(t, 30, 1500) {
		rng := rand.New(rand.NewPCG(seed, 77))
		visits := randomVisits(rng)
		kind, k := []string{"one", "set", "multiset"}[rng.IntN(3)], int64(1+rng.IntN(4))
		exec(t, db, "CREATE OR REPLACE TABLE t AS "+tableOf(visits))
		call := fmt.Sprintf("('t', qi := ['a', 'b'], sensitive := 'v', person := 'p', values_per_person := '%s', privacy := {'k_anonymity': %d, 'distinct_diversity': 2, 'max_share': 0.6, 't_closeness': 0.3}", kind, k)
		m := measure(groupsOfVisits(visits), visits, kind)
		want := map[string]*big.Rat{"k_anonymity": big.NewRat(m.k, 1), "distinct_diversity": big.NewRat(m.distinct, 1), "max_share": m.share, "t_closeness": m.distance}
		holds := map[string]bool{"k_anonymity": m.k >= k, "distinct_diversity": m.distinct >= 2, "max_share": m.share.Cmp(big.NewRat(6, 10)) < 0, "t_closeness": m.distance.Cmp(big.NewRat(3, 10)) <= 0}
		scan(t, db, "SELECT requirement, achieved, holds FROM release_check"+call+")", func(rows *sql.Rows) error {
			var name string
			var achieved float64
			var is bool
			err := rows.Scan(&name, &achieved, &is)
			if exact, _ := want[name].Float64(); !near(achieved, exact) || is != holds[name] {
				t.Errorf("seed %d: release_check%s) of %v: %s is %v, %v, want %v, %v", seed, call, visits, name, achieved, is, want[name], holds[name])
			}
			delete(want, name)
			return err
		})
		if len(want) > 0 {
			t.Errorf("seed %d: no rows of %v", seed, want)
		}
		compareSmallGroups(t, db, visits, k)
		compareRisks(t, db, visits)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
		if sumOfPeople(visits) > peopleOf(visits) {
			astray++
		}
	}
	if astray < 10 {
		t.Errorf("people are in several groups of %d tables only", astray)
	}
}

// sumOfPeople counts people once in each of their groups.
func sumOfPeople(visits []visit) (n int64) {
	for _, g := range groupsOfVisits(visits) {
		n += peopleOf(g)
	}
	return n
}

// compareSmallGroups compares the groups of fewer than k people, and the columns to blame: without
// them, the people of all groups that differ in nothing else are at least k.
func compareSmallGroups(t *testing.T, db *sql.DB, visits []visit, k int64) {
	t.Helper()
	want, got := map[string]bool{}, map[string]bool{}
	for key, g := range grouped(visits, visit.columns) {
		if peopleOf(g) >= k {
			continue
		}
		blame := []string{}
		for i, name := range []string{"a", "b"} {
			others := slices.DeleteFunc(slices.Clone(visits), func(v visit) bool { return v.columns()[1-i] != key[1-i] })
			if peopleOf(others) >= k {
				blame = append(blame, name)
			}
		}
		want[fmt.Sprintf("%s,%s: %d [%s]", key[0], key[1], peopleOf(g), strings.Join(blame, ", "))] = true
	}
	scan(t, db, fmt.Sprintf("SELECT coalesce(qi_group.a, '') || ',' || coalesce(qi_group.b, '') || ': ' || size || ' ' || blame::VARCHAR FROM release_check('t', qi := ['a', 'b'], person := 'p', privacy := {'k_anonymity': %d}, output := 'groups')", k), func(rows *sql.Rows) error {
		var row string
		err := rows.Scan(&row)
		got[row] = true
		return err
	})
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("groups of fewer than %d people of %v: got %v, want %v", k, visits, got, want)
	}
}

// compareRisks compares what privacy_measures says of people.
func compareRisks(t *testing.T, db *sql.DB, visits []visit) {
	t.Helper()
	people := grouped(visits, func(v visit) string { return v.person })
	n := int64(len(people))
	of, several := map[string]*big.Rat{}, false
	for _, name := range []string{"people", "uniques", "prosecutor_highest_risk", "prosecutor_average_risk", "prosecutor_share_at_risk", "row_highest_risk", "row_average_risk", "row_share_at_risk"} {
		of[name] = new(big.Rat)
	}
	add := func(name string, x *big.Rat) { of[name].Add(of[name], x) }
	limit := big.NewRat(2, 5)
	for person, rows := range people {
		byPeople, byRows := new(big.Rat), new(big.Rat)
		for _, v := range rows {
			g := grouped(visits, visit.columns)[v.columns()]
			own := int64(len(grouped(g, func(v visit) string { return v.person })[person]))
			several = several || own > 1 || len(rows) > int(own)
			if x := big.NewRat(1, peopleOf(g)); x.Cmp(byPeople) > 0 {
				byPeople = x
			}
			if x := big.NewRat(own, int64(len(g))); x.Cmp(byRows) > 0 {
				byRows = x
			}
		}
		one := big.NewRat(1, n)
		add("people", big.NewRat(1, 1))
		if byPeople.Cmp(big.NewRat(1, 1)) == 0 {
			add("uniques", big.NewRat(1, 1))
		}
		for prefix, x := range map[string]*big.Rat{"prosecutor": byPeople, "row": byRows} {
			add(prefix+"_average_risk", new(big.Rat).Mul(x, one))
			if x.Cmp(limit) > 0 {
				add(prefix+"_share_at_risk", one)
			}
			if highest := prefix + "_highest_risk"; x.Cmp(of[highest]) > 0 {
				of[highest] = x
			}
		}
	}
	scan(t, db, "SELECT measure, value FROM privacy_measures('t', ['a', 'b'], 'v', person := 'p', risk_threshold := 0.4) WHERE attribute IS NULL", func(rows *sql.Rows) error {
		var name string
		var value sql.Null[float64]
		err := rows.Scan(&name, &value)
		if want, asked := of[name]; asked {
			if exact, _ := want.Float64(); !near(value.V, exact) {
				t.Errorf("privacy_measures of %v: %s is %v, want %v", visits, name, value.V, want)
			}
			delete(of, name)
		}
		return err
	})
	if left := len(of); left != map[bool]int{true: 0, false: 3}[several] {
		t.Errorf("privacy_measures of %v: no rows of %v", visits, of)
	}
}

// releasedVisits are the rows of a release by their groups.
func releasedVisits(db *sql.DB, call string) (map[string][]visit, error) {
	rows, err := db.Query("SELECT group_id::VARCHAR, who, coalesce(v, '') FROM skyline_anonymize" + call + ", other_columns := 'keep')")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	groups := map[string][]visit{}
	for rows.Next() {
		var group string
		var v visit
		if err := rows.Scan(&group, &v.person, &v.value); err != nil {
			return nil, err
		}
		groups[group] = append(groups[group], v)
	}
	return groups, rows.Err()
}

// TestReleasesOfSeveralRows counts the people of releases of people with several rows: each
// group satisfies what is required, nobody's row is left out, and there is a release wherever
// the table as one group is one.
func TestReleasesOfSeveralRows(t *testing.T) {
	trials.Long(t)
	db := openDB(t, "")
	made, split, refused := 0, 0, 0
	for seed := range seeds(t, 30, 2000) {
		rng := rand.New(rand.NewPCG(seed, 78))
		visits := randomVisits(rng)
		kind := []string{"one", "set", "multiset"}[rng.IntN(3)]
		strategy := []string{"information_loss", "information_gain", "median"}[rng.IntN(3)]
		k, l, tenths := int64(1+rng.IntN(3)), int64(rng.IntN(3)), int64(3+rng.IntN(8))
		exec(t, db, "CREATE OR REPLACE TABLE t AS SELECT *, p AS who "+tableOf(visits))
		required := fmt.Sprintf("{'k_anonymity': %d, 'max_share': %s, 'distinct_diversity': %s}", k, []string{"NULL", fmt.Sprint(float64(tenths) / 10)}[seed%2], []string{"NULL", "1", "2"}[l])
		call := fmt.Sprintf("('t', qi := ['a', 'b'], sensitive := 'v', person := 'p', values_per_person := '%s', privacy := %s, split := '%s', as_is := ['a', 'b']", kind, required, strategy)
		if rng.IntN(2) == 0 {
			exec(t, db, "CREATE OR REPLACE TABLE h AS FROM (VALUES ('a', '1', 1, 'low'), ('a', '2', 1, 'high'), ('a', NULL, 1, 'high')) AS h(attribute, value, level, label) WHERE value IN (SELECT a FROM t) OR value IS NULL AND EXISTS (FROM t WHERE a IS NULL)")
			call += ", hierarchies := 'h'"
		}
		satisfied := func(m *ofVisits) bool {
			return m.k >= k && m.distinct >= l && (seed%2 == 0 || m.share.Cmp(big.NewRat(tenths, 10)) < 0)
		}
		groups, err := releasedVisits(db, call)
		if can := satisfied(measure([][]visit{visits}, visits, kind)); can != (err == nil) {
			t.Fatalf("seed %d: skyline_anonymize%s) of %v: %v, but one group of all: %v", seed, call, visits, err, can)
		}
		if err != nil {
			refused++
			continue
		}
		all, parts := 0, [][]visit{}
		for _, g := range groups {
			all += len(g)
			parts = append(parts, g)
		}
		if m := measure(parts, visits, kind); !satisfied(m) || all != len(visits) {
			t.Fatalf("seed %d: skyline_anonymize%s) of %v: %v is %+v", seed, call, visits, groups, m)
		}
		scan(t, db, "SELECT group_id::VARCHAR, size FROM skyline_anonymize"+call+", output := 'groups')", func(rows *sql.Rows) error {
			var group string
			var size int64
			err := rows.Scan(&group, &size)
			if size != peopleOf(groups[group]) {
				t.Errorf("seed %d: skyline_anonymize%s) of %v: group %s of %v has %d people", seed, call, visits, group, groups, size)
			}
			return err
		})
		made++
		split += boolInt(len(groups) > 1)
	}
	if made < 10 || split < 5 || refused < 5 {
		t.Errorf("%d releases, %d of several groups, %d refused: too few to say anything", made, split, refused)
	}
}
