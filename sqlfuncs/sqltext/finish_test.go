package sqltext_test

import (
	"strings"
	"testing"

	"skyline/sqlfuncs/sqltext"
)

func TestFinish(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		statement    sqltext.SQL
		finish, show string
	}{
		// Names.
		{"SELECT x.__skyline_g FROM __skyline_placed AS x", "SELECT x.__skyline_g_b FROM __skyline_placed_b AS x", "SELECT x.__skyline_g FROM __skyline_placed AS x"},
		{`x."__skyline_g", '__skyline_g', "a""__skyline_g"`, `x."__skyline_g", '__skyline_g', "a""__skyline_g"`, `x."__skyline_g", '__skyline_g', "a""__skyline_g"`},
		{"'it''s', __skyline_g", "'it''s', __skyline_g_b", "'it''s', __skyline_g"},
		{"FROM \x00(FROM (SELECT ' AS __skyline_g -- f( '' \x00) AS __skyline_g", "FROM (FROM (SELECT ' AS __skyline_g -- f( '' ) AS __skyline_g_b", "FROM (FROM (SELECT ' AS __skyline_g -- f( '' ) AS __skyline_g"},
		{"a__skyline_g", "a__skyline_g", "a__skyline_g"},
		{"AS __skyline_g (a, b), AS __skyline_h(a)", "AS __skyline_g_b (a, b), AS __skyline_h_b(a)", "AS __skyline_g (a, b), AS __skyline_h(a)"},
		{"", "", ""},
		// Functions.
		{"count(*) + f( x )", "system.main.count(*) + system.main.f( x )", "count(*) + f( x )"},
		{"__skyline_wait(__skyline_g)", "system.main.__skyline_wait(__skyline_g_b)", "__skyline_wait(__skyline_g)"},
		{"system.main.__skyline_place(rel.release, system.main.max(x))", "system.main.__skyline_place(rel.release, system.main.max(x))", "__skyline_place(rel.release, max(x))"},
		{"x.upper(y), x.__skyline_g(y)", "x.upper(y), x.__skyline_g(y)", "x.upper(y), x.__skyline_g(y)"},
		{`"f"(x), 'f'(x), f (x), 2*(x)`, `"f"(x), 'f'(x), f (x), 2*(x)`, `"f"(x), 'f'(x), f (x), 2*(x)`},
		{"left(a, 1), map(a, b), first(x), SUM(n) FILTER (WHERE a)", "system.main.left(a, 1), system.main.map(a, b), system.main.first(x), system.main.SUM(n) FILTER (WHERE a)", "left(a, 1), map(a, b), first(x), SUM(n) FILTER (WHERE a)"},
		// The grammar's words.
		{"TRY_CAST(try(x) AS DECIMAL(18, 3))", "TRY_CAST(try(x) AS DECIMAL(18, 3))", "TRY_CAST(try(x) AS DECIMAL(18, 3))"},
		{"x::MAP(VARCHAR, DOUBLE), CAST(x AS MAP(VARCHAR, DOUBLE))", "x::MAP(VARCHAR, DOUBLE), CAST(x AS MAP(VARCHAR, DOUBLE))", "x::MAP(VARCHAR, DOUBLE), CAST(x AS MAP(VARCHAR, DOUBLE))"},
		{"STRUCT(low VARCHAR), COLUMNS(*), UNNEST(x), Coalesce(x), x IN(1), EXISTS(f(x)), GROUPING(x), v AS\n  v(a), OVER(ORDER BY a)", "STRUCT(low VARCHAR), COLUMNS(*), UNNEST(x), Coalesce(x), x IN(1), EXISTS(system.main.f(x)), GROUPING(x), v AS\n  v(a), OVER(ORDER BY a)", "STRUCT(low VARCHAR), COLUMNS(*), UNNEST(x), Coalesce(x), x IN(1), EXISTS(f(x)), GROUPING(x), v AS\n  v(a), OVER(ORDER BY a)"},
		{"a AS b, f(x), AS -- of f(x)\nv(a), as_(x)", "a AS b, system.main.f(x), AS -- of f(x)\nv(a), system.main.as_(x)", "a AS b, f(x), AS -- of f(x)\nv(a), as_(x)"},
		// Comments.
		{"-- it's __skyline_g(x) \"\nf(__skyline_g) -- system.main.f(x)", "-- it's __skyline_g(x) \"\nsystem.main.f(__skyline_g_b) -- system.main.f(x)", "-- it's __skyline_g(x) \"\nf(__skyline_g) -- system.main.f(x)"},
		{"'--' || f(x)", "'--' || system.main.f(x)", "'--' || f(x)"},
		// The key.
		{"__skyline_gather(" + sqltext.PlanKey + ", '__skyline_plan_key')", "system.main.__skyline_gather(5, '__skyline_plan_key')", "__skyline_gather(0, '__skyline_plan_key')"},
	} {
		if got := sqltext.Finish(test.statement, "_b"); got != test.finish {
			t.Errorf("Finish(%q) =\n%s\nwant\n%s", test.statement, got, test.finish)
		}
		if got := sqltext.Show(test.statement); got != test.show {
			t.Errorf("Show(%q) =\n%s\nwant\n%s", test.statement, got, test.show)
		}
	}
}

// The key has no sign, whatever the 64 bits of the suffix are.
func TestFinishKey(t *testing.T) {
	t.Parallel()
	for suffix, want := range map[string]string{
		"":                  "0",
		"_000000000000000b": "5",
		"_ffffffffffffffff": "9223372036854775807",
	} {
		if got := sqltext.Finish(sqltext.PlanKey, suffix); got != want {
			t.Errorf("the key of %q is %s, want %s", suffix, got, want)
		}
	}
}

// What is finished already, but for names, stays as it is.
func TestFinishTwice(t *testing.T) {
	t.Parallel()
	const statement = "SELECT count(*), system.main.__skyline_wait(x) FROM t AS v (a) WHERE a IN (TRY(f(a)), 'g(x)')"
	once := sqltext.Finish(statement, "_b")
	if twice := sqltext.Finish(sqltext.SQL(once), "_b"); twice != once {
		t.Errorf("finished twice:\n%s\nwant\n%s", twice, once)
	}
}

func BenchmarkFinish(b *testing.B) {
	const piece = `
		SELECT __skyline_histogram(__skyline_plan_key, value, 1) AS h, count(*) AS n -- it's counted
		FROM (SELECT "a column" AS value, 'a text' AS t FROM __skyline_input AS tbl) AS x
		JOIN __skyline_types AS t ON x.value IS NOT DISTINCT FROM t.value
	`
	statement := sqltext.SQL(strings.Repeat(piece, 10_000/len(piece)+1))
	b.SetBytes(int64(len(statement)))
	b.ReportAllocs()
	for b.Loop() {
		sqltext.Finish(statement, "_0123456789abcdef")
	}
}
