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

// probability is that of no atom of a group holding: people, numbered from 1, get
// values one after the other. Values that no atom names are one.
func probability(b bucket, atoms []atomShown) *big.Rat {
	named, people := bucket{}, []int{}
	for _, a := range atoms {
		named[a.value] = b[a.value]
		if !slices.Contains(people, a.person) {
			people = append(people, a.person)
		}
	}
	others, left := int64(b.people()-named.people()), int64(b.people())
	var next func(i int) *big.Rat
	next = func(i int) *big.Rat {
		sum := new(big.Rat)
		if i == len(people) {
			return sum.SetInt64(1)
		}
		if others > 0 {
			p := big.NewRat(others, left)
			others, left = others-1, left-1
			sum.Add(sum, p.Mul(p, next(i+1)))
			others, left = others+1, left+1
		}
		for _, v := range named.names() {
			if slices.ContainsFunc(atoms, func(a atomShown) bool { return a.person == people[i] && a.value == v }) {
				continue
			}
			p := big.NewRat(int64(named[v]), left)
			named[v]--
			left--
			sum.Add(sum, p.Mul(p, next(i+1)))
			named[v]++
			left++
		}
		return sum
	}
	return next(0)
}

// comesTo is the disclosure that the witness of a row has, exactly.
func (d *disclosed) comesTo(groups map[int]bucket) (*big.Rat, error) {
	byGroup := map[int][]atomShown{}
	for _, a := range append([]atomShown{d.consequent}, d.antecedents...) {
		if b := groups[a.group]; b[a.value] == 0 || a.person < 1 || a.person > b.people() || slices.Contains(byGroup[a.group], a) {
			return nil, fmt.Errorf("the witness has an atom that cannot hold, or one twice")
		}
		byGroup[a.group] = append(byGroup[a.group], a)
	}
	if int64(len(d.antecedents)) > d.k {
		return nil, fmt.Errorf("%d antecedents for k = %d", len(d.antecedents), d.k)
	}
	b := groups[d.consequent.group]
	holds, none := big.NewRat(int64(b[d.consequent.value]), int64(b.people())), big.NewRat(1, 1)
	for g, atoms := range byGroup {
		none.Mul(none, probability(groups[g], atoms))
	}
	return none.Quo(holds, none.Add(none, holds)), nil
}

// TestDisclosureWitness: the worst cases of tables too large to enumerate have the
// probability that the row says, to the last place, and no other knowledge of so many
// pieces has more, by the formula.
func TestDisclosureWitness(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	const most = 6
	db := openDB(t, "")
	across, within := 0, 0
	for seed := range seeds(t, 20, 240) {
		rng := rand.New(rand.NewPCG(seed, 10))
		groups := map[int]bucket{}
		exec(t, db, "CREATE OR REPLACE TABLE people (g INTEGER, s VARCHAR)")
		var counts [][]int64
		for g := range 1 + rng.IntN(4) {
			groups[g] = bucket{}
			values := 2 + rng.IntN(8)
			for range 8 + rng.IntN(40) {
				v := string(rune('a' + min(rng.IntN(values), rng.IntN(values), rng.IntN(values))))
				groups[g][v]++
			}
			for _, v := range groups[g].names() {
				exec(t, db, fmt.Sprintf("INSERT INTO people SELECT %d, '%s' FROM range(%d)", g, v, groups[g][v]))
			}
			counts = append(counts, groups[g].counts())
		}
		for k, row := range discloses(t, db, "'people'", fmt.Sprint(", pieces := ", most)) {
			want := mostOf(byFormula(counts, k))
			got, err := row.comesTo(groups)
			if err != nil || got.Cmp(want) != 0 || !rounds(row.implications, want) {
				t.Errorf("seed %d, k = %d: %v, the witness comes to %v, want %v: %v in %+v", seed, k, row.implications, got, want, err, row)
			}
			for _, a := range row.antecedents {
				if a.group == row.consequent.group && a.person == row.consequent.person {
					within++
				} else {
					across++
				}
			}
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	t.Logf("antecedents about the target: %d, about others: %d", within, across)
	if within < fewer(100, 200) || across < fewer(4, 10) {
		t.Errorf("antecedents about the target: %d, about others: %d say little", within, across)
	}
}

// TestDisclosureOfAdult: the real table, whose groups are counted by DuckDB.
func TestDisclosureOfAdult(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	folder := data(t)
	db := openDB(t, "")
	for _, query := range []string{
		"SELECT dense_rank() OVER (ORDER BY sex, race, education)::INTEGER AS g, occupation AS s",
		"SELECT (age // 20)::INTEGER AS g, occupation AS s",
		"SELECT dense_rank() OVER (ORDER BY age // 10, sex)::INTEGER AS g, occupation AS s",
	} {
		exec(t, db, fmt.Sprintf("CREATE OR REPLACE TABLE people AS %s FROM '%s/adult.csv'", query, folder))
		groups := map[int]bucket{}
		scan(t, db, "SELECT g, s, count(*) FROM people GROUP BY g, s", func(rows *sql.Rows) error {
			var g, n int
			var s string
			err := rows.Scan(&g, &s, &n)
			if groups[g] == nil {
				groups[g] = bucket{}
			}
			groups[g][s] = n
			return err
		})
		var counts [][]int64
		for _, b := range groups {
			counts = append(counts, b.counts())
		}
		for k, row := range discloses(t, db, "'people'", ", pieces := 5") {
			want := floatFormula(counts, k)
			got, err := row.comesTo(groups)
			if err != nil {
				t.Errorf("%s, k = %d: %v", query, k, err)
				continue
			}
			if x, _ := got.Float64(); !near(x, want) || !near(row.implications, want) || !near(row.negations, ruledOut(counts, k)) {
				t.Errorf("%s, k = %d: %v, the witness comes to %v, want %v", query, k, row.implications, x, want)
			}
		}
	}
}
