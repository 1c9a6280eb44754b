package call

import (
	"encoding/json"
	"testing"
)

func TestQuoteNonNumbers(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{`{"c":NaN,"d":[-Infinity,Infinity,1]}`, `{"c":"NaN","d":["-Infinity","Infinity",1]}`},
		{`{"NaN":"Infinity \" NaN","c":-NaN}`, `{"NaN":"Infinity \" NaN","c":"-NaN"}`},
		{`{"a":"\\","b":NaN}`, `{"a":"\\","b":"NaN"}`},
		{`{}`, `{}`},
	} {
		if got := quoteNonNumbers(test.in); got != test.want {
			t.Errorf("quoteNonNumbers(%s) = %s, want %s", test.in, got, test.want)
		}
	}
}

func TestParseWhole(t *testing.T) {
	for s, want := range map[string]int64{"0": 0, "3.0": 3, "3e2": 300, "9223372036854775807": 9223372036854775807} {
		if got, ok := ParseWhole(s); !ok || got != want {
			t.Errorf("parseWhole(%s) = %d, %v; want %d", s, got, ok, want)
		}
	}
	for _, s := range []string{"", "-1", "1.5", "9223372036854775808", "1e30", "NaN", "inf", "0x10", "x"} {
		if got, ok := ParseWhole(s); ok {
			t.Errorf("parseWhole(%s) = %d, want none", s, got)
		}
	}
}

// FuzzQuoteNonNumbers leaves JSON as it is.
func FuzzQuoteNonNumbers(f *testing.F) {
	f.Add(`{"a":"NaN \" Infinity","b":[1,-2.5e3]}`)
	f.Fuzz(func(t *testing.T, s string) {
		if json.Valid([]byte(s)) && quoteNonNumbers(s) != s {
			t.Errorf("quoteNonNumbers(%q) = %q", s, quoteNonNumbers(s))
		}
	})
}
