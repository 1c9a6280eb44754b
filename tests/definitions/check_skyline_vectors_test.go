package definitions

import (
	"database/sql"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skyline/tests/trials"
	"skyline/tests/vectors"
)

// The test vectors were computed by enumeration with exact fractions, independently of
// this code. Here they go through SQL, from rows.

// vectorGroup is a QI group: its people, and how often each value occurs.
type vectorGroup struct {
	People int            `json:"n"`
	Counts map[string]int `json:"values"`
}

// vector is a case of skyline_svpi, skyline_set, skyline_multi (L, K, M and BP)
// or skyline_find (C and Skyline).
type vector struct {
	Constraint string        `json:"constraint"`
	Groups     []vectorGroup `json:"groups"`
	Sigma      string        `json:"sigma"`
	L          int64         `json:"l"`
	K          int64         `json:"k"`
	M          int64         `json:"m"`
	BP         string        `json:"bp"`
	C          string        `json:"c"`
	Skyline    [][3]int64    `json:"skyline_l_capped"`
}

// call is how the constraints are asked for in SQL.
var call = map[string]string{
	"SVPI":  "",
	"SET":   ", values_per_person := 'set', person := 'person'",
	"MULTI": ", values_per_person := 'multiset', person := 'person'",
}

func readVectors(t *testing.T, name string) []vector {
	t.Helper()
	var all []vector
	if err := vectors.Read(name, &all); err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Fatalf("%s has no vectors", name)
	}
	return all
}

// load creates the table vectors(id, g, person, value) with the rows of all
// cases, id being their index.
func load(t *testing.T, all []vector) *sql.DB {
	t.Helper()
	db := openDB(t, "")
	exec(t, db, "CREATE TABLE vectors (id INTEGER, g INTEGER, person INTEGER, value VARCHAR)")
	for id, v := range all {
		var rows []string
		person := 0
		for g, group := range v.Groups {
			rows = append(rows, rowsOf(id, g, person, v.Constraint, group)...)
			person += group.People
		}
		exec(t, db, "INSERT INTO vectors VALUES "+strings.Join(rows, ", "))
	}
	return db
}

// rowsOf returns the rows of a QI group, whose people are numbered from first
// on. Which occurrence is whose does not matter as long as it obeys the
// constraint: a value is dealt out round the people, each value from another
// person on, or under MULTI, if it is the first in the alphabet, to one person.
func rowsOf(id, g, first int, constraint string, group vectorGroup) []string {
	names := make([]string, 0, len(group.Counts))
	for name := range group.Counts {
		names = append(names, name)
	}
	slices.Sort(names)
	var rows []string
	has := make([]bool, group.People)
	dealt := 0
	for i, name := range names {
		for occurrence := range group.Counts[name] {
			at := (dealt + occurrence) % group.People
			if constraint == "MULTI" && i == 0 {
				at = 0
			}
			has[at] = true
			rows = append(rows, fmt.Sprintf("(%d, %d, %d, '%s')", id, g, first+at, name))
		}
		dealt += group.Counts[name]
	}
	for at := range has {
		// People without values have a row all the same; under SET and MULTI
		// others may have such a row too, and it adds nothing.
		if !has[at] || constraint != "SVPI" && at%2 == 1 {
			rows = append(rows, fmt.Sprintf("(%d, %d, %d, NULL)", id, g, first+at))
		}
	}
	return rows
}

// table is the argument tbl for the rows of a case.
func table(id int) string { return fmt.Sprintf("'(SELECT * FROM vectors WHERE id = %d)'", id) }

// TestBreachVectors takes the vectors through skyline_check: some of them where not
// everything is to run. The tests of engine/breach take all.
func TestBreachVectors(t *testing.T) {
	trials.Long(t)
	for _, name := range []string{"skyline_svpi.json", "skyline_set.json", "skyline_multi.json"} {
		t.Run(strings.TrimSuffix(name, ".json"), func(t *testing.T) {
			t.Parallel()
			all := readVectors(t, name)
			db := load(t, all)
			for id, v := range all {
				if id%trials.Number(8, 1) == 0 {
					checkBreachVector(t, db, id, v)
				}
			}
			t.Logf("%d vectors", len(all))
		})
	}
}

// checkBreachVector asks for the breach probability p/q, and whether the value is
// safe at c = 1, at c = p/q, where it is not, and just above.
func checkBreachVector(t *testing.T, db *sql.DB, id int, v vector) {
	t.Helper()
	want, ok := new(big.Rat).SetString(v.BP)
	if !ok {
		t.Fatalf("vector %d: %q is no fraction", id, v.BP)
	}
	breach, _ := want.Float64()
	one := big.NewRat(1, 1)
	thresholds := []*big.Rat{one}
	if want.Sign() > 0 && want.Cmp(one) < 0 {
		above := new(big.Rat).Add(want, new(big.Rat).Quo(big.NewRat(1, 1000), new(big.Rat).SetInt(want.Denom())))
		thresholds = append(thresholds, want, above)
	}
	var points []string
	for _, c := range thresholds {
		points = append(points, fmt.Sprintf("{'value': '%s', 'l': %d, 'k': %d, 'm': %d, 'c': %s::DOUBLE / %s}",
			v.Sigma, v.L, v.K, v.M, c.Num(), c.Denom()))
	}
	slices.SortFunc(thresholds, (*big.Rat).Cmp)
	statement := fmt.Sprintf("SELECT value, l, k, m, breach, safe FROM skyline_check(%s, ['g'], 'value', skyline := [%s], absent_values := 'allow'%s) ORDER BY c",
		table(id), strings.Join(points, ", "), call[v.Constraint])
	type result struct {
		Value   string
		L, K, M int64
		Breach  float64
		Safe    bool
	}
	var wants, got []result
	for _, c := range thresholds {
		wants = append(wants, result{v.Sigma, v.L, v.K, v.M, breach, want.Cmp(c) < 0})
	}
	scan(t, db, statement, func(rows *sql.Rows) error {
		var r result
		err := rows.Scan(&r.Value, &r.L, &r.K, &r.M, &r.Breach, &r.Safe)
		got = append(got, r)
		return err
	})
	if diff := cmp.Diff(wants, got); diff != "" {
		t.Errorf("vector %d, %s %v: (-want +got)\n%s\n%s", id, v.Constraint, v.Groups, diff, statement)
	}
}

func TestFindVectors(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	all := readVectors(t, "skyline_find.json")
	db := load(t, all)
	for id, v := range all {
		statement := fmt.Sprintf("SELECT coalesce(l, -1), coalesce(k, -1), coalesce(m, -1), safe FROM skyline_find(%s, ['g'], 'value', value := '%s', c := %s, absent_values := 'allow'%s)",
			table(id), v.Sigma, division(v.C), call[v.Constraint])
		var got [][3]int64
		scan(t, db, statement, func(rows *sql.Rows) error {
			var p [3]int64
			var safe bool
			err := rows.Scan(&p[0], &p[1], &p[2], &safe)
			if want := len(v.Skyline) > 0; safe != want {
				t.Errorf("vector %d, %s %v, c = %s: safe is %v, want %v", id, v.Constraint, v.Groups, v.C, safe, want)
			}
			got = append(got, p)
			return err
		})
		want := slices.SortedFunc(slices.Values(v.Skyline), func(a, b [3]int64) int { return slices.Compare(a[:], b[:]) })
		if len(want) == 0 { // unsafe already at (0, 0, 0)
			want = [][3]int64{{-1, -1, -1}}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("vector %d, %s %v, c = %s: (-want +got)\n%s", id, v.Constraint, v.Groups, v.C, diff)
		}
	}
	t.Logf("%d vectors", len(all))
}
