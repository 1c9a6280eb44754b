package definitions

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"skyline/tests/internal/sqltest"
	"skyline/tests/trials"
)

var sureInSummary = regexp.MustCompile(`is at most (?:about )?([0-9.]+) % sure of anyone's v\.$`)

// TestSummaryOfRandomReleases counts the people and groups of random tables again, and how sure
// somebody becomes who knows k others: that is surest with as many of them as there are without
// the value in the person's own group, n_v / (n - min(k, n - n_v)).
func TestSummaryOfRandomReleases(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := sqltest.Open(t, "")
	certain, alone, alike := 0, 0, 0
	for seed := range trials.Seeds(t, 20, 300) {
		rng := rand.New(rand.NewPCG(39, seed))
		groups := make([]map[int]int, 1+rng.IntN(5))
		var rows []string
		people, smallest := 0, 0
		seen := map[string]bool{}
		values, size := 1+rng.IntN(5), 1+rng.IntN(12)
		for g := range groups {
			groups[g] = map[int]int{}
			n := 1 + rng.IntN(size)
			for range n {
				v := rng.IntN(values)
				groups[g][v]++
				rows = append(rows, fmt.Sprintf("(%d, %d)", g, v))
			}
			people += n
			if histogram := fmt.Sprint(groups[g]); seen[histogram] {
				alike++
			} else {
				seen[histogram] = true
			}
			if smallest == 0 || n < smallest {
				smallest = n
			}
		}
		k := rng.IntN(4)
		most, want := 0.0, smallest >= 3
		for _, group := range groups {
			n := 0
			for _, have := range group {
				n += have
			}
			for _, have := range group {
				left := n - min(k, n-have)
				most, want = max(most, float64(have)/float64(left)), want && 5*have < 3*left
			}
		}
		var holds bool
		var line string
		statement := fmt.Sprintf("SELECT holds, meaning FROM release_check('(VALUES %s) AS t(g, v)', qi := ['g'], sensitive := 'v', privacy := {'k_anonymity': 3, 'skyline': [{'k': %d, 'c': 0.6}]}, output := 'summary') WHERE requirement = 'summary'", strings.Join(rows, ", "), k)
		sqltest.Scan(t, db, statement, func(r *sql.Rows) error { return r.Scan(&holds, &line) })
		if holds != want || strings.HasPrefix(line, "Not every requirement holds. ") == want {
			t.Errorf("%s\n%v, %q: k = %d, smallest %d, %v", statement, holds, line, k, smallest, most)
		}
		line = strings.TrimPrefix(line, "Not every requirement holds. ")
		one := func(n int, one, many string) string {
			if n == 1 {
				return "1 " + one
			}
			return strconv.Itoa(n) + " " + many
		}
		counted := one(people, "person", "people") + " in " + one(len(groups), "group", "groups")
		switch {
		case smallest == 1:
			counted += ". Somebody is alone in their group."
			alone++
		case len(groups) > 1:
			counted += fmt.Sprintf(" of at least %d.", smallest)
		default:
			counted += "."
		}
		who := " An attacker who knows " + []string{"only the release", "1 other person", "2 others", "3 others"}[k] + " "
		if !strings.HasPrefix(line, counted+who) {
			t.Errorf("%s\n%q, want %q", statement, line, counted+who)
		}
		found := sureInSummary.FindStringSubmatch(line)
		switch {
		case most == 1:
			certain++
			if !strings.HasSuffix(line, " can be certain of somebody's v.") {
				t.Errorf("%s\n%q: somebody's v is certain", statement, line)
			}
		case found == nil:
			t.Errorf("%s\n%q: no share, want %v", statement, line, most)
		default:
			if x, err := strconv.ParseFloat(found[1], 64); err != nil || x < 100*most*0.998-1e-9 || x > 100*most*1.002+1e-9 {
				t.Errorf("%s\n%q: want %v", statement, line, most)
			}
		}
	}
	if certain == 0 || alone == 0 || alike == 0 {
		t.Errorf("%d certain, %d with somebody alone, %d groups like another", certain, alone, alike)
	}
}
