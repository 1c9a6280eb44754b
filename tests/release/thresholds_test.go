package release

import (
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// atThreshold is a requirement that four people with 1, 2, 5 and 5, alike in g, just reach or
// just miss: allowed says which, by the definition that sql/reference/thresholds.md names.
// Beyond is the nearest threshold that decides otherwise.
type atThreshold struct {
	name, privacy, at, beyond string
	allowed                   bool
}

// By hand: 5 is the value of 2 of 4, and of 2 of 3 if 1 or 2 is ruled out, or known of another;
// r1 = 2, and the others are 2; Σx²/n − mean² = 55/4 − (13/4)². The population, and everybody
// else, has eight people, all alike.
var atThresholds = []atThreshold{
	{"k_anonymity", "%s", "4", "5", true},
	{"distinct_diversity", "%s", "3", "4", true},
	{"recursive_diversity", "{'c': %s, 'l': 2}", "1", "1.0000001", false},
	{"max_share", "%s", "0.5", "0.5000001", false},
	{"proximity", "{'width': 0, 'max_share': %s}", "0.5", "0.5000001", false},
	{"proximity", "{'width': 3, 'max_share': %s}", "0.75", "0.7500001", false},
	{"variance", "%s", "3.1875", "3.1875001", true},
	{"negations", "{'pieces': 0, 'c': %s}", "0.5", "0.5000001", false},
	{"negations", "{'pieces': 1, 'c': %s}", "2/3", "0.6666667", false},
	{"implications", "{'pieces': 0, 'c': %s}", "0.5", "0.5000001", false},
	{"skyline", "[{'c': %s}]", "0.5", "0.5000001", false},
	{"skyline", "[{'value': 5, 'l': 1, 'c': %s}]", "2/3", "0.6666667", false},
	{"skyline", "[{'k': 1, 'c': %s}]", "2/3", "0.6666667", false},
	{"t_closeness", "%s", "0", "", true},
	{"average_risk", "%s", "0.25", "0.2499999", true},
	{"journalist_risk", "{'population': 'everybody', 'highest': %s}", "0.125", "0.1249999", true},
	{"journalist_risk", "{'population': 'everybody', 'average': %s}", "0.125", "0.1249999", true},
	{"k_map", "{'population': 'everybody', 'k': %s}", "8", "9", true},
	{"population_uniqueness", "{'population': 'everybody', 'max_share': %s}", "0", "", true},
	{"presence", "{'public': 'everybody', 'delta_max': %s}", "0.5", "0.4999999", true},
	{"presence", "{'public': 'everybody', 'delta_min': %s}", "0.5", "0.5000001", true},
}

// TestThresholds: at its threshold, and just beyond, a requirement is the same in everything
// that checks, measures or makes a release. A run asks a fifth of these of each requirement, other
// ones of the next; where everything is to run, all.
func TestThresholds(t *testing.T) {
	trials.Long(t)
	db := openDB(t, "")
	exec(t, db, "CREATE TABLE people AS FROM (VALUES (0, 1), (0, 2), (0, 5), (0, 5)) AS t(g, s)",
		"CREATE TABLE everybody AS SELECT 0 AS g FROM range(8)",
		"CREATE TABLE levels AS FROM hierarchy_wide('(VALUES (0, ''*''))', 'g')",
		"CREATE TABLE recipe AS FROM release_recipe('people', qi := ['g'], privacy := {'k_anonymity': 1})")
	asked, turns := 0, trials.Part(t, 5, []int{0, 1, 2, 3, 4})
	for i, r := range atThresholds {
		for _, threshold := range []string{r.at, r.beyond} {
			if threshold == "" {
				continue
			}
			privacy := fmt.Sprintf("{'%s': %s}", r.name, fmt.Sprintf(r.privacy, threshold))
			want := r.allowed == (threshold == r.at)
			for what, got := range verdicts(t, db, r.name, privacy, func(at int) bool { return slices.Contains(turns, (i+at)%5) }) {
				if asked++; got != want {
					t.Errorf("%s: %s is %v, want %v", what, privacy, got, want)
				}
			}
		}
	}
	if asked < fewer(75, 400) {
		t.Errorf("%d verdicts are few", asked)
	}
	thresholdsOfMeasures(t, db)
}

// verdicts is what functions say of people: those that are asked, by their place in order.
func verdicts(t *testing.T, db *sql.DB, name, privacy string, asked func(at int) bool) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	arguments := "qi := ['g'], sensitive := 's', privacy := " + privacy
	checks := map[string]string{
		"release_check":       "SELECT bool_and(holds) FROM release_check('people', " + arguments + ") WHERE requirement = '" + name + "'",
		"recipe_check":        "SELECT bool_and(holds) FROM recipe_check('people', 'recipe', " + arguments + ") WHERE requirement = '" + name + "'",
		"groups":              "SELECT count(*) = 0 FROM release_check('people', " + arguments + ", output := 'groups')",
		"release_certificate": "SELECT bool_and((certificate->'requirements'->0->>'holds')::BOOLEAN) FROM release_certificate('people', " + arguments + ")",
		"release_report":      "SELECT html LIKE '%The requirement holds.%' AND html NOT LIKE '%The requirement does not hold.%' FROM release_report('people', 'people', " + arguments + ")",
	}
	for at, what := range slices.Sorted(maps.Keys(checks)) {
		if !asked(at) {
			continue
		}
		var holds bool
		if err := db.QueryRowContext(t.Context(), checks[what]).Scan(&holds); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		all[what] = holds
	}
	makers := map[string]string{
		"skyline_anonymize": "skyline_anonymize('people', " + arguments + ")",
		"its groups":        "skyline_anonymize('people', " + arguments + ", output := 'groups')",
		"release_recipe":    "release_recipe('people', " + arguments + ")",
		"recipe_apply":      "recipe_apply('people', 'recipe', " + arguments + ")",
		"generalize":        "generalize('people', 'levels', {'g': 0}, sensitive := 's', privacy := " + privacy + ")",
	}
	if !slices.Contains([]string{"presence", "journalist_risk", "k_map", "population_uniqueness", "average_risk", "skyline", "implications"}, name) {
		makers["split := 'public'"] = "skyline_anonymize('people', " + arguments + ", split := 'public')"
	}
	if !slices.Contains([]string{"presence", "journalist_risk", "k_map", "population_uniqueness", "average_risk", "implications"}, name) {
		makers["local_suppression"] = "local_suppression('people', " + arguments + ")"
	}
	for at, what := range slices.Sorted(maps.Keys(makers)) {
		if !asked(at) {
			continue
		}
		var n int64
		err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM "+makers[what]).Scan(&n)
		if err != nil && !strings.Contains(err.Error(), "privacy must hold") && !strings.Contains(err.Error(), "satisfies privacy") {
			t.Fatalf("%s of %s: %v", what, privacy, err)
		}
		all[what] = err == nil
	}
	return all
}

// thresholdsOfMeasures: the same point and c in what measures a breach probability.
func thresholdsOfMeasures(t *testing.T, db *sql.DB) {
	t.Helper()
	for _, c := range []struct {
		k       int
		at      string
		allowed bool
	}{{0, "0.5", false}, {0, "0.5000001", true}, {1, "2/3", false}, {1, "0.6666667", true}} {
		point := fmt.Sprintf("k := %d, c := %s", c.k, c.at)
		for _, statement := range []string{
			"SELECT bool_and(safe) FROM skyline_check('people', ['g'], 's', " + point + ")",
			"SELECT bool_and(holds) FROM release_evidence(NULL, 'people', ['g'], 's', " + point + ") WHERE measure = 'breach'",
			fmt.Sprintf("SELECT count(DISTINCT value) = 3 FROM skyline_find('people', ['g'], 's', c := %s) WHERE l >= 0 AND k >= %d AND m >= 0 AND safe", c.at, c.k),
		} {
			var got bool
			if err := db.QueryRowContext(t.Context(), statement).Scan(&got); err != nil {
				t.Fatalf("%s: %v", statement, err)
			}
			if got != c.allowed {
				t.Errorf("%s is %v, want %v", statement, got, c.allowed)
			}
		}
	}
	for _, statement := range []string{
		"SELECT NOT safe FROM disclosure_check('people', ['g'], 's', c := 0.5)",
		"SELECT bool_and(holds) FROM release_evidence(NULL, 'people', ['g'], max_risk := 0.25) WHERE measure = 'highest_risk'",
		"SELECT NOT bool_or(holds) FROM release_evidence(NULL, 'people', ['g'], max_risk := 0.2499999) WHERE measure = 'highest_risk'",
		"SELECT NOT bool_and(safe) FROM republication_check('(SELECT *, row_number() OVER () AS p FROM people)', 'p', 's', ['g'])",
		"SELECT NOT bool_and(safe) FROM mondrian_posterior('people', ['g'], 's', {'k_anonymity': 1})",
	} {
		var got bool
		if err := db.QueryRowContext(t.Context(), statement).Scan(&got); err != nil || !got {
			t.Errorf("%s is %v, %v", statement, got, err)
		}
	}
}
