package release

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// compareMap compares recipe_map of july with joins of its rows with the recipe's: placed
// has those that the recipe covers, failures how recipe_apply ends with further arguments.
func (m *secondMonth) compareMap(t *testing.T, db *sql.DB, arguments string, kept []int64, failures map[string]string) {
	t.Helper()
	var shown, labels, names []string
	for _, c := range m.columns {
		own := "j." + c.name
		if c.kind == "mood" {
			own += "::VARCHAR"
		}
		names = append(names, c.name)
		shown, labels = append(shown, own+" AS "+c.name), append(labels, "p."+c.name+" AS "+c.name+"_label")
	}
	size := "sum(j.w)::BIGINT"
	if m.person("who") != "" {
		size = "count(DISTINCT j.again)"
	} else if m.weight == "" {
		size = "count(*)"
	}
	want := func(groups string) string {
		return fmt.Sprintf("SELECT %s, %s, p.group_id, %s AS people FROM july AS j LEFT JOIN (SELECT DISTINCT again, group_id, %s FROM placed WHERE %s) AS p USING (again) WHERE j.w > 0 GROUP BY ALL",
			strings.Join(shown, ", "), strings.Join(labels, ", "), size, strings.Join(names, ", "), groups)
	}
	mapped := func(table, more string) string {
		return "SELECT * FROM recipe_map(" + table + ", 'recipe', " + arguments + more + ")"
	}
	safe := want("group_id IN " + listed(kept))
	differences(t, db, mapped("'july'", ", on_violation := 'hold'"), safe)
	if m.person("who") == "" {
		// Counted cells have the same map.
		cells := mapped(fmt.Sprintf("'(SELECT %s, s, sum(%s)::BIGINT AS w FROM july GROUP BY ALL)'", strings.Join(names, ", "), map[bool]string{true: "1", false: "w"}[m.weight == ""]), ", on_violation := 'suppress'")
		if m.weight == "" {
			cells = strings.TrimSuffix(cells, ")") + ", weight := 'w')"
		}
		differences(t, db, cells, safe)
	}
	for more, err := range failures {
		if err != "" {
			if got := failure(t, db, mapped("'july'", more)); got != strings.ReplaceAll(err, "recipe_apply: ", "recipe_map: ") {
				t.Errorf("recipe_map with %q ends in %s, and recipe_apply in %s", more, got, err)
			}
			continue
		}
		differences(t, db, mapped("'july'", more), want("true"))
	}
}

// failure is the first line of the error that a query ends in, "" if it does not.
func failure(t *testing.T, db *sql.DB, query string) string {
	t.Helper()
	return made(t, db, "never", query)
}

// made makes a table of what a query returns, and says like failure why there is none.
func made(t *testing.T, db *sql.DB, table, query string) string {
	t.Helper()
	_, err := db.ExecContext(t.Context(), "CREATE OR REPLACE TABLE "+table+" AS "+query)
	if err == nil {
		return ""
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	return first
}

// awkward are columns, each of a type, with values that engines and texts confuse. equal is
// how a value x of a row is compared with that of the map, "" for IS NOT DISTINCT FROM.
var awkward = []struct {
	kind, equal string
	values      []string
}{
	{"VARCHAR", "", []string{"''", "' '", "'a'", "'A'", "'a '", "' a'", "'é'", "'e' || chr(769)", "'it''s'", `'"'`, `'\'`, `'\\'`, "'NULL'", "'a' || chr(10) || 'b'", "'a' || chr(0)", "'-- x'", "'{y}'", "'[1, 2]'", "'🦆'"}},
	{"VARCHAR COLLATE NOCASE", "encode(x) IS NOT DISTINCT FROM encode(y)", []string{"'a'", "'A'", "'b'", "'B '", "'B'"}},
	{"DOUBLE", "", []string{"'nan'", "-'nan'::DOUBLE", "'0.0'", "'-0.0'", "'inf'", "'-inf'", "1e300", "5e-324", "0.1", "0.1::DOUBLE + 0.2", "0.3"}},
	{"FLOAT", "", []string{"'nan'", "'0.0'", "'-0.0'", "'inf'", "0.1", "1.5", "16777216"}},
	{"DATE", "", []string{"'1969-12-31'", "'2024-02-29'", "'infinity'", "'-infinity'", "'0044-03-15 (BC)'", "'2024-03-01'"}},
	{"TIMESTAMP", "", []string{"'2024-02-29 12:34:56.789'", "'2024-02-29 12:34:56.789001'", "'1969-12-31 23:59:59.999999'", "'infinity'"}},
	{"TIMESTAMP_NS", "", []string{"'2024-02-29 12:34:56.123456789'", "'2024-02-29 12:34:56.123456788'"}},
	{"TIMESTAMP WITH TIME ZONE", "", []string{"'2024-02-29 12:34:56+00'", "'2024-02-29 13:34:56+01'", "'2024-02-29 13:34:56+00'"}},
	{"TIME", "", []string{"'00:00:00'", "'23:59:59.999999'", "'12:00:00'"}},
	{"INTERVAL", "", []string{"INTERVAL 1 MONTH", "INTERVAL 30 DAYS", "INTERVAL 1 DAY", "INTERVAL 24 HOURS"}},
	{"DECIMAL(18,3)", "", []string{"0", "-0.001", "1.5", "1.500", "999999999999999.999", "2"}},
	{"DECIMAL(38,10)", "", []string{"1234567890123456789012345678.0123456789", "0", "-1"}},
	{"UUID", "", []string{"'00000000-0000-0000-0000-000000000000'", "'ffffffff-ffff-ffff-ffff-ffffffffffff'", "'7fffffff-ffff-ffff-ffff-ffffffffffff'"}},
	{"BLOB", "", []string{`'\x00'::BLOB`, `'\x00\xFF'::BLOB`, "''::BLOB", "'a'::BLOB"}},
	{"BOOLEAN", "", []string{"true", "false"}},
	{"BIGINT", "", []string{"9223372036854775807", "-9223372036854775808", "0", "1", "2", "3", "50"}},
	{"HUGEINT", "", []string{"170141183460469231731687303715884105727", "-1", "7"}},
	{"UTINYINT", "", []string{"0", "1", "2", "255"}},
	{"mood", "x::VARCHAR IS NOT DISTINCT FROM y", []string{"'sad'", "'ok'", "'happy'", "'dull'"}},
	{"INTEGER[]", "", []string{"[1, 2]", "[]", "[NULL]", "[2, 1]"}},
	{"DOUBLE[]", "x::VARCHAR IS NOT DISTINCT FROM y::VARCHAR", []string{"['0.0'::DOUBLE]", "['-0.0'::DOUBLE]", "['nan'::DOUBLE]", "[1.0]"}},
	{"STRUCT(a INTEGER, b VARCHAR)", "", []string{"{'a': 1, 'b': 'x'}", "{'a': 1, 'b': NULL}", "{'a': NULL, 'b': 'it''s'}", `{'a': 2, 'b': 'q"\'}`, "{'a': 1, 'b': ''}"}},
	{"MAP(VARCHAR, INTEGER)", "", []string{"MAP {'a': 1}", "MAP {}", "MAP {'a, b': NULL}"}},
}

// awkwardCall is a random table of awkward columns, and a call with it.
type awkwardCall struct {
	names, joins []string // of the columns, and how the map m is joined
	shared       string   // what recipe_apply and recipe_map have in common
}

func randomAwkward(t *testing.T, db *sql.DB, rng *rand.Rand) *awkwardCall {
	t.Helper()
	c := &awkwardCall{}
	var columns, kinds, ranged []string
	var pools [][]string
	for d := range 1 + rng.IntN(3) {
		a := awkward[rng.IntN(len(awkward))]
		name := string(rune('a' + d))
		c.names = append(c.names, name)
		columns, kinds = append(columns, name+" "+a.kind), append(kinds, strings.TrimSuffix(a.kind, " COLLATE NOCASE"))
		equal := a.equal
		if equal == "" {
			equal = "x IS NOT DISTINCT FROM y"
		}
		c.joins = append(c.joins, strings.NewReplacer("x", "r."+name, "y", "m."+name).Replace(equal))
		pool := []string{"NULL"}
		for _, v := range a.values {
			if rng.IntN(3) > 0 {
				pool = append(pool, v)
			}
		}
		pools = append(pools, pool)
		if a.kind == "DOUBLE" || a.kind == "BIGINT" {
			ranged = append(ranged, "'"+name+"': 10")
		}
	}
	exec(t, db, fmt.Sprintf("CREATE OR REPLACE TABLE june (id INTEGER, %s, s VARCHAR, w INTEGER)", strings.Join(columns, ", ")),
		fmt.Sprintf("CREATE OR REPLACE TABLE july (id INTEGER, %s, s VARCHAR, w INTEGER)", strings.Join(columns, ", ")))
	for _, table := range []string{"june", "july"} {
		var rows []string
		for id := range 1 + rng.IntN(40) {
			row := []string{fmt.Sprint(id)}
			for d, pool := range pools {
				row = append(row, fmt.Sprintf("(%s)::%s", pool[rng.IntN(len(pool))], kinds[d]))
			}
			rows = append(rows, fmt.Sprintf("(%s, '%c', %d)", strings.Join(row, ", "), 'p'+rng.IntN(3), rng.IntN(4)))
		}
		exec(t, db, "INSERT INTO "+table+" VALUES "+strings.Join(rows, ", "))
	}
	qi := "['" + strings.Join(c.names, "', '") + "']"
	recipe := "FROM release_recipe('june', " + qi + ", privacy := {'k_anonymity': " + fmt.Sprint(1+rng.IntN(3)) + "}"
	if rng.IntN(2) == 0 {
		recipe += ", labels_cover := 'region'"
	}
	if len(ranged) > 0 && rng.IntN(2) == 0 {
		recipe += ", rounding := {" + strings.Join(ranged, ", ") + "}"
	}
	if rng.IntN(3) == 0 { // hierarchies of all values that there are, and levels of some
		var parts, levels []string
		for _, name := range c.names {
			for level := range 2 {
				parts = append(parts, fmt.Sprintf("SELECT DISTINCT '%[1]s' AS attribute, (v)::VARCHAR AS value, %[2]d AS level, CASE WHEN %[2]d = 2 THEN '*' ELSE 'group ' || (hash(v::VARCHAR) %% 3) END AS label FROM (SELECT %[1]s AS v FROM june UNION ALL SELECT %[1]s FROM july)", name, level+1))
			}
			levels = append(levels, fmt.Sprintf("'%s': %d", name, rng.IntN(3)))
		}
		exec(t, db, "CREATE OR REPLACE TABLE raw AS "+strings.Join(parts, " UNION ALL "),
			"CREATE OR REPLACE TABLE hierarchies AS SELECT DISTINCT attribute, CASE WHEN value IN ('-0.0', '-nan') THEN value[2:] ELSE value END AS value, level, min(label) OVER (PARTITION BY attribute, CASE WHEN value IN ('-0.0', '-nan') THEN value[2:] ELSE value END, level) AS label FROM raw")
		recipe += ", hierarchies := 'hierarchies'"
		if rng.IntN(2) == 0 {
			recipe = "FROM release_recipe('june', " + qi + ", hierarchies := 'hierarchies', levels := {" + strings.Join(levels, ", ") + "}"
		}
	}
	if err := made(t, db, "recipe", recipe+")"); err != "" {
		return nil // one group is not safe, or a text of a hierarchy is another value's
	}
	c.shared = "('july', 'recipe', " + qi + ", sensitive := 's', " + []string{"weight := 'w', ", "person := 'id', ", ""}[rng.IntN(3)] + "privacy := " +
		[]string{"{'k_anonymity': 1}", "{'k_anonymity': 3}", "{'max_share': 0.7}", "{'skyline': [{'k': 1, 'm': 1, 'c': 0.9}]}", "{'t_closeness': 0.4}"}[rng.IntN(5)] +
		", on_violation := '" + []string{"error", "hold", "hold", "suppress", "allow"}[rng.IntN(5)] + "'"
	return c
}

// TestRecipeMap joins random tables of awkward values with their maps: that is the release
// of recipe_apply.
func TestRecipeMap(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	db := openDB(t, "")
	exec(t, db, createMood)
	released, failed, left := 0, 0, 0
	for seed := range seeds(t, 12, 200) {
		rng := rand.New(rand.NewPCG(seed, 31))
		c := randomAwkward(t, db, rng)
		if c == nil {
			continue
		}
		if err := made(t, db, "applied", "FROM recipe_apply"+c.shared+", other_columns := 'keep')"); err != "" {
			failed++
			if got := failure(t, db, "FROM recipe_map"+c.shared+")"); got != strings.ReplaceAll(err, "recipe_apply: ", "recipe_map: ") {
				t.Errorf("recipe_map ends in %s, and recipe_apply in %s", got, err)
			}
		} else {
			released++
			left += c.compare(t, db)
		}
		if t.Failed() {
			t.Fatalf("seed %d: %s", seed, c.shared)
		}
	}
	t.Logf("%d releases, %d errors, %d rows left out", released, failed, left)
	if released < fewer(3, 60) || failed < fewer(1, 10) || left < released {
		t.Errorf("%d releases, %d errors, %d rows left out say little", released, failed, left)
	}
}

// compare compares a map with the release, the table applied, and returns how many rows
// are left out.
func (c *awkwardCall) compare(t *testing.T, db *sql.DB) (left int) {
	t.Helper()
	exec(t, db, "CREATE OR REPLACE TABLE map AS FROM recipe_map"+c.shared+")", "CREATE OR REPLACE TABLE rows AS FROM july"+map[bool]string{true: " WHERE w > 0"}[strings.Contains(c.shared, "weight")])
	person := ""
	if strings.Contains(c.shared, "person") {
		person = "EXCLUDE (id) "
	}
	replaced := make([]string, len(c.names))
	for i, name := range c.names {
		replaced[i] = fmt.Sprintf("m.%[1]s_label AS %[1]s", name)
	}
	joined := " FROM rows AS r LEFT JOIN map AS m ON " + strings.Join(c.joins, " AND ")
	differences(t, db, "SELECT * FROM applied",
		"SELECT r.* "+person+"REPLACE ("+strings.Join(replaced, ", ")+"), m.group_id"+joined+" WHERE m.group_id IS NOT NULL")
	// Every row is in one row of the map, and every row of the map has as many people as it says.
	differences(t, db, "SELECT r.id, count(m.people)"+joined+" GROUP BY r.id", "SELECT id, 1 FROM rows")
	size := "count(*)"
	if strings.Contains(c.shared, "weight") {
		size = "sum(r.w)::BIGINT"
	}
	differences(t, db, "SELECT m.rowid, m.people FROM map AS m", "SELECT m.rowid, "+size+joined+" GROUP BY m.rowid")
	differences(t, db, "SELECT column_name, CASE WHEN column_type LIKE 'ENUM%' THEN 'VARCHAR' ELSE column_type END FROM (DESCRIBE july) WHERE column_name IN ('"+strings.Join(c.names, "', '")+"')",
		"SELECT column_name, column_type FROM (DESCRIBE map) WHERE column_name IN ('"+strings.Join(c.names, "', '")+"')")
	if err := db.QueryRowContext(t.Context(), "SELECT count(*)"+joined+" WHERE m.group_id IS NULL").Scan(&left); err != nil {
		t.Fatal(err)
	}
	return left
}
