package gnf_test

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/ext" // plans are run here, which the package itself never does
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/gnf"
	"skyline/tests/trials"

	"github.com/google/go-cmp/cmp"
)

func openDB(t *testing.T) *sql.DB {
	t.Helper()
	connector, err := ext.NewConnector("")
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	return db
}

// texts returns the rows of a statement as texts, NULL as "NULL".
func texts(t *testing.T, db *sql.DB, statement string) [][]string {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), statement)
	if err != nil {
		t.Fatalf("%v\n%s", err, statement)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var all [][]string
	for rows.Next() {
		values, into := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		row := make([]string, len(values))
		for i, v := range values {
			if row[i] = fmt.Sprint(v); v == nil {
				row[i] = "NULL"
			}
		}
		all = append(all, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// tally counts some columns of rows.
func tally(rows [][]string, columns ...int) map[string]int {
	counts := map[string]int{}
	for _, row := range rows {
		var key []string
		for _, c := range columns {
			key = append(key, row[c])
		}
		counts[strings.Join(key, "|")]++
	}
	return counts
}

// createPeople makes a table of random people: a, b (left), s, u (right).
func createPeople(t *testing.T, db *sql.DB, rng *rand.Rand) [][]string {
	t.Helper()
	var people [][]string
	pick := func(n int, letter string) string {
		if i := rng.IntN(n); i > 0 {
			return fmt.Sprint(letter, i)
		}
		return "NULL"
	}
	for range 20 + rng.IntN(60) {
		people = append(people, []string{pick(3, "a"), pick(5, "b"), pick(5, "s"), pick(4, "u")})
	}
	var values []string
	for _, p := range people {
		values = append(values, strings.ReplaceAll("('"+strings.Join(p, "', '")+"')", "'NULL'", "NULL"))
	}
	if _, err := db.ExecContext(t.Context(), "CREATE OR REPLACE TABLE people AS FROM (VALUES "+strings.Join(values, ", ")+") t(a, b, s, u)"); err != nil {
		t.Fatal(err)
	}
	return people
}

// TestRelations checks the relations of each kind of groups by their definitions: both
// sides are there, person by person and value by value, and each group is as diverse
// as it must be.
func TestRelations(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := openDB(t)
	made := map[string]int{}
	for seed := range trials.Seeds(t, 12, 60) {
		rng := rand.New(rand.NewPCG(seed, 21))
		people := createPeople(t, db, rng)
		right, columns := []string{"s"}, []int{2}
		if rng.IntN(2) == 0 {
			right, columns = []string{"s", "u"}, []int{2, 3}
		}
		group := 2 + len(right)
		whole := tally(people, columns...)
		l := 2 + rng.Int64N(4)
		possible := true
		for _, n := range whole {
			possible = possible && int64(n)*l <= int64(len(people))
		}
		for _, kind := range []string{"anatomy", "strict", "joint"} {
			random := []draw.Randomness{{}, draw.Seeded(3)}[rng.IntN(2)]
			statement := gnf.AnatomyStatement("people", []string{"a", "b"}, right, kind, l, random)
			if kind != "joint" && !possible {
				if err := db.QueryRowContext(t.Context(), statement).Scan(); err == nil || !strings.Contains(err.Error(), "test: diversity must") {
					t.Fatalf("seed %d: %v", seed, err)
				}
				continue
			}
			rows := texts(t, db, statement)
			made[kind]++
			if diff := cmp.Diff(tally(people, 0, 1), tally(rows, 0, 1)); diff != "" {
				t.Fatalf("seed %d: %s: left sides (-people +rows):\n%s", seed, kind, diff)
			}
			placed := slices.DeleteFunc(slices.Clone(rows), func(row []string) bool { return row[group] == "NULL" })
			if kind != "joint" && len(placed) < len(rows) {
				t.Fatalf("seed %d: %s: somebody has no group", seed, kind)
			}
			in := tally(placed, columns...)
			for value, n := range in {
				if n > whole[value] || kind != "joint" && n != whole[value] {
					t.Fatalf("seed %d: %s: %d have a value, and %d are published", seed, kind, whole[value], n)
				}
			}
			if kind == "joint" {
				checkJoint(t, placed, columns, group, l)
				for _, row := range rows {
					if row[group] == "NULL" && slices.ContainsFunc(row[2:], func(v string) bool { return v != "NULL" }) {
						t.Fatalf("seed %d: a value is not suppressed", seed)
					}
				}
			} else {
				sizes := tally(rows, group)
				for cell, n := range tally(rows, append([]int{group}, columns...)...) {
					if g, _, _ := strings.Cut(cell, "|"); int64(n)*l > int64(sizes[g]) {
						t.Fatalf("seed %d: %s: a value has %d of %d people, l = %d", seed, kind, n, sizes[g], l)
					}
				}
			}
			if classes := tally(rows, 0, 1); kind == "strict" && len(tally(rows, 0, 1, group)) != len(classes) {
				t.Fatalf("seed %d: equal left sides have several groups", seed)
			}
		}
	}
	t.Logf("made %v", made)
	if least := trials.Number(10, 20); made["anatomy"] < least || made["strict"] < least {
		t.Errorf("%v relations say little", made)
	}
}

// checkJoint checks the constraints of Appendix B of Jin et al. in each group.
func checkJoint(t *testing.T, rows [][]string, columns []int, group int, l int64) {
	t.Helper()
	for i := range columns {
		rest := append([]int{group}, slices.Delete(slices.Clone(columns), i, i+1)...)
		lines := tally(rows, rest...)
		for _, row := range rows {
			same := 0
			for _, other := range rows {
				equal := other[group] == row[group]
				for _, c := range columns {
					equal = equal && other[c] == row[c]
				}
				if equal {
					same++
				}
			}
			if line := tally([][]string{row}, rest...); len(line) == 1 {
				for key := range line {
					if int64(same)*l > int64(lines[key]) {
						t.Fatalf("%d of %d in a line, l = %d", same, lines[key], l)
					}
				}
			}
		}
	}
}

// TestRelationUniform has two people and two values in one group: who stands beside
// which value, in which row, must be uniform, whatever the order of people.
func TestRelationUniform(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := openDB(t)
	for _, kind := range []string{"anatomy", "strict", "joint"} {
		statement := gnf.AnatomyStatement("(FROM (VALUES ('1', 'x'), ('2', 'y')) t(a, s))", []string{"a"}, []string{"s"}, kind, 2, draw.Randomness{})
		seen := map[string]int{}
		draws := trials.Number(40, 400)
		for range draws {
			rows := texts(t, db, statement)
			seen[fmt.Sprint(rows)]++
		}
		chi, want := 0.0, float64(draws)/4
		for _, n := range seen {
			chi += (float64(n) - want) * (float64(n) - want) / want
		}
		// The randomness is fresh: chi-squared with 3 degrees of freedom exceeds 30.7 once in a million.
		if len(seen) != 4 || chi > 30.7 {
			t.Errorf("%s: chi-squared %v: %v", kind, chi, seen)
		}
	}
}

// TestSeededRelations are the same whatever the order of rows.
func TestSeededRelations(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := openDB(t)
	if _, err := db.ExecContext(t.Context(), "CREATE TABLE forth AS SELECT i % 13 AS a, i % 7 AS b, i % 11 AS s, i % 5 AS u FROM range(3000) r(i); CREATE TABLE back AS FROM forth ORDER BY hash(a, b, s, u), u"); err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"anatomy", "strict", "joint"} {
		of := func(table string, random draw.Randomness) [][]string {
			return texts(t, db, gnf.AnatomyStatement(table, []string{"a", "b"}, []string{"s", "u"}, kind, 3, random))
		}
		forth := of("forth", draw.Seeded(9))
		if diff := cmp.Diff(forth, of("back", draw.Seeded(9))); diff != "" {
			t.Errorf("%s: it depends on the order of rows:\n%s", kind, diff)
		}
		if cmp.Equal(forth, of("forth", draw.Seeded(8))) || cmp.Equal(of("forth", draw.Randomness{}), of("forth", draw.Randomness{})) {
			t.Errorf("%s: it is not random", kind)
		}
	}
}

// TestPlainTable is the left side in random order.
func TestPlainTable(t *testing.T) {
	t.Parallel()
	db := openDB(t)
	people := createPeople(t, db, rand.New(rand.NewPCG(1, 22)))
	of := func(random draw.Randomness) [][]string {
		return texts(t, db, gnf.AnatomyStatement("people", []string{"b", "s"}, nil, "plain", 2, random))
	}
	if diff := cmp.Diff(tally(people, 1, 2), tally(of(draw.Randomness{}), 0, 1)); diff != "" {
		t.Errorf("rows (-people +table):\n%s", diff)
	}
	if cmp.Equal(of(draw.Randomness{}), of(draw.Randomness{})) || !cmp.Equal(of(draw.Seeded(1)), of(draw.Seeded(1))) {
		t.Error("the order is not random, or not repeatable")
	}
}
