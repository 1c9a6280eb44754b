package definitions

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skyline/tests/trials"
)

// anatomized is what both tables of Anatomy say: the rows of the quasi-identifier
// table, in order, and the values of each group.
type anatomized struct {
	rows   []string // the qi columns
	groups []int
	values map[int]map[string]int
}

func anatomizePeople(t *testing.T, db *sql.DB, options string) *anatomized {
	t.Helper()
	a := &anatomized{values: map[int]map[string]int{}}
	scan(t, db, "FROM anatomize('people', ['a', 'b'], 's'"+options+")", func(rows *sql.Rows) error {
		var x, y sql.NullString
		var g int
		err := rows.Scan(&x, &y, &g)
		a.rows, a.groups = append(a.rows, fmt.Sprint(x, y)), append(a.groups, g)
		return err
	})
	scan(t, db, "FROM anatomize('people', ['a', 'b'], 's'"+options+", output := 'values')", func(rows *sql.Rows) error {
		var g, n int
		var v sql.NullString
		err := rows.Scan(&g, &v, &n)
		if a.values[g] == nil {
			a.values[g] = map[string]int{}
		}
		a.values[g][fmt.Sprint(v)] += n
		return err
	})
	return a
}

// TestAnatomize checks both tables together, on random people: they agree on the
// groups, the groups are l-diverse, and everybody and every value is there. Since
// anybody with a value could be who has it in a group, somebody with that value must
// be in the group: each row has a number which gives its value away.
func TestAnatomize(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := openDB(t, "")
	made := 0
	tables := trials.Number(20, 120)
	for seed := range uint64(tables) {
		rng := rand.New(rand.NewPCG(seed, 31))
		values, l := 1+rng.IntN(20), 2+rng.IntN(4)
		var tuples []string
		people, whole := map[string]int{}, map[string]int{}
		most, valueOf := 0, map[string]string{}
		n := 1 + rng.IntN(150)
		for i := range n {
			s := sql.NullString{String: fmt.Sprint("v", min(rng.IntN(values), rng.IntN(values))), Valid: rng.IntN(9) > 0}
			a, b := sql.NullString{String: fmt.Sprint(i), Valid: true}, sql.NullString{String: "x", Valid: rng.IntN(2) == 0}
			text := func(x *sql.NullString) string {
				if !x.Valid {
					x.String = ""
					return "NULL"
				}
				return "'" + x.String + "'"
			}
			tuples = append(tuples, fmt.Sprintf("(%s, %s, %s)", text(&a), text(&b), text(&s)))
			people[fmt.Sprint(a, b)]++
			valueOf[fmt.Sprint(a, b)] = fmt.Sprint(s)
			whole[fmt.Sprint(s)]++
			most = max(most, whole[fmt.Sprint(s)])
		}
		exec(t, db, "CREATE OR REPLACE TABLE people AS FROM (VALUES "+strings.Join(tuples, ", ")+") t(a, b, s)", fmt.Sprint("SET threads = ", 1+rng.IntN(4)))
		options := fmt.Sprintf(", diversity := %d", l)
		if most*l > n {
			for _, output := range []string{"people", "values"} {
				if _, err := db.ExecContext(t.Context(), "FROM anatomize('people', ['a', 'b'], 's'"+options+", output := '"+output+"')"); err == nil || !strings.Contains(err.Error(), "anatomize: diversity must ") {
					t.Fatalf("seed %d: %v", seed, err)
				}
			}
			continue
		}
		made++
		if rng.IntN(2) == 0 {
			options += fmt.Sprint(", seed := ", seed)
		}
		a := anatomizePeople(t, db, options)
		got, sizes, in := map[string]int{}, map[int]int{}, map[int]map[string]int{}
		for i, row := range a.rows {
			g := a.groups[i]
			got[row]++
			sizes[g]++
			if in[g] == nil {
				in[g] = map[string]int{}
			}
			in[g][valueOf[row]]++
		}
		if diff := cmp.Diff(people, got); diff != "" {
			t.Fatalf("seed %d: rows (-people +published):\n%s", seed, diff)
		}
		if diff := cmp.Diff(in, a.values); diff != "" {
			t.Fatalf("seed %d: the values of groups (-of their people +published):\n%s", seed, diff)
		}
		published := map[string]int{}
		for g, counts := range a.values {
			if g < 1 || g > len(sizes) {
				t.Fatalf("seed %d: group %d of %d", seed, g, len(sizes))
			}
			for v, n := range counts {
				published[v] += n
				if n*l > sizes[g] {
					t.Fatalf("seed %d: a value has %d of %d people, l = %d", seed, n, sizes[g], l)
				}
			}
		}
		if diff := cmp.Diff(whole, published); diff != "" {
			t.Fatalf("seed %d: values (-people +published):\n%s", seed, diff)
		}
	}
	if made < tables/3 {
		t.Errorf("%d of %d tables say little", made, tables)
	}
}

// TestAnatomizeUniform looks at where the first person of the table goes: to which
// of the places of their value, and to which row of the result. Both must be uniform,
// and so must be the pairs. The randomness is fresh; chi-squared with 15 degrees of
// freedom exceeds 61 less than once in a million times.
func TestAnatomizeUniform(t *testing.T) {
	trials.OnlySlow(t) // a quarter of the draws would be too few for chi-squared
	t.Parallel()
	db := openDB(t, "")
	exec(t, db, "CREATE TABLE people AS SELECT i AS a, 'x' AS b, i // 4 AS s FROM range(16) r(i)")
	const draws = 1600
	rows, groups, pairs := map[int]int{}, map[int]int{}, map[[2]int]int{}
	for range draws {
		group := map[string]int{}
		at := 0
		scan(t, db, "SELECT a, group_id FROM anatomize('people', ['a', 'b'], 's', diversity := 4)", func(r *sql.Rows) error {
			var a string
			var g int
			err := r.Scan(&a, &g)
			group[a] = g
			if a == "0" {
				rows[at]++
			}
			at++
			return err
		})
		groups[group["0"]]++
		pairs[[2]int{group["0"], group["4"]}]++
	}
	if chi := chiSquared(rows, 16, draws); chi > 61 {
		t.Errorf("rows: chi-squared %v: %v", chi, rows)
	}
	if chi := chiSquared(groups, 4, draws); chi > 31 { // 3 degrees of freedom
		t.Errorf("groups: chi-squared %v: %v", chi, groups)
	}
	if chi := chiSquared(pairs, 16, draws); chi > 61 {
		t.Errorf("pairs: chi-squared %v: %v", chi, pairs)
	}
}

func chiSquared[K comparable](seen map[K]int, cases, draws int) float64 {
	expected := float64(draws) / float64(cases)
	chi := expected * float64(cases-len(seen)) // of cases never seen
	for _, n := range seen {
		chi += (float64(n) - expected) * (float64(n) - expected) / expected
	}
	return chi
}
