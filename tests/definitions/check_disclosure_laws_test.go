package definitions

import (
	"database/sql"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skyline/tests/trials"
)

// larger makes the rows (a, b, s) of a table too large to enumerate: b divides the
// groups that a makes.
func larger(rng *rand.Rand) (rows []string) {
	as, bs, values := 1+rng.IntN(4), 1+rng.IntN(3), 2+rng.IntN(8)
	skew := 1 + 3*rng.Float64()
	for range 1 + rng.IntN(120) {
		v := int(float64(values) * math.Pow(rng.Float64(), skew))
		s := fmt.Sprintf("'v%d'", v)
		if v == 3 {
			s = "NULL"
		}
		a := fmt.Sprint(rng.IntN(as))
		if a == "2" {
			a = "NULL"
		}
		rows = append(rows, fmt.Sprintf("(%s, %d, %s)", a, rng.IntN(bs), s))
	}
	return rows
}

// figures are the numbers of disclosure_check, a row for each k.
func figures(t *testing.T, db *sql.DB, tbl, qi, further string) (implications, negations []float64) {
	t.Helper()
	statement := fmt.Sprintf("SELECT implications, negations FROM disclosure_check(%s, %s, 's'%s) ORDER BY pieces", tbl, qi, further)
	scan(t, db, statement, func(rows *sql.Rows) error {
		var i, n float64
		err := rows.Scan(&i, &n)
		implications, negations = append(implications, i), append(negations, n)
		return err
	})
	return implications, negations
}

// TestDisclosureLaws: implications say at least what negations do, and more of them at
// least as much; merging QI groups tells the adversary nothing new (Theorem 14);
// negations at k = l − 2 are recursive diversity. The numbers are those of the formula.
func TestDisclosureLaws(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	const most = 6
	cases := fewer(10, 200)
	db := openDB(t, "")
	holding := 0
	for seed := range uint64(cases) {
		rng := rand.New(rand.NewPCG(seed, 8))
		exec(t, db, "CREATE OR REPLACE TABLE people (a INTEGER, b INTEGER, s VARCHAR)", "INSERT INTO people VALUES "+strings.Join(larger(rng), ", "))
		implications, negations := figures(t, db, "'people'", "['a', 'b']", fmt.Sprint(", pieces := ", most))
		merged, mergedNegations := figures(t, db, "'people'", "['a']", fmt.Sprint(", pieces := ", most))
		counts := histograms(t, db, "a, b")
		for k := range most + 1 {
			if negations[k] > implications[k] {
				t.Errorf("k = %d: negations %v, implications %v", k, negations[k], implications[k])
			}
			if k > 0 && (implications[k] < implications[k-1] || negations[k] < negations[k-1]) {
				t.Errorf("k = %d: %v and %v, less than for k − 1: %v and %v", k, implications[k], negations[k], implications[k-1], negations[k-1])
			}
			if merged[k] > implications[k] || mergedNegations[k] > negations[k] {
				t.Errorf("k = %d: merging groups raises %v and %v to %v and %v", k, implications[k], negations[k], merged[k], mergedNegations[k])
			}
			formula, _ := mostOf(byFormula(counts, k)).Float64()
			if !near(implications[k], formula) || !near(negations[k], ruledOut(counts, k)) {
				t.Errorf("k = %d: %v and %v, by the formulas %v and %v", k, implications[k], negations[k], formula, ruledOut(counts, k))
			}
		}
		for range 3 {
			l := 2 + rng.IntN(most+1)
			tenths := int64(1 + rng.IntN(60))
			var holds bool
			row := db.QueryRowContext(t.Context(), fmt.Sprintf("SELECT holds FROM release_check('people', ['a', 'b'], 's', privacy := {'recursive_diversity': {'c': %v, 'l': %d}})", float64(tenths)/10, l))
			if err := row.Scan(&holds); err != nil {
				t.Fatal(err)
			}
			c := big.NewRat(tenths, 10)
			below := fractionAt(negations[l-2]).Cmp(c.Quo(c, new(big.Rat).Add(c, big.NewRat(1, 1)))) < 0
			if holds != below {
				t.Errorf("(%v, %d)-diversity holds: %v, and %d negations come to %v", float64(tenths)/10, l, holds, l-2, negations[l-2])
			}
			holding += boolInt(holds)
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	t.Logf("%d diverse tables", holding)
	if holding < cases/3 {
		t.Errorf("%d diverse tables say little", holding)
	}
}

// histograms returns the counts of sensitive values in each group, in decreasing
// order.
func histograms(t *testing.T, db *sql.DB, columns string) (counts [][]int64) {
	t.Helper()
	scan(t, db, "SELECT list(n ORDER BY n DESC) FROM (SELECT "+columns+", count(*) AS n FROM people GROUP BY "+columns+", s) GROUP BY "+columns, func(rows *sql.Rows) error {
		var list any
		if err := rows.Scan(&list); err != nil {
			return err
		}
		var group []int64
		for _, n := range list.([]any) {
			group = append(group, n.(int64))
		}
		counts = append(counts, group)
		return nil
	})
	return counts
}

// ruledOut is the largest share of a value among those that k others leave.
func ruledOut(counts [][]int64, k int) float64 {
	worst := 0.0
	for _, group := range counts {
		rest := sum64(group) - sum64(group[min(1, len(group)):min(k+1, len(group))])
		worst = max(worst, float64(group[0])/float64(rest))
	}
	return worst
}

// fractionAt returns the fraction of numbers up to 120 that a double stands for.
func fractionAt(x float64) *big.Rat {
	for under := range int64(120) {
		over := math.Round(x * float64(under+1))
		if near(x, over/float64(under+1)) {
			return big.NewRat(int64(over), under+1)
		}
	}
	return new(big.Rat).SetFloat64(x)
}

// TestDisclosureOrder: rows in another order, other numbers of threads, a table of
// counts and other types give the same rows, witnesses and all.
func TestDisclosureOrder(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := openDB(t, "")
	for seed := range seeds(t, 4, 60) {
		rng := rand.New(rand.NewPCG(seed, 9))
		rows := larger(rng)
		var first []string
		for range 3 {
			rng.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
			exec(t, db, "CREATE OR REPLACE TABLE people (a INTEGER, b INTEGER, s VARCHAR)", "INSERT INTO people VALUES "+strings.Join(rows, ", "),
				fmt.Sprint("SET threads = ", 1+rng.IntN(4)))
			for _, tbl := range []string{
				"'people', ['a', 'b'], 's'",
				"'(SELECT a, b, s, count(*) AS n FROM people GROUP BY ALL)', ['a', 'b'], 's', weight := 'n'",
				"'(SELECT a, b, s, 1 AS n FROM people UNION ALL SELECT a, b, ''nobody'', 0 FROM people UNION ALL SELECT 99, 99, ''nobody'', 0)', ['a', 'b'], 's', weight := 'n'",
			} {
				statement := "SELECT COLUMNS(*)::VARCHAR FROM disclosure_check(" + tbl + ", pieces := 5, c := 0.7)"
				got := texts(t, db, statement)
				if first == nil {
					first = got
				}
				if diff := cmp.Diff(first, got); diff != "" {
					t.Fatalf("seed %d, %s: (-first +now)\n%s", seed, statement, diff)
				}
			}
		}
	}
}

// TestDisclosureOfMany: a table of many groups and people, counted by itself.
func TestDisclosureOfMany(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := openDB(t, "")
	exec(t, db, `CREATE TABLE people AS SELECT (hash(i) % 500)::INTEGER AS a, (hash(i + 7) % 3)::INTEGER AS b,
		'v' || (sqrt(hash(i * 31) % 400))::INTEGER AS s FROM range(60000) t(i)`)
	implications, negations := figures(t, db, "'people'", "['a', 'b']", ", pieces := 8")
	counts := histograms(t, db, "a, b")
	for k := range implications {
		want := floatFormula(counts, k)
		if !near(implications[k], want) || !near(negations[k], ruledOut(counts, k)) {
			t.Errorf("k = %d: %v and %v, want %v and %v", k, implications[k], negations[k], want, ruledOut(counts, k))
		}
	}
}

// TestDisclosureOfLargeCounts: counts that floats cannot hold, and groups so alike that
// only fractions tell which one is worst.
func TestDisclosureOfLargeCounts(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := openDB(t, "")
	exec(t, db, "CREATE TABLE people (a INTEGER, s VARCHAR, n BIGINT)")
	for seed := range seeds(t, 6, 120) {
		rng := rand.New(rand.NewPCG(seed, 11))
		exec(t, db, "DELETE FROM people")
		var counts [][]int64
		size := int64(1) << (10 + rng.IntN(36))
		for g := range 1 + rng.IntN(5) {
			b := bucket{}
			for v := range 2 + rng.IntN(7) {
				b[string(rune('a'+v))] = int(size + int64(rng.IntN(3)))
				if rng.IntN(3) == 0 {
					b[string(rune('a'+v))] = 1 + rng.IntN(5)
				}
			}
			for _, v := range b.names() {
				exec(t, db, fmt.Sprintf("INSERT INTO people VALUES (%d, '%s', %d)", g, v, b[v]))
			}
			counts = append(counts, b.counts())
		}
		for _, c := range []*big.Rat{big.NewRat(1, 2), big.NewRat(2, 3)} {
			k := 0
			statement := "SELECT implications, negations, safe FROM disclosure_check('people', ['a'], 's', pieces := 6, weight := 'n'" + cOf(c) + ")"
			scan(t, db, statement, func(rows *sql.Rows) error {
				var implications, negations float64
				var safe bool
				err := rows.Scan(&implications, &negations, &safe)
				want := mostOf(byFormula(counts, k))
				if !rounds(implications, want) || !near(negations, ruledOut(counts, k)) || safe != (want.Cmp(c) < 0) {
					t.Errorf("seed %d, k = %d, c = %v: %v and %v, safe: %v; want %v", seed, k, c, implications, negations, safe, want)
				}
				k++
				return err
			})
		}
	}
}
