package release

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// TestEqualLabels: where rounding makes labels of groups equal, skyline_anonymize releases
// exactly if the groups of equal labels satisfy the skyline as one. The labels are rounded
// here in SQL, from those that are exact.
func TestEqualLabels(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := openDB(t, "")
	released, refused, merged := 0, 0, 0
	for seed := range seeds(t, 12, 150) {
		rng := rand.New(rand.NewPCG(seed, 58))
		values := []string{"set", "multiset"}[rng.IntN(2)]
		var rows []string
		// Somebody who may not have s and a few of whom one has it, who are rounded to one group, or
		// anybody there; and others.
		random := rng.IntN(4) == 0
		add := func(x float64, values ...string) {
			who := len(rows)
			rows = append(rows, fmt.Sprintf("(%d, %g::DOUBLE, NULL)", who, x))
			for _, v := range values {
				if !random || rng.IntN(2) == 0 {
					rows = append(rows, fmt.Sprintf("(%d, %g, '%s')", who, x, v))
				}
			}
		}
		add(0.1, "a", "b")
		for i := range 1 + rng.IntN(4)/3 {
			add(0.5, []string{"s", "a"}[i])
		}
		add(0.5)
		for range 3 + rng.IntN(5) {
			add(5.5, []string{"a", "b"}[rng.IntN(2)])
		}
		exec(t, db, "CREATE OR REPLACE TABLE people AS SELECT *, p AS again FROM (VALUES "+strings.Join(rows, ", ")+") t(p, x, s)")
		arguments := fmt.Sprintf("'s', privacy := {'skyline': [{'value': 's', 'l': %d, 'k': %d, 'c': %g}]}, absent_values := 'allow', values_per_person := '%s', other_columns := 'keep'", 1+rng.IntN(2), rng.IntN(5)/4, []float64{0.505, 0.51, 0.52, 0.525, 0.6}[rng.IntN(5)], values)
		if _, err := db.ExecContext(t.Context(), "CREATE OR REPLACE TABLE exact AS FROM skyline_anonymize('people', ['x'], "+arguments+", person := 'p', rounding := 'none', output := 'bounds')"); err != nil {
			continue // The table as one group is not safe.
		}
		exec(t, db, "CREATE OR REPLACE TABLE rounded AS SELECT floor(x.low) AS low, ceil(x.high) AS high, * EXCLUDE (x) FROM exact")
		var equal, holds bool
		one(t, db, "SELECT (SELECT count(DISTINCT group_id) > count(DISTINCT (low, high)) FROM rounded), bool_and(holds) FROM release_check('rounded', ['low', 'high'], "+arguments+", person := 'again')", &equal, &holds)
		_, err := db.ExecContext(t.Context(), "CREATE OR REPLACE TABLE release AS FROM skyline_anonymize('people', ['x'], "+arguments+", person := 'p')")
		if err != nil && !strings.Contains(err.Error(), "rounding must leave labels that tell QI groups apart") || (err == nil) != holds {
			t.Fatalf("seed %d: %s: the groups of equal labels are safe: %v, but got %v\n%v", seed, arguments, holds, err, rows)
		}
		merged += boolInt(equal)
		released += boolInt(err == nil)
		refused += boolInt(err != nil)
	}
	t.Logf("%d released, %d refused, %d with equal labels", released, refused, merged)
	if released < 10 || refused < fewer(0, 1) || merged < 10 {
		t.Errorf("%d released, %d refused, %d with equal labels say little", released, refused, merged)
	}
}
