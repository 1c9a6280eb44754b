package sqltext_test

import (
	"testing"

	"skyline/sqlfuncs/sqltext"
)

const isPlainText = `system.main.__skyline_has_type(system.main.typeof(system.main.list_value(x."it's")), '(<plain>)\[\]')`

const isBigint = `system.main.__skyline_has_type(system.main.typeof(system.main.list_value(s)), '(<bigint>)\[\]')`

const textOfS = `((CASE WHEN system.main.typeof(s) = 'INTERVAL' THEN system.main.normalized_interval(TRY_CAST(s AS INTERVAL))::VARCHAR WHEN system.main.typeof(s) IN ('FLOAT', 'DOUBLE') AND s::VARCHAR IN ('-0.0', '-nan') THEN system.main.substring(s::VARCHAR, 2) ELSE s::VARCHAR END)::VARCHAR COLLATE "binary")`

func TestExpressions(t *testing.T) {
	t.Parallel()
	column := "x." + sqltext.Ident("it's")
	for name, test := range map[string]struct {
		got  sqltext.SQL
		want string
	}{
		"Bytewise": {sqltext.Bytewise(column), `((x."it's")::VARCHAR COLLATE "binary")`},
		"IsPlain":  {sqltext.IsPlain(column), isPlainText},
		"IfPlain": {
			sqltext.IfPlain(column, "a", "b"),
			`system.main.struct_extract(system.main.struct_pack("false" := CASE WHEN NOT ` + isPlainText + ` THEN b END, "true" := a), (` + isPlainText + `)::VARCHAR)`,
		},
		"Canonical": {
			sqltext.Canonical(column),
			`system.main.struct_extract(system.main.struct_pack("false" := CASE WHEN NOT ` + isPlainText + ` THEN ((x."it's")::VARCHAR COLLATE "binary") END, "true" := x."it's"), (` + isPlainText + `)::VARCHAR)`,
		},
		"InOwnType": {
			sqltext.InOwnType("k.v", column, "error('f: no')"),
			`system.main.struct_extract(system.main.struct_pack("false" := CASE WHEN NOT ` + isPlainText + ` THEN CASE WHEN k.v IS NULL OR TRY(system.main.struct_extract(system.main.cast_to_type(system.main.struct_pack(v := k.v), system.main.struct_pack(v := x."it's")), 'v')) IS NOT NULL THEN TRY(system.main.struct_extract(system.main.cast_to_type(system.main.struct_pack(v := k.v), system.main.struct_pack(v := x."it's")), 'v')) ELSE system.main.error('f: no') END END, "true" := k.v), (` + isPlainText + `)::VARCHAR)`,
		},
		"CastLike": {
			sqltext.CastLike("r.value", "t.s"),
			`TRY(system.main.struct_extract(system.main.cast_to_type(system.main.struct_pack(v := r.value), system.main.struct_pack(v := t.s)), 'v'))`,
		},
		"WhollyLike": {
			sqltext.WhollyLike("x", "t.s"),
			`CASE WHEN CASE
    WHEN system.main.typeof(t.s) = 'DATE' THEN TRY_CAST(x AS TIMESTAMP) IS NULL
    WHEN system.main.__skyline_has_type(system.main.typeof(t.s), 'TIME( WITH TIME ZONE|_NS)?') THEN TRY_CAST(system.main.concat('2000-01-01 ', x) AS TIMESTAMP) IS NULL
    ELSE false
END THEN NULL ELSE TRY(system.main.struct_extract(system.main.cast_to_type(system.main.struct_pack(v := x), system.main.struct_pack(v := t.s)), 'v')) END`,
		},
		"TextOf": {
			sqltext.TextOf("s"),
			textOfS,
		},
		"Counted": {
			sqltext.Counted("s"),
			`system.main.struct_extract(system.main.struct_pack("false" := CASE WHEN NOT ` + isBigint + ` THEN ` + textOfS + ` END, "true" := CASE WHEN ` + isBigint + ` THEN TRY_CAST(s AS BIGINT) END), (` + isBigint + `)::VARCHAR)`,
		},
		"OneForm": {
			sqltext.OneForm("COLUMNS(*)"),
			`system.main.struct_extract(system.main.struct_pack(v := COLUMNS(*), f := CASE WHEN system.main.typeof(COLUMNS(*)) = 'FLOAT' THEN CASE WHEN TRY_CAST(COLUMNS(*) AS FLOAT) = 0 THEN 0 WHEN system.main.isnan(TRY_CAST(COLUMNS(*) AS FLOAT)) THEN 'nan' ELSE TRY_CAST(COLUMNS(*) AS FLOAT) END END::FLOAT, d := CASE WHEN system.main.typeof(COLUMNS(*)) = 'DOUBLE' THEN CASE WHEN TRY_CAST(COLUMNS(*) AS DOUBLE) = 0 THEN 0 WHEN system.main.isnan(TRY_CAST(COLUMNS(*) AS DOUBLE)) THEN 'nan' ELSE TRY_CAST(COLUMNS(*) AS DOUBLE) END END::DOUBLE, i := CASE WHEN system.main.typeof(system.main.list_value(COLUMNS(*))) = 'INTERVAL[]' THEN system.main.normalized_interval(TRY_CAST(COLUMNS(*) AS INTERVAL)) END), CASE system.main.typeof(system.main.list_value(COLUMNS(*))) WHEN 'FLOAT[]' THEN 'f' WHEN 'DOUBLE[]' THEN 'd' WHEN 'INTERVAL[]' THEN 'i' ELSE 'v' END)`,
		},
		"ShownAs": {sqltext.ShownAs("s"), "system.main.decode(system.main.encode(s))"},
		"PlainEnum": {
			sqltext.PlainEnum("s"),
			`system.main.struct_extract(system.main.struct_pack(v := s, t := CASE WHEN system.main.contains(system.main.typeof(system.main.list_value(s)), 'ENUM(') THEN s::VARCHAR END), CASE WHEN system.main.contains(system.main.typeof(system.main.list_value(s)), 'ENUM(') THEN 't' ELSE 'v' END)`,
		},
		"Released": {
			sqltext.Released("SELECT 1"),
			`SELECT system.main.struct_extract(system.main.struct_pack(v := COLUMNS(*), t := CASE WHEN system.main.contains(system.main.typeof(system.main.list_value(COLUMNS(*))), 'ENUM(') THEN COLUMNS(*)::VARCHAR END), CASE WHEN system.main.contains(system.main.typeof(system.main.list_value(COLUMNS(*))), 'ENUM(') THEN 't' ELSE 'v' END) FROM (SELECT 1)`,
		},
		"TypeText": {
			sqltext.TypeText("s"),
			`system.main.regexp_replace(system.main.typeof(s), 'ENUM\((''([^'']|'''')*''(, )?)*\)', 'ENUM', 'g')`,
		},
		"Prefixed": {sqltext.List(sqltext.Prefixed("a", []sqltext.SQL{"q1", "q2"})), "a.q1, a.q2"},
		"Equal":    {sqltext.Equal("a", "b", []sqltext.SQL{"q1", "q2"}), "a.q1 IS NOT DISTINCT FROM b.q1 AND a.q2 IS NOT DISTINCT FROM b.q2"},
		"Ordered":  {sqltext.Ordered("a", []sqltext.SQL{"q1", "q2"}), "a.q1 ASC NULLS LAST, a.q2 ASC NULLS LAST"},
	} {
		if got := sqltext.Finish(test.got, "_b"); got != test.want {
			t.Errorf("%s is\n%s\nwant\n%s", name, got, test.want)
		}
	}
}

// TestAbbreviations shows the short forms, also of one inside of another, beside names and
// users' texts that look like their marks.
func TestAbbreviations(t *testing.T) {
	t.Parallel()
	column := "x." + sqltext.Ident("\x01a\x02\x03")
	for _, test := range []struct {
		sql   sqltext.SQL
		shown string
	}{
		{sqltext.Canonical(column), "canonical(x.\"\x01a\x02\x03\")"},
		{sqltext.TextOf(sqltext.Canonical("v")) + " AS t", "text_of(canonical(v)) AS t"},
		{sqltext.Counted("s"), "counted(s)"},
		{sqltext.InOwnType(sqltext.CastLike("a", "b"), "o", "error('no')"), "in_own_type(cast_like(a, b), o)"},
		{sqltext.User("f(\x02)") + " = " + sqltext.OneForm("s"), "f(\x02) = one_form(s)"},
		{"f(x)", "f(x)"},
	} {
		if got := sqltext.Show(test.sql); got != test.shown {
			t.Errorf("shown as %q, want %q", got, test.shown)
		}
	}
	if got, want := sqltext.Finish(sqltext.Abbreviated("short", "f("+sqltext.Abbreviated("inner", "g(x)", "x")+")", sqltext.Abbreviated("inner", "g(x)", "x")), ""), "system.main.f(system.main.g(x))"; got != want {
		t.Errorf("finished as %q, want %q", got, want)
	}
}
