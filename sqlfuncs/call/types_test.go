package call

import "testing"

// TestTypePattern: a pattern is of a whole name, alternatives too, however often it is asked.
func TestTypePattern(t *testing.T) {
	t.Parallel()
	tests := []struct {
		types, name string
		want        bool
	}{
		{"INTEGER", "INTEGER", true},
		{"INTEGER", "UINTEGER", false},
		{"INTEGER", "INTEGER[]", false},
		{"INTEGER", "INTEGER\n", false},
		{"INTEGER", "integer", false},
		{"", "", true},
		{"", "DATE", false},
		{"DATE|TIME", "TIME", true},
		{"DATE|TIME", "DATE[]", false},
		{"DATE|TIME", "XTIME", false},
		{`(DATE|U?BIGINT)\[\]`, "UBIGINT[]", true},
		{`(DATE|U?BIGINT)\[\]`, "UBIGINT[][]", false},
		{`DECIMAL\([0-9,]*\)`, "DECIMAL(18,3)", true},
		{`DECIMAL\([0-9,]*\)`, "STRUCT(a DECIMAL(18,3))", false},
	}
	for range 2 {
		for _, test := range tests {
			pattern, err := typePattern(test.types)
			if err != nil {
				t.Fatalf("%q: %v", test.types, err)
			}
			if got := pattern.MatchString(test.name); got != test.want {
				t.Errorf("%q matches %q: %t, not %t", test.types, test.name, got, test.want)
			}
		}
	}
	if _, err := typePattern("("); err == nil {
		t.Error(`"(" is taken for a pattern`)
	}
}
