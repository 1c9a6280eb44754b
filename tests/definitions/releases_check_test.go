package definitions

import (
	"database/sql"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// perCall is how many tables are put side by side into one. They have no group and no value in
// common, so that what is said of a value is about one of them.
const perCall = 60

// manyTables is tables side by side.
type manyTables struct {
	tables   []*republished
	releases int
}

func newManyTables(rng *rand.Rand, people int) *manyTables {
	m := &manyTables{}
	for range perCall {
		t := randomTable(rng, people)
		m.tables, m.releases = append(m.tables, t), max(m.releases, t.releases)
	}
	return m
}

// valueText is the text of a value of the k-th table, NULL for one of the first.
func valueText(k, v int) sql.NullString {
	if k == 0 && v == 0 {
		return sql.NullString{}
	}
	return sql.NullString{String: fmt.Sprintf("%d it's \"%d\"", k, v), Valid: true}
}

// literals are the rows as SQL has them, in random order, some of them twice.
func (m *manyTables) literals(rng *rand.Rand) string {
	var rows []string
	for k, t := range m.tables {
		for i := range t.rows {
			r := &t.rows[i]
			fields := []string{fmt.Sprintf("'%d-%d'", k, i), "NULL"}
			if r.nobody {
				fields[0] = "NULL"
			}
			if v := valueText(k, r.value); v.Valid {
				fields[1] = "'" + strings.ReplaceAll(v.String, "'", "''") + "'"
			}
			for j := range m.releases {
				label := "NULL"
				if j < t.releases && r.groups[j] >= 0 {
					label = fmt.Sprint(10*k + r.groups[j])
				}
				fields = append(fields, label)
			}
			text := "(" + strings.Join(fields, ", ") + ")"
			if rows = append(rows, text); !r.nobody && rng.IntN(5) == 0 {
				rows = append(rows, text)
			}
		}
	}
	rng.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	return strings.Join(rows, ", ")
}

// load makes the table people of them, and returns the names of the columns of labels.
func (m *manyTables) load(t *testing.T, db *sql.DB, rng *rand.Rand) (groups string) {
	t.Helper()
	var columns, names []string
	for j := range m.releases {
		columns, names = append(columns, fmt.Sprintf("g%d", j+1)), append(names, fmt.Sprintf("'g%d'", j+1))
	}
	exec(t, db, fmt.Sprintf("CREATE OR REPLACE TABLE people AS FROM (VALUES %s) AS t(person, value, %s)", m.literals(rng), strings.Join(columns, ", ")))
	return "[" + strings.Join(names, ", ") + "]"
}

// checkRow is a row of republication_check.
type checkRow struct {
	value             sql.NullString
	low, high         float64
	exact             bool
	safe              sql.NullBool
	people, undecided int64
	share             sql.NullFloat64
	cell              sql.NullString // the labels of the witness, with a blank behind each
	cellPeople        sql.NullInt64
}

func check(t *testing.T, db *sql.DB, call string) (rows []checkRow) {
	t.Helper()
	scan(t, db, "SELECT value, low, high, exact, safe, people, undecided, exact_share, regexp_replace(witness.groups::VARCHAR, '''g[0-9]'': |[{},]', '', 'g'), witness.people FROM "+call, func(rs *sql.Rows) error {
		var r checkRow
		err := rs.Scan(&r.value, &r.low, &r.high, &r.exact, &r.safe, &r.people, &r.undecided, &r.share, &r.cell, &r.cellPeople)
		rows = append(rows, r)
		return err
	})
	return rows
}

// TestReleasesCheck compares with the list of all worlds.
func TestReleasesCheck(t *testing.T) {
	t.Parallel()
	trials.Long(t)
	db := openDB(t, "")
	checked, certain := 0, 0
	for seed := range seeds(t, 8, 100) {
		rng := rand.New(rand.NewPCG(seed, 24))
		m := newManyTables(rng, 8)
		groups := m.load(t, db, rng)
		c := big.NewRat(1+rng.Int64N(10), 10)
		limit, _ := c.Float64()
		steps := []int64{1, 20, 1000, 2_000_000_000}[rng.IntN(4)]
		rows := map[sql.NullString]checkRow{}
		for _, r := range check(t, db, fmt.Sprintf("republication_check('people', person := 'person', sensitive := 'value', groups := %s, c := %v, max_steps := %d)", groups, limit, steps)) {
			rows[r.value] = r
		}
		n := int64(0)
		for _, table := range m.tables {
			n += table.people()
		}
		values := 0
		for k, table := range m.tables {
			for v, want := range table.of(c) {
				r, ok := rows[valueText(k, v)]
				if ok != want.occurs {
					t.Fatalf("seed %d: a row of %v: %v, want %v", seed, valueText(k, v), ok, want.occurs)
				}
				if !ok {
					continue
				}
				values++
				if err := follows(&r, &want, c, n, steps); err != "" {
					t.Fatalf("seed %d, steps %d, c %v: %s; got %+v, want %v and %d people, of %+v", seed, steps, c, err, r, want.largest, want.reached, table)
				}
				if err := table.witnessed(&r, &want, k, v, m.releases); err != "" {
					t.Fatalf("seed %d, steps %d: %s; got %+v of %+v", seed, steps, err, r, table)
				}
				if checked++; want.largest.Cmp(big.NewRat(1, 1)) == 0 {
					certain++
				}
			}
		}
		if values != len(rows) {
			t.Fatalf("seed %d: %d rows, want %d", seed, len(rows), values)
		}
	}
	t.Logf("%d values, %d of them certain for somebody", checked, certain)
	if certain < 100 || checked-certain < 100 {
		t.Error("that says little")
	}
}

// follows says what is wrong with a row.
func follows(r *checkRow, want *truth, c *big.Rat, people, steps int64) string {
	low, high := new(big.Rat).SetFloat64(r.low), new(big.Rat).SetFloat64(r.high)
	switch reaches := want.largest.Cmp(c) >= 0; {
	case steps > 1e9 && !r.exact:
		return "a small table is not counted"
	case steps > 1e9 && (r.undecided > 0 || r.share.Float64 != 1):
		return "somebody in a small table is undecided"
	case r.exact && (!rounds(r.low, want.largest) || r.low != r.high || !r.safe.Valid):
		return "it is not exact"
	case !r.exact && (low.Cmp(want.largest) > 0 || high.Cmp(want.largest) < 0):
		return "the bounds are none"
	case r.safe.Valid && r.safe.Bool == reaches:
		return "safe is wrong"
	case r.people > want.reached || r.people+r.undecided < want.reached:
		return "too many people, or too few"
	case people > 0 && (!r.share.Valid || r.share.Float64 < 0 || r.share.Float64 > 1):
		return "exact_share is no share"
	case r.undecided > 0 && r.share.Float64 == 1:
		return "somebody exact is undecided"
	}
	return ""
}

// witnessed says what is wrong with the people whom a row names: where the largest probability is
// known, it is theirs.
func (t *republished) witnessed(r *checkRow, want *truth, k, v, releases int) string {
	if r.low == 0 {
		if r.cell.Valid {
			return "somebody is named who has no chance"
		}
		return ""
	}
	probabilities := t.probabilities()
	people, is := int64(0), false
	for i := range t.rows {
		labels := make([]string, releases)
		for j := range labels {
			labels[j] = "NULL"
			if j < t.releases && t.rows[i].groups[j] >= 0 {
				labels[j] = fmt.Sprint(10*k + t.rows[i].groups[j])
			}
		}
		if strings.Join(labels, " ") == r.cell.String && !t.rows[i].nobody {
			people++
			is = probabilities[i][v].Cmp(want.largest) == 0
		}
	}
	switch {
	case people == 0 || people != r.cellPeople.Int64:
		return "nobody is named, or not all"
	case r.exact && !is:
		return "others are worse off"
	}
	return ""
}

// TestRegions: who is in which group is found out by regions as it is said by labels.
func TestRegions(t *testing.T) {
	t.Parallel()
	trials.Long(t)
	db := openDB(t, "")
	for seed := range fewer(2, 8) {
		exec(t, db, fmt.Sprintf("CREATE OR REPLACE TABLE people AS SELECT i AS id, (hash(i * 7 + %[1]d) %% 30)::INT AS age, (hash(i * 5 + %[1]d) %% 20)::INT AS weight, 'd' || hash(i * 3 + %[1]d) %% 4 AS s FROM range(%[2]d) t(i)", seed, 20+7*seed))
		var groups, tables []string
		joins := "people"
		for r, how := range []string{"split := 'median'", "labels_cover := 'region'"} {
			name := fmt.Sprintf("r%d", r+1)
			anonymize := fmt.Sprintf("FROM skyline_anonymize('people', qi := ['age', 'weight'], sensitive := 's', privacy := {'k_anonymity': %d}, %s", 2+(seed+r)%3, how)
			exec(t, db, "CREATE OR REPLACE TABLE "+name+" AS "+anonymize+", other_columns := 'drop')")
			joins += fmt.Sprintf(" JOIN (SELECT id, group_id AS g%d FROM (%s, other_columns := 'keep', output := 'bucketized'))) USING (id)", r+1, anonymize)
			groups, tables = append(groups, fmt.Sprintf("'g%d'", r+1)), append(tables, "'"+name+"'")
		}
		exec(t, db, "CREATE OR REPLACE TABLE labelled AS FROM "+joins)
		const columns = "SELECT * EXCLUDE (witness, meaning) FROM "
		differences(t, db, columns+fmt.Sprintf("republication_check('people', 'id', 's', releases := [%s], qi := ['age', 'weight'])", strings.Join(tables, ", ")),
			columns+fmt.Sprintf("republication_check('labelled', 'id', 's', [%s])", strings.Join(groups, ", ")))
	}
}

// TestLabels: what labels look like makes no difference.
func TestLabels(t *testing.T) {
	t.Parallel()
	trials.Long(t)
	db := openDB(t, "")
	rng := rand.New(rand.NewPCG(1, 25))
	m := newManyTables(rng, 8)
	groups := m.load(t, db, rng)
	const columns = "SELECT value, low, high, exact, safe, people, undecided, exact_share FROM "
	base := columns + fmt.Sprintf("republication_check('people', 'person', 'value', groups := %s)", groups)
	for _, label := range []string{
		"COLUMNS('g.*')::VARCHAR", "COLUMNS('g.*')::DOUBLE / 7", "COLUMNS('g.*')::HUGEINT", "COLUMNS('g.*')::DECIMAL(18, 3)",
		"DATE '2026-01-01' + COLUMNS('g.*')::INT", "to_days(COLUMNS('g.*')::INT)",
		"CASE WHEN COLUMNS('g.*') IS NOT NULL THEN [COLUMNS('g.*'), NULL] END", "CASE WHEN COLUMNS('g.*') IS NOT NULL THEN {'a''b': COLUMNS('g.*'), 'c': 'x, y'} END",
		"CASE COLUMNS('g.*') % 2 WHEN 0 THEN 'a' WHEN 1 THEN 'A' END || (COLUMNS('g.*') // 2)", "('it''s \"' || COLUMNS('g.*') || '\"') COLLATE NOCASE",
		"encode(COLUMNS('g.*')::VARCHAR)", "('2026-01-01'::TIMESTAMPTZ + to_hours(COLUMNS('g.*')::INT))",
	} {
		differences(t, db, columns+fmt.Sprintf("republication_check($$(SELECT person, value, %s FROM people ORDER BY random())$$, 'person', 'value', groups := %s)", label, groups), base)
	}
}
