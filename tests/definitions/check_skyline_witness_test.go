package definitions

import (
	"database/sql"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// numbersQuery are the numbers of a witness, and what they are of, as text.
const numbersQuery = `SELECT breach_is, value, w.target_people, w.target_having, w.target_known, w.ruled_out_having::VARCHAR,
	list_transform(w.families, lambda f: [f.relatives, f.group_people, f.group_having, f.group_known])::VARCHAR
	FROM (%s)`

// comesTo computes the breach probability from the numbers that are printed in a witness, as
// the reference says.
func comesTo(kind string, n, c, k int64, ruledOut []int64, families [][4]int64) *big.Rat {
	power := func(x *big.Rat, n int64) *big.Rat {
		p := big.NewRat(1, 1)
		for range n {
			p.Mul(p, x)
		}
		return p
	}
	ratio := big.NewRat(1, 1)
	times := func(a, b int64) {
		if a <= 0 {
			ratio.SetInt64(0)
		} else if ratio.Sign() > 0 {
			ratio.Mul(ratio, big.NewRat(a, b))
		}
	}
	ruled := int64(0)
	for _, s := range ruledOut {
		ruled += s
	}
	switch {
	case kind == "one":
		times(n-c-ruled-k, c)
	case kind == "set":
		times(n-c-k, c)
		for _, s := range ruledOut {
			times(n-s, n)
		}
	case n-k-1 <= 0:
		ratio.SetInt64(0)
	default:
		miss := power(big.NewRat(n-k-1, n-k), c)
		ratio.Quo(miss, new(big.Rat).Sub(big.NewRat(1, 1), miss))
		ratio.Mul(ratio, power(big.NewRat(n-1, n), ruled))
	}
	for _, f := range families {
		m, n, c, k := f[0], f[1], f[2], f[3]
		switch {
		case kind != "multiset":
			for i := range m {
				times(n-c-k-i, n-k-i)
			}
		case n-k-m <= 0:
			ratio.SetInt64(0)
		default:
			ratio.Mul(ratio, power(big.NewRat(n-k-m, n-k), c))
		}
	}
	one := big.NewRat(1, 1)
	return ratio.Quo(one, ratio.Add(ratio, one))
}

// integers are those of a text, whatever stands between them.
func integers(t *testing.T, text string) []int64 {
	t.Helper()
	var all []int64
	for _, field := range strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' }) {
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, n)
	}
	return all
}

// TestWitnessNumbers: from what skyline_check and release_check(output := 'groups') print of a worst case, its
// breach probability can be computed with fractions, to the last place.
func TestWitnessNumbers(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := openDB(t, "")
	compared, certain := 0, 0
	for seed := range seeds(t, 20, 2000) {
		rng := rand.New(rand.NewPCG(seed, 37))
		kind := []string{"one", "set", "multiset"}[rng.IntN(3)]
		constraint := map[string]string{"one": "SVPI", "set": "SET", "multiset": "MULTI"}[kind]
		var rows []string
		first := 0
		for g := range 2 + rng.IntN(4) {
			group := vectorGroup{People: 2 + rng.IntN(20), Counts: map[string]int{}}
			for left := group.People; left > 0; {
				v, n := string(rune('a'+rng.IntN(5))), 1+rng.IntN(left)
				if kind != "set" || group.Counts[v]+n <= group.People {
					group.Counts[v] += n
				}
				left -= n
			}
			rows = append(rows, rowsOf(0, g, first, constraint, group)...)
			first += group.People
		}
		exec(t, db, "CREATE OR REPLACE TABLE people AS FROM (VALUES "+strings.Join(rows, ", ")+") t(id, g, person, value)")
		point := fmt.Sprintf("'l': %d, 'k': %d, 'm': %d, 'c': 1e-9", rng.IntN(3), rng.IntN(6), rng.IntN(4))
		for _, query := range []string{
			fmt.Sprintf("SELECT value, breach AS breach_is, witness AS w FROM skyline_check('people', ['g'], 'value', skyline := [{%s}]%s)", point, call[constraint]),
			fmt.Sprintf("SELECT value, achieved AS breach_is, witness AS w FROM release_check('people', ['g'], 'value', privacy := {'skyline': [{%s}]}%s, output := 'groups')", point, call[constraint]),
		} {
			scan(t, db, fmt.Sprintf(numbersQuery, query), func(rows *sql.Rows) error {
				var breach float64
				var value, ruledOut, families string
				var n, c, k int64
				err := rows.Scan(&breach, &value, &n, &c, &k, &ruledOut, &families)
				var relatives [][4]int64
				for all := integers(t, families); len(all) > 0; all = all[4:] {
					relatives = append(relatives, [4]int64(all))
				}
				want := comesTo(kind, n, c, k, integers(t, ruledOut), relatives)
				if f, _ := want.Float64(); f != breach {
					t.Errorf("seed %d: %s is %v, and comes to %v: %d people, %d having, %d known, %s ruled out, families %s: %s", seed, value, breach, f, n, c, k, ruledOut, families, query)
				}
				compared++
				if want.IsInt() {
					certain++
				}
				return err
			})
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	t.Logf("%d breach probabilities, %d of them 1", compared, certain)
	if compared < trials.Number(200, 20000) || certain > compared*9/10 {
		t.Errorf("%d breach probabilities, of which %d are 1, say little", compared, certain)
	}
}
