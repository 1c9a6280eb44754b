package release

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// limitChoices are, by type, limits that fit each other: each is made of whole ones of those
// before it. A block of v begins at begin and ends before next, in SQL.
var limitChoices = map[string]struct {
	limits      []string
	begin, next func(v, limit string) string
}{
	"INTEGER":      {[]string{"1", "5", "10", "30"}, floorTo, func(v, limit string) string { return "(" + floorTo(v, limit) + " + " + limit + ")" }},
	"DOUBLE":       {[]string{"0.5", "1", "4"}, floorTo, func(v, limit string) string { return "(" + floorTo(v, limit) + " + " + limit + ")" }},
	"DECIMAL(5,2)": {[]string{"0.25", "1", "50"}, floorTo, func(v, limit string) string { return "(" + floorTo(v, limit) + " + " + limit + ")" }},
	"DATE": {
		[]string{"day", "month", "year"},
		func(v, limit string) string { return fmt.Sprintf("date_trunc('%s', %s)", limit, v) },
		func(v, limit string) string {
			return fmt.Sprintf("(date_trunc('%[1]s', %[2]s) + INTERVAL 1 %[1]s)", limit, v)
		},
	},
}

func floorTo(v, limit string) string {
	return fmt.Sprintf("(floor((%s) / %s::DOUBLE) * %[2]s)", v, limit)
}

// columnLimits are the limits of a column, "" for none.
type columnLimits struct{ finest, coarsest string }

// randomLimits returns limits of some columns, and the arguments that give them.
func randomLimits(rng *rand.Rand, r *relation) ([]columnLimits, string) {
	limits := make([]columnLimits, len(r.columns))
	var given [2][]string
	for d, c := range r.columns {
		choices := limitChoices[c.kind].limits
		if c.parents != nil {
			choices = []string{"0", "1", "2"}
		}
		if len(choices) == 0 {
			continue
		}
		low := rng.IntN(len(choices))
		high := low + rng.IntN(len(choices)-low)
		write := func(limit string) string {
			if strings.ContainsAny(limit, "dmy") || rng.IntN(3) == 0 {
				limit = "'" + limit + "'"
			}
			return fmt.Sprintf("'%s': %s", c.name, limit)
		}
		if rng.IntN(2) == 0 {
			limits[d].finest = choices[low]
			given[0] = append(given[0], write(choices[low]))
		}
		if rng.IntN(2) == 0 {
			limits[d].coarsest = choices[high]
			given[1] = append(given[1], write(choices[high]))
		}
	}
	arguments := ""
	for i, name := range []string{"min_levels", "max_levels"} {
		if len(given[i]) > 0 {
			arguments += fmt.Sprintf(", %s := {%s}", name, strings.Join(given[i], ", "))
		}
	}
	return limits, arguments
}

// broken is the condition that a bound b of a release, in a column, breaks its limits. Infinity
// and NaN are blocks of their own, and so is NULL.
func (c *qiColumn) broken(limits columnLimits) string {
	b := c.name
	if c.parents != nil {
		level := fmt.Sprintf("(CASE WHEN %[1]s.label IS NULL THEN 0 WHEN %[1]s.label LIKE 'every %%' THEN 2 ELSE 1 END)", b)
		condition := "false"
		if limits.finest != "" {
			condition += fmt.Sprintf(" OR %s < %s", level, limits.finest)
		}
		if limits.coarsest != "" {
			condition += fmt.Sprintf(" OR %s > %s", level, limits.coarsest)
		}
		return condition
	}
	low, high := b+".low", b+".high"
	finite := fmt.Sprintf("isfinite(%s) AND isfinite(%s)", low, high)
	closed := ""
	switch c.kind {
	case "INTEGER":
		finite, closed = low+" IS NOT NULL", " + 1"
	case "DECIMAL(5,2)":
		finite = low + " IS NOT NULL AND " + high + " < 999.99"
	case "DATE":
		closed = " + INTERVAL 1 DAY"
	}
	choice, condition := limitChoices[c.kind], "false"
	if limits.finest != "" {
		end := high + closed
		condition += fmt.Sprintf(" OR %s AND (%s <> %s OR %s <> %s OR %s >= %s)", finite, low, choice.begin(low, limits.finest), end, choice.begin(end, limits.finest), low, end)
	}
	if limits.coarsest != "" {
		condition += fmt.Sprintf(" OR %s AND %s%s > %s OR %s.has_null AND %s IS NOT NULL", finite, high, closed, choice.next(low, limits.coarsest), b, low)
	}
	return condition
}

var enoughSuppression = regexp.MustCompile(`suppression := (0\.\d+)$`)

// TestLimits makes releases of random tables with random limits: no label is finer or coarser
// than they say, by the calendar and the arithmetic of DuckDB; the requirements hold, by their
// definitions, for the people who are left; the others are counted; what an error says to be
// enough suppression is; and a recipe makes the same release.
func TestLimits(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	seen := map[string]int{}
	testTables(t, 61, func(t *testing.T, db *sql.DB, rng *rand.Rand, r *relation) {
		for range fewer(rng.IntN(2), 1) {
			limits, arguments := randomLimits(rng, r)
			rules := randomRules(rng, r)
			arguments = fmt.Sprintf("%s, 's', privacy := %s, split := '%s'%s", r.qi(), privacyOf(rules), []string{"information_gain", "information_loss", "median"}[rng.IntN(3)], r.person("who")) + arguments
			if r.hasHierarchies() {
				arguments += ", hierarchies := 'hierarchies'"
			}
			if rng.IntN(3) == 0 {
				arguments += ", labels_cover := 'region'"
			}
			arguments += fmt.Sprintf(", importance := {'%s': %d}", r.columns[0].name, 1+rng.IntN(3))
			create := func() error {
				_, err := db.ExecContext(t.Context(), "CREATE OR REPLACE TABLE release AS FROM skyline_anonymize('people', "+arguments+", output := 'bounds', other_columns := 'keep')")
				return err
			}
			err := create()
			if err != nil && enoughSuppression.MatchString(err.Error()) {
				arguments += ", " + enoughSuppression.FindString(err.Error())
				if err = create(); err != nil {
					t.Errorf("%s\n%v", arguments, err)
				}
				seen["suppressed"]++
			}
			if err != nil {
				if !strings.Contains(err.Error(), "privacy must hold for") && !strings.Contains(err.Error(), "no release of the whole table satisfies privacy") && !strings.Contains(err.Error(), "some do not satisfy privacy") {
					t.Error(err)
				}
				seen["refused"]++
				continue
			}
			seen["released"]++
			for d, c := range r.columns {
				var n int
				if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM release WHERE "+c.broken(limits[d])).Scan(&n); err != nil {
					t.Fatal(err)
				}
				if n > 0 {
					t.Errorf("%s: %d rows break the limits of %s", arguments, n, c.name)
				}
				if limits[d].finest != "" || limits[d].coarsest != "" {
					seen["columns with limits"]++
				}
			}
			rest := *r
			rest.people = nil
			byGroup := map[int64][]individual{}
			scan(t, db, "SELECT DISTINCT group_id, again FROM release", func(rows *sql.Rows) error {
				var group int64
				var again int
				err := rows.Scan(&group, &again)
				byGroup[group] = append(byGroup[group], r.people[again])
				rest.people = append(rest.people, r.people[again])
				return err
			})
			groups := make([][]individual, 0, len(byGroup))
			for _, g := range byGroup {
				groups = append(groups, g)
			}
			if !rest.hold(rules, groups) {
				t.Errorf("%s: the release does not satisfy its requirements", arguments)
			}
			counts := "SELECT group_id, count(DISTINCT again) AS size FROM release GROUP BY ALL"
			if left := len(r.people) - len(rest.people); left > 0 {
				counts += fmt.Sprintf(" UNION ALL SELECT NULL, %d", left)
				seen["with people left out"]++
			}
			differences(t, db, "SELECT group_id, size FROM skyline_anonymize('people', "+arguments+", output := 'groups')", counts)
			if len(rest.people) == len(r.people) {
				exec(t, db, "CREATE OR REPLACE TABLE recipe AS FROM release_recipe('people', "+arguments+")")
				differences(t, db, "SELECT * FROM recipe_apply('people', 'recipe', "+r.qi()+", sensitive := 's', privacy := "+privacyOf(rules)+r.person("who")+", other_columns := 'keep')",
					"SELECT * FROM skyline_anonymize('people', "+arguments+", other_columns := 'keep')")
			}
			if t.Failed() {
				t.Log(arguments)
			}
		}
	})
	t.Log(seen)
	if least := fewer(0, 3); seen["released"] < 3 || min(seen["suppressed"], seen["with people left out"]) < least || seen["columns with limits"] < seen["released"]/2 {
		t.Errorf("%v says little", seen)
	}
}
