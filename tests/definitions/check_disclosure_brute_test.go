package definitions

import (
	"database/sql"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/tests/trials"
)

// fig3 is Fig. 3 of the paper.
var fig3 = []bucket{
	{"flu": 2, "lung cancer": 2, "mumps": 1},
	{"flu": 2, "breast cancer": 1, "ovarian cancer": 1, "heart disease": 1},
}

// randomBuckets makes groups with at most so many worlds. Nearly always each has
// several values: where one has a single value, that is certain without any knowledge.
func randomBuckets(rng *rand.Rand, limit int64) []bucket {
	for {
		buckets := make([]bucket, 1+rng.IntN(3))
		least := min(1+rng.IntN(10), 4)
		for g := range buckets {
			buckets[g] = bucket{}
			values := least + rng.IntN(3)
			for range least + rng.IntN(7) {
				buckets[g][string(rune('a'+min(rng.IntN(values), rng.IntN(values))))]++
			}
		}
		few := slices.ContainsFunc(buckets, func(b bucket) bool { return len(b) < least })
		if !few && worldCount(buckets, limit) <= limit {
			return buckets
		}
	}
}

// TestDisclosureByEnumeration compares random tables with what enumerating their
// worlds says: every set of up to k implications of one target, and of up to k negated
// atoms, of any people.
func TestDisclosureByEnumeration(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	const most = 3
	cases := fewer(50, 1000)
	rng := rand.New(rand.NewPCG(1, 7))
	tables := [][]bucket{fig3}
	for len(tables) < cases {
		tables = append(tables, randomBuckets(rng, 6000))
	}
	db := openDB(t, "")
	loadBuckets(t, db, tables)
	different := map[string]bool{}
	for id, buckets := range tables {
		w := newWorlds(buckets)
		// Fig. 3 has many worlds; its third implication makes sure already.
		most := most - boolInt(id == 0)
		implications, negations := w.implied(most), w.Surest(w.Negations(), most)
		k := rng.IntN(len(implications))
		atK := largest(implications[k])
		choice := thresholds(atK)
		c := choice[rng.IntN(len(choice))]
		rows := discloses(t, db, bucketCase(id), fmt.Sprintf(", pieces := %d%s", len(implications)-1, cOf(c)))
		for k, row := range rows {
			want, negated := largest(implications[k]), negations[k]
			different[want.String()] = true
			if !rounds(row.implications, want) || !rounds(row.negations, negated) || row.safe != (want.Cmp(c) < 0) {
				t.Errorf("%v, k = %d, c = %v: %v and %v, safe: %v; want %v and %v", buckets, k, c, row.implications, row.negations, row.safe, want, negated)
			}
			if err := row.evaluates(w, buckets); err != nil {
				t.Errorf("%v: %v in %+v", buckets, err, row)
			}
			for g, formula := range byFormula(countsOf(buckets), k) {
				if formula.Cmp(implications[k][g]) != 0 {
					t.Fatalf("%v, k = %d: group %d has %v, by the formula %v", buckets, k, g, implications[k][g], formula)
				}
			}
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	t.Logf("%d tables, %d different fractions", len(tables), len(different))
	if len(different) < 25 {
		t.Errorf("%d different fractions say little", len(different))
	}
}

// TestDisclosureOfAnyKnowledge compares tiny tables with every conjunction of up to
// k implications whose right sides differ, and of one with up to two atoms a side:
// Theorem 9.
func TestDisclosureOfAnyKnowledge(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	cases := fewer(30, 600)
	rng := rand.New(rand.NewPCG(2, 7))
	var tables [][]bucket
	for len(tables) < cases {
		tables = append(tables, randomBuckets(rng, 100))
	}
	db := openDB(t, "")
	loadBuckets(t, db, tables)
	conjunctions := 0
	for id, buckets := range tables {
		w := newWorlds(buckets)
		simple, most := w.Implications(), 2
		if len(simple) <= 100 {
			most = 3
		}
		conjunctions += len(simple) * len(simple) / 2
		rows := discloses(t, db, bucketCase(id), fmt.Sprint(", pieces := ", most))
		for k, want := range w.Surest(simple, most) {
			if !rounds(rows[k].implications, want) {
				t.Errorf("%v, k = %d: %v, want %v", buckets, k, rows[k].implications, want)
			}
		}
		if want := w.Surest(w.Basic(), 1)[1]; !rounds(rows[1].implications, want) {
			t.Errorf("%v, one implication with two atoms a side: %v, want %v", buckets, rows[1].implications, want)
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	t.Logf("%d tables, %d pairs of implications", len(tables), conjunctions)
}

// TestDisclosureOfThePaper has the numbers of Fig. 3. The text says 10/19 for one
// implication: that is the largest with the two people in different groups. That flu
// follows from lung cancer, for one person, comes to more.
func TestDisclosureOfThePaper(t *testing.T) {
	t.Parallel()
	db := openDB(t, "")
	loadBuckets(t, db, [][]bucket{fig3})
	for k, row := range discloses(t, db, bucketCase(0), ", pieces := 2") {
		if want := []*big.Rat{big.NewRat(2, 5), big.NewRat(2, 3), big.NewRat(1, 1)}[k]; !rounds(row.implications, want) {
			t.Errorf("k = %d: %v, want %v", k, row.implications, want)
		}
	}
	w := newWorlds(fig3)
	across := new(big.Rat)
	for person, of := range w.Where {
		for other, antecedents := range w.Where {
			if person/5 == other/5 {
				continue // of the same group
			}
			for _, target := range of {
				for _, antecedent := range antecedents {
					known := w.All.Minus(antecedent).Or(target)
					if x := big.NewRat(int64(target.Common(known)), int64(known.Count())); x.Cmp(across) > 0 {
						across = x
					}
				}
			}
		}
	}
	if across.Cmp(big.NewRat(10, 19)) != 0 {
		t.Errorf("across groups: %v, want 10/19", across)
	}
}

// TestDisclosureOfNothing: a table of nobody shows nothing to be safe.
func TestDisclosureOfNothing(t *testing.T) {
	t.Parallel()
	db := openDB(t, "")
	rows := 0
	scan(t, db, "SELECT pieces, safe FROM disclosure_check('(SELECT 1 AS g, ''a'' AS s WHERE false)', ['g'], 's', pieces := 2)", func(r *sql.Rows) error {
		var k int64
		var safe bool
		rows++
		if err := r.Scan(&k, &safe); err != nil {
			return err
		}
		if safe {
			t.Errorf("k = %d: a table of nobody is called safe", k)
		}
		return nil
	})
	if rows != 3 {
		t.Errorf("%d rows, want one for each k", rows)
	}
}
