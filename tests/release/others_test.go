package release

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// otherRow is a row of a random table: a QI group, a person and a weight, and the values
// of columns without a role, "" for NULL.
type otherRow struct {
	group, person, weight int
	values                []string
}

// singledOut counts by the definition: how many people there are, and how many of them
// have values of some columns that nobody else in their group has; if a release is checked, of those who
// are alone in it, that nobody else has. People are told by person, or else each row is as many as its
// weight says.
func singledOut(rows []otherRow, columns []int, byPerson, checked bool) (people, alone int) {
	type individual struct{ group, row, copy int }
	has := map[individual]map[string]bool{}
	for i, row := range rows {
		var values []string
		for _, c := range columns {
			values = append(values, row.values[c])
		}
		key := fmt.Sprintf("%q", values)
		if byPerson {
			who := individual{row.group, -1, row.person}
			if has[who] == nil {
				has[who] = map[string]bool{}
			}
			has[who][key] = true
			continue
		}
		for copy := range row.weight {
			has[individual{row.group, i, copy}] = map[string]bool{key: true}
		}
	}
	for who, values := range has {
		var others []map[string]bool
		for _, inGroup := range []bool{true, false} {
			for other, has := range has {
				if other != who && (other.group == who.group || !inGroup) {
					others = append(others, has)
				}
			}
			if len(others) > 0 || !checked {
				break
			}
		}
		single := false
		for value := range values {
			single = single || !slices.ContainsFunc(others, func(has map[string]bool) bool { return has[value] })
		}
		if single && len(others) > 0 {
			alone++
		}
	}
	return len(has), alone
}

// TestOthers compares what release_check and the functions that make a release say of
// columns without a role with the definition, on small random tables.
func TestOthers(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := openDB(t, "")
	refused, released := 0, 0
	for seed := range seeds(t, 12, 120) {
		rng := rand.New(rand.NewPCG(seed, 31))
		rows := make([]otherRow, 1+rng.IntN(12))
		columns := 1 + rng.IntN(3)
		for i := range rows {
			rows[i] = otherRow{group: rng.IntN(6), person: rng.IntN(6), weight: rng.IntN(3)}
			for range columns {
				rows[i].values = append(rows[i].values, []string{"", "x", "y", "z"}[rng.IntN(2+rng.IntN(3))])
			}
		}
		byPerson, byWeight := rng.IntN(3) == 0, rng.IntN(2) == 0
		role := ""
		switch {
		case byPerson:
			// A person is in one group.
			for i := range rows {
				rows[i].person += 6 * rows[i].group
			}
			role = ", person := 'p', values_per_person := 'multiset'"
		case byWeight:
			role = ", weight := 'w'"
		default:
			for i := range rows {
				rows[i].weight = 1
			}
		}
		var literals, names []string
		for _, row := range rows {
			literal := fmt.Sprintf("%d, %d, %d", row.group, row.person, row.weight)
			for _, v := range row.values {
				literal += ", " + map[bool]string{true: "NULL", false: "'" + v + "'"}[v == ""]
			}
			literals = append(literals, "("+literal+")")
		}
		all := make([]int, columns)
		for c := range all {
			all[c] = c
			names = append(names, fmt.Sprintf("c%d", c))
		}
		source := map[bool]string{true: "g, p, ", false: "g, w, "}[byPerson]
		if !byPerson && !byWeight {
			source = "g, "
		}
		exec(t, db, fmt.Sprintf("CREATE OR REPLACE TABLE t AS SELECT %s%s FROM (VALUES %s) AS t(g, p, w, %s)", source, strings.Join(names, ", "), strings.Join(literals, ", "), strings.Join(names, ", ")))
		people, alone := singledOut(rows, all, byPerson, true)
		if people == 0 {
			continue
		}
		var achieved float64
		var holds bool
		var rule string
		one(t, db, "SELECT achieved, holds, rule FROM release_check('t', ['g'], privacy := {'k_anonymity': 1}"+role+") WHERE requirement = 'other_columns'", &achieved, &holds, &rule)
		if math.Abs(achieved-float64(alone)/float64(people)) > 1e-15 || holds != (alone == 0) {
			t.Errorf("table %d: %v of the people, holds: %v, want %d of %d", seed, achieved, holds, alone, people)
		}
		if alone > 0 {
			for c, name := range names {
				_, n := singledOut(rows, []int{c}, byPerson, true)
				tenths := (2000*n + people) / (2 * people)
				share := fmt.Sprintf("%s %s %%", name, strings.TrimSuffix(fmt.Sprintf("%d.%d", tenths/10, tenths%10), ".0"))
				// A column that is the same in each group is not shown.
				if !strings.Contains(rule, share) && (n > 0 || strings.Contains(rule, name)) {
					t.Errorf("table %d: %s, want %s", seed, rule, share)
				}
			}
		}
		// With k = 1 the groups are those of g.
		_, alone = singledOut(rows, all, byPerson, false)
		_, err := db.ExecContext(t.Context(), "CREATE OR REPLACE TABLE made AS FROM skyline_anonymize('t', ['g'], privacy := {'k_anonymity': 1}"+role+")")
		switch {
		case alone == 0 && err == nil:
			released++
		case alone > 0 && err != nil && strings.Contains(err.Error(), fmt.Sprintf("single out %d of %d people", alone, people)):
			refused++
		default:
			t.Errorf("table %d: skyline_anonymize: %v, want %d of %d people", seed, err, alone, people)
		}
	}
	if min(refused, released) < 5 {
		t.Errorf("%d refused and %d released say little", refused, released)
	}
}
