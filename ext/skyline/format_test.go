package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// valuesOfAllKinds has values that are easy to get wrong.
const valuesOfAllKinds = `SELECT * FROM (VALUES
	(1, 0.1::DOUBLE, 'a|b', {'x': 1, 'y': NULL}, ['p', 'q r'], map {'k': 'v'}, '{"b": 1.0, "a": [1]}'::JSON, DATE '2024-02-29'),
	(NULL, 1e21::DOUBLE, 'say "hi",' || chr(10) || 'bye', NULL, [], map {}, NULL, NULL))
	AS t(i, d, s, st, l, m, j, dt)`

func TestFormats(t *testing.T) {
	for _, c := range []struct{ name, statement, want string }{
		{"csv", valuesOfAllKinds, `i,d,s,st,l,m,j,dt
1,0.1,a|b,"{'x': 1, 'y': NULL}","[p, q r]",{k=v},"{""b"": 1.0, ""a"": [1]}",2024-02-29
,1e+21,"say ""hi"",
bye",,[],{},,
`},
		{
			"csv", "SELECT 1::DOUBLE AS a, 'nan'::DOUBLE AS b, '-inf'::DOUBLE AS c, 1e6::DOUBLE AS d, 0.1::FLOAT AS e, 1.50 AS f, true AS g, '' AS h",
			"a,b,c,d,e,f,g,h\n1,NaN,-Inf,1e+06,0.1,1.50,true,\n",
		},
		{"csv", "SELECT 1 AS a, 2 AS a, 'x' AS \"b,c\" LIMIT 0", "a,a,\"b,c\"\n"},
		{"json", valuesOfAllKinds, `[{"i":1,"d":0.1,"s":"a|b","st":{"x":1,"y":null},"l":["p","q r"],"m":{"k":"v"},"j":{"b":1.0,"a":[1]},"dt":"2024-02-29"},
{"i":null,"d":1e+21,"s":"say \"hi\",\nbye","st":null,"l":[],"m":{},"j":null,"dt":null}]
`},
		{"json", "SELECT 1 LIMIT 0", "[]\n"},
		{
			"json", `SELECT 'nan'::DOUBLE AS a, -1e300::DOUBLE * 1e300::DOUBLE AS b, 170141183460469231731687303715884105727::HUGEINT AS c,
			1.50 AS d, '<ü>' AS e, INTERVAL 1 DAY AS f, '\x00a'::BLOB AS g, [{'a': 1, 'b': true}] AS h, union_value(u := 1) AS i, TIME '24:00:00' AS j, 'x'::VARIANT AS k`,
			`[{"a":null,"b":-1e999,"c":170141183460469231731687303715884105727,"d":1.50,"e":"<ü>","f":"1 day","g":"\\x00a","h":[{"a":1,"b":true}],"i":{"u":1},"j":"24:00:00","k":"x"}]` + "\n",
		},
		{"markdown", valuesOfAllKinds, `| i | d | s | st | l | m | j | dt |
| ---:| ---:| --- | --- | --- | --- | --- | --- |
| 1 | 0.1 | a\|b | {'x': 1, 'y': NULL} | [p, q r] | {k=v} | {"b": 1.0, "a": [1]} | 2024-02-29 |
| NULL | 1e+21 | say "hi",<br/>bye | NULL | [] | {} | NULL | NULL |
`},
		{"markdown", "SELECT 1 AS a; SELECT 2 AS b", "| a |\n| ---:|\n| 1 |\n\n| b |\n| ---:|\n| 2 |\n"},
		{"box", valuesOfAllKinds, `
┌───────┬────────┬────────────────┬──────────────────────┬───────────┬──────────────────────┬──────────────────────┬────────────┐
│   i   │   d    │       s        │          st          │     l     │          m           │          j           │     dt     │
│ int32 │ double │    varchar     │ struct(x integer, y… │ varchar[] │ map(varchar, varcha… │         json         │    date    │
├───────┼────────┼────────────────┼──────────────────────┼───────────┼──────────────────────┼──────────────────────┼────────────┤
│     1 │    0.1 │ a|b            │ {'x': 1, 'y': NULL}  │ [p, q r]  │ {k=v}                │ {"b": 1.0, "a": [1]} │ 2024-02-29 │
│  NULL │  1e+21 │ say "hi",\nbye │ NULL                 │ []        │ {}                   │ NULL                 │ NULL       │
└───────┴────────┴────────────────┴──────────────────────┴───────────┴──────────────────────┴──────────────────────┴────────────┘
`},
		{"box", "SELECT 1 AS x LIMIT 0", `
┌────────┐
│   x    │
│ int32  │
├────────┤
│ 0 rows │
└────────┘
`},
		{"box", "SELECT range AS i, 'x' AS s FROM range(10)", `
┌───────┬─────────┐
│   i   │    s    │
│ int64 │ varchar │
├───────┼─────────┤
│     0 │ x       │
│     1 │ x       │
│     2 │ x       │
│     3 │ x       │
│     4 │ x       │
│     5 │ x       │
│     6 │ x       │
│     7 │ x       │
│     8 │ x       │
│     9 │ x       │
├───────┴─────────┤
│     10 rows     │
│    2 columns    │
└─────────────────┘
`},
		{"box", ".maxrows 4\nFROM range(100)", `
┌────────────────────┐
│       range        │
│       int64        │
├────────────────────┤
│                  0 │
│                  1 │
│                  · │
│                  · │
│                  · │
│                 98 │
│                 99 │
├────────────────────┤
│ 100 rows (4 shown) │
└────────────────────┘
`},
		{"box", "SELECT '日本' AS \"ü\", chr(27) || '[1m' AS esc", `
┌─────────┬─────────┐
│    ü    │   esc   │
│ varchar │ varchar │
├─────────┼─────────┤
│ 日本    │ \x1B[1m │
└─────────┴─────────┘
`},
	} {
		status, stdout, stderr := runShell(t, c.statement, "-format", c.name)
		want := strings.TrimPrefix(c.want, "\n")
		if status != 0 || stdout != want {
			t.Errorf("%s of %s:\n%s\nwant\n%s\n%s", c.name, c.statement, stdout, want, stderr)
		}
	}
}

// TestWhatHasNoResult checks that only queries print something.
func TestWhatHasNoResult(t *testing.T) {
	for name := range formats {
		_, stdout, stderr := runShell(t, `CREATE TABLE t(a INTEGER); INSERT INTO t VALUES (1); UPDATE t SET a = 2;
			SET threads = 2; BEGIN; DELETE FROM t; ROLLBACK; WITH x AS (SELECT 3) INSERT INTO t FROM x; COPY t TO '/dev/null'; PREPARE p AS SELECT 1;`,
			"-format", name)
		if stdout != "" || stderr != "" {
			t.Errorf("%s: %q, %q", name, stdout, stderr)
		}
	}
}

// TestWhatCannotBeDescribed checks statements other than SELECT that have rows.
func TestWhatCannotBeDescribed(t *testing.T) {
	_, stdout, stderr := runShell(t, `CREATE TABLE t(j JSON, s STRUCT(b INTEGER, a VARCHAR), m MAP(VARCHAR, INTEGER), u UNION(n INTEGER, t VARCHAR));
		INSERT INTO t VALUES ('{"x":1}', {'b': 1, 'a': 'p'}, map {'k': 1}, 'w') RETURNING *;
		PREPARE p AS SELECT count(*) AS "Count" FROM t; EXECUTE p; SHOW TABLES; CALL pragma_table_info('t'); SELECT 1 AS "Count";`, "-format", "csv")
	want := `j,s,m,u
"{""x"":1}","{'b': 1, 'a': p}",{k=1},w
Count
1
name
t
`
	if !strings.HasPrefix(stdout, want) || !strings.HasSuffix(stdout, "Count\n1\n") || stderr != "" {
		t.Errorf("got %q, %q, want %q first", stdout, stderr, want)
	}
}

// TestJSONIsValid has a JSON reader look at DuckDB's own table of all types.
func TestJSONIsValid(t *testing.T) {
	status, stdout, stderr := runShell(t, "FROM test_all_types()", "-format", "json")
	if status != 0 {
		t.Fatal(stderr)
	}
	// The numbers that stand for infinities do not fit into a float64.
	decoder := json.NewDecoder(strings.NewReader(stdout))
	decoder.UseNumber()
	var rows []map[string]any
	if err := decoder.Decode(&rows); err != nil || len(rows) != 3 {
		t.Errorf("%v, %d rows of\n%s", err, len(rows), stdout)
	}
}

// TestAllTypesAreAsDuckDBCasts compares whole rows of the table of all types
// with what DuckDB makes of them.
func TestAllTypesAreAsDuckDBCasts(t *testing.T) {
	const query = "SELECT * EXCLUDE (double, float) FROM test_all_types()"
	_, got, stderr := runShell(t, query, "-format", "csv")
	_, want, _ := runShell(t, "SELECT COLUMNS(*)::VARCHAR FROM ("+query+")", "-format", "csv")
	if stderr != "" || want == "" {
		t.Fatal(stderr)
	}
	gotLines, wantLines := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := 1; i < min(len(gotLines), len(wantLines)); i++ {
		if gotLines[i] != wantLines[i] {
			t.Errorf("line %d is\n%s\nwant\n%s", i, gotLines[i], wantLines[i])
		}
	}
}
