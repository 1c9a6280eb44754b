package sqltext

import (
	"testing"
)

func TestWithSuffix(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ plan, want string }{
		{"SELECT x.__skyline_g FROM __skyline_placed AS x", "SELECT x.__skyline_g_b FROM __skyline_placed_b AS x"},
		{"system.main.__skyline_place(rel.release, x)", "system.main.__skyline_place(rel.release, x)"},
		{`x."__skyline_g", '__skyline_g', "a""__skyline_g"`, `x."__skyline_g", '__skyline_g', "a""__skyline_g"`},
		{"'it''s', __skyline_g", "'it''s', __skyline_g_b"},
		{"FROM \x00(FROM (SELECT ' AS __skyline_g -- '' \x00) AS __skyline_g", "FROM (FROM (SELECT ' AS __skyline_g -- '' ) AS __skyline_g_b"},
		{"a__skyline_g", "a__skyline_g"},
		{"system.main.__skyline_gather(__skyline_plan_key, '__skyline_plan_key')", "system.main.__skyline_gather(5, '__skyline_plan_key')"},
		{"", ""},
	} {
		if got := WithSuffix(test.plan, "_b"); got != test.want {
			t.Errorf("withSuffix(%q) = %q, want %q", test.plan, got, test.want)
		}
	}
	if one, other := NewSuffix(), NewSuffix(); one == other || len(one) != 17 {
		t.Errorf("suffixes %s and %s, want two of 64 bits", one, other)
	}
}
