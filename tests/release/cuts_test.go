package release

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// cutColumns are columns whose values are hard to order, to write or to compare. Each value is
// an SQL expression, or several that are equal. The first values go into the table that is
// cut, all into the other one.
var cutColumns = []struct {
	name, kind string
	values     []string
}{
	{"a b", "VARCHAR", []string{"'a'", "'B'", "'it''s'", "'é'", "''", "'10'", "'9'", "'b' || chr(0)", `'\x00'`, "chr(10)", "'A'", "'a '", "'~'", "'日本'"}},
	{`"x"`, "VARCHAR COLLATE NOCASE", []string{"'a'", "'A'", "'b'", "'aB'", "'AB'", "'Z'"}},
	{"it's", "TINYINT", []string{"-5", "-128", "0", "127", "1", "-127"}},
	{"select", "BIGINT", []string{"-9223372036854775808", "9223372036854775807", "0", "-9223372036854775807", "9007199254740993", "9007199254740992"}},
	{"u", "UBIGINT", []string{"18446744073709551615", "0", "9223372036854775808", "18446744073709551614"}},
	{"huge", "HUGEINT", []string{"(-170141183460469231731687303715884105728)", "170141183460469231731687303715884105727", "0"}},
	{"uhuge", "UHUGEINT", []string{"'340282366920938463463374607431768211455'", "'340282366920938463463374607431768211454'", "0"}},
	{"Dec", "DECIMAL(38,2)", []string{"-0.01", "0.00", "'999999999999999999999999999999999999.99'", "'999999999999999999999999999999999999.98'"}},
	{"d", "DOUBLE", []string{"'nan' / '-nan'", "0.0 / '-0.0'", "0.1", "'inf'", "5e-324", "1e300", "'-inf'", "0.30000000000000004", "-1e300"}},
	{"f", "FLOAT", []string{"'nan'", "0.0 / '-0.0'", "0.1", "16777216", "'-inf'", "'inf'", "3.4e38"}},
	{"yes", "BOOLEAN", []string{"true", "false"}},
	{"day", "DATE", []string{"'0044-03-15 (BC)'", "'infinity'", "'2024-02-29'", "'-infinity'", "'9999-12-31'", "'1970-01-01'"}},
	{"at", "TIMESTAMP", []string{"'2024-03-31 02:30:00.000001'", "'infinity'", "'1677-01-01'", "'0001-01-01 (BC)'", "'-infinity'"}},
	{"ns", "TIMESTAMP_NS", []string{"'2024-03-31 02:30:00.000000001'", "'2024-03-31 02:30:00.000000002'", "'1970-01-01'"}},
	{"s", "TIMESTAMP_S", []string{"'2024-03-31 02:30:00'", "'2024-03-31 02:30:01'", "'1970-01-01'"}},
	{"moment", "TIMESTAMP WITH TIME ZONE", []string{"'2024-11-03 05:30:00+00'", "'2024-11-03 06:30:00+00'", "'1850-01-01 00:00:00+00'", "'infinity'", "'0044-03-15 (BC) 10:00:00+00'", "'-infinity'"}},
	{"clock", "TIME", []string{"'00:00:00'", "'23:59:59.999999'", "'12:00:00.000001'", "'24:00:00'"}},
	{"zoned", "TIME WITH TIME ZONE", []string{"'12:00:00+01'", "'11:00:00+00'", "'00:00:00+15:59'", "'23:59:59.999999-15:59'"}},
	{"span", "INTERVAL", []string{"'1 month' / '30 days'", "'-1 day'", "'720 hours 1 second'", "'0 days'", "'-100 years'"}},
	{"id ", "UUID", []string{"'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'", "'00000000-0000-0000-0000-000000000000'", "'ffffffff-ffff-ffff-ffff-ffffffffffff'"}},
	{"blob", "BLOB", []string{`'\x00'`, "''", "'a'", `'\xFF\x27'`, "'''::BLOB'"}},
	{"bit", "BIT", []string{"'0'", "'01'", "'1'", "'000000001'", "'11111111'"}},
	{"mood", "ENUM('z', 'ok', 'a''b', 'É', 'A')", []string{"'z'", "'ok'", "'A'", "'a''b'", "'É'"}},
	{"list", "VARCHAR[]", []string{"['a']", "['A', NULL]", "[]", "['it''s', chr(0)]", "[NULL]", "['b']"}},
	{"numbers", "DOUBLE[]", []string{"[0.0]", "['-0.0'::DOUBLE]", "['nan'::DOUBLE]", "[10]", "[9]"}},
	{"struct", "STRUCT(a INTEGER, b VARCHAR)", []string{"{'a': 1, 'b': 'x'}", "{'a': 10, 'b': NULL}", "{'a': 2, 'b': ''''}"}},
	{"json", "JSON", []string{"'{\"a\": 1}'", "'1'", "'\"x\"'", "'null'"}},
	{"enums", "ENUM('z', 'a')[]", []string{"['z']", "['a']", "['a', 'z']"}},
	{"big", "BIGNUM", []string{"'-99999999999999999999999999999999999999999999'", "'0'", "'99999999999999999999999999999999999999999999'", "'5'"}},
}

// TestCuts cuts random tables. Each row of the table, and of one with other values, is in
// exactly one part, in sessions of any collation and time zone; the parts have as many people as is
// said, and no more than is promised; and equal tables are cut equally.
func TestCuts(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := openDB(t, "")
	cut := 0
	for seed := range seeds(t, 8, 200) {
		rng := rand.New(rand.NewPCG(seed, 77))
		exec(t, db, "SET default_collation = '"+[]string{"", "nocase", "noaccent"}[rng.IntN(3)]+"'", "SET TimeZone = '"+[]string{"UTC", "America/New_York", "Asia/Kathmandu"}[rng.IntN(3)]+"'")
		c := newCutTable(rng)
		c.make(t, db, rng)
		parts := 1 + rng.IntN(12)
		call := func(table, more string) string {
			return fmt.Sprintf("mondrian_cuts('%s', qi := %s, parts := %d%s)", table, c.names(), parts, more)
		}
		exec(t, db, "CREATE OR REPLACE TABLE cuts AS FROM "+call("people", ""))
		const same = "SELECT part::VARCHAR, people::VARCHAR, condition FROM "
		differences(t, db, same+call("(FROM people ORDER BY number DESC)", ""), same+"cuts")
		differences(t, db, same+call("counted", ", weight := 'n'"), same+"cuts")
		differences(t, db, same+call("people", ", person := 'number'"), same+"cuts")

		var conditions []string
		people, at := map[int]int64{}, 0
		scan(t, db, "FROM cuts ORDER BY part", func(rows *sql.Rows) error {
			var part int
			var n int64
			var condition string
			err := rows.Scan(&part, &n, &condition)
			if at++; part != at {
				t.Errorf("part %d is the row %d", part, at)
			}
			conditions = append(conditions, condition)
			people[part] = n
			return err
		})
		if want := max(1, min(parts, len(c.combinations(c.rows)))); len(conditions) != want {
			t.Errorf("seed %d: %d parts, want %d", seed, len(conditions), want)
		}
		checkTiles(t, db, conditions)
		for i, condition := range conditions {
			var n int64
			var numbers string
			if err := db.QueryRowContext(t.Context(), "SELECT count(*), coalesce(string_agg(number, ','), '') FROM people WHERE "+condition).Scan(&n, &numbers); err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, condition)
			}
			if n != people[i+1] {
				t.Errorf("seed %d: %d people satisfy %s, and are said to be %d", seed, n, condition, people[i+1])
			}
			c.checkBalance(t, numbers, len(conditions))
		}
		if len(conditions) > 2 {
			cut++
		}
		if t.Failed() {
			t.Fatalf("seed %d: %q", seed, conditions)
		}
	}
	if cut < fewer(8, 200)/3 {
		t.Errorf("%d tables with several cuts say little", cut)
	}
}

// checkTiles makes sure that each row of both tables satisfies one condition, where it is a
// column and behind WHERE, and that none is NULL.
func checkTiles(t *testing.T, db *sql.DB, conditions []string) {
	t.Helper()
	var sum, counts []string
	for _, condition := range conditions {
		sum = append(sum, "("+condition+")::INTEGER")
	}
	for _, table := range []string{"people", "others"} {
		counts = counts[:0]
		for _, condition := range conditions {
			counts = append(counts, fmt.Sprintf("(SELECT count(*) FROM %s WHERE %s)", table, condition))
		}
		var wrong, rows, found int
		statement := fmt.Sprintf("SELECT count(*) FILTER (WHERE (%s) IS DISTINCT FROM 1), count(*), %s FROM %s", strings.Join(sum, " + "), strings.Join(counts, " + "), table)
		if err := db.QueryRowContext(t.Context(), statement).Scan(&wrong, &rows, &found); err != nil {
			t.Fatalf("%v\n%s", err, statement)
		}
		if wrong > 0 || rows != found {
			t.Errorf("%d of %d rows of %s are not in one part, and %d are found", wrong, rows, table, found)
		}
	}
}

// cutTable is a random table: of each row the numbers of its values, -1 for NULL.
type cutTable struct {
	columns      []int // of cutColumns
	rows, others [][]int
}

func newCutTable(rng *rand.Rand) *cutTable {
	c := &cutTable{columns: rng.Perm(len(cutColumns))[:1+rng.IntN(3)]}
	random := func(all bool) []int {
		row := make([]int, len(c.columns))
		for i, column := range c.columns {
			n := len(cutColumns[column].values)
			if !all {
				n = 1 + n/2
			}
			row[i] = rng.IntN(n+1) - 1
			if !all && rng.IntN(3) == 0 {
				row[i] = 0
			}
		}
		return row
	}
	nulls := rng.IntN(2) == 0
	for range rng.IntN(60) {
		row := random(false)
		for i := range row {
			if !nulls {
				row[i] = max(row[i], 0)
			}
		}
		c.rows = append(c.rows, row)
	}
	for range 100 {
		c.others = append(c.others, random(true))
	}
	return c
}

// names are those of the columns, as an argument.
func (c *cutTable) names() string {
	names := make([]string, len(c.columns))
	for i, column := range c.columns {
		names[i] = sensitiveLiteral(cutColumns[column].name)
	}
	return "[" + strings.Join(names, ", ") + "]"
}

// make makes the tables people, others and counted.
func (c *cutTable) make(t *testing.T, db *sql.DB, rng *rand.Rand) {
	t.Helper()
	var columns strings.Builder
	for _, column := range c.columns {
		fmt.Fprintf(&columns, `, "%s" %s`, strings.ReplaceAll(cutColumns[column].name, `"`, `""`), cutColumns[column].kind)
	}
	insert := func(table string, rows [][]int, first func(i int) int) {
		exec(t, db, fmt.Sprintf("CREATE OR REPLACE TABLE %s%s)", table, columns.String()))
		var tuples []string
		for i, row := range rows {
			values := fmt.Sprint(first(i))
			for d, v := range row {
				value := "NULL"
				if v >= 0 {
					forms := strings.Split(cutColumns[c.columns[d]].values[v], " / ")
					value = forms[rng.IntN(len(forms))]
				}
				values += ", (" + value + ")::" + cutColumns[c.columns[d]].kind
			}
			tuples = append(tuples, "SELECT "+values)
		}
		if len(tuples) > 0 {
			exec(t, db, "INSERT INTO "+strings.Fields(table)[0]+" "+strings.Join(tuples, " UNION ALL "))
		}
	}
	number := func(i int) int { return i }
	insert("people (number INTEGER", c.rows, number)
	insert("others (number INTEGER", c.others, number)
	counts := c.combinations(c.rows)
	var cells [][]int
	var weights []int
	for _, row := range c.rows {
		if n := counts[fmt.Sprint(row)]; n > 0 {
			cells, weights = append(cells, row, row), append(weights, n-1, 1)
			counts[fmt.Sprint(row)] = 0
		}
	}
	// Nobody's: no cut looks at them.
	cells, weights = append(cells, c.others[0]), append(weights, 0)
	insert("counted (n INTEGER", cells, func(i int) int { return weights[i] })
}

// combinations counts the people of each combination of values.
func (c *cutTable) combinations(rows [][]int) map[string]int {
	counts := map[string]int{}
	for _, row := range rows {
		counts[fmt.Sprint(row)]++
	}
	return counts
}

// checkBalance holds the people of one of k parts to what the reference promises.
func (c *cutTable) checkBalance(t *testing.T, numbers string, k int) {
	t.Helper()
	var part [][]int
	for number := range strings.SplitSeq(numbers, ",") {
		var i int
		if _, err := fmt.Sscan(number, &i); err == nil {
			part = append(part, c.rows[i])
		}
	}
	v := 0
	for d := range c.columns {
		counts := map[int]int{}
		for _, row := range c.rows {
			counts[row[d]]++
			v = max(v, counts[row[d]])
		}
	}
	if several := slices.ContainsFunc(part, func(row []int) bool { return !slices.Equal(row, part[0]) }); several && len(part)*(k+1) > 2*len(c.rows)+(k-1)*v {
		t.Errorf("%d of %d people are in one of %d parts, and a value has %d at most", len(part), len(c.rows), k, v)
	}
}
