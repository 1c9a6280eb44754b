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

// family is a small table of people with one value each, and who of them are related.
type family struct {
	group, value []int
	related      [][2]int
}

// randomFamily returns up to six people in up to three groups.
func randomFamily(rng *rand.Rand) *family {
	f := &family{}
	people, groups, values := 2+rng.IntN(5), 1+rng.IntN(3), 2+rng.IntN(2)
	for range people {
		f.group, f.value = append(f.group, rng.IntN(groups)), append(f.value, rng.IntN(values))
	}
	share := rng.Float64()
	for a := range people {
		for b := range a {
			switch {
			case rng.Float64() >= share:
			case rng.IntN(2) == 0:
				f.related = append(f.related, [2]int{a, b})
			default:
				f.related = append(f.related, [2]int{b, a})
			}
		}
	}
	return f
}

// are reports whether two people are related.
func (f *family) are(a, b int) bool {
	return slices.Contains(f.related, [2]int{a, b}) || slices.Contains(f.related, [2]int{b, a})
}

// worlds returns all tables that agree with the release: each group's values in every order
// that differs.
func (f *family) worlds() [][]int {
	left := map[[2]int]int{} // by group and value
	for i, g := range f.group {
		left[[2]int{g, f.value[i]}]++
	}
	var all [][]int
	world := make([]int, len(f.group))
	var next func(i int)
	next = func(i int) {
		if i == len(world) {
			all = append(all, slices.Clone(world))
			return
		}
		for v := range 3 {
			if key := [2]int{f.group[i], v}; left[key] > 0 {
				left[key]--
				world[i] = v
				next(i + 1)
				left[key]++
			}
		}
	}
	next(0)
	return all
}

// breach is the breach probability of a value by Definitions 1 and 3, where v must be related to
// t: the largest share of worlds in which somebody has it, over all that is worth knowing.
func (f *family) breach(sigma, l, k, m int) *big.Rat {
	most := new(big.Rat)
	for t := range f.group {
		// Whoever knows more is tried from what is left of the worlds.
		var person func(p, k, m int, worlds [][]int)
		person = func(p, k, m int, worlds [][]int) {
			if len(worlds) == 0 {
				return
			}
			if p == len(f.group) {
				has := 0
				for _, w := range worlds {
					if w[t] == sigma {
						has++
					}
				}
				if share := big.NewRat(int64(has), int64(len(worlds))); share.Cmp(most) > 0 {
					most = share
				}
				return
			}
			person(p+1, k, m, worlds)
			if p == t {
				return
			}
			if k > 0 {
				for y := range 3 {
					person(p+1, k-1, m, kept(worlds, func(w []int) bool { return w[p] == y }))
				}
			}
			if m > 0 && f.are(t, p) {
				person(p+1, k, m-1, kept(worlds, func(w []int) bool { return w[p] != sigma || w[t] == sigma }))
			}
		}
		var without func(x, l int, worlds [][]int)
		without = func(x, l int, worlds [][]int) {
			if x == 3 {
				person(0, k, m, worlds)
				return
			}
			without(x+1, l, worlds)
			if l > 0 {
				without(x+1, l-1, kept(worlds, func(w []int) bool { return w[t] != x }))
			}
		}
		without(0, l, f.worlds())
	}
	return most
}

func kept(worlds [][]int, holds func(w []int) bool) [][]int {
	var left [][]int
	for _, w := range worlds {
		if holds(w) {
			left = append(left, w)
		}
	}
	return left
}

// TestRelationsByDefinition: every table that agrees with a release of a few people, every
// target, and everything that can be known, with relatives of the target only.
func TestRelationsByDefinition(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := openDB(t, "")
	between := 0
	for seed := range seeds(t, 50, 1500) {
		rng := rand.New(rand.NewPCG(seed, 47))
		f := randomFamily(rng)
		var people, pairs []string
		for i, g := range f.group {
			people = append(people, fmt.Sprintf("(%d, %d, %d)", i, g, f.value[i]))
		}
		for _, p := range f.related {
			pairs = append(pairs, fmt.Sprintf("(%d, %d)", p[0], p[1]))
		}
		exec(t, db, "CREATE OR REPLACE TABLE people AS FROM (VALUES "+strings.Join(people, ", ")+") t(id, g, v)")
		exec(t, db, "CREATE OR REPLACE TABLE pairs (person BIGINT, relative INTEGER)")
		if pairs != nil {
			exec(t, db, "INSERT INTO pairs VALUES "+strings.Join(pairs, ", "))
		}
		l, k, m := rng.IntN(2), rng.IntN(3), 1+rng.IntN(3)
		point := fmt.Sprintf("l := %d, k := %d, m := %d, person := 'id'", l, k, m)
		query := fmt.Sprintf("SELECT r.value, r.breach, r.safe, a.breach, z.breach FROM skyline_check('people', ['g'], 'v', %[1]s, relations := 'pairs') AS r "+
			"JOIN skyline_check('people', ['g'], 'v', l := %[2]d, k := %[3]d) AS a USING (value) JOIN skyline_check('people', ['g'], 'v', %[1]s) AS z USING (value)", point, l, k)
		scan(t, db, query, func(rows *sql.Rows) error {
			var value int
			var breach, none, all float64
			var safe bool
			err := rows.Scan(&value, &breach, &safe, &none, &all)
			want := f.breach(value, l, k, m)
			if x, _ := want.Float64(); breach != x || safe != (want.Cmp(big.NewRat(1, 2)) < 0) {
				t.Errorf("seed %d: %d is %v, safe %v, want %v: %+v, %s", seed, value, breach, safe, want, f, point)
			}
			if breach < none || breach > all {
				t.Errorf("seed %d: %v is not between %v without relatives and %v with any", seed, breach, none, all)
			}
			if none < breach && breach < all {
				between++
			}
			return err
		})
		if t.Failed() {
			t.FailNow()
		}
	}
	if between < trials.Number(2, 60) {
		t.Errorf("%d between no relatives and any are too few", between)
	}
}

// TestRelationsOfAll: where everybody is related to everybody, relations change nothing, whatever the
// constraint, the size and the point.
func TestRelationsOfAll(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := openDB(t, "")
	rows := 0
	for seed := range seeds(t, 25, 500) {
		rng := rand.New(rand.NewPCG(seed, 53))
		constraint := []string{"SVPI", "SET", "MULTI"}[rng.IntN(3)]
		var people []string
		first := 0
		for g := range 1 + rng.IntN(4) {
			group := vectorGroup{People: 1 + rng.IntN(8), Counts: map[string]int{}}
			for left := group.People; left > 0; {
				v, n := string(rune('a'+rng.IntN(4))), 1+rng.IntN(left)
				if constraint != "SET" || group.Counts[v]+n <= group.People {
					group.Counts[v] += n
				}
				left -= n
			}
			people = append(people, rowsOf(0, g, first, constraint, group)...)
			first += group.People
		}
		exec(t, db, "CREATE OR REPLACE TABLE people AS SELECT * REPLACE ('p' || person AS person) FROM (VALUES "+strings.Join(people, ", ")+") t(id, g, person, value)")
		kind := call[constraint]
		if kind == "" {
			kind = ", person := 'person'"
		}
		points := fmt.Sprintf("skyline := [{'l': 0, 'k': 0, 'm': %d}, {'l': %d, 'k': %d, 'm': 1}, {'l': 1, 'k': %d, 'm': %d}]", 2+rng.IntN(3), rng.IntN(3), 1+rng.IntN(3), rng.IntN(3), 2+rng.IntN(2))
		query := fmt.Sprintf(`SELECT value, l, k, m, r.breach, r.safe, s.breach, s.safe
			FROM skyline_check('people', ['g'], 'value', %[1]s, relations := '(SELECT a.person, b.person AS relative FROM people a, people b WHERE a.person < b.person)') AS r
			JOIN skyline_check('people', ['g'], 'value', %[1]s) AS s USING (value, l, k, m, c)`, points+kind)
		scan(t, db, query, func(result *sql.Rows) error {
			var value string
			var l, k, m int64
			var breach, want float64
			var safe, wantSafe bool
			err := result.Scan(&value, &l, &k, &m, &breach, &safe, &want, &wantSafe)
			if breach != want || safe != wantSafe {
				t.Errorf("seed %d: %s at (%d, %d, %d) is %v, %v, want %v, %v: %s", seed, value, l, k, m, breach, safe, want, wantSafe, query)
			}
			rows++
			return err
		})
	}
	if rows < fewer(120, 3000) {
		t.Errorf("only %d rows", rows)
	}
}
