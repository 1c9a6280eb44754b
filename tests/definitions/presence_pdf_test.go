package definitions

import (
	"database/sql"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// pdfPerson is a row of a random table: a group, and values from 0, -1 for NULL.
type pdfPerson struct {
	group  int
	values [2]int
	weight int
}

// pdfTable is a random table and the trees over its domains: at level 1 a value is in
// the branch value / width, NULL in branch 0, at level 2 all are together. There are
// values 0..9, of which the table may have any.
type pdfTable struct {
	people []pdfPerson
	width  [2]int
}

const pdfDomain = 10

func randomPDFTable(rng *rand.Rand) *pdfTable {
	p := &pdfTable{width: [2]int{1 + rng.IntN(4), 1 + rng.IntN(4)}}
	groups, spread := 1+rng.IntN(4), 1+rng.IntN(pdfDomain)
	for range 1 + rng.IntN(12) {
		one := pdfPerson{group: rng.IntN(groups), weight: 1 + rng.IntN(3)}
		for i := range one.values {
			one.values[i] = rng.IntN(spread+1) - 1
		}
		p.people = append(p.people, one)
	}
	return p
}

func (p *pdfTable) branch(column, value int) int { return max(value, 0) / p.width[column] }

// allowed reports, by the definition of a kind other than 'pdf', whether a value has a
// probability above 0 in a column of a group.
func (p *pdfTable) allowed(kind string, column, value int, members []int) bool {
	if slices.Contains(members, value) {
		return true
	}
	switch kind {
	case "set":
		return false
	case "interval":
		low, high := false, false
		for _, m := range members {
			low = low || m >= 0 && m < value
			high = high || m > value
		}
		occurs := slices.ContainsFunc(p.people, func(one pdfPerson) bool { return one.values[column] == value })
		return value >= 0 && low && high && occurs
	}
	// The lowest node: the value itself, a branch, or everything. Where there is one
	// branch only, it is everything.
	if !slices.ContainsFunc(members, func(m int) bool { return m != members[0] }) {
		return false
	}
	for _, m := range members {
		if p.branch(column, m) != p.branch(column, members[0]) {
			return true
		}
	}
	return p.branch(column, value) == p.branch(column, members[0])
}

// distribution returns what must be published of a column of a group, as text, and its
// KL cost.
func (p *pdfTable) distribution(kind string, column, group int) (string, float64) {
	var members []int
	for _, one := range p.people {
		if one.group == group {
			for range one.weight {
				members = append(members, one.values[column])
			}
		}
	}
	weights, total := map[int]int{}, 0
	for value := -1; value < pdfDomain; value++ {
		switch {
		case kind == "pdf":
			for _, m := range members {
				weights[value] += boolInt(m == value)
			}
		case p.allowed(kind, column, value, members):
			weights[value] = 1
		}
		total += weights[value]
	}
	var entries []string
	for at := range pdfDomain + 1 {
		value, text := at, fmt.Sprint(at)
		if at == pdfDomain { // NULL is last
			value, text = -1, "NULL"
		}
		if weights[value] > 0 {
			entries = append(entries, fmt.Sprintf("%s: %v", text, float64(weights[value])/float64(total)))
		}
	}
	cost := 0.0
	for _, m := range members {
		cost -= math.Log(float64(weights[m]) / float64(total))
	}
	if len(entries) == 1 {
		entries[0] += ".0" // as DuckDB writes 1
	}
	return strings.Join(entries, ", "), cost
}

// TestPDFGeneralize compares random tables with what each kind is by definition.
func TestPDFGeneralize(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := openDB(t, "")
	for seed := range trials.Seeds(t, 8, 40) {
		p := randomPDFTable(rand.New(rand.NewPCG(seed, 1)))
		var rows, entries []string
		for _, one := range p.people {
			rows = append(rows, fmt.Sprintf("(nullif(%d, 0), nullif(%d, -1), nullif(%d, -1), %d)", one.group, one.values[0], one.values[1], one.weight))
		}
		for column, name := range []string{"a", "b"} {
			for value := -1; value < pdfDomain; value++ {
				entries = append(entries, fmt.Sprintf("('%[1]s', nullif('%[2]d', '-1'), 1, 'branch %[3]d'), ('%[1]s', nullif('%[2]d', '-1'), 2, '*')", name, value, p.branch(column, value)))
			}
		}
		exec(t, db, "CREATE OR REPLACE TABLE people AS FROM (VALUES "+strings.Join(rows, ", ")+") t(g, a, b, w)",
			"CREATE OR REPLACE TABLE tree AS FROM (VALUES "+strings.Join(entries, ", ")+") t(attribute, value, level, label)")
		for _, kind := range []string{"pdf", "set", "interval", "hierarchy"} {
			p.check(t, db, fmt.Sprint("seed ", seed), kind)
		}
	}
}

func (p *pdfTable) check(t *testing.T, db *sql.DB, name, kind string) {
	t.Helper()
	hierarchies := ""
	if kind == "hierarchy" {
		hierarchies = ", hierarchies := 'tree'"
	}
	total := 0.0
	for g := range 4 {
		if slices.ContainsFunc(p.people, func(one pdfPerson) bool { return one.group == g }) {
			for column := range 2 {
				_, cost := p.distribution(kind, column, g)
				total += cost
			}
		}
	}
	const entries = "array_to_string(list_transform(map_entries(%[1]s), lambda e: e.key || ': ' || e.value), ', ')"
	seen := 0
	scan(t, db, fmt.Sprintf("SELECT coalesce(g, 0), "+fmt.Sprintf(entries, "a")+", "+fmt.Sprintf(entries, "b")+", kl_cost, kl_total FROM pdf_generalize('people', ['a', 'b'], 'g', kind := '%s'%s, weight := 'w', other_columns := 'keep')", kind, hierarchies), func(rows *sql.Rows) error {
		var g int
		var got [2]string
		var cost, all float64
		if err := rows.Scan(&g, &got[0], &got[1], &cost, &all); err != nil {
			return err
		}
		want := 0.0
		for column := range got {
			text, part := p.distribution(kind, column, g)
			want += part
			if got[column] != text {
				t.Errorf("%s, %s: group %d, column %d: %s, want %s", name, kind, g, column, got[column], text)
			}
		}
		if !near(cost, want) || !near(all, total) {
			t.Errorf("%s, %s: group %d: costs %v, %v, want %v, %v", name, kind, g, cost, all, want, total)
		}
		seen++
		return nil
	})
	if seen != len(p.people) {
		t.Errorf("%s, %s: %d rows, want %d", name, kind, seen, len(p.people))
	}
}

// TestReconstructionMatches: a tiny table, drawn many times, equals the original as
// often as Theorem 1 says: with the probability exp(-KL cost). Seeds are fixed; of all
// of them, one in a million would be off by five standard deviations.
func TestReconstructionMatches(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := openDB(t, "")
	exec(t, db, "CREATE TABLE tiny AS FROM (VALUES (1, 1, 'Pr', 'Ca'), (2, 1, 'St', 'US'), (3, 2, 'St', 'US'), (4, 2, 'St', 'It')) t(id, g, job, nation)")
	const draws = 50_000
	for _, kind := range []string{"pdf", "set", "interval"} {
		exec(t, db, fmt.Sprintf("CREATE OR REPLACE TABLE released AS FROM pdf_generalize('tiny', ['job', 'nation'], 'g', kind := '%s', other_columns := 'keep')", kind),
			fmt.Sprintf("CREATE OR REPLACE TABLE drawn AS FROM pdf_reconstruct('(SELECT released.*, draw FROM released, range(%d) r(draw))', ['job', 'nation'], seed := 7)", draws))
		scan(t, db, "SELECT exp(-any_value(kl_total)), (SELECT count(*) FROM (SELECT draw FROM drawn JOIN tiny USING (id) GROUP BY draw HAVING bool_and(drawn.job = tiny.job AND drawn.nation = tiny.nation))) FROM released", func(rows *sql.Rows) error {
			var p float64
			var matches int
			if err := rows.Scan(&p, &matches); err != nil {
				return err
			}
			deviation := math.Sqrt(draws * p * (1 - p))
			if math.Abs(float64(matches)-draws*p) > 5*deviation {
				t.Errorf("%s: %d matches of %d, want %v ± %v", kind, matches, draws, draws*p, deviation)
			}
			return nil
		})
	}
}

// TestReconstructionIndependent: draws follow their distribution, and those of two
// columns, and of two rows, have nothing to do with each other: of each pair of values
// there are as many as the product of the probabilities says, by chi-squared tests. The
// rows are equal, so that their numbers alone tell them apart. Seeds are fixed; with 15
// degrees of freedom one seed in 100,000 would fail.
func TestReconstructionIndependent(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := openDB(t, "")
	const people, critical = 100_000, 49.0
	weights := map[string]float64{"a": 0.1, "b": 0.2, "c": 0.3, "d": 0.4}
	exec(t, db, fmt.Sprintf("CREATE TABLE released AS SELECT MAP {'a': 0.1, 'b': 0.2, 'c': 0.3, 'd': 0.4} AS x, MAP {'d': 0.4, 'c': 0.3, 'b': 0.2, 'a': 0.1} AS y FROM range(%d)", people))
	for _, seed := range []string{"1", "2", "-1"} {
		exec(t, db, fmt.Sprintf("CREATE OR REPLACE TABLE drawn AS SELECT *, row_number() OVER () AS n FROM pdf_reconstruct('released', ['x', 'y'], seed := %s)", seed))
		for name, pairs := range map[string]string{
			"columns": "SELECT x, y, count(*) FROM drawn GROUP BY ALL",
			"rows":    "SELECT x, z, count(*) FROM (SELECT n, x, lead(x) OVER (ORDER BY n) AS z FROM drawn) WHERE n % 2 = 1 GROUP BY ALL",
		} {
			counts, total := map[string]int{}, 0
			scan(t, db, pairs, func(rows *sql.Rows) error {
				var x, y string
				var n int
				err := rows.Scan(&x, &y, &n)
				counts[x+y] += n
				total += n
				return err
			})
			chi := 0.0
			for x, p := range weights {
				for y, q := range weights {
					expected := float64(total) * p * q
					chi += (float64(counts[x+y]) - expected) * (float64(counts[x+y]) - expected) / expected
				}
			}
			if chi > critical {
				t.Errorf("seed %s: %s: chi-squared %v of %v", seed, name, chi, counts)
			}
		}
	}
}
