package release

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// stepsOf are steps for the kinds of columns that the random tables have, with a test of
// whether an end e is on the grid. Ends that are infinite, or no numbers, are not asked.
var stepsOf = map[string][]struct{ step, onGrid string }{
	"INTEGER":      {{"7", "e % 7 = 0"}, {"10", "e % 10 = 0"}},
	"DATE":         {{"'week'", "e = date_trunc('week', e)"}, {"'month'", "e = date_trunc('month', e)"}, {"'year'", "e = date_trunc('year', e)"}},
	"DOUBLE":       {{"0.5", "e * 2 = floor(e * 2)"}, {"4", "e / 4 = floor(e / 4)"}, {"", "e = floor(e)"}},
	"DECIMAL(5,2)": {{"0.25", "e % 0.25 = 0"}, {"3", "e % 3 = 0"}, {"", "e % 1 = 0"}},
}

// TestLabels: whatever is rounded, and whatever a label covers, it contains the values of
// its rows; rounded ends are on the grid, and not within those that are not rounded; the
// labels are groups that satisfy the requirements. Regions have no row in common, and
// leave no combination of the table's values out.
func TestLabels(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	released, rounded, tiled := 0, 0, 0
	testTables(t, 31, func(t *testing.T, db *sql.DB, rng *rand.Rand, r *relation) {
		rules := randomRules(rng, r)
		if !r.hold(rules, [][]individual{r.people}) {
			return
		}
		released++
		extent := []string{"group", "region"}[rng.IntN(2)]
		arguments := fmt.Sprintf("('people', %s, 's', privacy := %s, labels_cover := '%s', split := '%s'", r.qi(), privacyOf(rules), extent, []string{"information_gain", "information_loss", "median"}[rng.IntN(3)]) + r.person("who")
		if r.hasHierarchies() {
			arguments += ", hierarchies := 'hierarchies'"
		}
		rounding, checks := r.roundingOf(rng)
		exec(t, db,
			"CREATE OR REPLACE TABLE release AS FROM skyline_anonymize"+arguments+rounding+", other_columns := 'keep')",
			"CREATE OR REPLACE TABLE bounds AS FROM skyline_anonymize"+arguments+rounding+", output := 'bounds', other_columns := 'keep')",
			"CREATE OR REPLACE TABLE exact AS FROM skyline_anonymize"+arguments+", rounding := 'none', output := 'bounds', other_columns := 'keep')")
		for d, c := range r.columns {
			r.checkLabel(t, db, d)
			if check := checks[d]; check != "" {
				rounded++
				none(t, db, c.name+" is not rounded", "SELECT 1 FROM (SELECT unnest([r.low, r.high]) AS e, unnest([x.low, x.high]) AS own FROM (SELECT "+c.name+" AS r, again FROM bounds) JOIN (SELECT "+c.name+" AS x, again FROM exact) USING (again)) WHERE isfinite(e::DOUBLE) AND e IS DISTINCT FROM own AND NOT ("+check+")", "isfinite(e::DOUBLE)", finiteOf(c.kind))
			}
		}
		none(t, db, "a requirement is missed", "SELECT 1 FROM release_check('release', "+r.qi()+", 's', privacy := "+privacyOf(rules)+r.person("again")+", other_columns := 'keep') WHERE NOT holds")
		if extent == "region" && !r.hasHierarchies() {
			tiled++
			exec(t, db, "CREATE OR REPLACE TABLE recipe AS FROM release_recipe"+arguments+rounding+")")
			var values []string
			for _, c := range r.columns {
				values = append(values, "(SELECT DISTINCT "+c.name+" FROM people)")
			}
			product := strings.Join(values, ", ")
			none(t, db, "regions leave out combinations of values", "SELECT 1 WHERE (SELECT count(*) FROM recipe_apply('(FROM "+product+")', 'recipe', "+r.qi()+", on_violation := 'allow', other_columns := 'keep')) <> (SELECT count(*) FROM "+product+")")
		}
		if t.Failed() {
			t.Log(arguments + rounding)
		}
	})
	t.Logf("%d releases, %d rounded columns, %d of regions", released, rounded, tiled)
	if released < releaseCases()/3 || rounded < released/3 || tiled < released/10 {
		t.Errorf("%d releases, %d rounded columns, %d of regions say little", released, rounded, tiled)
	}
}

// roundingOf returns the argument rounding, and for each column that has no hierarchy
// the test of an end, "" where it may not be rounded.
func (r *relation) roundingOf(rng *rand.Rand) (argument string, checks []string) {
	var members []string
	checks = make([]string, len(r.columns))
	for d, c := range r.columns {
		steps := stepsOf[c.kind]
		if len(steps) == 0 || c.parents != nil {
			continue
		}
		s := steps[rng.IntN(len(steps))]
		checks[d] = s.onGrid
		if s.step != "" {
			members = append(members, fmt.Sprintf("'%s': %s", c.name, s.step))
		}
	}
	if len(members) > 0 {
		argument = ", rounding := {" + strings.Join(members, ", ") + "}"
	}
	return argument, checks
}

// finiteOf is true for an end e of a kind that can be looked at.
func finiteOf(kind string) string {
	if kind == "DOUBLE" || kind == "DATE" {
		return "isfinite(e)"
	}
	return "true"
}

// checkLabel makes sure that each row's value of a column lies within its bounds, or
// below its label, and that rounded bounds are not within the exact ones.
func (r *relation) checkLabel(t *testing.T, db *sql.DB, d int) {
	t.Helper()
	c := r.columns[d]
	joined := fmt.Sprintf("FROM (SELECT %[1]s AS v, again FROM people) JOIN (SELECT %[1]s AS r, again FROM bounds) USING (again) JOIN (SELECT %[1]s AS x, again FROM exact) USING (again)", c.name)
	within := "v BETWEEN r.low AND r.high"
	if c.kind == "mood" { // released as text, and a range in its own order
		within = "v BETWEEN r.low::mood AND r.high::mood"
	}
	if c.parents != nil { // a label of the hierarchy, or a set of siblings' labels
		within = fmt.Sprintf("CASE WHEN r.label IS NULL THEN %s ELSE r.label = '*' OR EXISTS (SELECT 1 FROM hierarchies AS h WHERE h.attribute = '%s' AND h.value = v::VARCHAR AND h.label IN (SELECT unnest(string_split(trim(r.label, '{}'), ', ')))) END", within, c.name)
	} else if !c.ranged {
		within += " AND (r.label IS NULL OR r.label = '*' OR contains(r.label, v::VARCHAR))"
	}
	none(t, db, c.name+" does not lie within its label", "SELECT 1 "+joined+" WHERE NOT CASE WHEN v IS NULL THEN r.has_null ELSE "+within+" END")
	none(t, db, c.name+" has rounded bounds within the exact ones", "SELECT 1 "+joined+" WHERE r.low > x.low OR r.high < x.high OR (r.low IS NULL) <> (x.low IS NULL) OR r.has_null <> x.has_null OR r.label IS DISTINCT FROM x.label")
}

// none fails if a query, in which texts may be replaced, has a row.
func none(t *testing.T, db *sql.DB, what, query string, replaced ...string) {
	t.Helper()
	query = strings.NewReplacer(replaced...).Replace(query)
	var n int
	if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM ("+query+")").Scan(&n); err != nil {
		t.Errorf("%s: %v", query, err)
	} else if n > 0 {
		t.Errorf("%s: %d rows of %s", what, n, query)
	}
}
