package definitions

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"skyline/tests/internal/sqltest"
)

// triedSetting is a row of what release_plan has tried.
type triedSetting struct {
	setting          string
	chosen, holds    bool
	loss             float64
	groups, smallest int64
}

func triedSettings(t *testing.T, db *sql.DB) (all []triedSetting) {
	t.Helper()
	sqltest.Scan(t, db, "SELECT setting, chosen, holds, loss, groups, smallest FROM tried", func(rows *sql.Rows) error {
		var s triedSetting
		err := rows.Scan(&s.setting, &s.chosen, &s.holds, &s.loss, &s.groups, &s.smallest)
		all = append(all, s)
		return err
	})
	return all
}

// TestTried: what a row says is what a release by its plan is, made and measured by itself; and the
// one that is chosen loses least of those that hold, or, for the public, is the plan's own.
func TestTried(t *testing.T) {
	db := sqltest.Open(t, "")
	stays(t, db, rand.New(rand.NewPCG(9, 9)))
	sqltest.Exec(t, db, "CREATE TABLE plan AS FROM release_plan('messy', purpose := 'internal')",
		"UPDATE plan SET role = CASE attribute WHEN 'ICD-10' THEN 'sensitive' WHEN 'bmi' THEN 'qi' ELSE 'drop' END, question = NULL WHERE role IS NULL AND attribute IS NOT NULL",
		"SET VARIABLE plan = (SELECT list(p) FROM plan AS p)")
	for _, purpose := range []string{"internal", "public"} {
		sqltest.Exec(t, db, "CREATE OR REPLACE TABLE tried AS FROM release_plan('messy', plan := getvariable('plan'), purpose := '"+purpose+"', tries := 7, output := 'tried')")
		all := triedSettings(t, db)
		best := 0
		for i, s := range all {
			if s.holds && s.loss < all[best].loss || !all[best].holds && s.holds {
				best = i
			}
		}
		if purpose == "public" {
			best = 0
		}
		if len(all) != 7 || all[2].loss == all[0].loss {
			t.Fatal(all)
		}
		for i, s := range all {
			if s.chosen != (i == best) {
				t.Errorf("%s: %s: chosen is %t; %v", purpose, s.setting, s.chosen, all)
			}
			if purpose == "public" {
				continue
			}
			sqltest.Exec(t, db, "SET VARIABLE one = (SELECT plan FROM tried WHERE setting = "+sqltest.Literal(s.setting)+")",
				"CREATE OR REPLACE TABLE released AS FROM skyline_anonymize('messy', plan := getvariable('one'))")
			got := sqltest.Texts(t, db, `SELECT format('{} {} {} {}', loss, groups, smallest, holds) FROM
				(SELECT value AS loss FROM release_utility('messy', 'released', plan := getvariable('one')) WHERE measure = 'ncp' AND attribute IS NULL),
				(SELECT count(*) AS groups, min(n) AS smallest FROM (SELECT count(*) AS n FROM released GROUP BY group_id)),
				(SELECT bool_and(holds) AS holds FROM release_check('released', plan := getvariable('one'), original := 'messy') WHERE requirement IN ('k_anonymity', 'skyline', 'exact_values'))`)[0]
			if want := sqltest.Texts(t, db, "SELECT format('{} {} {} {}', loss, groups, smallest, holds) FROM tried WHERE setting = "+sqltest.Literal(s.setting))[0]; got != want {
				t.Errorf("%s: the release has %s, and the row says %s", s.setting, got, want)
			}
		}
	}
	for _, leaked := range sqltest.Texts(t, db, "SELECT t::VARCHAR FROM tried AS t WHERE t::VARCHAR ILIKE '%marker%' OR t::VARCHAR LIKE '%E119%'") {
		t.Errorf("a value is in it: %s", leaked)
	}
	// The plan that is chosen can be stored, carried on, and given again.
	sqltest.Exec(t, db, "CREATE OR REPLACE TABLE plan AS SELECT UNNEST(plan, max_depth := 2) FROM tried WHERE chosen", "SET VARIABLE plan = (SELECT list(p) FROM plan AS p)")
	kept := sqltest.Texts(t, db, "SELECT required || ' ' || finding FROM release_plan('messy', plan := getvariable('plan')) WHERE requirement = 'split'")
	if want := "information_loss How it was chosen: by the types of the columns"; len(kept) != 1 || !strings.HasPrefix(kept[0], want) {
		t.Error(kept)
	}
}

// TestTriedImportance: where columns have an importance in the plan, they count by it in the choice.
func TestTriedImportance(t *testing.T) {
	db := sqltest.Open(t, "")
	random := rand.New(rand.NewPCG(10, 10))
	for range 2 {
		var rows []string
		for range 200 {
			rows = append(rows, fmt.Sprintf("(%d, %d, '%c')", random.IntN(20), random.IntN(7), 'a'+rune(random.IntN(5))))
		}
		sqltest.Exec(t, db, "CREATE OR REPLACE TABLE few AS FROM (VALUES "+strings.Join(rows, ", ")+") AS t(age, children, ward)",
			`CREATE OR REPLACE TABLE tried AS FROM release_plan('few', plan := [{'attribute': 'age', 'role': 'qi', 'importance': '7'}, {'attribute': 'children', 'role': 'qi', 'importance': NULL}, {'attribute': 'ward', 'role': 'qi', 'importance': NULL},
				{'requirement': 'k_anonymity', 'required': '4'}], purpose := 'internal', tries := 6, output := 'tried')`)
		best, chosen := "", ""
		least := 10.0
		sqltest.Scan(t, db, "SELECT setting, chosen, holds, columns[1].loss, columns[2].loss, columns[3].loss FROM tried", func(rows *sql.Rows) error {
			var setting string
			var isChosen, holds bool
			var losses [3]float64
			err := rows.Scan(&setting, &isChosen, &holds, &losses[0], &losses[1], &losses[2])
			if isChosen {
				chosen = setting
			}
			if loss := 7*losses[0] + losses[1] + losses[2]; holds && loss < least {
				best, least = setting, loss
			}
			return err
		})
		if chosen != best {
			t.Errorf("chosen is %q, and %q loses least", chosen, best)
		}
	}
}
