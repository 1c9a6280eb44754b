package definitions

import (
	"database/sql"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"skyline/tests/internal/sqltest"
	"skyline/tests/trials"
	"skyline/tests/vectors"
)

// estimates are values by measure and model, with their reasons and assumptions.
type estimates map[string]struct {
	value              sql.Null[float64]
	assumption, reason sql.Null[string]
}

func populationRisk(t *testing.T, db *sql.DB, arguments string) estimates {
	t.Helper()
	all := estimates{}
	sqltest.Scan(t, db, "SELECT measure, model, value, assumption, reason FROM population_risk("+arguments+")", func(rows *sql.Rows) error {
		var measure, model string
		e := all[""]
		err := rows.Scan(&measure, &model, &e.value, &e.assumption, &e.reason)
		all[measure+" "+model] = e
		return err
	})
	return all
}

// TestPopulationVectors compares with what ARX says of real tables. Its snb is 0 everywhere,
// since its solver finds nothing, and so its rule takes zayatz for large fractions; here snb
// has values, and the rule may take it. ARX's iteration for Pitman's parameters ends within
// 2e-9 of where the equations, added up term by term, are met to 1e-11. It takes α below 0, too,
// where the formula is no distribution, as of age, education and sex; here α is 0 there, which
// expects more.
func TestPopulationVectors(t *testing.T) {
	trials.Long(t)
	var cases []struct {
		Table, QI                   string
		Rows                        int64
		Fraction, Population        float64
		Pitman, Zayatz, SNB, Dankar float64
		Model                       string  `json:"dankar_model"`
		Uniques                     float64 `json:"sample_uniques"`
	}
	if err := vectors.Read("population.json", &cases); err != nil {
		t.Fatal(err)
	}
	db := sqltest.Open(t, "")
	for _, c := range cases {
		if c.QI == "age,education,sex" {
			var groups int64
			sqltest.Scan(t, db, fmt.Sprintf("SELECT count(DISTINCT (%s)) FROM '../data/%s.csv'", c.QI, c.Table), func(rows *sql.Rows) error { return rows.Scan(&groups) })
			theta := ewens(groups, c.Rows)
			if theta/c.Population <= c.Pitman {
				t.Errorf("%s at %v: α = 0 expects no more than ARX does, %v", c.Table, c.Fraction, c.Pitman)
			}
			if c.Pitman = theta / c.Population; c.Model == "PITMAN" {
				c.Dankar = c.Pitman
			}
		}
		got := populationRisk(t, db, fmt.Sprintf("'../data/%s.csv', ['%s'], fraction := %v", c.Table, strings.ReplaceAll(c.QI, ",", "', '"), c.Fraction))
		for name, want := range map[string]float64{
			"people counted": float64(c.Rows), "population given": c.Population, "sample_unique_share counted": c.Uniques,
			"population_unique_share pitman": c.Pitman, "population_unique_share zayatz": c.Zayatz,
		} {
			if e := got[name]; !e.value.Valid || math.Abs(e.value.V-want) > 1e-8*want {
				t.Errorf("%s at %v: %s is %v, want %v", c.Table, c.Fraction, name, e.value, want)
			}
		}
		snb, zayatz, rule := got["population_unique_share snb"].value, got["population_unique_share zayatz"].value, got["population_unique_share dankar"]
		want, model := c.Dankar, strings.ToLower(c.Model)
		if c.SNB != 0 || !snb.Valid {
			t.Errorf("%s at %v: snb is %v, and ARX's %v", c.Table, c.Fraction, snb, c.SNB)
		}
		if c.Fraction > 0.1 && snb.V < zayatz.V {
			want, model = snb.V, "snb"
		}
		// The requirement of privacy is on the same number.
		asked := map[string]sql.Null[float64]{}
		if trials.Slow() {
			asked["pitman"], asked["dankar"] = got["population_unique_share pitman"].value, rule.value
		}
		for model, e := range asked {
			var achieved float64
			sqltest.Scan(t, db, fmt.Sprintf("SELECT achieved FROM release_check('../data/%s.csv', ['%s'], privacy := {'population_uniqueness': {'fraction': %v, 'model': '%s', 'max_share': 1}}, other_columns := 'keep')",
				c.Table, strings.ReplaceAll(c.QI, ",", "', '"), c.Fraction, model), func(rows *sql.Rows) error { return rows.Scan(&achieved) })
			if achieved != e.V {
				t.Errorf("%s at %v: population_uniqueness by %s achieves %v, want %v", c.Table, c.Fraction, model, achieved, e.V)
			}
		}
		if math.Abs(rule.value.V-want) > 1e-8*want || !strings.HasPrefix(rule.assumption.V, "takes "+model+":") {
			t.Errorf("%s at %v: the rule %s, %v, want %s, %v", c.Table, c.Fraction, rule.assumption.V, rule.value, model, want)
		}
	}
}

// ewens returns θ for which so many people are likeliest to fall into so many groups by Ewens's
// formula, which is Pitman's for α = 0: groups = Σ_(i=0)^(people-1) θ/(θ + i).
func ewens(groups, people int64) float64 {
	low, high := 0.0, 1e9
	for range 200 {
		theta, expected := (low+high)/2, 0.0
		for i := range people {
			expected += theta / (theta + float64(i))
		}
		if expected < float64(groups) {
			low = theta
		} else {
			high = theta
		}
	}
	return low
}

// TestPopulationKnown draws samples of random populations, and counts in both.
func TestPopulationKnown(t *testing.T) {
	trials.Long(t)
	db := sqltest.Open(t, "")
	for seed := range trials.Seeds(t, 15, 300) {
		rng := rand.New(rand.NewPCG(seed, 22))
		sizes, inSample := map[int]int64{}, map[int]int64{}
		var people, drawn []string
		for range 1 + rng.IntN(40) {
			group := rng.IntN(1 + rng.IntN(30))
			sizes[group]++
			row := fmt.Sprintf("(%d, '%c')", group/5, 'a'+group%5)
			people = append(people, row)
			if rng.IntN(3) == 0 {
				inSample[group]++
				drawn = append(drawn, row)
			}
		}
		var alone, aloneThere, both int64
		found := new(big.Rat)
		for group, size := range sizes {
			if size == 1 {
				aloneThere++
			}
			if inSample[group] == 1 {
				alone++
			}
			if inSample[group] == 1 && size == 1 {
				both++
			}
			found.Add(found, big.NewRat(inSample[group], size))
		}
		if len(drawn) == 0 {
			continue
		}
		sqltest.Exec(t, db, "CREATE OR REPLACE TABLE people AS FROM (VALUES "+strings.Join(people, ", ")+") AS t(a, b)")
		sqltest.Exec(t, db, "CREATE OR REPLACE TABLE drawn AS FROM (VALUES "+strings.Join(drawn, ", ")+") AS t(a, b)")
		got := populationRisk(t, db, "'drawn', ['b', 'a'], population := 'people'")
		sum, _ := found.Float64()
		for name, want := range map[string]float64{
			"people counted": float64(len(drawn)), "population known": float64(len(people)), "sample_uniques counted": float64(alone),
			"population_uniques known": float64(aloneThere), "confirmed_unique_share known": float64(both) / float64(alone), "expected_reidentifications known": sum,
		} {
			if e := got[name].value; e.Valid == math.IsNaN(want) || e.Valid && math.Abs(e.V-want) > 1e-14*want {
				t.Errorf("seed %d: %s is %v, want %v", seed, name, e, want)
			}
		}
	}
}

// TestPopulationOfSamples draws from populations as Benedetti and Franconi take them to be:
// groups of F people with a probability in proportion to 1/F. On average over samples, as
// many are found as they expect. The sums are of some thousand independent groups; that they
// are five standard deviations apart is expected once in a million.
func TestPopulationOfSamples(t *testing.T) {
	trials.Long(t)
	db := sqltest.Open(t, "")
	const fraction, largest, groups = 0.4, 200, 20_000
	rng := rand.New(rand.NewPCG(1, 23))
	var weights []float64
	total := 0.0
	for F := 1; F <= largest; F++ {
		total += 1 / float64(F)
		weights = append(weights, total)
	}
	var rows []string
	found, variance := 0.0, 0.0
	for group := range groups {
		F, f := 1, 0
		for at := rng.Float64() * total; weights[F-1] < at; F++ {
		}
		for range F {
			if rng.Float64() < fraction {
				f++
			}
		}
		if f == 0 {
			continue
		}
		rows = append(rows, fmt.Sprintf("(%d, %d)", group, f))
		found += float64(f) / float64(F)
		variance += 0.25 // of a share of people, at most
	}
	got := populationRisk(t, db, "'(VALUES "+strings.Join(rows, ", ")+") t(g, n)', ['g'], weight := 'n', fraction := 0.4")
	if e := got["expected_reidentifications benedetti_franconi"].value; math.Abs(e.V-found) > 5*math.Sqrt(variance) {
		t.Errorf("%v are expected, and %v are found", e.V, found)
	}
}

// TestPopulationOfAdult takes Adult for the population, a twentieth and a quarter of it for
// the sample, and compares what is estimated with what is known. The bounds are wide; what
// the log says is in the reference.
func TestPopulationOfAdult(t *testing.T) {
	trials.Long(t)
	db := sqltest.Open(t, "")
	sqltest.Exec(t, db, "CREATE TABLE adult AS FROM '../data/adult.csv'")
	const qi = "['age', 'workclass', 'education', 'marital-status', 'race', 'sex', 'native-country']"
	for _, part := range []int{20, 4} {
		sqltest.Exec(t, db, fmt.Sprintf("CREATE OR REPLACE TABLE drawn AS FROM adult WHERE rowid * 7919 %% 1000003 %% %d = 0", part))
		got := populationRisk(t, db, fmt.Sprintf("'drawn', %s, fraction := %v", qi, 1/float64(part)))
		known := populationRisk(t, db, "'drawn', "+qi+", population := 'adult'")
		for _, measure := range []string{"confirmed_unique_share", "population_unique_share"} {
			truth := known[measure+" known"].value.V
			for model, within := range map[string]float64{"pitman": 0.25, "snb": 0.25, "dankar": 0.25, "zayatz": 0.75} {
				value := got[measure+" "+model].value
				t.Logf("1/%d: %s is %.3f, %s %.3f", part, measure, truth, model, value.V)
				if !value.Valid || math.Abs(value.V-truth) > within*truth {
					t.Errorf("1/%d: %s is %v, %s %v", part, measure, truth, model, value)
				}
			}
		}
		low, truth := got["average_risk benedetti_franconi"].value.V, known["average_risk known"].value.V
		t.Logf("1/%d: the average risk is %.3f, benedetti_franconi %.3f", part, truth, low)
		if low > truth {
			t.Errorf("1/%d: the average risk is %v, benedetti_franconi %v", part, truth, low)
		}
	}
}
