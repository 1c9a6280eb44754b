package definitions

import (
	"database/sql"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"skyline/tests/internal/sqltest"
	"skyline/tests/trials"
)

// kinds are values of a column: literals of the same number are the same value.
var kinds = [][][]string{
	{{"NULL::INTEGER"}, {"1"}, {"2"}, {"30"}, {"4"}},
	{{"NULL::VARCHAR"}, {"'a'"}, {"'A'"}, {"'a '"}, {"'NULL'"}, {"''"}},
	{{"NULL::DOUBLE"}, {"'0.0'::DOUBLE", "'-0.0'::DOUBLE"}, {"'nan'::DOUBLE"}, {"0.1::DOUBLE"}},
	{{"[0.0::DOUBLE]"}, {"['-0.0'::DOUBLE]"}, {"NULL::DOUBLE[]"}, {"[]::DOUBLE[]"}},
	{{"DATE '2024-01-01'"}, {"NULL::DATE"}, {"DATE '2024-02-01'"}},
}

// draft is a random table: an oracle, and the same in SQL.
type draft struct {
	oracle
	names  []string
	nullOf []int    // by column: the number of NULL, -1 for none
	rows   []string // of the table t: the columns, then who and n
	whose  []int    // by row: the person, or the first of them; -1 for nobody
	person bool     // who may have several rows
	weight bool
}

func newDraft(rng *rand.Rand) *draft {
	d := &draft{oracle: oracle{columns: 1 + rng.IntN(4)}}
	d.person = rng.IntN(2) == 0
	d.weight = !d.person && rng.IntN(2) == 0
	var columns [][][]string
	for c := range d.columns {
		kind := kinds[rng.IntN(len(kinds))]
		columns = append(columns, kind[:1+rng.IntN(len(kind))])
		d.nullOf = append(d.nullOf, slices.IndexFunc(columns[c], func(v []string) bool { return strings.HasPrefix(v[0], "NULL") }))
		d.names = append(d.names, []string{"a", "B b", "c", `d"`}[c])
	}
	persons := map[int]int{}
	for range rng.IntN(10) {
		row := make([]int, d.columns)
		var literals []string
		for c, kind := range columns {
			row[c] = rng.IntN(len(kind))
			literals = append(literals, kind[row[c]][rng.IntN(len(kind[row[c]]))])
		}
		who, n := rng.IntN(5), 1
		if d.weight {
			n = rng.IntN(4)
		}
		d.rows = append(d.rows, fmt.Sprintf("SELECT %s, %d, %d", strings.Join(literals, ", "), who, n))
		if at, ok := persons[who]; d.person && ok {
			d.people[at] = append(d.people[at], row)
			d.whose = append(d.whose, at)
			continue
		}
		persons[who] = len(d.people)
		if d.whose = append(d.whose, len(d.people)); n == 0 {
			d.whose[len(d.whose)-1] = -1
		}
		for range n {
			d.people = append(d.people, [][]int{row})
		}
	}
	return d
}

// table makes the table t, and returns the arguments that say who its people are.
func (d *draft) table(t *testing.T, db *sql.DB) string {
	t.Helper()
	var types []string
	for i := range d.names {
		types = append(types, fmt.Sprint(i))
	}
	from := "SELECT " + strings.Join(types, ", ") + ", 0, 0 WHERE false"
	if len(d.rows) > 0 {
		from = strings.Join(d.rows, " UNION ALL ")
	}
	sqltest.Exec(t, db, fmt.Sprintf("CREATE OR REPLACE TABLE t AS FROM (%s) AS t(%s, who, n)", from, strings.Join(d.idents(), ", ")))
	switch {
	case d.person:
		return ", person := 'who'"
	case d.weight:
		return ", weight := 'n'"
	}
	return ""
}

// idents are the names as SQL writes them.
func (d *draft) idents() (all []string) {
	for _, name := range d.names {
		all = append(all, `"`+strings.ReplaceAll(name, `"`, `""`)+`"`)
	}
	return all
}

// list is the names as a list in SQL.
func (d *draft) list() string {
	var all []string
	for _, name := range d.names {
		all = append(all, sqltest.Literal(name))
	}
	return "[" + strings.Join(all, ", ") + "]"
}

func eachDraft(t *testing.T, check func(t *testing.T, db *sql.DB, d *draft, people string, rng *rand.Rand)) {
	trials.Long(t)
	db := sqltest.Open(t, "")
	for seed := range trials.Seeds(t, 30, 600) {
		rng := rand.New(rand.NewPCG(seed, 21))
		d := newDraft(rng)
		check(t, db, d, d.table(t, db), rng)
		if t.Failed() {
			t.Fatalf("seed %d: %s\n%s", seed, d.list(), strings.Join(d.rows, "\n"))
		}
	}
}

func TestQuasiIdentifierProfile(t *testing.T) {
	eachDraft(t, func(t *testing.T, db *sql.DB, d *draft, people string, rng *rand.Rand) {
		most := 1 + rng.IntN(4)
		var want []string
		for _, columns := range d.subsets(most) {
			var names []string
			for _, c := range columns {
				names = append(names, d.names[c])
			}
			want = append(want, fmt.Sprintf("%q %s", names, d.measures(columns)))
		}
		var got []string
		sqltest.Scan(t, db, fmt.Sprintf("SELECT columns, groups, smallest, unique_people, unique_share, average_risk, distinction, separation, minimal FROM quasi_identifier_profile('t', %s, max_size := %d%s)", d.list(), most, people), func(rows *sql.Rows) error {
			var names any
			var groups, smallest, unique sql.Null[int64]
			var shares [4]sql.Null[float64]
			var minimal bool
			err := rows.Scan(&names, &groups, &smallest, &unique, &shares[0], &shares[1], &shares[2], &shares[3], &minimal)
			row := fmt.Sprintf("%q %d %s %d", names, groups.V, orNull("%d", smallest), unique.V)
			for _, share := range shares {
				row += " " + orNull("%.17g", share)
			}
			got = append(got, fmt.Sprintf("%s %t", row, minimal))
			return err
		})
		if !slices.Equal(got, want) {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
}

func orNull[T any](format string, v sql.Null[T]) string {
	if !v.Valid {
		return "NULL"
	}
	return fmt.Sprintf(format, v.V)
}

func TestColumnProfile(t *testing.T) {
	trials.Long(t)
	eachDraft(t, func(t *testing.T, db *sql.DB, d *draft, people string, _ *rand.Rand) {
		c := 0
		sqltest.Scan(t, db, fmt.Sprintf("SELECT attribute, nulls, distinct_values, unique_people, smallest, largest, entropy FROM column_profile('t', %s%s)", d.list(), people), func(rows *sql.Rows) error {
			var name string
			var nulls, distinct, unique int64
			var smallest, largest sql.Null[int64]
			var entropy sql.Null[float64]
			err := rows.Scan(&name, &nulls, &distinct, &unique, &smallest, &largest, &entropy)
			got := fmt.Sprint(name, nulls, distinct, unique, orNull("%d", smallest), orNull("%d", largest))
			if want := d.counts(c); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
			if entropy.Valid != (len(d.people) > 0) || entropy.Valid && math.Abs(entropy.V-d.entropy(c)) > 1e-12 {
				t.Errorf("entropy of %s: got %v, want %v", name, entropy, d.entropy(c))
			}
			c++
			return err
		})
		if c != d.columns {
			t.Errorf("got %d columns, want %d", c, d.columns)
		}
	})
}

// counts are those of column_profile.
func (d *draft) counts(column int) string {
	sizes, nulls, unique := map[string]int64{}, int64(0), int64(0)
	for p := range d.people {
		for v := range d.combinations(p, []int{column}) {
			sizes[v]++
		}
		if d.isAlone(p, []int{column}) {
			unique++
		}
	}
	smallest, largest := sql.Null[int64]{}, sql.Null[int64]{}
	for _, n := range sizes {
		if !smallest.Valid || n < smallest.V {
			smallest = sql.Null[int64]{V: n, Valid: true}
		}
		if !largest.Valid || n > largest.V {
			largest = sql.Null[int64]{V: n, Valid: true}
		}
	}
	if at := d.nullOf[column]; at >= 0 {
		nulls = sizes[fmt.Sprintf("%d,", at)]
	}
	return fmt.Sprint(d.names[column], nulls, len(sizes), unique, orNull("%d", smallest), orNull("%d", largest))
}

// TestFollows compares what follows from what with the definition.
func TestFollows(t *testing.T) {
	trials.Long(t)
	eachDraft(t, func(t *testing.T, db *sql.DB, d *draft, people string, rng *rand.Rand) {
		column := 0
		sqltest.Scan(t, db, fmt.Sprintf("SELECT determined_by FROM column_profile('t', %s%s)", d.list(), people), func(rows *sql.Rows) error {
			var got any
			want := []any{}
			for by := range d.columns {
				if by != column && d.nearly(by, column) {
					want = append(want, d.names[by])
				}
			}
			err := rows.Scan(&got)
			if !reflect.DeepEqual(got, any(want)) {
				t.Errorf("%s: determined_by = %v, want %v", d.names[column], got, want)
			}
			column++
			return err
		})
		most := 1 + rng.IntN(4)
		subsets := d.subsets(most)
		sqltest.Scan(t, db, fmt.Sprintf("SELECT determines FROM quasi_identifier_profile('t', %s, max_size := %d%s)", d.list(), most, people), func(rows *sql.Rows) error {
			var got any
			err := rows.Scan(&got)
			columns := subsets[0]
			subsets = subsets[1:]
			if len(d.people) == 0 || len(columns) == most && most < d.columns {
				if got != nil {
					t.Errorf("%v: determines = %v, want NULL", columns, got)
				}
				return err
			}
			want := []any{}
			for c := range d.columns {
				if !slices.Contains(columns, c) && d.exactly(columns, c) {
					want = append(want, d.names[c])
				}
			}
			if !reflect.DeepEqual(got, any(want)) {
				t.Errorf("%v: determines = %v, want %v", columns, got, want)
			}
			return err
		})
	})
}

// exactly is whether a column follows from others and from no part of them: no two rows of
// anybody's agree on these and not on it.
func (d *draft) exactly(columns []int, column int) bool {
	alone := 0
	for p := range d.people {
		if d.isAlone(p, columns) {
			alone++
		}
	}
	if 10*alone >= 10*len(d.people)-len(d.people)/10*10 {
		return false
	}
	follows := func(columns []int) bool {
		for _, rows := range d.people {
			for _, row := range rows {
				for _, others := range d.people {
					for _, other := range others {
						if row[column] != other[column] && !slices.ContainsFunc(columns, func(c int) bool { return row[c] != other[c] }) {
							return false
						}
					}
				}
			}
		}
		return true
	}
	for set := range 1<<len(columns) - 1 {
		var part []int
		for i, c := range columns {
			if set>>i&1 == 1 {
				part = append(part, c)
			}
		}
		if follows(part) {
			return false
		}
	}
	return follows(columns)
}

// nearly is whether a column follows from another one, by the definition of the reference:
// each person counts with each pair of values once.
func (d *draft) nearly(by, column int) bool {
	pairs, shared, all := map[int]map[int]int{}, map[int]int{}, 0
	n := 0
	for p := range d.people {
		seen := map[[2]int]bool{}
		for _, row := range d.people[p] {
			pair := [2]int{row[by], row[column]}
			if seen[pair] {
				continue
			}
			seen[pair] = true
			all++
			if d.sharing(fmt.Sprintf("%d,", row[by]), []int{by}) < 2 {
				continue
			}
			if pairs[row[by]] == nil {
				pairs[row[by]] = map[int]int{}
			}
			pairs[row[by]][row[column]]++
			shared[row[column]]++
			n++
		}
	}
	wrong := func(counts map[int]int) int {
		sum, most := 0, 0
		for _, count := range counts {
			sum, most = sum+count, max(most, count)
		}
		return sum - most
	}
	with := 0
	for _, counts := range pairs {
		with += wrong(counts)
	}
	return wrong(shared) > 0 && 20*with <= wrong(shared) && n > all/10
}
