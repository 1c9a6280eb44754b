package release

import "testing"

// What numbers are rounded to has the form of their type, and fits it.
func TestRoundedDigits(t *testing.T) {
	for _, test := range []struct {
		typeName, step, text, down, up string // "" where the value stays as it is
	}{
		{"TINYINT", "50", "101", "100", ""},
		{"TINYINT", "50", "-101", "", "-100"},
		{"UTINYINT", "100", "199", "100", "200"},
		{"UTINYINT", "100", "250", "200", ""},
		{"HUGEINT", "10", "170141183460469231731687303715884105727", "170141183460469231731687303715884105720", ""},
		{"BIGNUM", "10", "170141183460469231731687303715884105727", "170141183460469231731687303715884105720", "170141183460469231731687303715884105730"},
		{"DECIMAL(3,1)", "1", "99.5", "99.0", ""},
		{"DECIMAL(3,1)", "1", "-0.5", "-1.0", "0.0"},
		{"DECIMAL(5,2)", "5", "10.00", "10.00", "10.00"},
		{"DECIMAL(4,4)", "0.3", ".5000", ".3000", ".6000"},
		{"DECIMAL(4,4)", "0.3", "-.5000", "-.6000", "-.3000"},
		{"DECIMAL(4,4)", "1", ".5000", ".0000", ""},
		{"DECIMAL(3,0)", "7", "15", "14", "21"},
	} {
		r, err := rounderOf(test.typeName, test.step)
		if err != nil {
			t.Fatal(err)
		}
		for name, is := range map[string]struct {
			round func(string) (string, bool)
			want  string
		}{"down": {r.Down, test.down}, "up": {r.Up, test.up}} {
			got, ok := is.round(test.text)
			if ok != (is.want != "") || ok && got != is.want {
				t.Errorf("%s of %s, by %s, %s = %q, %t, want %q", test.typeName, test.text, test.step, name, got, ok, is.want)
			}
		}
	}
}
