package release

import (
	"database/sql"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// TestPrices compares prices of random tables with releases that are made by the same requirements,
// and with what release_utility says of them.
func TestPrices(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	compared, unsafe := 0, 0
	testTables(t, 97, func(t *testing.T, db *sql.DB, rng *rand.Rand, r *relation) {
		if r.values != "one" {
			return
		}
		split := []string{"information_gain", "information_loss", "median"}[rng.IntN(3)]
		arguments := fmt.Sprintf("'people', %s, 's', split := '%s'%s, other_columns := 'drop'", r.qi(), split, r.person("who"))
		hierarchies := ""
		if r.hasHierarchies() {
			hierarchies = ", hierarchies := 'hierarchies'"
		}
		own := "'distinct_diversity': 1"
		exec(t, db, "CREATE OR REPLACE TABLE prices AS FROM skyline_anonymize("+arguments+hierarchies+", privacy := {"+own+"}, output := 'prices')")
		k, known := []int{1, 2, 3, 5, 8}[rng.IntN(5)], []int{-1, 0, 1, 3}[rng.IntN(4)]
		privacy, where := fmt.Sprintf("{%s, 'k_anonymity': %d", own, k), fmt.Sprintf("k_anonymity = %d AND known ", k)
		if known < 0 {
			privacy, where = privacy+"}", where+"IS NULL"
		} else {
			privacy, where = fmt.Sprintf("%s, 'skyline': [{'k': %d, 'c': 0.5}]}", privacy, known), fmt.Sprintf("%s= %d", where, known)
		}
		var loss sql.Null[float64]
		var groups, smallest sql.Null[int64]
		if err := db.QueryRowContext(t.Context(), "SELECT loss, groups, smallest FROM prices WHERE "+where).Scan(&loss, &groups, &smallest); err != nil {
			t.Fatal(err)
		}
		_, err := db.ExecContext(t.Context(), "CREATE OR REPLACE TABLE release AS FROM skyline_anonymize("+arguments+hierarchies+", rounding := 'none', privacy := "+privacy+")")
		if err != nil && !strings.Contains(err.Error(), "no release of the whole table satisfies privacy") {
			t.Fatal(err)
		}
		if (err == nil) != loss.Valid {
			t.Fatalf("%s, %s: loss %v, and the release: %v", arguments, privacy, loss, err)
		}
		if err != nil {
			unsafe++
			return
		}
		compared++
		// A price counts the values of the table, release_utility all that a hierarchy has.
		if r.hasHierarchies() {
			var has []string
			for _, c := range r.columns {
				has = append(has, fmt.Sprintf("attribute = '%s' AND EXISTS (FROM people WHERE %[1]s::VARCHAR IS NOT DISTINCT FROM value)", c.name))
			}
			exec(t, db, "CREATE OR REPLACE TABLE present AS FROM hierarchies WHERE "+strings.Join(has, " OR "))
			hierarchies = ", hierarchies := 'present'"
		}
		var ncp float64
		var n, least int64
		one(t, db, "SELECT value FROM release_utility('people', 'release', "+r.qi()+hierarchies+", null_means := 'value') WHERE measure = 'ncp' AND attribute IS NULL", &ncp)
		one(t, db, "SELECT count(*) FROM (SELECT DISTINCT group_id FROM release)", &n)
		one(t, db, "SELECT min(n) FROM (SELECT count(*) AS n FROM release GROUP BY group_id)", &least)
		if math.Abs(ncp-loss.V) > 1e-12 || n != groups.V || least != smallest.V {
			t.Errorf("%s, %s: loss %v, %d groups, smallest %d; the release has %v, %d, %d", arguments, privacy, loss.V, groups.V, smallest.V, ncp, n, least)
		}
	})
	t.Logf("%d compared, %d unsafe", compared, unsafe)
	if compared < releaseCases()/4 || unsafe < releaseCases()/20 {
		t.Errorf("%d compared and %d unsafe say little", compared, unsafe)
	}
}
