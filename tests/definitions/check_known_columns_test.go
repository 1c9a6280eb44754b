package definitions

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// TestKnownColumns compares with an enumeration: for each person and each set of m columns, how
// many people agree with them there. People may have weights, several rows, or be some of a
// public table.
func TestKnownColumns(t *testing.T) {
	trials.Long(t)
	db := openDB(t, "")
	held, violated := 0, 0
	for seed := range seeds(t, 30, 600) {
		rng := rand.New(rand.NewPCG(seed, 51))
		columns, kind := 1+rng.IntN(4), []string{"rows", "weight", "set", "public"}[rng.IntN(4)]
		var people [][]string
		var rows []string
		for p := range rng.IntN(9) {
			var row []string
			for range columns {
				row = append(row, []string{"NULL", "'x'", "'y'", "'z'"}[rng.IntN(4)])
			}
			n := 1
			if kind == "weight" {
				n = rng.IntN(3)
			}
			for range n {
				people = append(people, row)
			}
			several := 1
			if kind == "set" {
				several += rng.IntN(2)
			}
			for i := range several {
				rows = append(rows, fmt.Sprintf("(%s, %d, %d, %d)", strings.Join(row, ", "), p, n, i))
			}
		}
		names := []string{"a", "b", "c", "d"}[:columns]
		values := "SELECT " + strings.Repeat("'x', ", columns) + "0, 0, 0 WHERE false"
		if len(rows) > 0 {
			values = "VALUES " + strings.Join(rows, ", ")
		}
		exec(t, db, fmt.Sprintf("CREATE OR REPLACE TABLE t AS FROM (%s) AS t(%s, p, n, s)", values, strings.Join(names, ", ")))
		m, k := 1+rng.IntN(columns), 1+rng.IntN(4)
		more := ""
		required := fmt.Sprintf("'known_columns': {'columns': %d, 'people': %d}", m, k)
		switch kind {
		case "weight":
			more = ", weight := 'n'"
		case "set":
			more = ", sensitive := 's', person := 'p', values_per_person := 'set'"
		case "public":
			exec(t, db, fmt.Sprintf("CREATE OR REPLACE TABLE everybody AS SELECT %s FROM t UNION ALL SELECT %s", strings.Join(names, ", "), strings.Join(slices.Repeat([]string{"'stranger'"}, columns), ", ")))
			required += ", 'k_map': {'population': 'everybody', 'k': 1}"
		}
		call := fmt.Sprintf("('t', qi := ['%s'], privacy := {%s}%s)", strings.Join(names, "', '"), required, more)

		fewest, want := 0, map[string]bool{}
		for set := range 1 << columns {
			var known []string
			for c := range columns {
				if set>>c&1 == 1 {
					known = append(known, names[c])
				}
			}
			if len(known) != m {
				continue
			}
			for _, one := range people {
				n, shown := 0, make([]string, columns)
				for c := range columns {
					if shown[c] = "NULL"; set>>c&1 == 1 {
						shown[c] = one[c]
					}
				}
				for _, other := range people {
					same := true
					for c := range columns {
						same = same && (set>>c&1 == 0 || one[c] == other[c])
					}
					if same {
						n++
					}
				}
				if fewest == 0 || n < fewest {
					fewest = n
				}
				if n < k {
					want[fmt.Sprintf("%v %s %d %d", known, strings.Join(shown, ","), n, n)] = true
				}
			}
		}
		checked := 0
		scan(t, db, "SELECT required, achieved, holds FROM release_check"+call+" WHERE requirement = 'known_columns'", func(rows *sql.Rows) error {
			var bound float64
			var achieved sql.Null[float64]
			var holds bool
			err := rows.Scan(&bound, &achieved, &holds)
			if checked++; bound != float64(k) || achieved.Valid != (len(people) > 0) || achieved.V != float64(fewest) || holds != (len(people) == 0 || fewest >= k) {
				t.Errorf("seed %d: release_check%s says %v, %v, %v of %v, want %d", seed, call, bound, achieved, holds, people, fewest)
			}
			if holds {
				held++
			} else {
				violated++
			}
			return err
		})
		if checked != 1 {
			t.Errorf("seed %d: %d rows", seed, checked)
		}
		shown := make([]string, columns)
		for c, name := range names {
			shown[c] = fmt.Sprintf("coalesce('''' || qi_group.%s || '''', 'NULL')", name)
		}
		got := map[string]bool{}
		scan(t, db, fmt.Sprintf("SELECT '[' || array_to_string(blame, ' ') || '] ' || concat_ws(',', %s) || ' ' || size || ' ' || achieved::BIGINT FROM release_check%s, output := 'groups')", strings.Join(shown, ", "), strings.TrimSuffix(call, ")")), func(rows *sql.Rows) error {
			var row string
			err := rows.Scan(&row)
			if got[row] {
				t.Errorf("seed %d: %s twice", seed, row)
			}
			got[row] = true
			return err
		})
		if a, b := fmt.Sprint(got), fmt.Sprint(want); a != b {
			t.Errorf("seed %d: the groups of release_check%s of %v: got %s, want %s", seed, call, people, a, b)
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	if held < 5 || violated < 5 {
		t.Errorf("%d held and %d were violated, too few to say anything", held, violated)
	}
}
