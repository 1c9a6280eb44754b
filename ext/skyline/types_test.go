package main

import "testing"

func TestParseType(t *testing.T) {
	for _, c := range []struct {
		text, name, label string
		isWhole           bool
	}{
		{"INTEGER", "INTEGER", "int32", true},
		{"UHUGEINT", "UHUGEINT", "uint128", true},
		{"VARCHAR", "VARCHAR", "varchar", true},
		{"DECIMAL(18,3)", "DECIMAL", "decimal(18,3)", true},
		{"TIMESTAMP WITH TIME ZONE", "TIMESTAMP WITH TIME ZONE", "timestamp with time zone", false},
		{"TIMESTAMPTZ", "TIMESTAMP WITH TIME ZONE", "timestamp with time zone", false},
		{"TIME", "TIME", "time", false},
		{`"NULL"`, "NULL", "null", true},
		{"JSON", "JSON", "json", false},
		{"VARIANT", "VARIANT", "variant", false},
		{"mood", "MOOD", "mood", false},
		{"ENUM('a', 'B)', 'it''s, [')", "ENUM", "enum('a', 'b)', 'it''s, [')", true},
		{"INTEGER[]", "LIST", "int32[]", true},
		{"INTEGER[][3]", "ARRAY", "int32[][3]", true},
		{"DECIMAL(4,1)[]", "LIST", "decimal(4,1)[]", true},
		{"JSON[]", "LIST", "json[]", false},
		{
			`STRUCT(a INTEGER, "b c" VARCHAR[], "d""e" STRUCT(f TIMESTAMP))`, "STRUCT",
			`struct(a integer, "b c" varchar[], "d""e" struct(f timestamp))`, true,
		},
		{"STRUCT(a INTEGER, j JSON)[]", "LIST", "struct(a integer, j json)[]", false},
		{"STRUCT(INTEGER, VARCHAR)", "STRUCT", "struct(integer, varchar)", false},
		{"STRUCT(TIMESTAMP WITH TIME ZONE)", "STRUCT", "struct(timestamp with time zone)", false},
		{"MAP(VARCHAR, INTEGER[])", "MAP", "map(varchar, integer[])", false},
		{"UNION(num INTEGER, str VARCHAR)", "UNION", "union(num integer, str varchar)", true},
		{"GEOMETRY('OGC:CRS84')", "GEOMETRY", "geometry('ogc:crs84')", false},
		{"", "", "", false},
		{"STRUCT(", "STRUCT", "struct(", false},
		{"STRUCT(]]", "STRUCT", "struct(]]", false},
		{"MAP(INTEGER)", "", "map(integer)", false},
		{"INTEGER]", "", "integer]", false},
	} {
		typ := parseType(c.text)
		if typ.name != c.name || typ.label() != c.label || typ.isWhole() != c.isWhole {
			t.Errorf("parseType(%q) = %q, label %q, whole %v, want %q, %q, %v",
				c.text, typ.name, typ.label(), typ.isWhole(), c.name, c.label, c.isWhole)
		}
	}
	nested := parseType(`STRUCT(a INTEGER, "b c" MAP(VARCHAR, DATE)[])`)
	if got := nested.fields[1].typ.fields[0].typ.fields[1].typ.name; nested.fields[1].name != "b c" || got != "DATE" {
		t.Errorf("field %q with values of type %q", nested.fields[1].name, got)
	}
}

func FuzzParseType(f *testing.F) {
	f.Add(`STRUCT(a INTEGER, "b c" UNION(x ENUM('a'), y MAP(VARCHAR, DATE)[3]))`)
	f.Fuzz(func(_ *testing.T, text string) {
		typ := parseType(text)
		typ.label()
		typ.isWhole()
	})
}
