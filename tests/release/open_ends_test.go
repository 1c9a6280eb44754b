package release

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// covers is what a label of whole numbers says of one, nil for NULL, written from the
// documentation.
func covers(label string, age *int) bool {
	bare, orNull := strings.CutSuffix(label, " or NULL")
	number := func(text string) int {
		n, err := strconv.Atoi(text)
		if err != nil {
			panic(label)
		}
		return n
	}
	switch {
	case label == "*":
		return true
	case age == nil:
		return orNull
	case strings.HasPrefix(bare, ">= "):
		return *age >= number(bare[3:])
	case strings.HasPrefix(bare, "<= "):
		return *age <= number(bare[3:])
	case strings.HasPrefix(bare, "< "):
		return *age < number(bare[2:])
	case strings.HasPrefix(bare, "["):
		low, high, _ := strings.Cut(strings.Trim(bare, "[]"), ", ")
		return number(low) <= *age && *age <= number(high)
	}
	return *age == number(bare)
}

// TestOpenEnds: releases of random ages with open ends. Each person lies within their label; nobody
// beyond an end has another label than others beyond it; where neither end is rounded the groups are apart, so that
// each person matches their own group only.
func TestOpenEnds(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := openDB(t, "")
	released, open, apart := 0, 0, 0
	for seed := range seeds(t, 10, 400) {
		rng := rand.New(rand.NewPCG(seed, 3802))
		var rows []string
		for range 10 + rng.IntN(80) {
			age := strconv.Itoa(rng.IntN(100))
			if rng.IntN(15) == 0 {
				age = "NULL"
			}
			rows = append(rows, fmt.Sprintf("(%s, %d)", age, len(rows)))
		}
		exec(t, db, "CREATE OR REPLACE TABLE people AS SELECT age::INT AS age, i FROM (VALUES "+strings.Join(rows, ", ")+") t(age, i)")
		bottom, top := rng.IntN(50), 50+rng.IntN(55)
		ends := []string{fmt.Sprintf(", top := {'age': %d}", top), fmt.Sprintf(", bottom := {'age': %d}", bottom), fmt.Sprintf(", top := {'age': %d}, bottom := {'age': %d}", top, bottom)}
		given := rng.IntN(len(ends))
		rounding := []string{"", "", ", rounding := {'age': 5}"}[rng.IntN(3)]
		call := fmt.Sprintf("skyline_anonymize('people', qi := ['age'], privacy := {'k_anonymity': %d}, labels_cover := '%s', other_columns := 'keep'%s%s)",
			2+rng.IntN(8), []string{"group", "region"}[rng.IntN(2)], rounding, ends[given])
		exec(t, db, "CREATE OR REPLACE TABLE release AS FROM "+call)
		released++
		query := "SELECT p.age, r.age, r.group_id FROM people AS p JOIN release AS r USING (i)"
		found, err := db.QueryContext(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		defer found.Close()
		beyond := map[string]map[string]bool{"top": {}, "bottom": {}}
		groups := map[int64]bool{}
		for found.Next() {
			var age *int
			var label *string
			var group int64
			if err := found.Scan(&age, &label, &group); err != nil {
				t.Fatal(err)
			}
			groups[group] = true
			if label == nil {
				if age != nil {
					t.Fatalf("seed %d, %s: %d is shown as NULL", seed, call, *age)
				}
				continue
			}
			if !covers(*label, age) {
				t.Fatalf("seed %d, %s: %v is not in %s", seed, call, age, *label)
			}
			switch {
			case age == nil:
			case given != 1 && *age >= top:
				beyond["top"][*label] = true
			case given != 0 && *age < bottom:
				beyond["bottom"][*label] = true
			}
		}
		if err := found.Err(); err != nil {
			t.Fatal(err)
		}
		for end, labels := range beyond {
			open += len(labels)
			if len(labels) > 1 {
				t.Fatalf("seed %d, %s: beyond %s there are the labels %v", seed, call, end, labels)
			}
			for label := range labels {
				if !strings.HasPrefix(label, ">= ") && !strings.HasPrefix(label, "< ") && !strings.HasPrefix(label, "<= ") && label != "*" {
					t.Fatalf("seed %d, %s: beyond %s the label is %s", seed, call, end, label)
				}
			}
		}
		// A recipe makes the same release, and knows where those belong who are farther beyond an end.
		recipe := strings.Replace(strings.Replace(call, "skyline_anonymize", "release_recipe", 1), ", other_columns := 'keep'", "", 1)
		exec(t, db, "CREATE OR REPLACE TABLE recipe AS FROM "+recipe)
		applied := func(people string) string {
			return "recipe_apply('" + people + "', 'recipe', ['age'], on_violation := 'suppress', privacy := {'k_anonymity': 1}, other_columns := 'keep')"
		}
		none(t, db, "the recipe makes another release", "SELECT i, age FROM "+applied("people")+" EXCEPT ALL SELECT i, age FROM release")
		isBeyond := fmt.Sprintf("(%t AND p.age >= %d OR %t AND p.age < %d)", given != 1, top, given != 0, bottom)
		none(t, db, "the recipe has other labels beyond the ends", "SELECT 1 FROM release AS r JOIN people AS p USING (i) LEFT JOIN "+
			applied("(SELECT CASE WHEN age >= 50 THEN age + 1000 ELSE age - 1000 END AS age, i FROM people)")+" AS a USING (i) WHERE "+isBeyond+" AND a.age IS DISTINCT FROM r.age")
		var people, nobody int
		var correct float64
		query = "SELECT (SELECT count(*) FROM people), any_value(people) FILTER (measure = 'no_match'), any_value(value) FILTER (measure = 'correct') FROM attack_linkage('release', 'people', qi := ['age'])"
		if err := db.QueryRowContext(t.Context(), query).Scan(&people, &nobody, &correct); err != nil {
			t.Fatalf("seed %d, %s: %v", seed, call, err)
		}
		if nobody > 0 {
			t.Fatalf("seed %d, %s: %d match nothing", seed, call, nobody)
		}
		if rounding == "" {
			apart++
			if !near(correct*float64(people), float64(len(groups))) {
				t.Fatalf("seed %d, %s: %v are linked right, want %d", seed, call, correct*float64(people), len(groups))
			}
		}
	}
	if released < 10 || open < released/2 || apart < released/3 {
		t.Errorf("%d releases, %d open ends, %d apart say little", released, open, apart)
	}
}
