package release

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// between are values of the kinds of columns that the random tables do not have.
var between = map[string][]string{
	"INTEGER": {"-100", "3", "50"}, "VARCHAR": {"A", "C", "zz"}, "DATE": {"1999-01-01", "2000-01-31"},
	"DOUBLE": {"-7.0", "1.0"}, "DECIMAL(5,2)": {"0.10", "-2.00"},
}

// TestRecipe makes releases of random tables, and their recipes: applied to the same
// table a recipe makes the same release, and applied to every combination of values,
// it places rows where its rows say, read by joins of all rows with all groups.
func TestRecipe(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	released, placed, lost, unknown := 0, 0, 0, 0
	testTables(t, 21, func(t *testing.T, db *sql.DB, rng *rand.Rand, r *relation) {
		rules := randomRules(rng, r)
		arguments := fmt.Sprintf("('people', %s, 's', privacy := %s, split := '%s'", r.qi(), privacyOf(rules), []string{"information_gain", "information_loss", "median"}[rng.IntN(3)]) + r.person("who")
		if r.hasHierarchies() {
			arguments += ", hierarchies := 'hierarchies'"
		}
		_, err := db.ExecContext(t.Context(), "CREATE OR REPLACE TABLE release AS FROM skyline_anonymize"+arguments+", other_columns := 'keep')")
		if err != nil {
			return // the table as one group is not safe: see TestRelease
		}
		released++
		exec(t, db, "CREATE OR REPLACE TABLE recipe AS FROM release_recipe"+arguments+") ORDER BY random()")
		differences(t, db, "SELECT * FROM recipe_apply('people', 'recipe', "+r.qi()+", sensitive := 's', privacy := "+privacyOf(rules)+r.person("who")+", other_columns := 'keep')", "SELECT * FROM release")
		differences(t, db, "SELECT group_id, requirement, holds FROM recipe_check('people', 'recipe', "+r.qi()+", 's', other_columns := 'keep'), (SELECT NULL AS group_id)",
			fmt.Sprintf("SELECT NULL, unnest(['region'] || list_transform(%s, c -> 'known_values')), true", r.qi()))
		differences(t, db, "SELECT requirement, required, achieved, holds, rule, value FROM recipe_check('people', 'recipe', "+r.qi()+", 's', privacy := "+privacyOf(rules)+r.person("who")+", other_columns := 'keep') WHERE rows IS NULL",
			"SELECT requirement, required, achieved, holds, rule, value FROM release_check('release', "+r.qi()+", 's', privacy := "+privacyOf(rules)+r.person("again")+", other_columns := 'keep') WHERE requirement <> 'exact_values'")
		exec(t, db, r.everything(rng))
		differences(t, db, "SELECT * FROM recipe_apply('everything', 'recipe', "+r.qi()+", privacy := {'k_anonymity': 1}, on_violation := 'suppress', other_columns := 'keep')", r.byHand())
		checkCounts(t, db, r, &placed, &lost, &unknown)
		if t.Failed() {
			t.Log(arguments)
		}
	})
	t.Logf("%d recipes, %d rows in a region, %d in none, %d with an unknown value", released, placed, lost, unknown)
	if released < releaseCases()/3 || min(placed, lost, unknown) < 2*released {
		t.Errorf("%d recipes, %d rows in a region, %d in none, %d with an unknown value say little", released, placed, lost, unknown)
	}
}

// everything creates a table of all combinations of values, those that a random table
// may have and others.
func (r *relation) everything(rng *rand.Rand) string {
	var columns, tables []string
	for d, c := range r.columns {
		values := []string{"(NULL::" + c.kind + ")"}
		for _, k := range qiKinds {
			if k.kind == c.kind {
				for _, text := range slices.Concat(k.domain, between[c.kind]) {
					values = append(values, "('"+strings.ReplaceAll(text, "'", "''")+"'::"+c.kind+")")
				}
			}
		}
		rng.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
		columns = append(columns, fmt.Sprintf("t%d.%s", d, c.name))
		tables = append(tables, fmt.Sprintf("(VALUES %s) t%d(%s)", strings.Join(values, ", "), d, c.name))
	}
	return "CREATE OR REPLACE TABLE everything AS SELECT 1 AS before, " + strings.Join(columns, ", ") + ", 'x' AS behind FROM " + strings.Join(tables, ", ")
}

// covering is the condition that a row of the recipe, called name, covers a column of
// a row of everything.
func (c *qiColumn) covering(name string) string {
	in := func(row string) string {
		return fmt.Sprintf("(%[1]s.covers = 'value' AND e.%[2]s::VARCHAR = %[1]s.value OR %[1]s.covers = 'null' AND e.%[2]s IS NULL)", row, c.name)
	}
	under := func(row, label string) string {
		return fmt.Sprintf("EXISTS (FROM recipe node WHERE node.group_id IS NULL AND node.attribute = %[1]s.attribute AND node.level = %[1]s.level AND node.label = %[2]s AND %[3]s)", row, label, in("node"))
	}
	node := fmt.Sprintf("%[1]s.covers = 'node' AND %[2]s AND NOT EXISTS (FROM recipe x WHERE x.covers = 'except' AND x.group_id = %[1]s.group_id AND x.attribute = %[1]s.attribute AND (x.level = 0 AND e.%[3]s::VARCHAR IS NOT DISTINCT FROM x.value OR %[4]s))",
		// The node of a group that several nodes show is its value: its label is that of all.
		name, under(name, "coalesce("+name+".value, "+name+".label)"), c.name, under("x", "x.value"))
	return fmt.Sprintf("(%[1]s.attribute = '%[2]s' AND (%[3]s OR %[1]s.covers = 'range' AND e.%[2]s BETWEEN TRY_CAST(%[1]s.low AS %[4]s) AND TRY_CAST(%[1]s.high AS %[4]s) OR %[5]s))", name, c.name, in(name), c.kind, node)
}

// byHand is the release of everything.
func (r *relation) byHand() string {
	return "SELECT e.before, " + r.labels() + ", e.behind, a.group_id FROM everything AS e" + r.places()
}

// labels are what the columns of a row in its group show, and places joins the rows e of
// a table with their groups.
func (r *relation) labels() string {
	columns := make([]string, len(r.columns))
	for d, c := range r.columns {
		columns[d] = c.name + ".label AS " + c.name
	}
	return strings.Join(columns, ", ")
}

func (r *relation) places() string {
	var joins []string
	for _, c := range r.columns {
		on := c.covering(c.name)
		if len(joins) > 0 {
			on += " AND " + c.name + ".group_id = a.group_id"
		}
		joins = append(joins, fmt.Sprintf(" JOIN recipe AS %s ON %s.group_id IS NOT NULL AND %s", c.name, c.name, on))
	}
	return strings.Join(joins, "")
}

// checkCounts compares what recipe_check counts with what joins do.
func checkCounts(t *testing.T, db *sql.DB, r *relation, placed, lost, unknown *int) {
	t.Helper()
	var all, in int
	if err := db.QueryRowContext(t.Context(), "SELECT (SELECT count(*) FROM everything), (SELECT count(*) FROM ("+r.byHand()+"))").Scan(&all, &in); err != nil {
		t.Fatal(err)
	}
	var wants, knows []string
	for _, c := range r.columns {
		known := "EXISTS (FROM recipe k WHERE k.group_id IS NOT NULL AND " + c.covering("k") + ")"
		knows = append(knows, known)
		wants = append(wants, fmt.Sprintf("SELECT '%s', count(*) FILTER (WHERE NOT %s) FROM everything e", c.name, known))
	}
	var known int
	if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM everything e WHERE "+strings.Join(knows, " AND ")).Scan(&known); err != nil {
		t.Fatal(err)
	}
	wants = append(wants, fmt.Sprintf("SELECT NULL, %d", known-in))
	differences(t, db, "SELECT attribute, rows FROM recipe_check('everything', 'recipe', "+r.qi()+", other_columns := 'keep')", strings.Join(wants, " UNION ALL "))
	*placed += in
	*lost += known - in
	*unknown += all - known
}

// TestRecipeOfLevels compares releases by levels with joins of the hierarchies.
func TestRecipeOfLevels(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	cases, rows := 0, 0
	testTables(t, 22, func(t *testing.T, db *sql.DB, rng *rand.Rand, r *relation) {
		var qi, levels, columns, joins []string
		for _, c := range r.columns {
			if c.parents == nil {
				columns = append(columns, "e."+c.name)
				continue
			}
			level := rng.IntN(3)
			qi = append(qi, "'"+c.name+"'")
			levels = append(levels, fmt.Sprintf("'%s': %d", c.name, level))
			joins = append(joins, fmt.Sprintf(" JOIN hierarchies AS %[1]s ON %[1]s.attribute = '%[1]s' AND %[1]s.level = %[2]d AND %[1]s.value IS NOT DISTINCT FROM e.%[1]s::VARCHAR", c.name, max(level, 1)))
			if level == 0 {
				columns = append(columns, c.name+".value")
			} else {
				columns = append(columns, c.name+".label")
			}
		}
		if qi == nil {
			return
		}
		cases++
		list := "[" + strings.Join(qi, ", ") + "]"
		exec(t, db, fmt.Sprintf("CREATE OR REPLACE TABLE recipe AS FROM release_recipe('people', %s, hierarchies := 'hierarchies', levels := MAP {%s}) ORDER BY random()", list, strings.Join(levels, ", ")),
			r.everything(rng), "CREATE OR REPLACE TABLE applied AS FROM recipe_apply('everything', 'recipe', "+list+", privacy := {'k_anonymity': 1}, on_violation := 'suppress', other_columns := 'keep')")
		differences(t, db, "SELECT * EXCLUDE (group_id) FROM applied", "SELECT e.before, "+strings.Join(columns, ", ")+", e.behind FROM everything AS e"+strings.Join(joins, ""))
		names := strings.ReplaceAll(strings.Join(qi, ", "), "'", "")
		orders := strings.ReplaceAll(names, ",", " NULLS LAST,") + " NULLS LAST"
		differences(t, db, "SELECT group_id, "+names+" FROM applied", "SELECT dense_rank() OVER (ORDER BY "+orders+"), "+names+" FROM applied")
		var n int
		if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM applied").Scan(&n); err != nil {
			t.Fatal(err)
		}
		rows += n
		if t.Failed() {
			t.Log(levels)
		}
	})
	t.Logf("%d recipes, %d rows", cases, rows)
	if cases < releaseCases()/4 || rows < cases {
		t.Errorf("%d recipes of %d rows say little", cases, rows)
	}
}
