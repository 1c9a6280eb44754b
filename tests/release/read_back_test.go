package release

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// nastyPieces are what values are made of that look like labels.
var nastyPieces = []string{"A", "B", "Korea, South", ", ", " ", "{", "}", "[", "]", `"`, "'", "NULL", " or NULL", "*", "\n", ">= 1"}

func nastyValue(rng *rand.Rand) string {
	var b strings.Builder
	for range rng.IntN(4) {
		b.WriteString(nastyPieces[rng.IntN(len(nastyPieces))])
	}
	return b.String()
}

// TestLabelsAreReadBack makes releases of one column of nasty values, as texts, as an ENUM and as lists,
// and reads them back by their labels alone. The groups of one column are apart, so by the
// definition of attack_linkage each person matches the rows of their own group and no other, and
// of the people as many as there are groups are linked right on average.
func TestLabelsAreReadBack(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := openDB(t, "")
	released, quoted := 0, 0
	for seed := range seeds(t, 32, 400) {
		rng := rand.New(rand.NewPCG(seed, 3801))
		different := map[string]bool{}
		for range 2 + rng.IntN(12) {
			different[nastyValue(rng)] = true
		}
		var texts, rows []string
		for text := range different {
			literal := "'" + strings.ReplaceAll(text, "'", "''") + "'"
			texts = append(texts, literal)
			for range 1 + rng.IntN(3) {
				rows = append(rows, "("+literal+")")
			}
		}
		if rng.IntN(2) == 0 {
			rows = append(rows, "(NULL)", "(NULL)")
		}
		kind, many := []string{"VARCHAR", "ENUM(" + strings.Join(texts, ", ") + ")", "VARCHAR[]"}[rng.IntN(3)], ""
		if kind == "VARCHAR[]" {
			for i, row := range rows {
				if row != "(NULL)" {
					rows[i] = strings.ReplaceAll(strings.ReplaceAll(row, "('", "(['"), "')", "'])")
				}
			}
		}
		if kind == "VARCHAR" && rng.IntN(4) == 0 {
			many = " UNION ALL SELECT 'z, ' || range FROM range(250)" // too many for a set
		}
		exec(t, db, fmt.Sprintf("CREATE OR REPLACE TABLE people AS SELECT a::%s AS a FROM (SELECT a FROM (VALUES %s) t(a)%s)", kind, strings.Join(rows, ", "), many))
		k := 2 + rng.IntN(4)
		if many != "" {
			k = 120
		}
		call := fmt.Sprintf("skyline_anonymize('people', qi := ['a'], privacy := {'k_anonymity': %d}, labels_cover := '%s')", k, []string{"group", "region"}[rng.IntN(2)])
		if _, err := db.ExecContext(t.Context(), "CREATE OR REPLACE TABLE release AS FROM "+call); err != nil {
			continue // too few people
		}
		released++
		var people, groups, none, withQuotes int
		var correct, ncp float64
		query := `SELECT (SELECT count(*) FROM people), (SELECT count(DISTINCT group_id) FROM release), (SELECT count(*) FROM release WHERE contains(a, '"')),
			(SELECT people FROM attack_linkage('release', 'people', qi := ['a']) WHERE measure = 'no_match'),
			(SELECT value FROM attack_linkage('release', 'people', qi := ['a']) WHERE measure = 'correct'),
			(SELECT value FROM release_utility('people', 'release', qi := ['a']) WHERE measure = 'ncp' AND attribute = 'a')`
		if err := db.QueryRowContext(t.Context(), query).Scan(&people, &groups, &withQuotes, &none, &correct, &ncp); err != nil {
			t.Fatalf("seed %d, %s, %q: %v", seed, call, rows, err)
		}
		quoted += boolInt(withQuotes > 0)
		if none > 0 || !near(correct*float64(people), float64(groups)) {
			t.Fatalf("seed %d, %s of %s, %q: %d match nothing, %v of %d are linked right, want %d", seed, call, kind, rows, none, correct*float64(people), people, groups)
		}
	}
	t.Logf("%d releases, %d with quotes", released, quoted)
	if released < 12 || quoted < released/4 {
		t.Errorf("%d releases, %d with quotes say little", released, quoted)
	}
}
