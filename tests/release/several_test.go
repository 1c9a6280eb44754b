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

// patient is a row of a table with two sensitive columns, whose values are 0, 1, 2; 2 is NULL.
type patient struct {
	qi        [2]int
	sensitive [2]int
}

// valuesOfPatients is how many values each sensitive column may have.
const valuesOfPatients = 3

// demand is what is required of each sensitive column, in tenths and whole numbers.
type demand struct {
	member string
	// holds says of the counts of a group, and of the whole table, whether it does.
	holds func(group, whole [valuesOfPatients]int) bool
}

func randomDemand(rng *rand.Rand) demand {
	n, tenths := 1+rng.IntN(2), 4+rng.IntN(7)
	people := func(counts [valuesOfPatients]int) (sum int) {
		for _, c := range counts {
			sum += c
		}
		return sum
	}
	switch rng.IntN(4) {
	case 0:
		return demand{fmt.Sprintf("'distinct_diversity': %s", "%s"+fmt.Sprint(n)+"%s"), func(g, _ [valuesOfPatients]int) bool {
			different := 0
			for _, c := range g {
				different += boolInt(c > 0)
			}
			return different >= n
		}}
	case 1:
		return demand{fmt.Sprintf("'max_share': %%s%v%%s", float64(tenths)/10), func(g, _ [valuesOfPatients]int) bool {
			return 10*slices.Max(g[:]) < tenths*people(g)
		}}
	case 2:
		return demand{fmt.Sprintf("'t_closeness': %%s%v%%s", float64(tenths)/10), func(g, whole [valuesOfPatients]int) bool {
			distance, n, all := 0, people(g), people(whole) // times n, all and 2
			for v, c := range g {
				distance += max(c*all-whole[v]*n, whole[v]*n-c*all)
			}
			return 10*distance <= 2*tenths*n*all
		}}
	}
	// Who knows k others who have other values knows the value of one of n − k.
	return demand{fmt.Sprintf("'skyline': %%s[{'k': %d, 'c': %v}]%%s", n-1, float64(tenths)/10), func(g, _ [valuesOfPatients]int) bool {
		for _, c := range g {
			if c > 0 && 10*c >= tenths*max(c, people(g)-(n-1)) {
				return false
			}
		}
		return true
	}}
}

// demands are a requirement on some of the sensitive columns.
type demands struct {
	demand
	of [2]bool
}

func (d demands) String() string {
	if d.of[0] && d.of[1] {
		return fmt.Sprintf(d.member, "", "")
	}
	return fmt.Sprintf(d.member, fmt.Sprintf("{'s%d': ", boolInt(d.of[1])), "}")
}

// meet reports whether patients in groups meet what is required of both columns. A group is
// several where the other column is known.
func meet(all []demands, people []patient, group func(patient) string, known bool) bool {
	for column := range 2 {
		whole, groups := [valuesOfPatients]int{}, map[string][valuesOfPatients]int{}
		for _, p := range people {
			key := group(p)
			if known {
				key += fmt.Sprint("/", p.sensitive[1-column])
			}
			counts := groups[key]
			counts[p.sensitive[column]]++
			groups[key] = counts
			whole[p.sensitive[column]]++
		}
		for _, d := range all {
			for _, counts := range groups {
				if d.of[column] && !d.holds(counts, whole) {
					return false
				}
			}
		}
	}
	return true
}

// createPatients makes the table patients.
func createPatients(t *testing.T, db *sql.DB, people []patient) {
	t.Helper()
	rows := make([]string, len(people))
	for i, p := range people {
		rows[i] = fmt.Sprintf("(%d, %d, nullif(%d, 2), nullif('v%d', 'v2'))", p.qi[0], p.qi[1], p.sensitive[0], p.sensitive[1])
	}
	exec(t, db, "CREATE OR REPLACE TABLE patients AS FROM (VALUES "+strings.Join(rows, ", ")+") t(a, b, s0, s1)")
}

func randomPatients(rng *rand.Rand) []patient {
	people := make([]patient, 1+rng.IntN(20))
	for i := range people {
		p := patient{[2]int{rng.IntN(4), rng.IntN(2)}, [2]int{rng.IntN(valuesOfPatients), rng.IntN(valuesOfPatients)}}
		if rng.IntN(3) == 0 {
			p.sensitive[1] = p.sensitive[0]
		}
		people[i] = p
	}
	return people
}

func randomDemands(rng *rand.Rand) []demands {
	var all []demands
	for range 1 + rng.IntN(2) {
		d := demands{randomDemand(rng), [2]bool{true, true}}
		if rng.IntN(3) == 0 {
			d.of[rng.IntN(2)] = false
		}
		name, _, _ := strings.Cut(d.member, ":")
		if !slices.ContainsFunc(all, func(other demands) bool { return strings.HasPrefix(other.member, name) }) {
			all = append(all, d)
		}
	}
	return all
}

func privacyOfDemands(all []demands) string {
	members := make([]string, len(all))
	for i, d := range all {
		members[i] = d.String()
	}
	return "{" + strings.Join(members, ", ") + "}"
}

// TestSeveralSensitive: what is required of two sensitive columns, by counting: checks say
// whether it holds, releases have it, and are refused exactly where the whole table has not,
// and the search finds the levels at which it holds. The other column is known, or not.
func TestSeveralSensitive(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := openDB(t, "")
	exec(t, db, `CREATE TABLE tops AS SELECT * FROM (VALUES ('a', '0', 1, 'low'), ('a', '1', 1, 'low'), ('a', '2', 1, 'high'), ('a', '3', 1, 'high'),
		('a', '0', 2, '*'), ('a', '1', 2, '*'), ('a', '2', 2, '*'), ('a', '3', 2, '*'), ('b', '0', 1, '*'), ('b', '1', 1, '*')) h(attribute, value, level, label)`)
	held, missed, released, groups, unsafe := 0, 0, 0, 0, 0
	for seed := range seeds(t, 5, 60) {
		rng := rand.New(rand.NewPCG(seed, 91))
		people, all, known := randomPatients(rng), randomDemands(rng), rng.IntN(2) == 0
		createPatients(t, db, people)
		arguments := fmt.Sprintf("sensitive := ['s0', 's1'], privacy := %s, other_sensitive := '%s'", privacyOfDemands(all), []string{"unknown", "known"}[boolInt(known)])

		var holds bool
		one(t, db, "SELECT bool_and(holds) FROM release_check('patients', ['a', 'b'], "+arguments+")", &holds)
		if want := meet(all, people, func(p patient) string { return fmt.Sprint(p.qi) }, known); holds != want {
			t.Fatalf("seed %d: release_check of %v, %s = %v, want %v", seed, people, arguments, holds, want)
		}
		held, missed = held+boolInt(holds), missed+boolInt(!holds)
		violations := texts(t, db, "SELECT count(*)::VARCHAR FROM release_check('patients', ['a', 'b'], "+arguments+", output := 'groups')")
		if holds != (violations[0] == "0") {
			t.Fatalf("seed %d: %v violations of %v, %s", seed, violations, people, arguments)
		}

		_, err := db.ExecContext(context.Background(), "CREATE OR REPLACE TABLE release AS FROM skyline_anonymize('patients', ['a', 'b'], "+arguments+")")
		if want := meet(all, people, func(patient) string { return "" }, known); want != (err == nil) {
			t.Fatalf("seed %d: %v, %s can be released: %v, and the error is %v", seed, people, arguments, want, err)
		}
		if err == nil {
			var shown []patient
			scan(t, db, "SELECT group_id, coalesce(s0, 2), coalesce(s1[2:]::INTEGER, 2) FROM release", func(rows *sql.Rows) error {
				var p patient
				err := rows.Scan(&p.qi[0], &p.sensitive[0], &p.sensitive[1])
				shown = append(shown, p)
				return err
			})
			if !meet(all, shown, func(p patient) string { return fmt.Sprint(p.qi[0]) }, known) || len(shown) != len(people) {
				t.Fatalf("seed %d: %v, %s is released as %v", seed, people, arguments, shown)
			}
			released++
			groups += slices.MaxFunc(shown, func(a, b patient) int { return a.qi[0] - b.qi[0] }).qi[0]
		}

		var want []string
		for level := range 3 {
			for other := range 2 {
				if meet(all, people, func(p patient) string { return fmt.Sprint([]int{p.qi[0], p.qi[0] / 2, 0}[level], p.qi[1]*(1-other)) }, known) {
					want = append(want, fmt.Sprint(level, other))
				} else {
					unsafe++
				}
			}
		}
		if len(want) == 0 {
			_, failure := answer(t, db, "FROM generalization_search('patients', ['a', 'b'], hierarchies := 'tops', "+arguments+")")
			if !strings.Contains(failure, "no release of the whole table satisfies privacy") {
				t.Fatalf("seed %d: %v, %s has no safe generalization, and the error is %q", seed, people, arguments, failure)
			}
			continue
		}
		got := texts(t, db, "SELECT concat(levels['a'], ' ', levels['b']) FROM generalization_search('patients', ['a', 'b'], hierarchies := 'tops', output := 'safe', "+arguments+") ORDER BY 1")
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: of %v, %s the levels %v are safe, want %v", seed, people, arguments, got, want)
		}
	}
	t.Logf("%d hold, %d do not; %d releases with %d groups; %d generalizations that do not", held, missed, released, groups, unsafe)
	if held == 0 || missed < 3 || released < 3 || groups <= released || unsafe < 10 {
		t.Error("that says little")
	}
}
