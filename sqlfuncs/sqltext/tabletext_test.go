package sqltext

import (
	"strings"
	"testing"
)

func TestFromTable(t *testing.T) {
	for _, test := range []struct{ table, want string }{
		{"patients", `"patients"`},
		{"main.patients", `"main"."patients"`},
		{"db.main.patients", `"db"."main"."patients"`},
		{`"my.table"`, `"my.table"`},
		{`"a ""b"" c".d`, `"a ""b"" c"."d"`},
		{"two words", `"two words"`},
		{"émoji 😀", `"émoji 😀"`},
		{"release.parquet", `'release.parquet'`},
		{"data/it's.csv.gz", `'data/it''s.csv.gz'`},
		{"part-*.json", `'part-*.json'`},
		{`"release.parquet"`, `"release.parquet"`},
		{" (SELECT 1) ", "(FROM (SELECT 1))"},
		{"(VALUES (1, 'a')) t(age, \"Dis\"\"ease\")", `(FROM (VALUES (1, 'a')) AS "t"("age", "Dis""ease"))`},
		{"SELECT * FROM t", "(FROM (SELECT * FROM t))"},
		{" from t where a = ')' ;\n", "(FROM (from t where a = ')'))"},
		{"WITH x AS (FROM t) FROM x", "(FROM (WITH x AS (FROM t) FROM x))"},
		{"VALUES (1), (2)", "(FROM (VALUES (1), (2)))"},
		{"values(1)", "(FROM (values(1)))"},
		{"FROM a UNION ALL (FROM b)", "(FROM (FROM a UNION ALL (FROM b)))"},
		{`"from t"`, `"from t"`},
		{"from", `"from"`},
		{"values.b", `"values"."b"`},
		{"selected rows", `"selected rows"`},
		{"from 2020.csv", `'from 2020.csv'`},
		{"(FROM t) AS x", `(FROM (FROM t) AS "x")`},
		{"(SELECT ')' /* ( /* ( */ */ -- (\n, \"(\", $$(')$$, $a$)$$($a$, E'\\'(' FROM t)", "(FROM (SELECT ')' /* ( /* ( */ */ -- (\n, \"(\", $$(')$$, $a$)$$($a$, E'\\'(' FROM t))"},
		{"(SELECT 'a\\' FROM t)", "(FROM (SELECT 'a\\' FROM t))"},
		{"(SELECT 1 AS a$$b, 2)", "(FROM (SELECT 1 AS a$$b, 2))"},
		{"(SELECT 1_000, 1.5e3, 0xFF, 2 AS a1$, '?$1`', \"?$1`\" /* ?$1` */)", "(FROM (SELECT 1_000, 1.5e3, 0xFF, 2 AS a1$, '?$1`', \"?$1`\" /* ?$1` */))"},
		{"(SELECT E'a' AS b, 'c', x & \"y\", '\u00a0', u & 'é' AS é)", "(FROM (SELECT E'a' AS b, 'c', x & \"y\", '\u00a0', u & 'é' AS é))"},
		{"(SELECT 1 AS __skyline_a) x(__skyline_b)", `(FROM (SELECT 1 AS __skyline_a) AS "x"("__skyline_b"))`},
		{"read_parquet('a.parquet')", `(FROM "read_parquet"('a.parquet'))`},
		{"read_csv('/x/a.csv', delim := ')')", `(FROM "read_csv"('/x/a.csv', delim := ')'))`},
		{`db."my schema".f(1, (2))`, `(FROM "db"."my schema"."f"(1, (2)))`},
		{"people (2020)", `"people (2020)"`},
		{"report(1).csv", `'report(1).csv'`},
		{"a)b", `"a)b"`},
	} {
		if got, err := tableText(test.table); err != nil || got != test.want {
			t.Errorf("tableText(%q) = %s, %v; want %s", test.table, got, err, test.want)
		}
	}
	for _, table := range []string{
		"", ".", "a.", ".a", `"a`, `"a"b`, `""`, "a.b.c.d", "(SELECT 1",
		"(FROM t) /*", "(FROM t) /* */", "(FROM t) --", "(SELECT 1) x (SELECT 2)", "(SELECT 1) x(a", "(SELECT 1) x(a(b)", "(SELECT 1) x()", "(SELECT 1) x(a) y",
		"(SELECT 'a)", `(SELECT "a)`, "(SELECT $$a)", "(SELECT E'\\')", "(SELECT 1 /* /* */)", "(SELECT 1 -- )", "(SELECT 1))", "(FROM a) UNION ALL (FROM b)",
		"(SELECT $1)", "(SELECT ?)", "(SELECT $a FROM t)", "f($1)", "(SELECT 1_000$$ FROM t)", "(SELECT 1$a$)$a$)", "(SELECT 1E'\\')", "(SELECT `a)", "(SELECT 1)\x00", "a\x00",
		"(SELECT \u200b$tag$ FROM t)", "(SELECT\u00a0E'\\' FROM t)", "(SELECT E'a'\n'\\' FROM t)", "(SELECT E'a' -- x\n\t'\\' FROM t)", "(SELECT U&'a\\' FROM t)", `(SELECT u&"a")`,
		"SELECT 1)", "SELECT (1", "SELECT 1 -- x", "FROM t) (FROM u", "SELECT 'a", "FROM t WHERE a = ?",
		"f(1", "f(1) x", "f(1)(2)", "f('1)", "a.b.c.f(1)", `""(1)`, "read_csv('/x/a.csv') t",
	} {
		if got, err := tableText(table); err == nil {
			t.Errorf("tableText(%q) = %s, want an error", table, got)
		}
	}
}

// FuzzFromTable makes of any text what stands behind FROM and is closed in itself, or an
// error. A query, and the arguments of a call, stay as they are written.
func FuzzFromTable(f *testing.F) {
	for _, table := range []string{
		"patients", `"a ""b""".c`, "data/a.csv", "(FROM t) AS x(a, \"b\")", "(SELECT ')', E'\\')', $a$)$a$ /* ) */ -- )\n)", "f('(', g(1))", `a."b"(1)`, "(SELECT 1) x (SELECT 2)", "(((", "f(1))", "\u00a0(1)", "e'", "$$", "/*", "(/*/)",
	} {
		f.Add(table)
	}
	f.Fuzz(func(t *testing.T, table string) {
		from, err := tableText(table)
		if err != nil {
			return
		}
		switch {
		case strings.HasPrefix(from, "("):
			if length, err := bracketed(from); err != nil || length != len(from) {
				t.Errorf("tableText(%q) = %q, which is not closed: %d, %v", table, from, length, err)
			}
			again, err := tableText(from)
			if err != nil || again != "(FROM "+from+")" {
				t.Errorf("tableText(%q) = %q, %v; want it as it is", from, again, err)
			}
		case strings.HasPrefix(from, "'"), strings.HasPrefix(from, `"`):
			for rest := from; rest != ""; rest = strings.TrimPrefix(rest, ".") {
				length, err := quotedLength(rest, false)
				if err != nil {
					t.Fatalf("tableText(%q) = %q, which is not closed: %v", table, from, err)
				}
				rest = rest[length:]
				if rest != "" && rest[0] != '.' {
					t.Fatalf("tableText(%q) = %q, which goes on behind a name", table, from)
				}
			}
		default:
			t.Errorf("tableText(%q) = %q", table, from)
		}
	})
}
