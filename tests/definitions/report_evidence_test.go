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

// person is one of a release: quasi-identifiers a, b, c and a sensitive value, small numbers.
type person [4]int

// drawn is a random release, another one of some of the same people, and a population.
type drawn struct {
	people, other, population []person
	qi                        int // how many of a, b, c are quasi-identifiers
	k                         int64
	c, risk                   *big.Rat
}

func drawRelease(rng *rand.Rand) *drawn {
	d := &drawn{qi: 1 + rng.IntN(3), k: int64(rng.IntN(4)), c: big.NewRat(1+rng.Int64N(9), 10), risk: big.NewRat(1, 1+rng.Int64N(5))}
	kinds := 1 + rng.IntN(3)
	one := func() (p person) {
		for i := range p {
			p[i] = rng.IntN(kinds)
		}
		p[3] = rng.IntN(3)
		return p
	}
	for range 1 + rng.IntN(12) {
		d.people = append(d.people, one())
	}
	d.other = append(d.other, one())
	for _, p := range d.people {
		if rng.IntN(2) == 0 {
			d.other = append(d.other, p)
		}
		for range 1 + rng.IntN(3) {
			d.population = append(d.population, p)
		}
	}
	d.population = append(d.population, one(), one())
	return d
}

// sharing counts those of some people who agree with p in columns, a bit each.
func sharing(people []person, p person, columns int) (n int64) {
	for _, other := range people {
		same := true
		for i := range p {
			same = same && (columns>>i&1 == 0 || p[i] == other[i])
		}
		if same {
			n++
		}
	}
	return n
}

// want are the measures by their definitions, as fractions.
func (d *drawn) want() map[string]*big.Rat {
	qi, n := 1<<d.qi-1, int64(len(d.people))
	all := qi | 1<<3
	want := map[string]*big.Rat{}
	largest := func(name string, x *big.Rat) {
		if want[name] == nil || x.Cmp(want[name]) > 0 {
			want[name] = x
		}
	}
	add := func(name string, x *big.Rat) {
		if want[name] == nil {
			want[name] = new(big.Rat)
		}
		want[name].Add(want[name], x)
	}
	if d.k > 0 {
		want["breach"] = new(big.Rat)
	}
	for _, p := range d.people {
		f, out := sharing(d.people, p, qi), sharing(d.population, p, qi)
		largest("highest_risk", big.NewRat(1, f))
		largest("population_highest_risk", big.NewRat(1, out))
		add("average_risk", big.NewRat(1, f*n))
		add("uniques", big.NewRat(alone(f), 1))
		add("linkable", big.NewRat(alone(sharing(d.people, p, all)), n))
		add("matching", big.NewRat(alone(sharing(d.people, p, all))*alone(sharing(d.other, p, all)), n))
		d.infer(p, f, largest)
	}
	for columns := 1; columns <= all; columns++ {
		share := new(big.Rat)
		if columns&^all != 0 || bits(columns) > 2 {
			continue
		}
		for _, p := range d.people {
			share.Add(share, big.NewRat(alone(sharing(d.people, p, columns)), n))
		}
		largest("linkable_by_few", share)
	}
	return want
}

// infer adds what somebody learns of a person of f who look alike, for each value.
func (d *drawn) infer(p person, f int64, largest func(string, *big.Rat)) {
	for value := range 3 {
		p[3] = value
		have := sharing(d.people, p, 1<<d.qi-1|1<<3)
		whole := sharing(d.people, p, 1<<3)
		if whole == 0 {
			continue
		}
		share := big.NewRat(have, f)
		largest("breach_uninformed", share)
		largest("gain", new(big.Rat).Sub(share, big.NewRat(whole, int64(len(d.people)))))
		if d.k > 0 && have > 0 {
			// The others whom it is best to know are those without the value.
			largest("breach", big.NewRat(have, max(have, f-d.k)))
		}
	}
}

func alone(n int64) int64 {
	if n == 1 {
		return 1
	}
	return 0
}

func bits(set int) (n int) {
	for ; set > 0; set &= set - 1 {
		n++
	}
	return n
}

// limits are the thresholds, and whether a value at one is allowed.
func (d *drawn) limits(measure string) (limit *big.Rat, allowed bool) {
	switch measure {
	case "uniques":
		return new(big.Rat), true
	case "highest_risk", "population_highest_risk":
		return d.risk, true
	case "breach", "breach_uninformed":
		return d.c, false
	}
	return nil, false
}

// make makes the tables, in which a person stands in a row of its own or with a weight.
func (d *drawn) make(t *testing.T, db *sql.DB, rng *rand.Rand) (weight string) {
	t.Helper()
	weighted := rng.IntN(2) == 0
	for name, people := range map[string][]person{"released": d.people, "other": d.other, "population": d.population} {
		var rows []string
		for _, p := range people {
			rows = append(rows, fmt.Sprintf("(%d, nullif('%d', '0'), %d, %d)", p[0], p[1], p[2], p[3]))
		}
		query := fmt.Sprintf("SELECT a, b, c, s FROM (VALUES %s) AS t(a, b, c, s)", strings.Join(rows, ", "))
		if weighted && name != "population" {
			query = "SELECT a, b, c, s, count(*) AS n FROM (" + query + ") GROUP BY ALL"
		}
		sqltest.Exec(t, db, "CREATE OR REPLACE TABLE "+name+" AS "+query)
	}
	if weighted {
		return ", weight := 'n'"
	}
	return ""
}

func TestReleaseEvidence(t *testing.T) {
	trials.Long(t)
	db := sqltest.Open(t, "")
	for seed := range trials.Seeds(t, 12, 300) {
		rng := rand.New(rand.NewPCG(seed, 21))
		d := drawRelease(rng)
		weight := d.make(t, db, rng)
		qi := []string{"'a'", "'b'", "'c'"}[:d.qi]
		call := fmt.Sprintf("release_evidence(NULL, '(SELECT %s, s%s FROM released)', qi := [%s], sensitive := 's', other_release := 'other', population := 'population', max_size := 2, k := %d, c := %s, max_risk := %s%s)",
			strings.ReplaceAll(strings.Join(qi, ", "), "'", ""), strings.ReplaceAll(strings.ReplaceAll(weight, " weight := ", " "), "'", ""), strings.Join(qi, ", "), d.k, d.c.FloatString(1), sqltest.Division(d.risk.String()), weight)
		got := map[string]bool{}
		want := d.want()
		sqltest.Scan(t, db, "SELECT measure, value, threshold, holds FROM "+call, func(rows *sql.Rows) error {
			var measure string
			var value, threshold sql.NullFloat64
			var holds sql.NullBool
			if err := rows.Scan(&measure, &value, &threshold, &holds); err != nil {
				return err
			}
			exact, known := want[measure]
			if !known {
				return nil
			}
			got[measure] = true
			if !value.Valid || !sqltest.Rounds(value.Float64, exact) && !sqltest.Near(value.Float64, float(exact)) {
				t.Errorf("%s = %v, want %s", measure, value, exact)
			}
			limit, allowed := d.limits(measure)
			if holds.Valid != (limit != nil) || limit != nil && holds.Bool != (exact.Cmp(limit) < 0 || allowed && exact.Cmp(limit) == 0) {
				t.Errorf("%s = %s at most %v holds: %v", measure, exact, limit, holds)
			}
			return nil
		})
		for measure := range want {
			if !got[measure] {
				t.Errorf("there is no %s", measure)
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d: %s\n%v\n%v", seed, call, d.people, d.other)
		}
	}
}

func float(x *big.Rat) float64 {
	f, _ := x.Float64()
	return f
}
