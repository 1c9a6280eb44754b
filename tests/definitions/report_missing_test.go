package definitions

import (
	"database/sql"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"skyline/tests/internal/sqltest"
	"skyline/tests/trials"
)

// fits counts those of some people whose rows may be p's in columns, a bit each: 0 is a value that is
// missing, and may be any.
func fits(people []person, p person, columns int) (n int64) {
	for _, other := range people {
		may := true
		for i := range p {
			may = may && (columns>>i&1 == 0 || p[i] == other[i] || p[i] == 0 || other[i] == 0)
		}
		if may {
			n++
		}
	}
	return n
}

// TestEvidenceOfMatches: where a missing value is any value, the evidence by its definitions, all rows
// being compared with all; what is about groups has no value.
func TestEvidenceOfMatches(t *testing.T) {
	trials.Long(t)
	db := sqltest.Open(t, "")
	for seed := range trials.Seeds(t, 12, 200) {
		rng := rand.New(rand.NewPCG(seed, 23))
		var people []person
		for range 1 + rng.IntN(9) {
			people = append(people, person{rng.IntN(4), rng.IntN(3), rng.IntN(3), rng.IntN(3)})
		}
		var rows []string
		for _, p := range people {
			rows = append(rows, fmt.Sprintf("(nullif(%d, 0), nullif('%d', '0'), nullif(%d, 0), nullif('%d', '0'))", p[0], p[1], p[2], p[3]))
		}
		query, weight := fmt.Sprintf("SELECT a, b, c, s FROM (VALUES %s) AS t(a, b, c, s)", strings.Join(rows, ", ")), ""
		if rng.IntN(2) == 0 {
			query, weight = "SELECT a, b, c, s, count(*) AS n FROM ("+query+") GROUP BY ALL", ", weight := 'n'"
		}
		sqltest.Exec(t, db, "CREATE OR REPLACE TABLE missing AS "+query)
		n, want := int64(len(people)), map[string]*big.Rat{}
		for _, name := range []string{"uniques", "highest_risk", "average_risk", "linkable", "linkable_by_few"} {
			want[name] = new(big.Rat)
		}
		largest := func(name string, x *big.Rat) {
			if x.Cmp(want[name]) > 0 {
				want[name] = x
			}
		}
		for _, p := range people {
			f := fits(people, p, 0b0111)
			want["uniques"].Add(want["uniques"], big.NewRat(alone(f), 1))
			largest("highest_risk", big.NewRat(1, f))
			want["average_risk"].Add(want["average_risk"], big.NewRat(1, f*n))
			want["linkable"].Add(want["linkable"], big.NewRat(alone(fits(people, p, 0b1111)), n))
		}
		for columns := range 0b1111 {
			if size := bits(columns); size < 1 || size > 2 {
				continue
			}
			share := new(big.Rat)
			for _, p := range people {
				share.Add(share, big.NewRat(alone(fits(people, p, columns)), n))
			}
			largest("linkable_by_few", share)
		}
		sqltest.Scan(t, db, "SELECT measure, value, holds, meaning FROM release_evidence(NULL, 'missing', qi := ['a', 'b', 'c'], sensitive := 's', missing := 'any', max_size := 2, max_risk := 0.5"+weight+")", func(rows *sql.Rows) error {
			var measure, meaning string
			var value sql.NullFloat64
			var holds sql.NullBool
			if err := rows.Scan(&measure, &value, &holds, &meaning); err != nil {
				return err
			}
			exact, known := want[measure]
			delete(want, measure)
			switch {
			case !known && value.Valid:
				t.Errorf("%s = %v, and is not defined", measure, value.Float64)
			case known && (!value.Valid || !sqltest.Rounds(value.Float64, exact) && !sqltest.Near(value.Float64, float(exact))):
				t.Errorf("%s = %v, want %s", measure, value, exact)
			case known && !strings.Contains(meaning, "Assumed: a missing value may be any value"):
				t.Errorf("%s does not say what is assumed: %s", measure, meaning)
			case measure == "highest_risk" && holds.Bool != (exact.Cmp(big.NewRat(1, 2)) <= 0):
				t.Errorf("%s = %s holds: %v", measure, exact, holds)
			}
			return nil
		})
		for measure := range want {
			t.Errorf("there is no %s", measure)
		}
		if t.Failed() {
			t.Fatalf("seed %d: %v", seed, people)
		}
	}
}
