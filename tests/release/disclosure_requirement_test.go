package release

import (
	"context"
	"database/sql"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// implied is the requirement (c, k)-safety, c in tenths.
type implied struct{ k, tenths int64 }

func randomImplied(rng *rand.Rand) implied {
	return implied{k: int64(rng.IntN(2) * rng.IntN(4)), tenths: int64(4 + rng.IntN(7))}
}

func (i implied) member() string {
	return fmt.Sprintf("'implications': {'pieces': %d, 'c': %v}", i.k, float64(i.tenths)/10)
}

// targets returns the maximum disclosure for targets in each group.
func (i implied) targets(r *relation, groups [][]individual) []*big.Rat {
	counts := make([][]int64, len(groups))
	for g := range groups {
		_, counts[g], _ = r.histogramOf(groups[g])
	}
	return byFormula(counts, int(i.k))
}

func (i implied) safe(disclosure *big.Rat) bool { return disclosure.Cmp(big.NewRat(i.tenths, 10)) < 0 }

// blame returns the columns without which the people of a group are safe, the group
// being one with all that differ from it in that column only.
func (i implied) blame(r *relation, groups [][]individual, g int) (names []string) {
	for d := range r.columns {
		merged := [][]individual{nil}
		for _, other := range groups {
			if key(other[0], d) == key(groups[g][0], d) {
				merged[0] = append(merged[0], other...)
			} else {
				merged = append(merged, other)
			}
		}
		if i.safe(i.targets(r, merged)[0]) {
			names = append(names, r.columns[d].name)
		}
	}
	return names
}

// impliedCases is how many random tables each test makes.
func impliedCases() int { return fewer(16, 60) }

// oneValue runs a test on random tables of people with one value each.
func oneValue(t *testing.T, stream uint64, test func(db *sql.DB, rng *rand.Rand, r *relation)) {
	db := openDB(t, "")
	exec(t, db, createMood)
	for seed := range uint64(impliedCases()) {
		rng := rand.New(rand.NewPCG(seed, stream))
		r := randomRelation(rng, "one")
		exec(t, db, r.statements(rng)...)
		exec(t, db, fmt.Sprint("SET threads = ", 1+rng.IntN(4)))
		test(db, rng, r)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// TestImplicationsChecked: release_check achieves what disclosure_check finds, and
// release_check(output := 'groups') names the groups whose people are not safe, which are there if
// and only if the table is not, with the largest disclosure for people of theirs.
func TestImplicationsChecked(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	unsafe, violations := 0, 0
	oneValue(t, 21, func(db *sql.DB, rng *rand.Rand, r *relation) {
		i := randomImplied(rng)
		privacy := "{" + i.member() + "}"
		arguments := fmt.Sprintf("'people', %s, 's'", r.qi())
		groups := r.groups(-1)
		targets := i.targets(r, groups)
		worst := mostOf(targets)

		var found, achieved, required float64
		var safe, holds bool
		var name string
		one(t, db, fmt.Sprintf("SELECT implications, safe FROM disclosure_check(%s, pieces := %d, c := %v) WHERE pieces = %[2]d", arguments, i.k, float64(i.tenths)/10), &found, &safe)
		one(t, db, fmt.Sprintf("SELECT requirement, required, achieved, holds FROM release_check(%s, privacy := %s, other_columns := 'keep')", arguments, privacy), &name, &required, &achieved, &holds)
		if !rounds(found, worst) || safe != i.safe(worst) {
			t.Errorf("%s: disclosure_check finds %v, safe: %v, want %v", privacy, found, safe, worst)
		}
		if name != "implications" || required != float64(i.tenths)/10 || achieved != found || holds != safe {
			t.Errorf("release_check: %s of %v is %v, holds: %v; disclosure_check finds %v, safe: %v", name, required, achieved, holds, found, safe)
		}
		if !safe {
			unsafe++
		}

		var want, got []string
		for g, target := range targets {
			if !i.safe(target) {
				x, _ := target.Float64()
				want = append(want, fmt.Sprintf("%s %d %.12f [%s]", key(groups[g][0], -1), len(groups[g]), x, strings.Join(i.blame(r, groups, g), ", ")))
			}
		}
		violations += len(want)
		statement := fmt.Sprintf("SELECT %s, size, achieved, blame::VARCHAR FROM release_check(%s, privacy := %s, output := 'groups')", r.groupKey(), arguments, privacy)
		scan(t, db, statement, func(rows *sql.Rows) error {
			var group, blame string
			var size int
			var achieved float64
			err := rows.Scan(&group, &size, &achieved, &blame)
			got = append(got, fmt.Sprintf("%s %d %.12f %s", group, size, achieved, blame))
			return err
		})
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(want, got) {
			t.Errorf("%s: violations are\n%s\nwant\n%s", privacy, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
	t.Logf("%d tables that are not safe, %d violations", unsafe, violations)
	if unsafe < impliedCases()/4 || unsafe > impliedCases()*29/30 || violations < unsafe {
		t.Errorf("%d tables that are not safe with %d violations say little", unsafe, violations)
	}
}

// one reads the only row of a query.
func one(t *testing.T, db *sql.DB, query string, into ...any) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), query).Scan(into...); err != nil {
		t.Fatalf("%v\n%s", err, query)
	}
}

// TestImplicationsReleased: what skyline_anonymize makes, and its groups, for
// (c, k)-safety has it, alone and beside other requirements; they refuse a table if
// and only if it is not safe as one group.
func TestImplicationsReleased(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	released, groups, left := 0, 0, 0
	oneValue(t, 22, func(db *sql.DB, rng *rand.Rand, r *relation) {
		i := randomImplied(rng)
		var rules []rule
		if rng.IntN(3) == 0 {
			rules = allRules(rng)[:1]
		}
		privacy := "{" + strings.Join(append([]string{i.member()}, membersOf(rules)...), ", ") + "}"
		share := 0.6 * float64(rng.IntN(2))
		options := fmt.Sprintf(", rounding := 'none', split := '%s', suppression := %v", []string{"information_gain", "information_loss", "median"}[rng.IntN(3)], share)
		if r.hasHierarchies() {
			options += ", hierarchies := 'hierarchies'"
		}
		call := fmt.Sprintf("('people', %s, 's', privacy := %s%s%s)", r.qi(), privacy, options, r.person("who"))
		_, err := db.ExecContext(context.Background(), "CREATE OR REPLACE TABLE release AS FROM skyline_anonymize"+strings.TrimSuffix(call, ")")+", other_columns := 'keep')")
		safe := i.safe(i.targets(r, [][]individual{r.people})[0]) && r.hold(rules, [][]individual{r.people})
		if safe && err != nil || !safe && share == 0 && err == nil {
			t.Errorf("%s: the table as one group is safe: %v, and the error is %v", call, safe, err)
		}
		if err != nil {
			if !strings.Contains(err.Error(), "no release of the whole table satisfies privacy") {
				t.Errorf("%s: %v", call, err)
			}
			return
		}
		partition := checkRegions(t, db, r)
		rest := checkLeftOut(t, r, partition, share, safe)
		left += len(r.people) - len(rest.people)
		worst := mostOf(i.targets(rest, partition))
		if !i.safe(worst) || !rest.hold(rules, partition) {
			t.Errorf("%s: the release comes to %v", call, worst)
		}
		var found float64
		var ok bool
		one(t, db, fmt.Sprintf("SELECT implications, safe FROM disclosure_check('release', ['group_id'], 's', pieces := %d, c := %v) WHERE pieces = %[1]d", i.k, float64(i.tenths)/10), &found, &ok)
		if !ok || !rounds(found, worst) {
			t.Errorf("%s: disclosure_check finds %v, safe: %v, want %v", call, found, ok, worst)
		}
		one(t, db, fmt.Sprintf("SELECT bool_and(holds) FROM release_check('release', ['group_id'], 's', privacy := %s, other_columns := 'keep')", privacy), &ok)
		if !ok {
			t.Errorf("%s: the release does not hold by release_check", call)
		}
		sizes := texts(t, db, "SELECT size::VARCHAR FROM skyline_anonymize"+strings.TrimSuffix(call, ")")+", output := 'groups') WHERE group_id IS NOT NULL ORDER BY group_id")
		for g := range partition {
			if g >= len(sizes) || sizes[g] != fmt.Sprint(len(partition[g])) {
				t.Errorf("%s: the groups have sizes %v", call, sizes)
				break
			}
		}
		released++
		groups += len(partition)
	})
	t.Logf("%d releases with %d groups, %d people left out", released, groups, left)
	if released < impliedCases()/3 || groups < released*3/2 || left == 0 {
		t.Errorf("%d releases with %d groups, %d people left out, say little", released, groups, left)
	}
}

func membersOf(rules []rule) (members []string) {
	for _, r := range rules {
		members = append(members, r.member)
	}
	return members
}
