package definitions

import (
	"cmp"
	"database/sql"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/tests/trials"
	"skyline/tests/vectors"
	"skyline/tests/worlds"
)

// presenceVector is a case of presence.json.
type presenceVector struct {
	Likelihoods []string `json:"likelihoods"`
	Present     int      `json:"n1"`
	Existence   []string `json:"ex"`
	Low         string   `json:"ex_min"`
	High        string   `json:"ex_max"`
	BoundLow    string   `json:"ex_down_min"`
	BoundHigh   *string  `json:"ex_up_max"`
	Delta       []string `json:"delta"`
	Holds       bool     `json:"present_def3_inclusive"`
}

func fraction(t *testing.T, text string) float64 {
	t.Helper()
	exactly, ok := new(big.Rat).SetString(text)
	if !ok {
		t.Fatalf("%q is no fraction", text)
	}
	value, _ := exactly.Float64()
	return value
}

func alike(a, b float64) bool { return math.Abs(a-b) <= 3e-15 }

// TestPresenceVectors asks SQL what the vectors say of likelihoods.
func TestPresenceVectors(t *testing.T) {
	trials.Long(t)
	var all []presenceVector
	if err := vectors.Read("presence.json", &all); err != nil || len(all) == 0 {
		t.Fatalf("%d vectors: %v", len(all), err)
	}
	db := openDB(t, "")
	for i, v := range all {
		// Somebody present has a positive likelihood, if there are enough of those.
		order := make([]int, len(v.Likelihoods))
		for k := range order {
			order[k] = k
		}
		slices.SortStableFunc(order, func(a, b int) int {
			return cmp.Compare(fraction(t, v.Likelihoods[b]), fraction(t, v.Likelihoods[a]))
		})
		var rows []string
		for k, likelihood := range v.Likelihoods {
			p, q, ok := strings.Cut(likelihood, "/")
			if !ok {
				q = "1"
			}
			rows = append(rows, fmt.Sprintf("(1, %d, %t, %s / %s)", k, slices.Contains(order[:v.Present], k), p, q))
		}
		exec(t, db, fmt.Sprintf("CREATE OR REPLACE TABLE people AS FROM (VALUES %s) AS t(g, q, here, p)", strings.Join(rows, ", ")))
		const arguments = "('people', ['q'], 'here', 'g', likelihood := 'p'"
		var low, high, boundLow float64
		var boundHigh sql.NullFloat64
		var holds bool
		deltas := ""
		if len(v.Delta) == 2 {
			deltas = fmt.Sprintf(", delta_min := %s, delta_max := %s", division(v.Delta[0]), division(v.Delta[1]))
		}
		err := db.QueryRow("SELECT existence_min, existence_max, bound_min, bound_max, holds FROM presence_check"+arguments+deltas+")").Scan(&low, &high, &boundLow, &boundHigh, &holds)
		if v.Existence == nil {
			if err == nil || !strings.Contains(err.Error(), "likelihood must give a positive likelihood") {
				t.Errorf("case %d: %v", i, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if !alike(low, fraction(t, v.Low)) || !alike(high, fraction(t, v.High)) || holds != v.Holds {
			t.Errorf("case %d: from %v to %v, %v; want from %s to %s, %v", i, low, high, holds, v.Low, v.High, v.Holds)
		}
		if v.BoundLow != "" && !alike(boundLow, fraction(t, v.BoundLow)) {
			t.Errorf("case %d: bound_min is %v, want %s", i, boundLow, v.BoundLow)
		}
		if v.BoundLow != "" && (boundHigh.Valid != (v.BoundHigh != nil) || boundHigh.Valid && !alike(boundHigh.Float64, fraction(t, *v.BoundHigh))) {
			t.Errorf("case %d: bound_max is %v, want %v", i, boundHigh, v.BoundHigh)
		}
		k := 0
		scan(t, db, "SELECT q, existence FROM presence_check"+arguments+", output := 'people') ORDER BY q", func(rows *sql.Rows) error {
			var q int
			var got float64
			err := rows.Scan(&q, &got)
			if err == nil && (q != k || !alike(got, fraction(t, v.Existence[q]))) {
				t.Errorf("case %d: existence of %d is %v, want %s", i, q, got, v.Existence[q])
			}
			k++
			return err
		})
		if k != len(v.Existence) {
			t.Errorf("case %d: %d people, want %d", i, k, len(v.Existence))
		}
	}
}

// TestPresenceOfRandomTables compares with the definition: all subsets of the people of a
// group with as many as are present, weighed by the probability with which the group's
// distributions make them the release.
func TestPresenceOfRandomTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(2008, 12))
	db := openDB(t, "")
	type person struct {
		g, a, b int
		here    bool
	}
	for round := range 40 {
		var people []person
		groups := 1 + rng.IntN(6)
		for range 1 + rng.IntN(8*groups) {
			people = append(people, person{rng.IntN(groups), rng.IntN(4), rng.IntN(3), rng.IntN(3) > 0})
		}
		rows := make([]string, len(people))
		for i, p := range people {
			rows[i] = fmt.Sprintf("(%d, %d, %d, %t)", p.g, p.a, p.b, p.here)
		}
		exec(t, db, fmt.Sprintf("CREATE OR REPLACE TABLE people AS FROM (VALUES %s) AS t(g, a, b, here)", strings.Join(rows, ", ")))
		// The release as a table: what pdf_generalize would publish of those present.
		distribution := func(column string) string {
			return fmt.Sprintf("(SELECT map(list(v), list(n / t)) FROM (SELECT h, v, n, sum(n) OVER (PARTITION BY h) AS t FROM (SELECT g AS h, %[1]s::VARCHAR AS v, count(*) AS n FROM people WHERE here GROUP BY ALL)) WHERE h = g) AS %[1]s", column)
		}
		exec(t, db, "CREATE OR REPLACE TABLE release AS SELECT g, "+distribution("a")+", "+distribution("b")+" FROM (SELECT DISTINCT g FROM people WHERE here)")
		for _, source := range []string{"", ", release := 'release'"} {
			got := map[[3]int]float64{}
			scan(t, db, "SELECT group_id, a, b, existence FROM presence_check('people', ['a', 'b'], 'here', 'g'"+source+", output := 'people')", func(rows *sql.Rows) error {
				var key [3]int
				var existence float64
				err := rows.Scan(&key[0], &key[1], &key[2], &existence)
				got[key] = existence
				return err
			})
			for g := range groups {
				var members []person
				present := 0
				for _, p := range people {
					if p.g == g {
						members = append(members, p)
						if p.here {
							present++
						}
					}
				}
				if len(members) == 0 || len(members) > 16 {
					continue
				}
				likelihoods := make([]*big.Rat, len(members))
				for i, p := range members {
					as, bs := 0, 0
					for _, other := range members {
						if other.here && other.a == p.a {
							as++
						}
						if other.here && other.b == p.b {
							bs++
						}
					}
					likelihoods[i] = big.NewRat(int64(as*bs), 1)
				}
				existence := worlds.Existence(likelihoods, present)
				for i, p := range members {
					if want, _ := existence[i].Float64(); math.Abs(got[[3]int{g, p.a, p.b}]-want) > 1e-12 {
						t.Fatalf("table %d%s: existence of %+v is %v, want %v", round, source, p, got[[3]int{g, p.a, p.b}], want)
					}
				}
			}
		}
	}
}
